//! Running text and lines.
//!
//! | file | subject |
//! |---|---|
//! | `colons` | where running text may name a scheme |
//! | `editing` | edits of many lines |
//! | `masking` | references with their secrets masked |

pub mod colons;
pub mod editing;
pub mod masking;
