//! Names of elements and attributes as numbers, so that one comparison decides whether two are equal.
//!
//! `HREF` and `href` are `0x68726566`: the octets of the name in lower case (HTML Standard, 13.2.5.8 and 13.2.5.33).

/// A name of at most sixteen octets; a longer one is [`Name::LONG`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Name(pub u128);

impl Name {
    /// The sentinel for a longer name; no known name is that long.
    pub const LONG: Name = Name(0);

    #[inline]
    /// The number of a name in lower case; [`Name::LONG`] if it does not fit.
    pub const fn from_text(text: &[u8]) -> Name {
        if text.len() > 16 {
            return Name::LONG;
        }
        let (mut name, mut at) = (0, 0);
        while at < text.len() {
            name = name << 8 | text[at].to_ascii_lowercase() as u128;
            at += 1;
        }
        Name(name)
    }
}
