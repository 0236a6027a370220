//! Tests with small handmade editions, for cases that no built-in edition has: a grammar without readings, an authority
//! without rows, slots of every kind, and tables that must not load.

use uriverse_core::{
    accepts, next_bytes, normalize, parse, parse_for_resolution, refusal, resolve, ByteSet, Kind, Level, Options,
    Resolved, TableError, Tables,
};

/// A table under construction.
#[derive(Default)]
struct Table(Vec<u8>);

impl Table {
    fn u8(mut self, value: u8) -> Table {
        self.0.push(value);
        self
    }

    fn u16(mut self, value: u16) -> Table {
        self.0.extend(value.to_le_bytes());
        self
    }

    fn str(self, text: &str) -> Table {
        let mut table = self.u16(text.len() as u16);
        table.0.extend(text.as_bytes());
        table
    }

    fn mask(mut self, members: &str) -> Table {
        let mut mask = [0u8; 16];
        for byte in members.bytes() {
            mask[usize::from(byte / 8)] |= 1 << (byte % 8);
        }
        self.0.extend(mask);
        self
    }

    /// A rule that is a set.
    fn set(self, name: &str, members: &str, triplets: u8, min: u8, max: u8) -> Table {
        self.str(name).u8(0).mask(members).u8(triplets).u8(min).u8(max)
    }

    /// A slot: flags are 1 optional, 2 last, 4 bracket.
    fn slot(self, component: u8, flags: u8, open: &str, close: &str, stop: &str, rule: u16) -> Table {
        self.u8(component).u8(flags).str(open).str(close).mask(stop).u16(rule).str("label").str("")
    }

    /// The sections after the authority's readings, without settings, and the header.
    fn finish(self) -> Vec<u8> {
        self.finish_with(&[])
    }

    /// The same with settings.
    fn finish_with(self, settings: &[(&str, &str)]) -> Vec<u8> {
        // Neither mask has ranges beyond US-ASCII.
        let table = self.u8(0).mask("abc").u16(0).u8(1).str("segment").mask("abc").u16(0).u16(settings.len() as u16);
        let table = settings.iter().fold(table, |table, (name, value)| table.str(name).str(value));
        let body = table.u16(0).0;
        let mut file = b"URIT\x02\0\0\0".to_vec();
        file.extend((48 + body.len() as u32).to_le_bytes());
        file.extend([0; 4 + 32]);
        file.extend(body);
        let crc = !file[16..].iter().fold(!0u32, |crc, &byte| {
            (0..8).fold(crc ^ u32::from(byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
        });
        file[12..16].copy_from_slice(&crc.to_le_bytes());
        file
    }

    /// The identity, one class for all bytes, the automaton of `a *"b" "c"`, and the rules:
    /// 0 that automaton, 1 letters with triplets, 2 one digit, 3 anything but separators, perhaps nothing.
    fn begin() -> Table {
        let mut table = Table::default().str("toy").u8(4);
        table.0.extend((0..=255u8).map(|byte| match byte {
            b'a' => 0,
            b'b' => 1,
            b'c' => 2,
            _ => 3,
        }));
        let table = table.str("a").str("b").str("c").str("other");
        // Four local classes; three states, the last accepts. For each state the local classes it takes, then
        // zigzag(target - state) for each.
        let table = table.u16(1).u8(4).u8(0).u8(1).u8(2).u8(3).u16(3).u8(0b100);
        let table = [0b0001, 2, 0b0110, 0, 2, 0b0000].into_iter().fold(table, Table::u8);
        let table = table.u16(4).str("abc").u8(1).u16(0);
        table.set("letters", "abcxyz", 1, 1, 0).set("digit", "0123456789", 1, 0, 1).set("any", "abcxyz019.-", 1, 0, 0)
    }

    fn start(self, rule: u16) -> Table {
        self.u16(rule).u8(0).u8(0)
    }
}

#[test]
fn judges_a_grammar_without_readings_by_its_start_rule() {
    let tables = Tables::load(&Table::begin().start(0).u8(0).u8(0).finish()).expect("it loads");
    assert_eq!((tables.id(), tables.rule_name(tables.start())), ("toy", "abc"));
    for (text, valid) in [("ac", true), ("abbbc", true), ("a", false), ("abcb", false), ("", false)] {
        assert_eq!(parse(&tables, text.as_bytes()).is_some(), valid, "{text}");
        assert_eq!(accepts(&tables, tables.start(), text.as_bytes()), valid, "{text}");
    }
    assert_eq!(refusal(&tables, b"abbx").map(|refused| (refused.at, refused.label)), Some((3, "abc")));
    assert_eq!(next_bytes(&tables, tables.start(), b"ab"), (ByteSet::from_bytes(b"bc"), false));
    let offsets = parse(&tables, b"abc").expect("it is accepted");
    assert_eq!((offsets.path(), offsets.kind()), (0..3, Kind::RelativePath));
}

#[test]
fn knows_sets_of_one_and_of_many() {
    let tables = Tables::load(&Table::begin().start(0).u8(0).u8(0).finish()).expect("it loads");
    let rule = |name| tables.rule(name).expect("it is there");
    for (name, text, valid) in [
        ("letters", "", false),
        ("letters", "a%41b", true),
        ("letters", "a%4", false),
        ("letters", "%zz", false),
        ("digit", "", true),
        ("digit", "7", true),
        ("digit", "%37", true),
        ("digit", "77", false),
        ("any", "", true),
    ] {
        assert_eq!(accepts(&tables, rule(name), text.as_bytes()), valid, "{name} {text}");
    }
    assert!(!next_bytes(&tables, rule("letters"), b"a%4").1);
    assert_eq!(next_bytes(&tables, rule("digit"), b"7"), (ByteSet::EMPTY, true));
    assert_eq!(uriverse_core::viable_prefix(&tables, rule("letters"), b"ab%4z"), 4);
    assert_eq!(uriverse_core::viable_prefix(&tables, rule("digit"), b"7%"), 1);
}

/// Three readings: one with a scheme, an authority without rows and a path; one that only resolution has; one that is a
/// path.
fn with_readings() -> Vec<u8> {
    let table = Table::begin().start(3).u8(3);
    let table = table.u8(0).u8(0).u8(3);
    let table = table.slot(0, 0, "", ":", ":/?#", 1).slot(1, 1, "//", "", "/", 3).slot(5, 0, "", "", "", 3);
    let table = table.u8(2).u8(1).u8(2).slot(5, 0, "", "", "?", 2).slot(7, 0, "?", "", "", 1);
    table.u8(2).u8(0).u8(1).slot(5, 0, "", "", "", 1).u8(0).finish()
}

#[test]
fn reads_an_authority_without_rows_by_its_rule() {
    let tables = Tables::load(&with_readings()).expect("it loads");
    let offsets = parse(&tables, b"a://x.y").expect("it is accepted");
    assert_eq!((offsets.scheme(), offsets.authority(), offsets.host()), (Some(0..1), Some(4..7), None));
    assert_eq!(parse(&tables, b"a:x").expect("it is accepted").kind(), Kind::Absolute);
    assert_eq!(refusal(&tables, b"a://x:y").map(|refused| refused.at), Some(5));
    assert!(parse(&tables, b"7?a").is_none() && parse_for_resolution(&tables, b"7?a").is_some());
    let resolved = resolve(&tables, b"a://x.y", b"b", Options::default());
    assert!(matches!(resolved, Err(error) if error.as_str() == "result-refused"), "no rule has a slash");
    let resolved = resolve(&tables, b"a:x", b"b", Options::default());
    assert!(matches!(resolved, Ok(Resolved::Target(text, _)) if text == b"a:b"));
    let text = b"a://%61%7a";
    let offsets = parse(&tables, text).expect("it is accepted");
    assert_eq!(normalize(&tables, text, &offsets, Level::Percent).as_deref(), Some(&b"a://a%7a"[..]));
}

/// The error of a table with these settings and only a grammar.
fn error_with(settings: &[(&str, &str)]) -> Option<TableError> {
    Tables::load(&Table::begin().start(0).u8(0).u8(0).finish_with(settings)).err()
}

#[test]
fn refuses_settings_that_it_does_not_know() {
    for (name, value, part) in [
        ("empty_refrence", "base", "there is no setting \"empty_refrence\""),
        ("empty_reference", "bse", "only base, base-without-fragment, current-document"),
        ("query_only", "", "the setting query_only has no value \"\""),
        ("case_insensitive", "scheme hsot", "\"hsot\""),
        ("new_request", "maybe", "only base, document, none"),
    ] {
        let error = error_with(&[(name, value)]).unwrap_or_else(|| panic!("{name}={value} loads"));
        assert_eq!(error.section, "settings", "{name}={value}");
        assert!(error.what.contains(part), "{error}");
    }
}

#[test]
fn takes_every_setting_of_the_format() {
    let settings = [
        ("empty_reference", "base"),
        ("query_only", "merge"),
        ("params", "replace"),
        ("dot_segments", "merged"),
        ("excess_parents", "refuse"),
        ("same_scheme", "never"),
        ("hierarchical_schemes", "http ftp"),
        ("empty_base_path", "slash"),
        ("opaque_base", "refuse"),
        ("new_request", "document"),
        ("resolves_as", "rfc1808"),
        ("case_insensitive", "scheme host path abc"),
    ];
    assert_eq!(error_with(&settings), None, "abc is a rule of the grammar");
}

#[test]
fn names_the_section_that_is_wrong() {
    let reading = |slots: Table| slots.u8(0).finish();
    let swapped = Table::begin().start(3).u8(1).u8(0).u8(0).u8(2).slot(5, 0, "", "", "", 3).slot(0, 0, "", ":", ":", 1);
    let unseparated = Table::begin().start(3).u8(1).u8(0).u8(0).u8(1).slot(7, 0, "", "", "", 3);
    let missing_rule = Table::begin().start(3).u8(1).u8(0).u8(0).u8(1).slot(5, 0, "", "", "", 4);
    let missing_start = Table::begin().start(4).u8(0);
    let port_alone = Table::begin().start(3).u8(0).u8(1).str("server").u8(2).slot(3, 1, "", "", ":", 3);
    for (file, section, part) in [
        (reading(swapped), "readings", "the slot scheme is out of order"),
        (reading(unseparated), "readings", "the slot query is out of order, or has separators that it may not have"),
        (reading(missing_rule), "readings", "no rule"),
        (reading(missing_start), "start", "no rule"),
        (port_alone.slot(4, 1, ":", "", "", 3).finish(), "authority", "or one that may be missing"),
        (b"PK".to_vec(), "header", "the table ends too early"),
        (b"PK\x03\x04".to_vec(), "header", "this is not a table"),
    ] {
        let error = Tables::load(&file).expect_err(part);
        assert_eq!(error.section, section, "{error}");
        assert!(error.to_string().contains(part), "{error}");
        assert!(error.to_string().contains(&format!("section \"{section}\"")), "{error}");
    }
}
