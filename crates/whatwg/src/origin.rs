//! The origin of a URL (§4.7). A blob URL's is the origin of the URL in its path, so this module asks the parser.

use crate::parser::parse;
use crate::record::Record;

/// An origin, as far as a URL alone tells it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A tuple origin, serialized.
    Tuple(String),
    /// An opaque origin, whose serialization is "null".
    Opaque,
}

impl Record {
    /// The origin. A blob URL's is its path's, as far as that alone tells it; a file URL's is opaque.
    #[must_use]
    pub fn origin(&self) -> Origin {
        match (self.scheme.as_str(), &self.host) {
            ("blob", _) => match parse(&self.path, None) {
                Ok(path_url) if matches!(&*path_url.scheme, "http" | "https" | "file") => path_url.origin(),
                _ => Origin::Opaque,
            },
            ("ftp" | "http" | "https" | "ws" | "wss", Some(host)) => {
                let port = self.port.map_or_else(String::new, |port| format!(":{port}"));
                Origin::Tuple(format!("{}://{host}{port}", self.scheme))
            }
            _ => Origin::Opaque,
        }
    }
}
