//! Running text and lines.
//!
//! | file | subject |
//! |---|---|
//! | `colons` | colons that may belong to references in running text |
//! | `editing` | edits of many lines |
//! | `masking` | references with their secrets masked |

pub mod colons;
pub mod editing;
pub mod masking;
