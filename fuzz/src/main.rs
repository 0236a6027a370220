//! The command: replays the corpus, then checks new texts.
//!
//!     uriverse-fuzz [--texts N] [--seconds N] [--seed N] [--threads N] [--report FILE] [--keep FOLDER]
//!
//! It stops after this many texts (a billion by default) or seconds, whichever comes first. It exits with 1 if a law
//! fails; the failures are then in the corpus (or in the folder of `--keep`).
#![forbid(unsafe_code)]

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use uriverse_fuzz::engine::Native;
use uriverse_fuzz::run::{replay, run, Outcome, Plan};
use uriverse_fuzz::{corpus, editions};

struct Arguments {
    plan: Plan,
    report: Option<PathBuf>,
    keep: PathBuf,
}

fn arguments() -> Result<Arguments, String> {
    let threads = std::thread::available_parallelism().map_or(1, Into::into);
    let plan = Plan { seed: 1, texts: 1_000_000_000, limit: None, threads };
    let mut made = Arguments { plan, report: None, keep: corpus::folder() };
    let mut arguments = env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{name} has no value"))?;
        let number = || value.replace('_', "").parse::<u64>().map_err(|_| format!("{name} is a number, not {value:?}"));
        match &*name {
            "--texts" => made.plan.texts = number()?,
            "--seconds" => made.plan.limit = Some(Duration::from_secs(number()?)),
            "--seed" => made.plan.seed = number()?,
            "--threads" => made.plan.threads = usize::try_from(number()?).unwrap_or(1),
            "--report" => made.report = Some(value.into()),
            "--keep" => made.keep = value.into(),
            _ => return Err(format!("there is no argument {name}; the file main.rs lists them")),
        }
    }
    Ok(made)
}

fn main() -> ExitCode {
    match command() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            eprintln!("uriverse-fuzz: {message}");
            ExitCode::from(2)
        }
    }
}

/// Runs the command; returns whether every law held.
fn command() -> Result<bool, String> {
    let Arguments { plan, report, keep } = arguments()?;
    let editions = editions::editions()?;
    let cases = corpus::cases(&corpus::folder())?;
    for case in &cases {
        replay(&Native, &editions, case).map_err(|found| format!("the corpus fails: {}: {found}", case.file_name()))?;
    }
    let seeds = corpus::seeds()?;
    println!("{} cases of the corpus hold; {} seeds; seed {}", cases.len(), seeds.len(), plan.seed);
    let outcome = run(&Native, &editions, &seeds, plan, |done| {
        if done > 0 && done.is_multiple_of(1 << 26) {
            println!("{done} texts");
        }
    });
    let text = shown(&outcome, plan);
    print!("{text}");
    if let Some(path) = report {
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    for (case, found) in &outcome.failures {
        let path = corpus::keep(&keep, case).map_err(|error| format!("{}: {error}", keep.display()))?;
        println!("{}: {} by {}: {}: {found}", path.display(), case.law, case.edition, case.text.escape_ascii());
    }
    Ok(outcome.failures.is_empty())
}

/// A run as Markdown.
fn shown(outcome: &Outcome, plan: Plan) -> String {
    let seconds = outcome.elapsed.as_secs_f64();
    let mut out = String::new();
    let rate = |count: u64| count as f64 / seconds / 1e6;
    let _ = writeln!(out, "seed {}, threads {}, {seconds:.0} s\n", plan.seed, plan.threads);
    let _ = writeln!(
        out,
        "{} texts of {:.0} bytes on average, {:.0} % of them valid: {:.2} million texts a second, {:.2} million checks a second.\n",
        outcome.texts,
        outcome.bytes as f64 / outcome.texts.max(1) as f64,
        100.0 * outcome.valid as f64 / outcome.texts.max(1) as f64,
        rate(outcome.texts),
        rate(outcome.total()),
    );
    let _ = writeln!(out, "| law | checks | failures |\n|---|--:|--:|");
    for (name, count) in &outcome.checks {
        let failures = outcome.failures.iter().filter(|(case, _)| case.law == *name).count();
        let _ = writeln!(out, "| {name} | {count} | {failures} |");
    }
    out
}
