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

register! {
    plain::TextLinks, rows::LinkRows, start_tags::ReferenceNames, start_tags::StartTag, start_tags::StartTags,
    tree::TreeElements, walk::LinkWalk;
    attributes::attributes_of_tags, head::head_fields, rows::link_octets
}
