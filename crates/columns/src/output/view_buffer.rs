//! Memory for the views of a result.
//!
//! Fresh memory comes from the operating system in pages of 4 KiB, with one page fault each. For 100,000 rows and five
//! string columns that takes longer than parsing them. Three measures avoid it:
//!
//! - A small buffer comes from the heap, which is already resident.
//! - A buffer of at least [`MAPPED`] bytes is mapped. If it needs at least three quarters of a huge page (2 MiB), it
//!   requests huge pages, with one page fault each. If the system does not grant them, only the time differs.
//! - A mapped buffer that its consumer has dropped is reused for a later result. An engine that processes batch after
//!   batch (Polars: 100,000 rows, 1.6 MB a column) then writes into the same memory again. At most [`KEPT`] bytes are
//!   cached; the rest is unmapped.

use std::sync::Mutex;

use arrow_buffer::{Buffer, ScalarBuffer};
use bytes::Bytes;
use memmap2::MmapMut;

use crate::bitmaps::zeroed;

/// Buffers of at least this size are mapped. The allocator would also map them, but unmap them when they are freed.
const MAPPED: usize = 128 << 10;
/// One huge page.
const HUGE: usize = 2 << 20;
/// Buffers of at least this size use whole huge pages: at most a third more than they need. Polars' batches take 1.6
/// MB.
const FILLS_HUGE: usize = 3 << 19;
/// Smaller mappings have a multiple of this size, so that batches of nearly equal length reuse each other's buffers.
const STEP: usize = 256 << 10;
/// The most bytes of cached buffers.
const KEPT: usize = 32 << 20;

/// The cache of dropped buffers.
static FREE: Mutex<Free> = Mutex::new(Free { maps: Vec::new(), bytes: 0 });

/// Views that are zero until they are written.
pub(crate) enum ViewBuffer {
    Heap(Vec<u128>),
    Mapped(Mapped),
}

/// The first bytes of a mapping, which goes to the cache when it is dropped.
pub(crate) struct Mapped {
    map: Option<MmapMut>,
    size: usize,
}

struct Free {
    maps: Vec<MmapMut>,
    bytes: usize,
}

impl ViewBuffer {
    pub(crate) fn new(views: usize) -> ViewBuffer {
        let size = views * size_of::<u128>();
        match if size < MAPPED { None } else { Mapped::zeroed(size) } {
            Some(mapped) => ViewBuffer::Mapped(mapped),
            None => ViewBuffer::Heap(zeroed(views)),
        }
    }

    pub(crate) fn views(&mut self) -> &mut [u128] {
        match self {
            ViewBuffer::Heap(views) => views,
            // A mapping is page-aligned.
            ViewBuffer::Mapped(mapped) => bytemuck::cast_slice_mut(mapped.bytes()),
        }
    }

    pub(crate) fn finish(self) -> ScalarBuffer<u128> {
        match self {
            ViewBuffer::Heap(views) => views.into(),
            ViewBuffer::Mapped(mapped) => {
                let rows = mapped.size / size_of::<u128>();
                ScalarBuffer::new(Buffer::from(Bytes::from_owner(mapped)), 0, rows)
            }
        }
    }
}

impl Mapped {
    /// A buffer of this many zero bytes; None if the system has none.
    fn zeroed(size: usize) -> Option<Mapped> {
        // If another thread holds the lock, or held it when this process was forked, a new mapping is used.
        let kept = FREE.try_lock().ok().and_then(|mut free| free.take(size));
        if let Some(mut map) = kept {
            map[..size].fill(0);
            return Some(Mapped { map: Some(map), size });
        }
        let is_huge = size >= FILLS_HUGE;
        let map = MmapMut::map_anon(size.next_multiple_of(if is_huge { HUGE } else { STEP })).ok()?;
        #[cfg(target_os = "linux")]
        if is_huge {
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Some(Mapped { map: Some(map), size })
    }

    fn bytes(&mut self) -> &mut [u8] {
        self.map.as_mut().map_or(&mut [], |map| &mut map[..self.size])
    }
}

impl AsRef<[u8]> for Mapped {
    fn as_ref(&self) -> &[u8] {
        self.map.as_ref().map_or(&[], |map| &map[..self.size])
    }
}

impl Drop for Mapped {
    fn drop(&mut self) {
        if let (Some(map), Ok(mut free)) = (self.map.take(), FREE.try_lock()) {
            free.keep(map);
        }
    }
}

impl Free {
    /// The smallest mapping of at least `size` bytes, and at most twice as many.
    fn take(&mut self, size: usize) -> Option<MmapMut> {
        let fitting = self.maps.iter().enumerate().filter(|(_, map)| (size..=2 * size.max(STEP)).contains(&map.len()));
        let (index, _) = fitting.min_by_key(|(_, map)| map.len())?;
        let map = self.maps.swap_remove(index);
        self.bytes -= map.len();
        Some(map)
    }

    /// Caches a mapping, and unmaps the oldest ones if the cache is too large.
    fn keep(&mut self, map: MmapMut) {
        if map.len() > KEPT {
            return;
        }
        self.bytes += map.len();
        self.maps.push(map);
        while self.bytes > KEPT {
            self.bytes -= self.maps.remove(0).len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reused_buffers_are_zero() {
        for rows in [1, 100, MAPPED / 16 - 1, MAPPED / 16, 100_000, 60_000, 131_072, 500_000] {
            for _ in 0..3 {
                let mut buffer = ViewBuffer::new(rows);
                assert_eq!(buffer.views().len(), rows);
                assert!(buffer.views().iter().all(|view| *view == 0));
                buffer.views().fill(u128::MAX);
                let views = buffer.finish();
                assert_eq!(views.len(), rows);
                assert!(views.iter().all(|view| *view == u128::MAX));
            }
        }
    }

    #[test]
    fn buffers_in_use_are_not_shared() {
        let buffers: Vec<ScalarBuffer<u128>> = (0..40)
            .map(|number| {
                let mut buffer = ViewBuffer::new(20_000);
                buffer.views().fill(number);
                buffer.finish()
            })
            .collect();
        for (views, number) in buffers.iter().zip(0..) {
            assert!(views.iter().all(|view| *view == number));
        }
    }

    #[test]
    fn the_cache_is_bounded() {
        let mut free = Free { maps: Vec::new(), bytes: 0 };
        for _ in 0..3 * KEPT / STEP {
            free.keep(MmapMut::map_anon(STEP).expect("memory"));
        }
        free.keep(MmapMut::map_anon(KEPT + STEP).expect("memory"));
        assert_eq!(free.bytes, KEPT);
        assert_eq!(free.maps.iter().map(|map| map.len()).sum::<usize>(), KEPT);
        assert!(free.take(STEP * 3).is_none());
        assert!(free.take(STEP / 2).is_some());
        assert_eq!(free.bytes, KEPT - STEP);
    }
}
