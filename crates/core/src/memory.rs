//! Buffers as long as a text: where memory is short, a call ends, and the process does not.
//!
//! `Vec::push`, `extend_from_slice` and `with_capacity` abort the process if there is no memory. Every buffer of the
//! engine that can exceed [`LARGE`] grows by this module instead. It reserves by `try_reserve`, and where that fails it
//! unwinds with [`OutOfMemory`], which no hook prints. A binding catches that, and raises its own error: Python's
//! `MemoryError`. A worker thread hands it to the calling thread, as it does any panic.
//!
//! `"%7e" * 30_000_000` normalizes to 30 MB. If the process may have 20 MB more, then [`buffer`] unwinds, the buffers
//! between here and the border are freed, and the next call has the 20 MB again.
//!
//! Why it is not otherwise:
//!
//! - A global allocator that unwinds is undefined behaviour (`GlobalAlloc`, "Safety"), and one that returns null leads
//!   to `handle_alloc_error`, which aborts. The hook that could change this, `set_alloc_error_hook`, is unstable.
//! - A `Result` from each function that writes would pass through some two hundred signatures, and be tested for each
//!   URL. Here the test is the one for capacity that `Vec` makes anyway.
//! - One reservation at the border, of the most that a call could need, would refuse what fits: what `canonical` needs
//!   depends on the pairs of a text, not on its length alone.
//!
//! What is smaller comes from `Vec` itself: below some kilobytes not even an exception can be made. But the unwinding
//! itself needs 56 octets, where there may be none: a reserve is given back before it begins, and filled again where it
//! is caught.

use std::borrow::Cow;
use std::hint::black_box;
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};

/// Smaller buffers are made without a question, as quickly as ever.
const LARGE: usize = 64 << 10;

/// What a buffer that cannot be had unwinds with.
#[derive(Debug)]
pub struct OutOfMemory;

/// What an unwinding takes its memory from.
static RESERVE: Mutex<Vec<u8>> = Mutex::new(Vec::new());
const RESERVED: usize = 4096;

/// Fills the reserve, if that is possible: before the first call, and after each unwinding.
pub fn fill_reserve() {
    let mut reserve = RESERVE.lock().unwrap_or_else(PoisonError::into_inner);
    if reserve.capacity() == 0 {
        // Without it, an unwinding has what the allocator has left.
        let _ = reserve.try_reserve_exact(RESERVED);
    }
}

/// Gives the reserve back to the allocator.
pub fn free_reserve() {
    *RESERVE.lock().unwrap_or_else(PoisonError::into_inner) = Vec::new();
}

/// Ends the call. The payload has no size, so it needs no memory.
#[cold]
#[inline(never)]
pub fn out_of_memory() -> ! {
    free_reserve();
    resume_unwind(Box::new(OutOfMemory))
}

/// An empty vector of this capacity.
#[inline]
#[must_use]
pub fn buffer<T>(capacity: usize) -> Vec<T> {
    if capacity.saturating_mul(size_of::<T>()) < LARGE {
        return Vec::with_capacity(capacity);
    }
    large_buffer(capacity)
}

#[inline(never)]
fn large_buffer<T>(capacity: usize) -> Vec<T> {
    let mut items = Vec::new();
    match items.try_reserve_exact(capacity) {
        Ok(()) => items,
        Err(_) => out_of_memory(),
    }
}

/// A vector of these items.
#[inline]
#[must_use]
pub fn copy<T: Copy>(items: &[T]) -> Vec<T> {
    let mut copy = buffer(items.len());
    copy.extend_from_slice(items);
    copy
}

/// A vector of so many copies of an item.
#[must_use]
pub fn filled<T: Copy>(item: T, count: usize) -> Vec<T> {
    let mut items = buffer(count);
    items.resize(count, item);
    items
}

/// Whether so many octets can be had now: they are reserved and given back. Another thread may take them afterwards.
#[must_use]
pub fn is_free(octets: usize) -> bool {
    let mut buffer = Vec::<u8>::new();
    let is_free = buffer.try_reserve_exact(octets).is_ok();
    // The compiler may not leave the reservation out.
    black_box(buffer);
    is_free
}

/// Asks for so many octets before code of others allocates them.
pub fn probe(octets: usize) {
    if !is_free(octets) {
        out_of_memory();
    }
}

/// Whether a thread may start: its stack, its heap and its first objects have no error of their own, and the C library
/// ends the process.
#[must_use]
pub fn has_room_for_a_thread() -> bool {
    is_free(16 << 20)
}

/// The items of an iterator.
#[must_use]
pub fn gathered<T>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let items = items.into_iter();
    let mut vector = buffer(items.size_hint().0);
    items.for_each(|item| vector.put(item));
    vector
}

/// The texts one after the other.
#[must_use]
pub fn joined(texts: &[&[u8]]) -> Vec<u8> {
    let mut whole = buffer(texts.iter().map(|text| text.len()).sum());
    texts.iter().for_each(|text| whole.extend_from_slice(text));
    whole
}

/// The octets themselves, copied if they are borrowed.
#[must_use]
pub fn owned(octets: Cow<'_, [u8]>) -> Vec<u8> {
    match octets {
        Cow::Borrowed(octets) => copy(octets),
        Cow::Owned(octets) => octets,
    }
}

/// An empty string of this capacity.
#[inline]
#[must_use]
pub fn text_buffer(capacity: usize) -> String {
    if capacity < LARGE {
        return String::with_capacity(capacity);
    }
    let mut text = String::new();
    text.room(capacity);
    text
}

/// A text's own copy.
#[inline]
#[must_use]
pub fn text(text: &str) -> String {
    let mut copy = text_buffer(text.len());
    copy.push_str(text);
    copy
}

/// The text itself, copied if it is borrowed.
#[must_use]
pub fn owned_string(string: Cow<'_, str>) -> String {
    match string {
        Cow::Borrowed(borrowed) => text(borrowed),
        Cow::Owned(owned) => owned,
    }
}

/// A text with its letters of US-ASCII in lower case.
#[must_use]
pub fn lowered(text: &str) -> String {
    let mut lower = self::text(text);
    lower.make_ascii_lowercase();
    lower
}

/// [`lossy`], copied if it is borrowed.
#[must_use]
pub fn owned_text(octets: &[u8]) -> String {
    owned_string(lossy(octets))
}

/// As `String::from_utf8_lossy`: U+FFFD stands for what is not UTF-8.
#[must_use]
pub fn lossy(octets: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(octets) {
        return Cow::Borrowed(text);
    }
    let mut text = String::new();
    for chunk in octets.utf8_chunks() {
        text.put_str(chunk.valid());
        if !chunk.invalid().is_empty() {
            text.put('\u{FFFD}');
        }
    }
    Cow::Owned(text)
}

/// Growth of a vector.
pub trait Grow<T> {
    /// Makes room for more items.
    fn room(&mut self, more: usize);
    /// Appends an item.
    fn put(&mut self, item: T);
    /// Appends copies of items.
    fn put_all(&mut self, items: &[T])
    where
        T: Copy;
}

impl<T> Grow<T> for Vec<T> {
    #[inline]
    fn room(&mut self, more: usize) {
        if more > self.capacity() - self.len() && self.try_reserve(more).is_err() {
            out_of_memory();
        }
    }

    #[inline]
    fn put(&mut self, item: T) {
        self.room(1);
        self.push(item);
    }

    #[inline]
    fn put_all(&mut self, items: &[T])
    where
        T: Copy,
    {
        self.room(items.len());
        self.extend_from_slice(items);
    }
}

/// Growth of a string.
pub trait GrowText {
    /// Makes room for more octets.
    fn room(&mut self, more: usize);
    /// Appends a character.
    fn put(&mut self, character: char);
    /// Appends a text.
    fn put_str(&mut self, text: &str);
}

impl GrowText for String {
    #[inline]
    fn room(&mut self, more: usize) {
        if more > self.capacity() - self.len() && self.try_reserve(more).is_err() {
            out_of_memory();
        }
    }

    #[inline]
    fn put(&mut self, character: char) {
        self.room(character.len_utf8());
        self.push(character);
    }

    #[inline]
    fn put_str(&mut self, text: &str) {
        self.room(text.len());
        self.push_str(text);
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{catch_unwind, AssertUnwindSafe};

    use super::*;

    /// More than any process may have.
    const TOO_MUCH: usize = isize::MAX as usize / 2;

    #[test]
    fn what_cannot_be_had_unwinds_and_the_buffer_stays() {
        let mut octets = copy(b"ab");
        let mut string = text("ab");
        for failure in [
            catch_unwind(AssertUnwindSafe(|| octets.room(TOO_MUCH))),
            catch_unwind(AssertUnwindSafe(|| string.room(TOO_MUCH))),
            catch_unwind(|| drop(buffer::<u64>(TOO_MUCH))),
        ] {
            assert!(failure.expect_err("there is no such room").is::<OutOfMemory>());
        }
        octets.put(b'c');
        string.put('ü');
        assert_eq!((&octets[..], &string[..]), (&b"abc"[..], "abü"));
    }

    #[test]
    fn buffers_have_what_was_put_into_them() {
        assert_eq!(gathered((0..100_000).map(|n| n % 7)).len(), 100_000);
        assert_eq!(joined(&[b"a", b"", b"bc"]), b"abc");
        assert_eq!(filled(7_u64, LARGE), vec![7; LARGE]);
        assert_eq!((owned(Cow::Borrowed(b"a")), owned(Cow::Owned(vec![b'b']))), (vec![b'a'], vec![b'b']));
        for octets in [&b"a\xC3\xBC"[..], b"\xFF", b"a\xE2\x82b\xF0\x9F", b""] {
            assert_eq!(lossy(octets), String::from_utf8_lossy(octets));
        }
    }
}
