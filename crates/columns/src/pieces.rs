//! Pieces of rows, and the threads that take one after the other.
//!
//! A piece has a multiple of 64 rows, so that no two share a word of a bitmap. Pieces are small enough that a thread
//! which is held up leaves the rest to the others, and large enough that taking one costs nothing.

use std::sync::Mutex;

use crate::Threads;

/// The rows of a piece.
pub(crate) const PIECE: usize = 8192;

/// Works all pieces, each worker with a state of its own: the states when all is done.
pub(crate) fn work_all<P: Send, W: Send>(
    pieces: Vec<P>,
    threads: Threads,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, P) + Sync,
) -> Vec<W> {
    let count = threads.count().min(pieces.len());
    if count <= 1 {
        let mut state = worker();
        pieces.into_iter().for_each(|piece| work(&mut state, piece));
        return vec![state];
    }
    let queue = Mutex::new(pieces.into_iter());
    let take = || queue.lock().map_or(None, |mut queue| queue.next());
    let run = || {
        let mut state = worker();
        while let Some(piece) = take() {
            work(&mut state, piece);
        }
        state
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..count).map(|_| scope.spawn(run)).collect();
        let mut states = vec![run()];
        for other in others {
            match other.join() {
                Ok(state) => states.push(state),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        states
    })
}
