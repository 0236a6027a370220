//! The origin of a URL (§4.7). The origin of a blob URL is that of the URL in its path, so this module calls the
//! parser.

use crate::parser::parse;
use crate::record::Record;
use crate::special_schemes::default_port;

/// The origin of a URL, if the URL alone determines it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A tuple origin, serialized.
    Tuple(String),
    /// An opaque origin, whose serialization is "null".
    Opaque,
}

impl Record {
    /// The origin. A blob URL has that of the URL in its path, if the path alone determines it; a file URL has an
    /// opaque origin.
    pub fn origin(&self) -> Origin {
        match (self.scheme(), self.host()) {
            ("blob", _) => match parse(self.path(), None) {
                Ok(path_url) if matches!(path_url.scheme(), "http" | "https" | "file") => path_url.origin(),
                _ => Origin::Opaque,
            },
            (scheme, Some(host)) if default_port(scheme).is_some() => {
                let port = self.port().map_or_else(String::new, |port| format!(":{port}"));
                Origin::Tuple(format!("{scheme}://{host}{port}"))
            }
            _ => Origin::Opaque,
        }
    }
}
