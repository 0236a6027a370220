//! A run: batches of texts, threads, counts, and the report.
//!
//! A batch depends only on its edition and a stream of random numbers from the seed and the batch's number. So the same
//! seed gives the same texts, and a failure can be reproduced from its batch.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use uriverse_core::Tables;

use crate::columns;
use crate::corpus::Case;
use crate::engine::Engine;
use crate::generate::Pools;
use crate::laws::{laws, Law, Subject};
use crate::random::Random;

/// The number of texts in a batch.
pub const BATCH: usize = 4096;
/// One batch in this many is also checked as a column.
const COLUMNS_ONE_IN: u64 = 16;
/// The number of rows of that column.
const ROWS: usize = 512;
/// The most failures of one law that are kept; more give no new information.
const KEPT: usize = 5;

/// The parameters of a run.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Determines all texts.
    pub seed: u64,
    /// The number of texts, rounded up to whole batches.
    pub texts: u64,
    /// When to stop before all texts are done.
    pub limit: Option<Duration>,
    /// The number of threads.
    pub threads: usize,
}

/// The results of a run.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The number of generated texts.
    pub texts: u64,
    /// The number of them that their edition accepts.
    pub valid: u64,
    /// The bytes of all texts.
    pub bytes: u64,
    /// How often each law was checked, by name.
    pub checks: Vec<(&'static str, u64)>,
    /// The failures, shrunk, each with its message.
    pub failures: Vec<(Case, String)>,
    /// The duration.
    pub elapsed: Duration,
}

impl Outcome {
    fn add(&mut self, other: Outcome) {
        self.texts += other.texts;
        self.valid += other.valid;
        self.bytes += other.bytes;
        for (name, count) in other.checks {
            match self.checks.iter_mut().find(|(known, _)| *known == name) {
                Some((_, total)) => *total += count,
                None => self.checks.push((name, count)),
            }
        }
        self.failures.extend(other.failures);
    }

    /// The total number of checks.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.checks.iter().map(|(_, count)| count).sum()
    }
}

/// Generates texts and checks the laws on them. `progress` is called periodically with the number of texts done.
pub fn run<E: Engine>(
    engine: &E,
    editions: &[Tables],
    seeds: &[Vec<u8>],
    plan: Plan,
    progress: impl Fn(u64) + Sync,
) -> Outcome {
    let started = Instant::now();
    let pools: Vec<Pools> = editions.iter().map(|tables| Pools::new(tables, seeds, plan.seed)).collect();
    let batches = plan.texts.div_ceil(BATCH as u64);
    let next = AtomicU64::new(0);
    let total = Mutex::new(Outcome::default());
    let work = || {
        let laws = laws::<E>();
        let mut mine = Outcome { checks: laws.iter().map(|law| (law.name, 0)).collect(), ..Outcome::default() };
        mine.checks.push(("columns", 0));
        loop {
            let batch = next.fetch_add(1, Ordering::Relaxed);
            if batch >= batches || plan.limit.is_some_and(|limit| started.elapsed() >= limit) {
                break;
            }
            let mut random = Random::for_batch(plan.seed, batch);
            // Half of the batches are of the current standard.
            let newest = editions.iter().position(|tables| tables.id() == "rfc3986").filter(|_| random.one_in(2));
            let index = newest.unwrap_or_else(|| random.below(editions.len()));
            let as_column = batch.is_multiple_of(COLUMNS_ONE_IN);
            check_batch(engine, &laws, &editions[index], &pools[index], as_column, &mut random, &mut mine);
            if batch.is_multiple_of(1024) {
                progress(batch * BATCH as u64);
            }
        }
        total.lock().unwrap_or_else(std::sync::PoisonError::into_inner).add(mine);
    };
    std::thread::scope(|scope| {
        for _ in 1..plan.threads.max(1) {
            scope.spawn(work);
        }
        work();
    });
    let mut outcome = total.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    outcome.elapsed = started.elapsed();
    outcome
}

fn check_batch<E: Engine>(
    engine: &E,
    laws: &[Law<E>],
    tables: &Tables,
    pools: &Pools,
    as_column: bool,
    random: &mut Random,
    outcome: &mut Outcome,
) {
    let mut texts = Vec::with_capacity(BATCH * 64);
    let mut ends = Vec::with_capacity(BATCH + 1);
    ends.push(0);
    let mut base = random.choose(&pools.bases);
    for number in 0..BATCH {
        if number % 64 == 0 {
            base = random.choose(&pools.bases);
        }
        let start = texts.len();
        pools.generate(random, base, &mut texts);
        ends.push(texts.len());
        let text = &texts[start..];
        let subject = Subject { tables, text, parsed: engine.parse(tables, text), base };
        outcome.texts += 1;
        outcome.valid += u64::from(subject.parsed.is_some());
        outcome.bytes += text.len() as u64;
        let dice = random.next();
        for (index, law) in laws.iter().enumerate() {
            // Each law uses other bits, so that the expensive ones do not all run on the same texts.
            if law.one_in > 1 && !dice.rotate_right(5 * index as u32).is_multiple_of(law.one_in) {
                continue;
            }
            outcome.checks[index].1 += 1;
            if let Err(found) = (law.check)(engine, &subject) {
                let known = outcome.failures.iter().filter(|(case, _)| case.law == law.name).count();
                if known < KEPT {
                    outcome.failures.push(shrunk(engine, law, &subject, found));
                }
            }
        }
    }
    if as_column {
        let rows: Vec<&[u8]> = ends.windows(2).take(ROWS).map(|pair| &texts[pair[0]..pair[1]]).collect();
        match columns::check(engine, tables, &rows, base, random.below(3)) {
            Ok(count) => {
                if let Some((_, total)) = outcome.checks.last_mut() {
                    *total += count as u64;
                }
            }
            Err((text, found)) => {
                let case =
                    Case { law: "columns".to_owned(), edition: tables.id().to_owned(), text, base: base.clone() };
                outcome.failures.push((case, found));
            }
        }
    }
}

/// The smallest failure that can be reached by removing bytes.
fn shrunk<E: Engine>(engine: &E, law: &Law<E>, subject: &Subject<'_>, found: String) -> (Case, String) {
    let (mut text, mut base, mut found) = (subject.text.to_vec(), subject.base.to_vec(), found);
    let fails = |text: &[u8], base: &[u8]| {
        engine.parse(subject.tables, base)?.scheme()?;
        (law.check)(engine, &Subject { tables: subject.tables, text, parsed: engine.parse(subject.tables, text), base })
            .err()
    };
    let mut length = (text.len() + base.len()).next_power_of_two();
    while length > 0 {
        let mut at = 0;
        while at < text.len() + base.len() {
            let (mut less, mut less_base) = (text.clone(), base.clone());
            if at < text.len() {
                less.drain(at..text.len().min(at + length));
            } else {
                let from = at - text.len();
                less_base.drain(from..base.len().min(from + length));
            }
            match fails(&less, &less_base) {
                Some(now) => (text, base, found) = (less, less_base, now),
                None => at += length,
            }
        }
        length /= 2;
    }
    (Case { law: law.name.to_owned(), edition: subject.tables.id().to_owned(), text, base }, found)
}

/// Checks all laws on a case of the corpus, in its edition or in all.
///
/// # Errors
/// The first law that fails, with its message.
pub fn replay<E: Engine>(engine: &E, editions: &[Tables], case: &Case) -> Result<(), String> {
    for tables in editions.iter().filter(|tables| case.edition.is_empty() || tables.id() == case.edition) {
        let fallback = b"http://a/b/c/d;p?q".to_vec();
        let usable = engine.parse(tables, &case.base).is_some_and(|offsets| offsets.scheme().is_some());
        let base = if usable { &case.base } else { &fallback };
        let subject = Subject { tables, text: &case.text, parsed: engine.parse(tables, &case.text), base };
        for law in laws::<E>() {
            (law.check)(engine, &subject).map_err(|found| format!("{} by {}: {found}", law.name, tables.id()))?;
        }
        for layout in 0..3 {
            columns::check(engine, tables, &[&case.text], base, layout)
                .map_err(|(_, found)| format!("columns by {}: {found}", tables.id()))?;
        }
    }
    Ok(())
}
