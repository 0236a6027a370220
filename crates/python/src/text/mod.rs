//! Running text and lines.
//!
//! | file | subject |
//! |---|---|
//! | `colons` | colons that may belong to references in running text |
//! | `editing` | edits of many lines |
//! | `mending` | invalid texts with their changes |

pub mod colons;
pub mod editing;
pub mod mending;
