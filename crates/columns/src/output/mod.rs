//! What comes out of a kernel: columns while they are written, and the types that a consumer may ask for.

pub(crate) mod answer;
pub(crate) mod arena;
pub(crate) mod builders;
pub mod concat;
pub(crate) mod lists;
pub(crate) mod unchecked;
pub(crate) mod view_buffer;
