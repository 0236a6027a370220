//! The tags of an HTML page, and their effect in tree construction.
//!
//! Input: the octets of a page. Output: its tags with their attributes, and for each start tag its effect on the
//! parser's tree, if the tags alone determine it.
//!
//! | module | subject |
//! |---|---|
//! | [`tokens`] | the tags of a page's source |
//! | [`construction`] | the effect of a start tag in tree construction |
//! | [`svg`] | SVG's tags, and the spelling of its names |
//! | [`names`] | names as numbers |
//! | [`shapes`] | a filter for lists of names |
//! | [`places`] | lines and columns |
#![forbid(unsafe_code)]

pub mod construction;
pub mod names;
pub mod places;
pub mod shapes;
pub mod svg;
pub mod tokens;
