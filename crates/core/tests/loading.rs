//! A damaged table is an error, or a table that runs on any text; never a panic.

mod common;

use uriverse_core::{
    normalize, parse, parse_for_resolution, refusal, relativize, resolve, viable_prefix, Level, Options, Tables,
};

/// Rewrites the checksum (that of zlib, bit by bit), so that loading reaches the damage.
fn seal(table: &mut [u8]) {
    let crc = !table[16..].iter().fold(!0u32, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
    });
    table[12..16].copy_from_slice(&crc.to_le_bytes());
}

fn try_out(bytes: &[u8]) -> bool {
    let Ok(tables) = Tables::load(bytes) else { return false };
    for text in ["http://u@h:80/a/../b?q#f", "a:b;c", "//[::1]", "%7e/%zz", "../g", ""] {
        let text = text.as_bytes();
        if let Some(offsets) = parse(&tables, text) {
            let _ = normalize(&tables, text, &offsets, Level::Scheme);
        }
        let _ =
            (parse_for_resolution(&tables, text), refusal(&tables, text), viable_prefix(&tables, tables.start(), text));
        let _ = resolve(&tables, b"http://u@h:80/a/b?q#f", text, Options::default());
        let _ = relativize(&tables, text, b"http://u@h:80/a/b?q#f");
    }
    true
}

#[test]
fn loads_the_project_s_own_tables() {
    let editions = common::editions();
    assert!(editions.len() >= 12);
    for tables in &editions {
        assert_eq!(tables.rule(tables.rule_name(tables.start())), Some(tables.start()), "{}", tables.id());
        assert!(tables.rule_names().len() > 10);
        assert!(tables.encode_set("unreserved").is_some());
        // RFC 6570 has templates, which are not references: no component to encode for, and no choice in resolving.
        let of_references = tables.id() != "rfc6570";
        assert_eq!(tables.settings().len() > 5, of_references, "{}", tables.id());
        assert!(["segment", "query-value", "uri"]
            .iter()
            .all(|name| tables.encode_set(name).is_some() == of_references));
    }
}

/// The smallest table with every position in it, and each other one with about `count` positions.
fn files_and_places(count: usize) -> Vec<(Vec<u8>, Vec<usize>)> {
    let mut files = common::files();
    files.sort_by_key(Vec::len);
    let stride = |index: usize, len: usize| if index == 0 { 1 } else { len / count + 1 };
    let with_places = |(index, file): (usize, Vec<u8>)| {
        let places = (0..file.len()).step_by(stride(index, file.len())).collect();
        (file, places)
    };
    files.into_iter().enumerate().map(with_places).collect()
}

#[test]
fn refuses_every_truncation() {
    for (file, places) in files_and_places(40) {
        for len in places {
            let mut cut = file[..len].to_vec();
            if len >= 16 {
                cut[8..12].copy_from_slice(&(len as u32).to_le_bytes());
                seal(&mut cut);
            }
            assert!(Tables::load(&cut).is_err(), "cut at {len}");
        }
    }
}

#[test]
fn the_checksum_detects_damage() {
    let file = common::files().remove(0);
    for at in (0..file.len()).step_by(97) {
        let mut damaged = file.clone();
        damaged[at] ^= 0x10;
        assert!(Tables::load(&damaged).is_err(), "byte {at}");
    }
    let mut longer = file;
    longer.push(0);
    assert!(Tables::load(&longer).is_err());
}

#[test]
fn never_panics_on_damage_under_a_valid_checksum() {
    let mut refused = 0;
    let mut ran = 0;
    for (file, places) in files_and_places(60) {
        for (turn, at) in places.into_iter().enumerate().filter(|(_, at)| *at >= 16) {
            let mut damaged = file.clone();
            damaged[at] = match turn % 3 {
                0 => damaged[at] ^ 1 << (turn / 3 % 8),
                1 => damaged[at].wrapping_add(1),
                _ => 0xff,
            };
            seal(&mut damaged);
            if try_out(&damaged) {
                ran += 1;
            } else {
                refused += 1;
            }
        }
    }
    assert!(refused > 100 && ran > 100, "{refused} refused, {ran} ran");
}
