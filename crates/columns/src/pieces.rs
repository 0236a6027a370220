//! Pieces of rows, the units of work of the threads.
//!
//! A piece has a multiple of 64 rows, so that no two share a word of a bitmap. Pieces are small, so that the other
//! threads take over if one is delayed, and large enough that the cost of taking one is negligible.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{channel, RecvTimeoutError, Sender};
use std::sync::Mutex;
use std::thread::Builder;
use std::time::{Duration, Instant};

use uriverse_core::memory::has_room_for_a_thread;

/// The rows of a piece.
pub(crate) const PIECE: usize = 8192;

/// How often the calling thread checks whether to stop.
pub const CHECK_EVERY: Duration = Duration::from_millis(40);

/// How to run a kernel: the number of threads, and a stop condition.
#[derive(Clone, Copy)]
pub struct Threads<'a> {
    count: usize,
    stopped: Option<&'a (dyn Fn() -> bool + Sync)>,
}

impl<'a> Threads<'a> {
    /// At most this number of threads; 0 is the number of cores.
    pub fn new(count: usize) -> Threads<'a> {
        let count = if count == 0 { std::thread::available_parallelism().map_or(1, Into::into) } else { count };
        Threads { count, stopped: None }
    }

    /// The same, with a stop condition: a function that the calling thread calls a few times a second. If it returns
    /// true, the kernel stops, and some rows of its result are not computed.
    pub fn until(self, stopped: &'a (dyn Fn() -> bool + Sync)) -> Threads<'a> {
        Threads { stopped: Some(stopped), ..self }
    }

    /// The number of threads.
    pub fn count(self) -> usize {
        self.count
    }

    fn are_stopped(self) -> bool {
        self.stopped.is_some_and(|stopped| stopped())
    }
}

/// Runs `work` on every piece. Each worker thread has its own state; returns the states, unordered.
pub(crate) fn work_all<P: Send, W: Send>(
    pieces: Vec<P>,
    threads: Threads<'_>,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, P) + Sync,
) -> Vec<W> {
    let count = threads.count().min(pieces.len()).max(1);
    let queue = Mutex::new(pieces.into_iter());
    let states = Mutex::new(Vec::with_capacity(count));
    on_threads(count, threads, &|goes_on| {
        let mut state = worker();
        while goes_on() {
            let Some(piece) = queue.lock().map_or(None, |mut queue| queue.next()) else { break };
            work(&mut state, piece);
        }
        if let Ok(mut states) = states.lock() {
            states.push(state);
        }
    });
    states.into_inner().unwrap_or_default()
}

/// A worker. Before each piece it calls its argument, which returns whether to continue.
type Worker<'a> = &'a (dyn Fn(&mut dyn FnMut() -> bool) + Sync);

/// Runs this many workers, at least one, and returns when the last one is done.
///
/// The calling thread is one of them, and checks whether to stop: between two pieces, and while it waits for the
/// others. This function is not generic, so it is compiled once for all kernels.
fn on_threads(count: usize, threads: Threads<'_>, worker: Worker<'_>) {
    let stop = AtomicBool::new(false);
    let goes_on = || !stop.load(Ordering::Relaxed);
    let ask = || {
        if threads.are_stopped() {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let calling = || {
        let mut last_check = Instant::now();
        worker(&mut || {
            if last_check.elapsed() >= CHECK_EVERY {
                ask();
                last_check = Instant::now();
            }
            goes_on()
        });
    };
    if count == 1 {
        return calling();
    }
    // Each of the other workers holds a sender and sends nothing: the channel closes when the last one is done.
    let run = |_done: Sender<()>| worker(&mut || goes_on());
    let run = &run;
    std::thread::scope(|scope| {
        let (sender, done) = channel();
        let others: Vec<_> = (1..count)
            .map_while(|_| {
                let sender = sender.clone();
                // Where memory is short, the others do the work.
                has_room_for_a_thread().then(|| Builder::new().spawn_scoped(scope, move || run(sender)).ok())?
            })
            .collect();
        drop(sender);
        calling();
        while done.recv_timeout(CHECK_EVERY) == Err(RecvTimeoutError::Timeout) {
            ask();
        }
        for other in others {
            if let Err(panic) = other.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
}
