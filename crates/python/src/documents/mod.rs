//! The references of documents as columns, for `links(...).to_arrow()`.
//!
//! | file | subject |
//! |---|---|
//! | `start_tags/` | `StartTags`: the elements of a page, from its start tags |
//! | `tree.rs` | `TreeElements`: the elements of the parser's tree |
//! | `attributes.rs` | which attributes a page's tags can have |
//! | `plain.rs` | `TextLinks`: the bare references of a text |
//! | `head.rs` | the fields of a head |
//! | `rows.rs` | `LinkRows`: rows under construction, and their columns |
//! | `csv.rs`, `json.rs` | rows as lines |
//! | `targets.rs` | `Targets`: resolves and validates a page's references |
//! | `texts.rs` | `Texts`: a column of texts under construction |
//! | `walk.rs` | `LinkWalk`: rows of a page's elements without Python objects |

mod attributes;
mod csv;
mod head;
mod json;
mod plain;
mod rows;
mod start_tags;
mod targets;
mod texts;
mod tree;
mod walk;

use pyo3::prelude::*;

/// Adds the classes to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<plain::TextLinks>()?;
    module.add_class::<rows::LinkRows>()?;
    module.add_class::<start_tags::ReferenceNames>()?;
    module.add_class::<start_tags::StartTag>()?;
    module.add_class::<start_tags::StartTags>()?;
    module.add_class::<tree::TreeElements>()?;
    module.add_class::<walk::LinkWalk>()?;
    module.add_function(wrap_pyfunction!(attributes::attributes_of_tags, module)?)?;
    module.add_function(wrap_pyfunction!(head::head_fields, module)?)?;
    module.add_function(wrap_pyfunction!(rows::link_octets, module)?)
}
