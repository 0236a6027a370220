//! `Shapes`: a filter that rejects most names that are not in a list.

/// The pairs of first letter and length that occur in a list of names. Few attributes of a page share both with a
/// listed name: `class` has the first letter of `cite` and `content`, but another length.
pub struct Shapes([u64; 32]);

impl Shapes {
    /// The shapes of these names.
    pub fn from_names<'a>(names: impl IntoIterator<Item = &'a String>) -> Shapes {
        let mut shapes = Shapes([0; 32]);
        for name in names {
            let (letter, length) = Shapes::place(name.as_bytes());
            shapes.0[letter] |= 1 << length;
        }
        shapes
    }

    #[inline]
    /// Whether a name may be in the list.
    pub fn has(&self, name: &[u8]) -> bool {
        let (letter, length) = Shapes::place(name);
        self.0[letter] >> length & 1 == 1
    }

    /// Ignores case: both cases of a letter have the same low bits. All very long names count as equally long.
    #[inline]
    fn place(name: &[u8]) -> (usize, usize) {
        (usize::from(name.first().map_or(0, |letter| letter & 31)), name.len().min(63))
    }
}
