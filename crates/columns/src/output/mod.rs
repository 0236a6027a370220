//! The output of a kernel: columns under construction, and conversions for consumers.

pub(crate) mod answer;
pub(crate) mod arena;
pub(crate) mod builders;
pub mod concat;
pub mod lists;
pub(crate) mod unchecked;
