//! SVG in a page: the tags that end it, and the spelling of its names (HTML Standard, 13.2.6.5).

use crate::names::Name;

const fn name(text: &str) -> u128 {
    Name::from_text(text.as_bytes()).0
}

/// Whether a start tag in SVG is an element of SVG, with nothing special in its content.
///
/// Tags of HTML end the SVG. The content of `title`, `desc` and `foreignObject` is HTML. Scripts and style sheets are
/// not raw text in SVG but have tags.
pub fn is_plain(tag: Name) -> bool {
    macro_rules! is_one_of {
        ($($name:literal)*) => { $(tag.0 == const { name($name) })||* };
    }
    !is_one_of!(
        "b" "big" "blockquote" "body" "br" "center" "code" "dd" "div" "dl" "dt" "em" "embed" "font" "h1" "h2" "h3" "h4" "h5"
        "h6" "head" "hr" "i" "img" "li" "listing" "menu" "meta" "nobr" "ol" "p" "pre" "ruby" "s" "small" "span" "strong"
        "strike" "sub" "sup" "table" "tt" "u" "ul" "var"
        "title" "desc" "foreignobject" "script" "style"
    )
}

/// The names of elements with uppercase letters in SVG.
#[rustfmt::skip]
const WITH_UPPER_CASE: [&str; 37] = [
    "altGlyph", "altGlyphDef", "altGlyphItem", "animateColor", "animateMotion", "animateTransform", "clipPath", "feBlend",
    "feColorMatrix", "feComponentTransfer", "feComposite", "feConvolveMatrix", "feDiffuseLighting", "feDisplacementMap",
    "feDistantLight", "feDropShadow", "feFlood", "feFuncA", "feFuncB", "feFuncG", "feFuncR", "feGaussianBlur", "feImage",
    "feMerge", "feMergeNode", "feMorphology", "feOffset", "fePointLight", "feSpecularLighting", "feSpotLight", "feTile",
    "feTurbulence", "foreignObject", "glyphRef", "linearGradient", "radialGradient", "textPath",
];

/// The SVG spelling of an element's name, if it has uppercase letters.
pub fn with_upper_case(tag: &[u8]) -> Option<&'static str> {
    WITH_UPPER_CASE.into_iter().find(|name| name.as_bytes().eq_ignore_ascii_case(tag))
}
