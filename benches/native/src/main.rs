//! uriverse's engine beside other crates, without an interpreter.
//!
//!     cargo run --release --manifest-path benches/native/Cargo.toml -- [FILE [ROUNDS]]
//!
//! FILE holds real URLs, one a line; without it the sample of `crates/core/examples` is read. All contenders of a table
//! take turns in one process and read the same texts. A number is what one text takes, by the median over the rounds;
//! the ratio is that of the numbers. *Accepted* counts the texts of which each makes a URL.

use std::hint::black_box;
use std::time::Instant;
use std::{env, fs};

use uriverse_core::{parse, parse_into, FastResolved, Offsets, Tables};
use uriverse_whatwg::{serialized, Record};

/// How many texts a contender reads in its turn.
const GROUP: usize = 200;

/// How one crate reads one text: whether it accepts it. What it makes is dropped in the same time.
struct Contender<'a> {
    name: &'static str,
    run: Box<dyn Fn(&str) -> bool + 'a>,
}

fn contender<'a, T>(name: &'static str, read: impl Fn(&str) -> Option<T> + 'a) -> Contender<'a> {
    Contender { name, run: Box::new(move |text| black_box(read(black_box(text))).is_some()) }
}

/// A URL that owns its text, as the peers' URLs do: the text and where its components stand.
#[inline]
fn url(text: &str) -> Option<(String, Offsets)> {
    let mut offsets = Offsets::EMPTY;
    if serialized::parse_into(text.as_bytes(), &mut offsets) {
        return Some((text.to_owned(), offsets));
    }
    uriverse_whatwg::parse(text, None).ok().map(|record| (record.href, record.offsets))
}

#[inline]
fn can_parse(text: &str) -> Option<()> {
    let mut offsets = Offsets::EMPTY;
    let accepted = serialized::parse_into(text.as_bytes(), &mut offsets) || uriverse_whatwg::parse(text, None).is_ok();
    accepted.then_some(())
}

/// The target of a reference at a serialized base, owned.
fn resolved(base: &str, offsets: &Offsets, record: &Record, reference: &str) -> Option<(String, Offsets)> {
    let mut buffer = [0; 256];
    if base.len() + reference.len() <= buffer.len() {
        match serialized::resolve_into(base.as_bytes(), offsets, reference.as_bytes(), &mut buffer) {
            FastResolved::Reference(found) => return Some((reference.to_owned(), found)),
            FastResolved::Target(tail) => {
                let text = std::str::from_utf8(&buffer[..tail.length]).ok()?;
                return Some((text.to_owned(), tail.offsets(offsets)));
            }
            FastResolved::NotCovered => {}
        }
    }
    uriverse_whatwg::parse(reference, Some(record)).ok().map(|record| (record.href, record.offsets))
}

/// What each contender takes for a text, in nanoseconds, and how many texts it accepts.
///
/// The contenders take turns at each group of texts. A group takes microseconds, so that few of them are interrupted by
/// other work of the machine, and the median of a group over the rounds is none of those.
fn measured(contenders: &[Contender<'_>], texts: &[String], rounds: usize) -> Vec<(f64, usize)> {
    let groups: Vec<&[String]> = texts.chunks(GROUP).collect();
    let mut times = vec![vec![Vec::with_capacity(rounds); groups.len()]; contenders.len()];
    let mut accepted = vec![0; contenders.len()];
    for round in 0..rounds {
        for (place, group) in groups.iter().enumerate() {
            for turn in 0..contenders.len() {
                let number = (turn + round + place) % contenders.len();
                let start = Instant::now();
                let count = group.iter().filter(|text| (contenders[number].run)(text)).count();
                times[number][place].push(start.elapsed().as_nanos() as f64);
                accepted[number] += count;
            }
        }
    }
    let median = |each: &mut Vec<f64>| {
        each.sort_by(f64::total_cmp);
        each[each.len() / 2]
    };
    let per_text = |groups: &mut Vec<Vec<f64>>| groups.iter_mut().map(median).sum::<f64>() / texts.len() as f64;
    times.iter_mut().map(per_text).zip(accepted.into_iter().map(|count| count / rounds)).collect()
}

/// Prints a table. The first contender is ours.
fn table(title: &str, contenders: &[Contender<'_>], texts: &[String], rounds: usize) {
    let rows = measured(contenders, texts, rounds);
    println!("\n## {title}\n\n| crate | ns | ratio to ours | accepted of {} |\n|---|--:|--:|--:|", texts.len());
    for (contender, (time, accepted)) in contenders.iter().zip(&rows) {
        println!("| {} | {time:.1} | {:.2} | {accepted} |", contender.name, time / rows[0].0);
    }
}

/// A text that the URL Standard's parser changes: a host in upper case, a dot segment, a space, a letter beyond
/// US-ASCII.
fn rewritten(text: &str) -> Option<String> {
    let (scheme, rest) = text.split_once("://")?;
    let (host, path) = rest.split_once('/')?;
    Some(format!("{}://{}/./a b/../ä{path}", scheme.to_uppercase(), host.to_uppercase()))
}

/// References as pages hold them: paths relative to the page, rooted ones, whole URLs, queries.
fn references(texts: &[String]) -> Vec<String> {
    let reference = |(number, text): (usize, &String)| {
        let path = text.splitn(4, '/').nth(3).unwrap_or_default();
        match number % 6 {
            0 => format!("./{path}"),
            1 => format!("../{path}"),
            2 | 5 => format!("/{path}"),
            3 => text.clone(),
            _ => "?page=2".to_owned(),
        }
    };
    texts.iter().enumerate().map(reference).collect()
}

fn main() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let mut arguments = env::args().skip(1);
    let file = arguments.next().unwrap_or_else(|| format!("{root}/crates/core/examples/sample/urls.txt"));
    let rounds = arguments.next().map_or(40, |rounds| rounds.parse().expect("ROUNDS is a number"));
    let list = fs::read_to_string(&file).expect("FILE can be read");
    let urls: Vec<String> = list.lines().map(str::to_owned).collect();
    let load = |name: &str| {
        let table = fs::read(format!("{root}/src/uriverse/editions/{name}.tables")).expect("the edition is there");
        Tables::load(&table).expect("it loads")
    };
    let (rfc3986, rfc3987) = (load("rfc3986"), load("rfc3987"));

    let standard = [
        contender("uriverse-whatwg", url),
        contender("ada-url", |text| ada_url::Url::parse(text, None).ok()),
        contender("url", |text| url::Url::parse(text).ok()),
    ];
    table("URL Standard: a URL that owns its text", &standard, &urls, rounds);
    let rewritten: Vec<String> = urls.iter().filter_map(|text| rewritten(text)).collect();
    table("The same, of texts that the parser changes", &standard, &rewritten, rounds);

    let questions = [
        contender("uriverse-whatwg", can_parse),
        contender("ada-url", |text| ada_url::Url::can_parse(text, None).then_some(())),
        contender("url", |text| url::Url::parse(text).ok().map(|_| ())),
    ];
    table("URL Standard: can a text be parsed?", &questions, &urls, rounds);

    let base = "https://www.example.com/docs/guide/intro.html?lang=en";
    let (_, offsets) = url(base).expect("it is a URL");
    let record = uriverse_whatwg::parse(base, None).expect("it is a URL");
    let crate_base = url::Url::parse(base).expect("it is a URL");
    let joins = [
        contender("uriverse-whatwg", |text| resolved(base, &offsets, &record, text)),
        contender("ada-url (parses the base too)", |text| ada_url::Url::parse(text, Some(base)).ok()),
        contender("url", |text| crate_base.join(text).ok()),
    ];
    table("URL Standard: a reference at a parsed base", &joins, &references(&urls), rounds);

    let uris = [
        contender("uriverse-core, rfc3986", |text| parse(&rfc3986, text.as_bytes())),
        contender("uriverse-core, rfc3987", |text| parse(&rfc3987, text.as_bytes())),
        contender("uriverse-whatwg, the grammars alone", |text| {
            let mut offsets = Offsets::EMPTY;
            serialized::parse_into(text.as_bytes(), &mut offsets).then_some(offsets)
        }),
        contender("fluent-uri, UriRef", |text| fluent_uri::UriRef::parse(text).ok().map(|uri| uri.as_str().len())),
        contender("fluent-uri, IriRef", |text| fluent_uri::IriRef::parse(text).ok().map(|iri| iri.as_str().len())),
        contender("iri-string, UriReferenceStr", |text| {
            iri_string::types::UriReferenceStr::new(text).ok().map(|uri| uri.as_str().len())
        }),
        contender("iri-string, IriReferenceStr", |text| {
            iri_string::types::IriReferenceStr::new(text).ok().map(|iri| iri.as_str().len())
        }),
        contender("oxiri, IriRef", |text| oxiri::IriRef::parse(text).ok().map(|iri| iri.as_str().len())),
        contender("http, Uri (owns its text)", |text| http::Uri::try_from(text).ok()),
    ];
    table("RFC 3986 and RFC 3987: where the components stand", &uris, &urls, rounds);

    let letters: Vec<String> = urls.iter().filter_map(|text| with_letters(text)).collect();
    let iris = [
        contender("uriverse-core, rfc3987", |text| parse(&rfc3987, text.as_bytes())),
        contender("uriverse-core, rfc3987, into the caller's offsets", |text| {
            let mut offsets = Offsets::EMPTY;
            parse_into(&rfc3987, text.as_bytes(), &mut offsets).then_some(())
        }),
        contender("fluent-uri, IriRef", |text| fluent_uri::IriRef::parse(text).ok().map(|iri| iri.as_str().len())),
        contender("iri-string, IriReferenceStr", |text| {
            iri_string::types::IriReferenceStr::new(text).ok().map(|iri| iri.as_str().len())
        }),
        contender("oxiri, IriRef", |text| oxiri::IriRef::parse(text).ok().map(|iri| iri.as_str().len())),
    ];
    table("RFC 3987: the same URLs with one path in Greek and a host in Chinese", &iris, &letters, rounds);
}

/// An IRI of a URL: its host's first label in Chinese, its path's first segment in Greek.
fn with_letters(text: &str) -> Option<String> {
    let (scheme, rest) = text.split_once("://")?;
    let (host, path) = rest.split_once('/')?;
    let domain = host.split_once('.').map_or(host, |(_, domain)| domain);
    Some(format!("{scheme}://例子.{domain}/αβγδεζ/{path}"))
}
