//! Unicode properties and normal forms, from tables whose version `Cargo.lock` fixes.
//!
//! Python's tables change with the version of Python, so they are not used.

use icu_normalizer::ComposingNormalizerBorrowed;
use icu_properties::props::{BidiClass, EastAsianWidth, GeneralCategory, NamedEnumeratedProperty, Script};
use icu_properties::{CodePointMapData, PropertyNamesShort};
use uriverse_core::named_enum;

named_enum! {
    /// A property with a value by [`short_name`].
    pub enum Property {
        /// UAX #9: the reading direction.
        BidiClass = "bidi-class",
        /// UAX #11: whether it takes two columns of a terminal.
        EastAsianWidth = "width",
        /// The kind of character.
        GeneralCategory = "category",
        /// UAX #24: the writing system.
        Script = "script",
    }
}

/// The short name of a code point's value, as in `PropertyValueAliases.txt`: "Lu", "AL", "W", "Grek".
pub fn short_name(property: Property, code_point: u32) -> &'static str {
    fn named<T: NamedEnumeratedProperty>(value: T) -> &'static str {
        PropertyNamesShort::<T>::new().get(value).unwrap_or_default()
    }
    match property {
        Property::BidiClass => named(CodePointMapData::<BidiClass>::new().get32(code_point)),
        Property::EastAsianWidth => named(CodePointMapData::<EastAsianWidth>::new().get32(code_point)),
        Property::GeneralCategory => named(CodePointMapData::<GeneralCategory>::new().get32(code_point)),
        Property::Script => named(CodePointMapData::<Script>::new().get32(code_point)),
    }
}

/// Normalization Form C.
pub fn nfc(text: &str) -> String {
    ComposingNormalizerBorrowed::new_nfc().normalize(text).into_owned()
}

/// Normalization Form KC.
pub fn nfkc(text: &str) -> String {
    ComposingNormalizerBorrowed::new_nfkc().normalize(text).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_their_short_names() {
        assert_eq!(short_name(Property::GeneralCategory, 0x41), "Lu");
        assert_eq!(short_name(Property::BidiClass, 0x627), "AL");
        assert_eq!(short_name(Property::EastAsianWidth, 0x6771), "W");
        // U+1E030, a Cyrillic letter of Unicode 15.
        assert_eq!(short_name(Property::Script, 0x1E030), "Cyrl");
        assert_eq!(short_name(Property::GeneralCategory, 0xD800), "Cs");
    }

    #[test]
    fn forms_compose() {
        assert_eq!(nfc("e\u{301}"), "\u{e9}");
        assert_eq!(nfkc("\u{ff21}\u{301}"), "\u{c1}");
    }
}
