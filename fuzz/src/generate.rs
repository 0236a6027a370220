//! Texts: sampled from the grammars, composed from components, and mutated.
//!
//! What goes in: an edition, the seeds, and a stream of random numbers. What comes out: references, most of them valid,
//! the others mostly one edit away from valid; and bases.
//!
//! Walking a grammar for each text would be too slow. So [`Pools::new`] walks each rule of the edition a few hundred
//! times (`next_bytes` gives the possible next bytes of a prefix), adds the seeds, splits all valid texts into
//! components, and stores these in pools. A text is then composed from the pools, which copies a few dozen bytes.

use uriverse_core::{accepts, next_bytes, parse, ByteSet, RuleId, Tables};

use crate::random::Random;

/// The number of samples of each rule, and of the start rule.
const SAMPLES: usize = 40;
const START_SAMPLES: usize = 1500;
/// Most samples end soon; a walk that reaches this length is dropped.
const LONGEST: usize = 120;

/// The material of one edition.
pub struct Pools {
    /// Whole texts: samples of the start rule, and the seeds, valid or not.
    wholes: Vec<Vec<u8>>,
    /// Valid texts with a scheme.
    pub bases: Vec<Vec<u8>>,
    /// The components of valid texts, with their separators, in the order of a text; "" in each for an undefined one.
    components: [Vec<Vec<u8>>; 6],
    /// Samples of all rules: material for edits.
    scraps: Vec<Vec<u8>>,
}

/// Scraps that matter in every edition: delimiters, dot segments, escapes, broken escapes, bytes that no edition takes.
const SCRAPS: [&[u8]; 44] = [
    b":",
    b"/",
    b"?",
    b"#",
    b"[",
    b"]",
    b"@",
    b"%",
    b";",
    b"=",
    b"&",
    b"//",
    b"///",
    b"://",
    b"/.",
    b"/..",
    b"/./",
    b"/../",
    b".",
    b"..",
    b"./",
    b"../",
    b"%2E",
    b"%2e%2E",
    b"%2F",
    b"%7e",
    b"%41",
    b"%c3%a9",
    b"%",
    b"%4",
    b"%zz",
    b":80",
    b":0080",
    b":",
    b"@",
    b" ",
    b"\\",
    b"|",
    b"\0",
    b"\xc3\xa9",
    b"\xff",
    b"[::1]",
    b"[v1.a]",
    b"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
];

impl Pools {
    /// The pools of an edition, which depend on the seed, the edition and the texts alone.
    #[must_use]
    pub fn new(tables: &Tables, seeds: &[Vec<u8>], seed: u64) -> Pools {
        let name = tables.id().bytes().fold(0u64, |hash, byte| hash.wrapping_mul(31) + u64::from(byte));
        let mut random = Random::for_batch(seed, name);
        let mut scraps: Vec<Vec<u8>> = SCRAPS.iter().map(|scrap| scrap.to_vec()).collect();
        for name in tables.rule_names() {
            if let Some(rule) = tables.rule(name) {
                scraps.extend((0..SAMPLES).filter_map(|_| sample(tables, rule, &mut random)));
            }
        }
        let mut wholes: Vec<Vec<u8>> =
            (0..START_SAMPLES).filter_map(|_| sample(tables, tables.judge(), &mut random)).collect();
        wholes.extend_from_slice(seeds);
        let mut pools = Pools { wholes: Vec::new(), bases: Vec::new(), components: Default::default(), scraps };
        for text in &wholes {
            pools.add_components(tables, text);
        }
        for base in ["http://a/b/c/d;p?q", "f:/b/c", "http://h", "http://a//b/../c/"] {
            if parse(tables, base.as_bytes()).is_some() {
                pools.bases.push(base.into());
            }
        }
        pools.wholes = wholes;
        pools
    }

    fn add_components(&mut self, tables: &Tables, text: &[u8]) {
        let Some(offsets) = parse(tables, text) else { return };
        if offsets.scheme().is_some() {
            self.bases.push(text.to_vec());
        }
        let after_scheme = offsets.scheme().map_or(0, |range| range.end + 1);
        let path = offsets.path();
        let after_params = offsets.params(text.len()).map_or(path.end, |range| range.end);
        let after_query = offsets.query().map_or(after_params, |range| range.end);
        let ends = [after_scheme, path.start, path.end, after_params, after_query, text.len()];
        let mut start = 0;
        for (pool, end) in self.components.iter_mut().zip(ends) {
            pool.push(text[start..end].to_vec());
            start = end;
        }
    }

    /// Writes the next text into `out`. Some texts begin as `base` does, so that a reference and its base are related.
    pub fn generate(&self, random: &mut Random, base: &[u8], out: &mut Vec<u8>) {
        let start = out.len();
        match random.below(20) {
            0..=1 => out.extend_from_slice(random.choose::<Vec<u8>>(&self.wholes)),
            2..=3 => {
                for _ in 0..=random.below(6) {
                    out.extend_from_slice(random.choose::<Vec<u8>>(&self.scraps));
                }
            }
            4..=6 => {
                out.extend_from_slice(&base[..random.below(base.len() + 1)]);
                for pool in &self.components[2..] {
                    if !pool.is_empty() && random.one_in(2) {
                        out.extend_from_slice(random.choose::<Vec<u8>>(pool));
                    }
                }
            }
            _ => {
                for pool in &self.components {
                    if !pool.is_empty() {
                        out.extend_from_slice(random.choose::<Vec<u8>>(pool));
                    }
                }
            }
        }
        if random.one_in(3) {
            for _ in 0..=random.below(3) {
                self.mutate(random, out, start);
            }
        }
    }

    /// One edit of the text that starts at `start` in `out`.
    fn mutate(&self, random: &mut Random, out: &mut Vec<u8>, start: usize) {
        let length = out.len() - start;
        let at = start + random.below(length + 1);
        match random.below(9) {
            0 if at < out.len() => {
                out.remove(at);
            }
            1 if at < out.len() => out[at] = random.below(256) as u8,
            2 if at < out.len() => out[at] ^= 0x20,
            3 if at < out.len() => {
                let octet = out[at];
                let digits = if random.one_in(2) { format!("%{octet:02X}") } else { format!("%{octet:02x}") };
                out.splice(at..=at, digits.into_bytes());
            }
            4 => {
                let end = at + random.below(out.len() - at + 1);
                let copy = out[at..end].to_vec();
                if out.len() - start < 400 {
                    out.splice(at..at, copy);
                }
            }
            5 => {
                let end = at + random.below(out.len() - at + 1);
                out.drain(at..end);
            }
            6 => {
                let scrap = random.choose(&self.scraps).iter().copied();
                out.splice(at..at, scrap);
            }
            _ => {
                let scrap = random.choose(&SCRAPS).iter().copied();
                out.splice(at..at, scrap);
            }
        }
    }
}

/// A text that a rule accepts, by a random walk; None if the walk grew too long.
fn sample(tables: &Tables, rule: RuleId, random: &mut Random) -> Option<Vec<u8>> {
    let mut text = Vec::new();
    let patience = 2 + random.below(24);
    while text.len() < LONGEST {
        let (bytes, accepted) = next_bytes(tables, rule, &text);
        if accepted && (bytes.is_empty() || random.one_in(patience)) {
            break;
        }
        text.push(member(&bytes, random)?);
    }
    accepts(tables, rule, &text).then_some(text)
}

/// A random member of a set of bytes. Letters and digits are most of a set, so half of the time one of the others is
/// chosen, if there are any.
fn member(bytes: &ByteSet, random: &mut Random) -> Option<u8> {
    let is_other = |byte: &u8| bytes.contains(*byte) && !byte.is_ascii_alphanumeric();
    let others = (0..=255).filter(is_other).count();
    if others > 0 && random.one_in(2) {
        (0..=255).filter(is_other).nth(random.below(others))
    } else {
        (0..=255).filter(|&byte| bytes.contains(byte)).nth(random.below(bytes.len().max(1)))
    }
}

/// The bytes that may follow a scheme's colon in a reference, for the law of colons.
#[must_use]
pub fn after_colon() -> ByteSet {
    ByteSet::from_bytes(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/?#[@%-._~!$&'()*+,;=")
}
