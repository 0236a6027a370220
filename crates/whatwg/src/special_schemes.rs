//! The special schemes and their default ports (§4.2): the only copy, also used by the origins of `uriverse-hosts`, and
//! by Python through `uriverse._core.SPECIAL_SCHEMES`.

/// The special schemes. Those with a default port have a host in every URL and a tuple origin.
pub const SPECIAL_SCHEMES: [(&str, Option<u16>); 6] =
    [("https", Some(443)), ("http", Some(80)), ("file", None), ("ftp", Some(21)), ("ws", Some(80)), ("wss", Some(443))];

/// The default port of a special scheme in lower case; None for any other scheme, and for "file".
pub fn default_port(scheme: impl AsRef<[u8]>) -> Option<u16> {
    find(scheme.as_ref()).flatten()
}

/// Whether a scheme in lower case is special.
pub fn is_special(scheme: impl AsRef<[u8]>) -> bool {
    find(scheme.as_ref()).is_some()
}

/// The default port of a special scheme in lower case, Some(None) for "file"; None for any other scheme.
pub(crate) fn find(scheme: &[u8]) -> Option<Option<u16>> {
    SPECIAL_SCHEMES.iter().find(|(known, _)| known.as_bytes() == scheme).map(|&(_, port)| port)
}
