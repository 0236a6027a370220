//! References in Python: the objects, and the functions that run once per URI.
//!
//! | file | subject |
//! |---|---|
//! | `object` | the layout of an object: its text, its edition, its offsets |
//! | `places` | a compact form of the offsets |
//! | `types` | the hot types: their slots |
//! | `calls` | shared by most calls; `parse`, `split`, `is_valid` |
//! | `composition` | references from parts, and with other parts |
//! | `normal_form` | from a text to its offsets, and from a normal form to a reference |
//! | `normalizing` | `normalize` and `equivalent` |
//! | `resolving` | `resolve` and `relativize` |
//! | `target_buffer` | memory for a target |
//! | `percent` | percent-encoding |
//! | `urls` | `URL`, the kind of URI that every parser reads alike |
//! | `pairs` | `QueryPairs`, a query as decoded pairs |
//! | `queries` | edits of a query's pairs |
//! | `questions` | rare queries about an edition or an object |
//! | `refusals` | what a refusal says: the place, the reason, the hint |

pub mod calls;
pub mod composition;
pub mod normal_form;
pub mod normalizing;
pub mod object;
pub mod pairs;
pub mod percent;
pub mod places;
pub mod queries;
pub mod questions;
pub mod refusals;
pub mod resolving;
pub mod target_buffer;
pub mod types;
pub mod urls;
