//! The backends of x86-64 with AVX2 or AVX-512. Each function documents the bytes of the text that it loads. No byte
//! outside the text is read.

use std::arch::x86_64::{
    __m128i, __m256i, _mm256_and_si256, _mm256_broadcastsi128_si256, _mm256_castsi128_si256, _mm256_cmpeq_epi8,
    _mm256_inserti128_si256, _mm256_loadu_si256, _mm256_movemask_epi8, _mm256_set1_epi8, _mm256_setzero_si256,
    _mm256_shuffle_epi8, _mm256_srli_epi16, _mm512_and_si512, _mm512_broadcast_i32x4, _mm512_loadu_si512,
    _mm512_mask_storeu_epi8, _mm512_mask_test_epi8_mask, _mm512_maskz_compress_epi8, _mm512_maskz_loadu_epi8,
    _mm512_set1_epi8, _mm512_shuffle_epi8, _mm512_srli_epi16, _mm512_storeu_si512, _mm512_test_epi8_mask,
    _mm_loadu_si128, _mm_set_epi64x, _pdep_u64, _pext_u64,
};

use crate::table::{ones, ByteTable, Sets, MASKED, ROWS};
use crate::task::{pack_words, Masks, Task};

#[inline(always)]
fn array(bytes: &[u8; 16]) -> __m128i {
    // SAFETY: the reference covers sixteen bytes, and the load requires no alignment.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

/// [`crate::run`]: 64 bytes at a time, the last load under a mask.
#[target_feature(enable = "avx512bw,bmi1,bmi2,lzcnt,popcnt")]
pub(crate) fn run_avx512(table: &ByteTable, text: &[u8], from: usize) -> usize {
    let columns = _mm512_broadcast_i32x4(array(table.columns()));
    let rows = _mm512_broadcast_i32x4(array(&ROWS));
    let all = if table.is_inverted() { 0 } else { u64::MAX };
    let mut at = from;
    while at < text.len() {
        let valid = ones(text.len() - at);
        // SAFETY: the mask has no bit for a byte after the end of the text.
        let bytes = unsafe { _mm512_maskz_loadu_epi8(valid, text.as_ptr().add(at).cast()) };
        let high = _mm512_and_si512(_mm512_srli_epi16::<4>(bytes), _mm512_set1_epi8(15));
        let hits = _mm512_test_epi8_mask(_mm512_shuffle_epi8(columns, bytes), _mm512_shuffle_epi8(rows, high));
        let others = (hits ^ all) & valid;
        if others != 0 {
            return at + others.trailing_zeros() as usize;
        }
        at += 64;
    }
    text.len().max(from)
}

/// [`crate::member_masks`]: one load under a mask.
#[target_feature(enable = "avx512bw,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(crate) fn member_masks_avx512<const N: usize>(sets: &Sets<N>, text: &[u8], masks: &mut [u64; N]) {
    let valid = ones(text.len());
    // SAFETY: the mask has no bit for a byte after the end of the text.
    let bytes = unsafe { _mm512_maskz_loadu_epi8(valid, text.as_ptr().cast()) };
    let rows = _mm512_broadcast_i32x4(array(&ROWS));
    let high = _mm512_and_si512(_mm512_srli_epi16::<4>(bytes), _mm512_set1_epi8(15));
    let rows = _mm512_shuffle_epi8(rows, high);
    for (mask, columns) in masks.iter_mut().zip(sets.columns()) {
        let columns = _mm512_broadcast_i32x4(array(columns));
        *mask = _mm512_mask_test_epi8_mask(valid, _mm512_shuffle_epi8(columns, bytes), rows);
    }
}

/// The bytes of a word whose bit in `kept` is set, the lowest first, padded with zeros.
#[target_feature(enable = "bmi2")]
#[inline]
fn packed(word: u64, kept: u8) -> u64 {
    _pext_u64(word, _pdep_u64(u64::from(kept), 0x0101_0101_0101_0101) * 0xFF)
}

/// [`Masks::pack`] with one instruction, which some machines with AVX-512 lack.
#[target_feature(enable = "avx512bw,avx512vbmi2,popcnt")]
fn pack_vbmi2(block: &[u8; MASKED], kept: u64, out: &mut [u8]) -> usize {
    let count = kept.count_ones() as usize;
    // SAFETY: the block has 64 bytes, and so has `out`, or the mask has a bit for each byte of it.
    unsafe {
        let bytes = _mm512_maskz_compress_epi8(kept, _mm512_loadu_si512(block.as_ptr().cast()));
        match out.first_chunk_mut::<MASKED>() {
            Some(out) => _mm512_storeu_si512(out.as_mut_ptr().cast(), bytes),
            None => _mm512_mask_storeu_epi8(out[..count].as_mut_ptr().cast(), ones(count), bytes),
        }
    }
    count
}

/// Masks by AVX-512. Only [`run_task_avx512`] makes a value, so it proves that the machine has the instructions.
#[derive(Clone, Copy)]
struct Avx512(());

impl Masks for Avx512 {
    #[inline(always)]
    fn members<const N: usize>(self, sets: &Sets<N>, text: &[u8]) -> [u64; N] {
        let mut masks = [0; N];
        // SAFETY: the value is the proof.
        unsafe { member_masks_avx512(sets, text, &mut masks) };
        masks
    }

    #[inline(always)]
    fn pack(self, block: &[u8; MASKED], kept: u64, out: &mut [u8]) -> usize {
        if is_x86_feature_detected!("avx512vbmi2") {
            // SAFETY: CPU detection found the instructions.
            return unsafe { pack_vbmi2(block, kept, out) };
        }
        // SAFETY: the value is the proof.
        pack_words(block, kept, out, |word, kept| unsafe { packed(word, kept) })
    }
}

/// [`crate::run_task`], compiled for AVX-512.
#[target_feature(enable = "avx512bw,bmi1,bmi2,lzcnt,popcnt")]
pub(crate) fn run_task_avx512<T: Task>(task: T) -> T::Output {
    task.run(Avx512(()))
}

/// Masks by AVX2. Only [`run_task_avx2`] makes a value, so it proves that the machine has the instructions.
#[derive(Clone, Copy)]
struct Avx2(());

impl Masks for Avx2 {
    #[inline(always)]
    fn members<const N: usize>(self, sets: &Sets<N>, text: &[u8]) -> [u64; N] {
        let mut masks = [0; N];
        // SAFETY: the value is the proof.
        unsafe { member_masks_avx2(sets, text, &mut masks) };
        masks
    }

    #[inline(always)]
    fn pack(self, block: &[u8; MASKED], kept: u64, out: &mut [u8]) -> usize {
        // SAFETY: the value is the proof.
        pack_words(block, kept, out, |word, kept| unsafe { packed(word, kept) })
    }
}

/// [`crate::run_task`], compiled for AVX2.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(crate) fn run_task_avx2<T: Task>(task: T) -> T::Output {
    task.run(Avx2(()))
}

/// The 32 bytes at `at`.
///
/// # Safety
/// They must lie inside the text.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn load(text: &[u8], at: usize) -> __m256i {
    // SAFETY: the caller's promise.
    unsafe { _mm256_loadu_si256(text.as_ptr().add(at).cast()) }
}

/// The bits of the rows of 32 bytes.
#[inline]
#[target_feature(enable = "avx2")]
fn rows_of(bytes: __m256i) -> __m256i {
    let high = _mm256_and_si256(_mm256_srli_epi16::<4>(bytes), _mm256_set1_epi8(15));
    _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(array(&ROWS)), high)
}

/// Which of 32 bytes lack the bit of their row in their column.
#[inline]
#[target_feature(enable = "avx2")]
fn misses(columns: &[u8; 16], bytes: __m256i, rows: __m256i) -> u32 {
    let columns = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(array(columns)), bytes);
    let hits = _mm256_and_si256(columns, rows);
    _mm256_movemask_epi8(_mm256_cmpeq_epi8(hits, _mm256_setzero_si256())).cast_unsigned()
}

/// [`crate::run`]: 32 bytes at a time; the last load overlaps the one before. The text has at least 32 bytes.
#[target_feature(enable = "avx2")]
pub(crate) fn run_avx2(table: &ByteTable, text: &[u8], from: usize) -> usize {
    let flip = if table.is_inverted() { u32::MAX } else { 0 };
    let mut at = from;
    while at < text.len() {
        let place = at.min(text.len() - 32);
        // SAFETY: `place + 32` is at most the length.
        let bytes = unsafe { load(text, place) };
        let others = (misses(table.columns(), bytes, rows_of(bytes)) ^ flip) >> (at - place);
        if others != 0 {
            return at + others.trailing_zeros() as usize;
        }
        at = place + 32;
    }
    text.len().max(from)
}

/// Up to 15 bytes in a register, padded with zeros, from overlapping loads.
#[inline(always)]
fn load_partial(text: &[u8]) -> __m128i {
    let length = text.len();
    let (mut low, mut high) = (0u64, 0u64);
    if let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk()) {
        low = u64::from_le_bytes(*first);
        // The last eight bytes belong at `length - 8`: the part beyond the first eight goes to `high`.
        let last = u64::from_le_bytes(*last);
        if length > 8 {
            high = last >> (8 * (16 - length));
        }
    } else if let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk()) {
        let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
        low = u64::from(first) | u64::from(last) << (8 * (length - 4));
    } else {
        for (place, &byte) in text.iter().enumerate() {
            low |= u64::from(byte) << (8 * place);
        }
    }
    // SAFETY: SSE2 is part of every x86-64.
    #[allow(unused_unsafe)]
    unsafe {
        _mm_set_epi64x(high.cast_signed(), low.cast_signed())
    }
}

/// [`crate::member_masks`]: two loads of 32 bytes, or two of 16, which overlap if the text is shorter.
#[target_feature(enable = "avx2")]
#[inline]
pub(crate) fn member_masks_avx2<const N: usize>(sets: &Sets<N>, text: &[u8], masks: &mut [u64; N]) {
    let length = text.len().min(64);
    if length >= 32 {
        let second = length - 32;
        // SAFETY: both lie inside the first `length` bytes.
        let (low, high) = unsafe { (load(text, 0), load(text, second)) };
        let (low_rows, high_rows) = (rows_of(low), rows_of(high));
        for (mask, columns) in masks.iter_mut().zip(sets.columns()) {
            let (low, high) = (!misses(columns, low, low_rows), !misses(columns, high, high_rows));
            *mask = u64::from(low) | u64::from(high) << second;
        }
        return;
    }
    let (bytes, second) = match (text.first_chunk(), text.last_chunk()) {
        (Some(first), Some(last)) => {
            (_mm256_inserti128_si256::<1>(_mm256_castsi128_si256(array(first)), array(last)), length - 16)
        }
        _ => (_mm256_castsi128_si256(load_partial(text)), 16),
    };
    let rows = rows_of(bytes);
    let valid = ones(length);
    for (mask, columns) in masks.iter_mut().zip(sets.columns()) {
        let hits = !misses(columns, bytes, rows);
        *mask = (u64::from(hits & 0xffff) | u64::from(hits >> 16) << second) & valid;
    }
}
