//! Room for the views of a result.
//!
//! A large result touches fresh memory, and the kernel hands that over in pages of 4 KiB, one fault each: with five
//! string columns that costs as much as parsing. So large room is mapped, and the kernel is asked for huge pages (2 MiB)
//! where it has them; it may decline, and nothing but the time differs. Small room comes from the heap, which has been
//! touched before.

use std::ops::DerefMut;

use arrow_buffer::{Buffer, ScalarBuffer};
use bytes::Bytes;
use memmap2::MmapMut;

/// From this size on room is mapped: one huge page.
const LARGE: usize = 2 << 20;

/// Views that are zero until they are written.
pub(crate) enum Room {
    Heap(Vec<u128>),
    Mapped(MmapMut),
}

impl Room {
    pub(crate) fn new(views: usize) -> Room {
        let size = views * size_of::<u128>();
        if size < LARGE {
            return Room::Heap(vec![0; views]);
        }
        match MmapMut::map_anon(size) {
            Ok(map) => {
                #[cfg(target_os = "linux")]
                let _ = map.advise(memmap2::Advice::HugePage);
                Room::Mapped(map)
            }
            Err(_) => Room::Heap(vec![0; views]),
        }
    }

    pub(crate) fn views(&mut self) -> &mut [u128] {
        match self {
            Room::Heap(views) => views,
            // A mapping begins at a page.
            Room::Mapped(map) => bytemuck::cast_slice_mut(map.deref_mut()),
        }
    }

    pub(crate) fn finish(self) -> ScalarBuffer<u128> {
        match self {
            Room::Heap(views) => views.into(),
            Room::Mapped(map) => {
                let rows = map.len() / size_of::<u128>();
                ScalarBuffer::new(Buffer::from(Bytes::from_owner(map)), 0, rows)
            }
        }
    }
}
