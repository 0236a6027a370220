//! Memory for the views of a result.
//!
//! A large result touches fresh memory, which the operating system hands over in pages of 4 KiB, one fault each. With
//! five string columns that costs as much as parsing. So a large buffer is mapped, and the system is asked for huge pages
//! (2 MiB). It may decline; then only the time differs. A small buffer comes from the heap, which has been touched before.

use std::ops::DerefMut;

use arrow_buffer::{Buffer, ScalarBuffer};
use bytes::Bytes;
use memmap2::MmapMut;

/// From this size on a buffer is mapped: one huge page.
const LARGE: usize = 2 << 20;

/// Views that are zero until they are written.
pub(crate) enum ViewBuffer {
    Heap(Vec<u128>),
    Mapped(MmapMut),
}

impl ViewBuffer {
    pub(crate) fn new(views: usize) -> ViewBuffer {
        let size = views * size_of::<u128>();
        if size < LARGE {
            return ViewBuffer::Heap(vec![0; views]);
        }
        match MmapMut::map_anon(size) {
            Ok(map) => {
                #[cfg(target_os = "linux")]
                let _ = map.advise(memmap2::Advice::HugePage);
                ViewBuffer::Mapped(map)
            }
            Err(_) => ViewBuffer::Heap(vec![0; views]),
        }
    }

    pub(crate) fn views(&mut self) -> &mut [u128] {
        match self {
            ViewBuffer::Heap(views) => views,
            // A mapping begins at a page.
            ViewBuffer::Mapped(map) => bytemuck::cast_slice_mut(map.deref_mut()),
        }
    }

    pub(crate) fn finish(self) -> ScalarBuffer<u128> {
        match self {
            ViewBuffer::Heap(views) => views.into(),
            ViewBuffer::Mapped(map) => {
                let rows = map.len() / size_of::<u128>();
                ScalarBuffer::new(Buffer::from(Bytes::from_owner(map)), 0, rows)
            }
        }
    }
}
