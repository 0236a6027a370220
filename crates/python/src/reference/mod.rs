//! The references of Python: what an object is, and the functions that run once per URI.
//!
//! | file | subject |
//! |---|---|
//! | `object` | what an object is: its text, its edition, where its components stand |
//! | `places` | offsets, and the places of components in them |
//! | `types` | the hot types: what the interpreter calls on their instances |
//! | `calls` | what most calls share; `parse`, `split`, `is_valid` |
//! | `composition` | references from parts, and with other parts |
//! | `normal_form` | from a text to its offsets, and from a normal form to a reference |
//! | `normalizing` | `normalize` and `equivalent` |
//! | `resolving` | `resolve` and `relativize` |
//! | `target_buffer` | memory for a target |
//! | `percent` | percent-encoding |
//! | `queries` | edits of a query's pairs |
//! | `questions` | questions to an edition or an object that are rare |

pub mod calls;
pub mod composition;
pub mod normal_form;
pub mod normalizing;
pub mod object;
pub mod percent;
pub mod places;
pub mod queries;
pub mod questions;
pub mod resolving;
pub mod target_buffer;
pub mod types;
