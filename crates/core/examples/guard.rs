//! One operation over a fixed sample, again and again: what `tests/test_instructions.py` counts the instructions of.
//!
//!     guard OPERATION WAY ROUNDS
//!
//! The way is one of the crate `uriverse-scan`, so that the counts do not depend on the machine's best one.

use std::env;
use std::fs;
use std::hint::black_box;
use std::path::Path;

use uriverse_core::{
    decode, encode, join, normalize, parse, refusal, relativize, split, Base, Level, Malformed, Options, Tables, Target,
};
use uriverse_scan::Way;

fn lines(folder: &Path, name: &str) -> Vec<Vec<u8>> {
    let text = fs::read_to_string(folder.join(name)).expect("the sample is there");
    text.lines().map(|line| line.as_bytes().to_vec()).collect()
}

fn each<R>(texts: &[Vec<u8>], run: impl Fn(&[u8]) -> R) {
    for text in texts {
        black_box(run(text));
    }
}

fn main() {
    let arguments: Vec<String> = env::args().collect();
    let [_, operation, way, rounds] = &*arguments else { panic!("guard OPERATION WAY ROUNDS") };
    let rounds: usize = rounds.parse().expect("a number of rounds");
    let wanted = Way::all().into_iter().find(|known| known.name() == way);
    wanted.expect("a way that this machine has").prefer();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (operation, edition) = operation.split_once('@').unwrap_or((operation, "rfc3986"));
    let table = root.join("../../src/uriverse/editions").join(format!("{edition}.tables"));
    let t = &Tables::load(&fs::read(table).expect("the edition is there")).expect("it loads");
    let urls = lines(&root.join("examples/sample"), "urls.txt");
    let references = lines(&root.join("examples/sample"), "references.txt");
    let data = lines(&root.join("examples/sample"), "data.txt");
    let component = t.encode_set("segment").expect("every edition has segments");
    let base_text = b"http://www.example.com/docs/guide/intro.html?lang=en";
    let base = Base::new(t, base_text).expect("it is a URI");
    let offsets = parse(t, base_text).expect("it is a URI");
    let mut target = Target::default();
    for _ in 0..rounds {
        match operation {
            "parse" => each(&urls, |text| parse(t, text)),
            "parse-reference" => each(&references, |text| parse(t, text)),
            "split" => each(&urls, |text| split(t.split_style(), text)),
            "refuse" => each(&data, |text| refusal(t, text)),
            "resolve" => {
                for text in &references {
                    let _ = black_box(base.resolve_into(t, text, Options::default(), &mut target));
                }
            }
            "join" => {
                let mut room = [0; 1024];
                for text in &references {
                    black_box(join(t, base_text, &offsets, text, &mut room));
                }
            }
            "relativize" => {
                let base = b"http://www.example.com/docs/guide/intro.html";
                urls.iter().for_each(|text| drop(black_box(relativize(t, text, base))));
            }
            "normalize" => {
                for text in &urls {
                    if let Some(offsets) = parse(t, text) {
                        black_box(normalize(t, text, &offsets, Level::Scheme));
                    }
                }
            }
            "encode" => each(&data, |text| encode(text, component, false)),
            "decode" => each(&urls, |text| decode(text, Malformed::Keep)),
            other => panic!("no operation {other}"),
        }
    }
}
