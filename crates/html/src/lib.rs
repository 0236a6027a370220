//! The tags of an HTML page, and which of them tree construction takes as they stand.
//!
//! What goes in: the octets of a page. What comes out: its tags with their attributes, and for each start tag what
//! becomes of it in the parser's tree, as far as that follows from the tags alone.
//!
//! | module | subject |
//! |---|---|
//! | [`tokens`] | the tags of a page's source, and what stands between them |
//! | [`construction`] | whether tree construction takes a start tag as it stands |
//! | [`svg`] | which tags are SVG's, and how they are written |
//! | [`names`] | names as numbers |
//! | [`shapes`] | whether a name may be one of a list |
//! | [`places`] | lines and columns |
#![forbid(unsafe_code)]

pub mod construction;
pub mod names;
pub mod places;
pub mod shapes;
pub mod svg;
pub mod tokens;
