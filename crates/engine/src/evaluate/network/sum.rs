//! The weighted sum of a layer's squared activations, the same number in two
//! ways: for any processor, and for those with vectors of 256 bits.

use super::{Cells, FULL, HIDDEN};

/// On any processor.
#[inline(always)]
pub(super) fn plain(cells: &Cells, weights: &Cells) -> i32 {
    // Two loops: the compiler joins products of neighbours only where both
    // factors lie in memory.
    let mut active = cells.0;
    let mut parts = [0; HIDDEN];
    for ((cell, part), weight) in active.iter_mut().zip(&mut parts).zip(&weights.0) {
        *cell = (*cell).clamp(0, FULL);
        *part = cell.wrapping_mul(*weight);
    }
    let products = active
        .iter()
        .zip(&parts)
        .map(|(cell, part)| i32::from(*cell) * i32::from(*part));
    products.sum()
}

/// Where all code is compiled for such processors the compiler must do.
#[cfg(target_feature = "avx2")]
pub(super) use plain as wide;

/// By vectors: the compiler finds only half of their width.
#[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn wide(cells: &Cells, weights: &Cells) -> i32 {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi32, _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16,
        _mm256_mullo_epi16, _mm256_set1_epi16, _mm256_setzero_si256,
    };
    let (none, full) = (_mm256_setzero_si256(), _mm256_set1_epi16(FULL));
    let (cells, _) = cells.0.as_chunks::<16>();
    let (weights, _) = weights.0.as_chunks::<16>();
    let mut sums = none;
    for (cells, weights) in cells.iter().zip(weights) {
        let cells: __m256i = zerocopy::transmute!(*cells);
        let weights: __m256i = zerocopy::transmute!(*weights);
        let active = _mm256_min_epi16(_mm256_max_epi16(cells, none), full);
        let parts = _mm256_mullo_epi16(active, weights);
        sums = _mm256_add_epi32(sums, _mm256_madd_epi16(active, parts));
    }
    let sums: [i32; 8] = zerocopy::transmute!(sums);
    sums.iter().sum()
}

#[cfg(all(test, target_arch = "x86_64", not(target_feature = "avx2")))]
mod tests {
    use krog_chess::random::Dice;

    use super::*;

    #[test]
    fn both_ways_give_the_same_sum() {
        if !is_x86_feature_detected!("avx2") {
            return;
        }
        let mut dice = Dice::new(5);
        let mut row = |most: i16| {
            let wide = 2 * usize::from(most.unsigned_abs()) + 1;
            let mut cells = [0; HIDDEN];
            cells.fill_with(|| i16::try_from(dice.below(wide)).unwrap_or(0) - most);
            Cells(cells)
        };
        for _ in 0..200 {
            let (cells, weights) = (row(600), row(127));
            #[expect(unsafe_code, reason = "the processor was asked above")]
            let found = unsafe { wide(&cells, &weights) };
            assert_eq!(found, plain(&cells, &weights));
        }
    }
}
