//! References in Python: the objects, and the functions that run once per URI.
//!
//! | file | subject |
//! |---|---|
//! | `types` | the hot types: their slots |
//! | `calls` | `parse`, `split`, `is_valid` |
//! | `composition` | references from parts, and with other parts |
//! | `masking` | references with their secrets masked |
//! | `normalizing` | `normalize` and `equivalent` |
//! | `resolving` | `resolve` and `relativize` |
//! | `percent` | percent-encoding |
//! | `urls` | `URL`, the kind of URI that every parser reads alike |
//! | `pairs` | `QueryPairs`, a query as decoded pairs |
//! | `queries` | edits of a query's pairs |
//! | `questions` | rare queries about an edition or an object |
//! | `refusals` | what a refusal says: the place, the reason, the hint |

pub mod calls;
pub mod composition;
pub mod masking;
pub mod normalizing;
pub mod pairs;
pub mod percent;
pub mod queries;
pub mod questions;
pub mod refusals;
pub mod resolving;
pub mod types;
pub mod urls;
