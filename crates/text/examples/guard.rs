//! Runs operations on a fixed sample. `benches/instructions.py` counts the instructions of each within the function
//! `counted`.
//!
//!     guard BACKEND OPERATION...
//!
//! The backend is one of the crate `uriverse-scan`. It is an argument, so that the counts do not depend on the machine.

use std::env;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;

use uriverse_core::{
    compose, decode, fast_resolve, normalize, parse, refusal, relativize, split, Base, Level, Malformed, Options,
    Parts, Tables, Target,
};
use uriverse_scan::Backend;
use uriverse_templates::{Route, Template};
use uriverse_text::secrets::{Forms, Secrets};

/// The number of rounds; `benches/instructions.py` divides by it.
const ROUNDS: usize = 5;

fn lines(folder: &Path, name: &str) -> Vec<Vec<u8>> {
    let text = fs::read_to_string(folder.join(name)).expect("the sample is there");
    text.lines().map(|line| line.as_bytes().to_vec()).collect()
}

fn each<R>(texts: &[Vec<u8>], run: impl Fn(&[u8]) -> R) {
    for text in texts {
        black_box(run(text));
    }
}

/// The counted part: some rounds over the sample. It is never inlined, so that valgrind finds its name.
#[inline(never)]
fn counted(round: &mut dyn FnMut(), rounds: usize) {
    for _ in 0..rounds {
        round();
    }
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [backend, operations @ ..] = &*arguments else { panic!("guard BACKEND OPERATION...") };
    let wanted = Backend::all().into_iter().find(|known| known.name() == backend);
    wanted.expect("this machine has the backend").prefer();
    for operation in operations {
        run(operation);
    }
}

fn run(operation: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sample = root.join("../core/examples/sample");
    let (operation, edition) = operation.split_once('@').unwrap_or((operation, "rfc3986"));
    let table = root.join("../../src/uriverse/editions").join(format!("{edition}.tables"));
    let tables = &Tables::load(&fs::read(table).expect("the edition is there")).expect("it loads");
    let urls = lines(&sample, "urls.txt");
    let references = lines(&sample, "references.txt");
    let data = lines(&sample, "data.txt");
    let component = tables.encode_set("segment").expect("every edition of references has segments");
    let base_text = b"http://www.example.com/docs/guide/intro.html?lang=en";
    let base = Base::new(tables, base_text).expect("it is a URI");
    let offsets = parse(tables, base_text).expect("it is a URI");
    let mut target = Target::default();
    let forms = ["(ghp_[A-Za-z0-9]{36})".to_owned(), "hooks.slack.com/services/[A-Z]{1}/([a-z]{1})".to_owned()];
    let forms = Arc::new(Forms::new(&forms).expect("they are patterns"));
    let secrets = Secrets::new(&["story".to_owned(), "token".to_owned()], Vec::new(), vec!["ghp_".to_owned()], forms);
    let route =
        Route::new(&Template::new("{scheme}://{host}/{+path}").expect("it is a template")).expect("it is a route");
    let mut round = || match operation {
        "parse" => each(&urls, |text| parse(tables, text)),
        "parse-reference" => each(&references, |text| parse(tables, text)),
        "split" => each(&urls, |text| split(tables.split_style(), text)),
        "refuse" => each(&data, |text| refusal(tables, text)),
        "resolve" => {
            for text in &references {
                let _ = black_box(base.resolve_into(tables, text, Options::default(), &mut target));
            }
        }
        "fast-resolve" => {
            let mut buffer = [0; 1024];
            for text in &references {
                black_box(fast_resolve(tables, base_text, &offsets, text, &mut buffer));
            }
        }
        "relativize" => {
            let base = b"http://www.example.com/docs/guide/intro.html";
            urls.iter().for_each(|text| drop(black_box(relativize(tables, text, base))));
        }
        "compose" => {
            for text in &urls {
                if let Some(offsets) = parse(tables, text) {
                    black_box(compose(
                        tables,
                        &Parts { query: Some(b"page=2"), ..Parts::from_offsets(text, &offsets) },
                    ));
                }
            }
        }
        "normalize" => {
            for text in &urls {
                if let Some(offsets) = parse(tables, text) {
                    black_box(normalize(tables, text, &offsets, Level::Scheme));
                }
            }
        }
        "encode" => each(&data, |text| component.encode(text, false)),
        "decode" => each(&urls, |text| decode(text, Malformed::Keep)),
        "redact" => each(&urls, |text| secrets.masked(text, false)),
        // The cost of loading.
        "nothing" => {}
        "match" => urls.iter().for_each(|text| drop(black_box(route.matched(text)))),
        other => panic!("no operation {other}"),
    };
    // The first round does all lazy initialization.
    round();
    counted(&mut round, ROUNDS);
}
