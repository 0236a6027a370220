//! The laws catch faults: each is run on mutants of the engine. The engine itself keeps them, on the corpus and on new
//! texts.

use std::sync::LazyLock;

use uriverse_core as core;
use uriverse_core::{EncodeSet, Level, Malformed, Offsets, Options, ResolveError, Resolved, Tables};
use uriverse_fuzz::corpus::{cases, folder, seeds, Case};
use uriverse_fuzz::editions::{editions, repository};
use uriverse_fuzz::engine::{Engine, Native, Resolution};
use uriverse_fuzz::laws::laws;
use uriverse_fuzz::run::{replay, run, Outcome, Plan};
use uriverse_text::Colons;

static EDITIONS: LazyLock<Vec<Tables>> = LazyLock::new(|| editions().expect("the editions load"));
static SEEDS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| seeds().expect("the seeds are there"));

fn try_out<E: Engine>(engine: &E, texts: u64, threads: usize) -> Outcome {
    run(engine, &EDITIONS, &SEEDS, Plan { seed: 7, texts, limit: None, threads }, |_| {})
}

/// The laws that a mutant breaks.
fn caught<E: Engine>(mutant: &E) -> Vec<String> {
    let mut laws: Vec<String> = try_out(mutant, 150_000, 1).failures.into_iter().map(|(case, _)| case.law).collect();
    laws.sort();
    laws.dedup();
    laws
}

fn assert_caught<E: Engine>(mutant: &E, law: &str) {
    let laws = caught(mutant);
    assert!(laws.iter().any(|caught| caught == law), "{law} is silent; these speak: {laws:?}");
}

#[test]
fn the_engine_keeps_every_law() {
    let outcome = try_out(&Native, 150_000, 2);
    assert_eq!(outcome.failures, []);
    for (name, count) in &outcome.checks {
        assert!(*count > 1000, "{name} was checked {count} times");
    }
    assert!(
        outcome.valid * 10 > outcome.texts * 5,
        "half of the texts are valid: {} of {}",
        outcome.valid,
        outcome.texts
    );
    assert!(outcome.valid * 10 < outcome.texts * 9, "some are not: {} of {}", outcome.valid, outcome.texts);
}

#[test]
fn the_same_seed_gives_the_same_texts() {
    let (one, two) = (try_out(&Native, 50_000, 1), try_out(&Native, 50_000, 2));
    assert_eq!((one.texts, one.valid, one.bytes), (two.texts, two.valid, two.bytes));
    assert_eq!(one.checks, two.checks);
}

#[test]
fn the_corpus_holds() {
    let cases = cases(&folder()).expect("the corpus can be read");
    assert!(!cases.is_empty());
    for case in cases {
        if let Err(found) = replay(&Native, &EDITIONS, &case) {
            panic!("{}: {found}", case.file_name());
        }
    }
}

#[test]
fn the_readme_lists_every_law() {
    let readme = std::fs::read_to_string(repository("fuzz/README.md")).expect("it is there");
    for name in laws::<Native>().into_iter().map(|law| law.name).chain(["columns"]) {
        assert!(readme.contains(&format!("| {name} |")), "{name}");
    }
}

#[test]
fn a_case_is_read_as_it_was_written() {
    let all: Vec<u8> = (0..=255).collect();
    let case = Case { law: "spans".into(), edition: "rfc3986".into(), text: all, base: b"a: \\x\\".to_vec() };
    assert_eq!(Case::read(&case.write()), Ok(case));
    assert!(Case::read("text: \\xg0").is_err() && Case::read("who: me").is_err());
}

/// A failure is shrunk to the bytes that matter.
#[test]
fn a_failure_is_shrunk() {
    let failures = try_out(&DropsTheQuery, 150_000, 1).failures;
    let shortest = failures.iter().filter(|(case, _)| case.law == "identity").map(|(case, _)| case.text.len()).min();
    assert_eq!(shortest, Some(1), "\"?\" is enough: {failures:?}");
}

/// Each mutant changes one operation, in rare cases.
macro_rules! mutant {
    ($name:ident, $law:literal, $test:ident, $method:item) => {
        struct $name;
        impl Engine for $name {
            $method
        }
        #[test]
        fn $test() {
            assert_caught(&$name, $law);
        }
    };
}

mutant!(
    DropsTheQuery,
    "identity",
    a_query_that_is_lost_is_caught,
    fn parse(&self, tables: &Tables, text: &[u8]) -> Option<Offsets> {
        core::parse(tables, text).map(|offsets| Offsets { query_start: core::NONE, query_end: core::NONE, ..offsets })
    }
);
mutant!(
    OtherFastPath,
    "fast-path",
    a_port_that_the_fast_path_misplaces_is_caught,
    fn parse(&self, tables: &Tables, text: &[u8]) -> Option<Offsets> {
        core::parse(tables, text).map(|offsets| match offsets.port() {
            Some(port) if port.len() == 4 => Offsets { port_start: offsets.port_start + 1, ..offsets },
            _ => offsets,
        })
    }
);
mutant!(
    MovesTheHost,
    "spans",
    a_host_that_begins_late_is_caught,
    fn parse(&self, tables: &Tables, text: &[u8]) -> Option<Offsets> {
        core::parse(tables, text).map(|offsets| match (offsets.userinfo(), offsets.host()) {
            (Some(_), Some(host)) if !host.is_empty() => Offsets { host_start: offsets.host_start + 1, ..offsets },
            _ => offsets,
        })
    }
);
mutant!(
    RefusesLongTexts,
    "valid",
    a_refusal_beyond_the_masks_is_caught,
    fn parse(&self, tables: &Tables, text: &[u8]) -> Option<Offsets> {
        core::parse(tables, text).filter(|_| text.get(64) != Some(&b'~'))
    }
);
mutant!(
    SplitsAtTheLastHash,
    "split",
    a_split_at_the_wrong_hash_is_caught,
    fn split(&self, tables: &Tables, text: &[u8]) -> Offsets {
        let offsets = core::split(tables.split_style(), text);
        match text.iter().rposition(|&byte| byte == b'#') {
            Some(last) if offsets.fragment(text.len()).is_some() => {
                Offsets { fragment_start: last as u32 + 1, ..offsets }
            }
            _ => offsets,
        }
    }
);
mutant!(
    SplitsALongerPath,
    "appendix-b",
    a_split_that_knows_no_query_is_caught,
    fn split(&self, tables: &Tables, text: &[u8]) -> Offsets {
        let offsets = core::split(tables.split_style(), text);
        let path_end = if offsets.query_end == core::NONE { offsets.path_end } else { offsets.query_end };
        Offsets { path_end, query_start: core::NONE, query_end: core::NONE, ..offsets }
    }
);
mutant!(
    RefusesNothing,
    "refusal",
    a_refusal_without_a_place_is_caught,
    fn refusal<'t>(&self, tables: &'t Tables, text: &[u8]) -> Option<(usize, usize, &'t str)> {
        core::refusal(tables, text).map(|found| (found.at, found.start, found.label)).filter(|_| !text.ends_with(b"%"))
    }
);
mutant!(
    FastButWrong,
    "resolve",
    a_fast_way_with_another_target_is_caught,
    fn fast_resolve(&self, tables: &Tables, base: &[u8], b: &Offsets, reference: &[u8]) -> Option<(Vec<u8>, Offsets)> {
        let found = Native.fast_resolve(tables, base, b, reference);
        found.map(|(text, offsets)| (text, Offsets { path_end: offsets.path_end.min(80), ..offsets }))
    }
);
mutant!(
    KeepsDotSegments,
    "transform-references",
    dot_segments_that_stay_are_caught,
    fn resolve(&self, tables: &Tables, base: &[u8], reference: &[u8], options: Options) -> Resolution {
        if reference.ends_with(b"/..") {
            let target = reference.to_vec();
            return core::parse(tables, &target)
                .map_or(Err(ResolveError::ResultRefused), |offsets| Ok(Resolved::Target(target, offsets)));
        }
        core::resolve(tables, base, reference, options)
    }
);
mutant!(
    LenientToALast,
    "lenient-resolve",
    a_lenient_target_that_is_another_is_caught,
    fn resolve_leniently(&self, tables: &Tables, base: &[u8], reference: &[u8], options: Options) -> Resolution {
        let reference = reference.strip_suffix(b"%").unwrap_or(reference);
        core::resolve_leniently(tables, base, reference, options)
    }
);
mutant!(
    RefusesTooLittle,
    "excess-parents",
    excess_parents_that_are_not_refused_are_caught,
    fn resolve(&self, tables: &Tables, base: &[u8], reference: &[u8], options: Options) -> Resolution {
        let kept = options.excess_parents.map(|_| core::Excess::Keep);
        match core::resolve(tables, base, reference, options) {
            Err(ResolveError::ExcessParents) => {
                core::resolve(tables, base, reference, Options { excess_parents: kept, ..options })
            }
            found => found,
        }
    }
);
mutant!(
    RelativizesTooFar,
    "relativize",
    a_relative_form_that_leads_elsewhere_is_caught,
    fn relativize(&self, tables: &Tables, target: &[u8], base: &[u8]) -> Result<Vec<u8>, ResolveError> {
        core::relativize(tables, target, base)
            .map(|reference| reference.strip_prefix(b"../").unwrap_or(&reference).to_vec())
    }
);
mutant!(
    NormalizesOnce,
    "normalize",
    a_normal_form_that_changes_again_is_caught,
    fn normalize(&self, tables: &Tables, text: &[u8], offsets: &Offsets, level: Level) -> Option<Vec<u8>> {
        let level = if level == Level::Syntax { Level::Case } else { level };
        core::normalize(tables, text, offsets, level)
    }
);
mutant!(
    NormalizesAwayTheFragment,
    "normalize",
    a_normal_form_without_a_component_is_caught,
    fn normalize(&self, tables: &Tables, text: &[u8], offsets: &Offsets, level: Level) -> Option<Vec<u8>> {
        let normal = core::normalize(tables, text, offsets, level)?;
        let is_cut = level == Level::Syntax && normal.windows(2).any(|bytes| bytes == b"/#");
        Some(normal.split(|&byte| is_cut && byte == b'#').next()?.to_vec())
    }
);
mutant!(
    EncodesTwice,
    "percent-encoding",
    triplets_that_are_encoded_again_are_caught,
    fn encode(&self, text: &[u8], keep: &EncodeSet, keep_triplets: bool) -> Option<Vec<u8>> {
        keep.encode(text, keep_triplets && !text.windows(3).any(|bytes| bytes == b"%41"))
    }
);
mutant!(
    DecodesPlus,
    "percent-encoding",
    an_octet_that_is_decoded_wrongly_is_caught,
    fn decode(&self, text: &[u8], malformed: Malformed) -> Result<Option<Vec<u8>>, usize> {
        let found = core::decode(text, malformed)?;
        Ok(found.map(|octets| octets.into_iter().map(|octet| if octet == 0xff { 0xfe } else { octet }).collect()))
    }
);
mutant!(
    SkipsAColon,
    "colons",
    a_colon_that_is_passed_over_is_caught,
    fn find_colon(&self, colons: &Colons, text: &[u8], from: usize) -> Option<usize> {
        colons.find(text, from).filter(|at| !text[*at..].starts_with(b":///"))
    }
);
mutant!(
    OtherSingleCalls,
    "columns",
    a_column_that_differs_from_the_single_call_is_caught,
    fn resolve(&self, tables: &Tables, base: &[u8], reference: &[u8], options: Options) -> Resolution {
        core::resolve(tables, base, reference, Options { excess_parents: Some(core::Excess::Keep), ..options })
    }
);
