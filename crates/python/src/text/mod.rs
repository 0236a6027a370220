//! Running text and lines.
//!
//! | file | subject |
//! |---|---|
//! | `colons` | where running text may name a scheme |
//! | `editing` | edits of many lines |

pub mod colons;
pub mod editing;
