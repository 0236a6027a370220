//! The tags of an HTML page, and their effect in tree construction.
//!
//! What goes in: the octets of a page. What comes out: its tags with their attributes, and for each start tag its
//! effect on the parser's tree, as far as that follows from the tags alone.
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
