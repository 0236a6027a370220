use std::time::Instant;
use uriverse_core::*;
fn main() {
    let ed = std::env::args().nth(1).unwrap_or("rfc3986".into());
    let t = Tables::load(&std::fs::read(format!("src/uriverse/editions/{ed}.tables")).unwrap()).unwrap();
    let urls: Vec<Vec<u8>> = std::fs::read_to_string("/work/shared/data/urls-web-48k.txt")
        .unwrap()
        .lines()
        .take(4000)
        .map(|l| l.trim_start_matches('\u{feff}').as_bytes().to_vec())
        .collect();
    let refs: Vec<Vec<u8>> =
        std::fs::read_to_string("/tmp/refs.txt").unwrap().lines().map(|l| l.as_bytes().to_vec()).collect();
    let base = b"http://www.example.com/docs/guide/intro.html?lang=en";
    let b = Base::new(&t, base).unwrap();
    let time = |name: &str, f: &mut dyn FnMut() -> usize| {
        let mut best = f64::MAX;
        let mut n = 0;
        for _ in 0..30 {
            let s = Instant::now();
            n = f();
            best = best.min(s.elapsed().as_nanos() as f64 / 4000.0);
        }
        println!("{name}: {best:.1} ns ({n})");
    };
    time("parse", &mut || urls.iter().filter(|u| parse(&t, u).is_some()).count());
    time("parse refs", &mut || refs.iter().filter(|u| parse(&t, u).is_some()).count());
    time("split", &mut || urls.iter().map(|u| split(t.split_style(), u).path_end as usize).sum());
    time("resolve", &mut || refs.iter().filter(|u| b.resolve(&t, u, Options::default()).is_ok()).count());
    time("normalize", &mut || {
        urls.iter().filter(|u| parse(&t, u).is_some_and(|o| normalize(&t, u, &o, Level::Syntax).is_some())).count()
    });
    time("encode", &mut || urls.iter().filter(|u| encode(u, t.encode_set("uri").unwrap(), false).is_some()).count());
    time("decode", &mut || urls.iter().filter(|u| decode(u, Malformed::Keep).unwrap().is_some()).count());
}
