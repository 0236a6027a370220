//! The references of documents as columns, for `links(...).to_arrow()`.
//!
//! | file | subject |
//! |---|---|
//! | `start_tags/` | `StartTags`: the elements of a page, from its start tags |
//! | `head.rs` | the fields of a head |
//! | `lines.rs` | rows as lines of JSON or CSV |
//! | `rows.rs` | `LinkRows`: rows under construction, and their columns |
//! | `targets.rs` | `Targets`: resolves and validates a page's references |
//! | `texts.rs` | `Texts`: a column of texts under construction |
//! | `walk.rs` | `LinkWalk`: rows of a page's elements without Python objects |

mod head;
mod lines;
mod rows;
mod start_tags;
mod targets;
mod texts;
mod walk;

register! {
    rows::LinkRows, start_tags::ReferenceNames, start_tags::StartTag, start_tags::StartTags,
    walk::LinkWalk; head::head_fields, rows::link_octets
}
