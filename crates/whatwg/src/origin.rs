//! The origin of a URL (§4.7). A blob URL's is the origin of the URL in its path, so this module asks the parser.

use crate::parser::parse;
use crate::record::Record;
use crate::special_schemes::default_port;

/// An origin, as far as it follows from a URL alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A tuple origin, serialized.
    Tuple(String),
    /// An opaque origin, whose serialization is "null".
    Opaque,
}

impl Record {
    /// The origin: of a blob URL that of the URL in its path, if it follows from the path alone; of a file URL an
    /// opaque one.
    #[must_use]
    pub fn origin(&self) -> Origin {
        match (self.scheme.as_str(), &self.host) {
            ("blob", _) => match parse(&self.path, None) {
                Ok(path_url) if matches!(&*path_url.scheme, "http" | "https" | "file") => path_url.origin(),
                _ => Origin::Opaque,
            },
            (scheme, Some(host)) if default_port(scheme).is_some() => {
                let port = self.port.map_or_else(String::new, |port| format!(":{port}"));
                Origin::Tuple(format!("{}://{host}{port}", self.scheme))
            }
            _ => Origin::Opaque,
        }
    }
}
