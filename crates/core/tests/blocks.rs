//! Code points are the same at every position of a block, on every backend. `fuzz` tests the laws of the operations on
//! texts.

use uriverse_core::fixed_width::CodePoint;
use uriverse_core::{code_points_into, fixed_width, Backend};

fn show(text: &[u8]) -> String {
    text.escape_ascii().to_string()
}

#[test]
fn utf8_has_the_code_points_that_rust_reads() {
    fn check<T: CodePoint + Default + Into<u32>>(text: &[u8], length: usize) {
        let mut found = vec![T::default(); length];
        let expected = std::str::from_utf8(text).ok();
        assert_eq!(code_points_into(text, &mut found), expected.is_some(), "{}", show(text));
        if let Some(expected) = expected {
            assert!(expected.chars().map(u32::from).eq(found.into_iter().map(T::into)), "{}", show(text));
        }
    }
    // Every sequence of two octets before a tail, and every character up to U+FFFF, at the positions around a block's
    // end.
    let pairs = (0x80..=0xEF_u8).flat_map(|first| (0..=255).map(move |second| vec![first, second]));
    let longer = pairs.clone().map(|pair| [&*pair, b"\xBF"].concat());
    let points = (0x80..0x1_0000).step_by(5).filter_map(char::from_u32).map(|point| point.to_string().into_bytes());
    for (number, octets) in pairs.chain(longer).chain(points).enumerate() {
        let before = 57 + number % 9;
        for text in [
            [&*b"a".repeat(before), &octets].concat(),
            [&*b"a".repeat(before), &octets, "ü".repeat(40).as_bytes()].concat(),
        ] {
            for backend in Backend::all() {
                backend.prefer();
                match fixed_width(&text) {
                    Some((length, 1)) => check::<u8>(&text, length),
                    Some((length, _)) => check::<u16>(&text, length),
                    None => assert!(text.iter().any(|&octet| octet >= 0xF0)),
                }
            }
        }
    }
}
