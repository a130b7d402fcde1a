//! Where the hashes of a rising section begin by their highest bits, so that one is found among a few
//! neighbours.

use std::ops::Range;

/// Keys of a bucket, on average, at most.
const KEYS: usize = 8;

/// The beginnings of the runs of keys that share their highest bits, and the end of the last.
#[derive(Debug)]
pub(super) struct Buckets {
    starts: Vec<u32>,
    shift: u32,
}

impl Buckets {
    /// Of little-endian keys in rising order.
    pub(super) fn of(keys: &[[u8; 4]]) -> Buckets {
        let bits = (keys.len() / KEYS).max(2).next_power_of_two().ilog2();
        let shift = u32::BITS - bits;
        let mut starts = vec![0; (1 << bits) + 1];
        for key in keys {
            starts[(u32::from_le_bytes(*key) >> shift) as usize + 1] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        Buckets { starts, shift }
    }

    /// Where a key stands if it stands anywhere.
    pub(super) fn range(&self, key: u32) -> Range<usize> {
        let at = (key >> self.shift) as usize;
        self.starts[at] as usize..self.starts[at + 1] as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn range_holds_every_place_of_a_key() {
        for count in [0, 1, 2, 15, 16, 17, 1_000] {
            let key = |at: u32| (at / 3).wrapping_mul(0x9E37_79B9);
            let mut keys: Vec<u32> = (0..count).map(key).collect();
            keys.sort_unstable();
            let written: Vec<[u8; 4]> = keys.iter().map(|key| key.to_le_bytes()).collect();
            let buckets = Buckets::of(&written);
            for key in keys.iter().copied().chain([0, 1, u32::MAX]) {
                let range = buckets.range(key);
                let found = keys[range.clone()].iter().filter(|other| **other == key);
                let all = keys.iter().filter(|other| **other == key);
                assert_eq!(found.count(), all.count(), "{key} of {count}");
            }
        }
    }
}
