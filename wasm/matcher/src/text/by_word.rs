//! Maps and sets of words, found by a hash that takes little time for a few letters.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// What a table says of each of its words.
pub type ByWord<K, V> = HashMap<K, V, BuildHasherDefault<WordHasher>>;

/// The words of a table.
pub type WordSet<W = &'static str> = HashSet<W, BuildHasherDefault<WordHasher>>;

/// A table of what each word says, by word.
pub fn by_word<V: Copy>(rows: &[(&'static str, V)]) -> ByWord<&'static str, V> {
    rows.iter().copied().collect()
}

/// FNV-1a: no caller can add words to a table so that they collide.
#[derive(Clone, Copy, Debug)]
pub struct WordHasher(u64);

impl Default for WordHasher {
    fn default() -> WordHasher {
        WordHasher(0xCBF2_9CE4_8422_2325)
    }
}

impl Hasher for WordHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
