//! An index by hash, read in place. A hash is found among the few that share its highest bits, so that a
//! row holds the bits that are left, and what the hash finds.
//!
//! ```text
//! offset  bytes  what
//!      0      1  bits of a hash
//!      1      1  bits that the rows of a bucket share
//!      2      1  bits of a value
//!      3      1  spare
//!      4  n*4+4  the row where each of the n buckets begins, and where the last ends
//!      .      .  rows, rising: the rest of the hash above the value, in as few bytes as hold both
//!      .      7  zeros, so that eight bytes can be read wherever a row begins
//! ```

use super::numbers::u32_at;

/// Rows of a bucket, on average, at least.
const ROWS: usize = 16;
/// Bits of a hash and its value.
const ROW_BITS_MAX: u32 = 63;
/// Bytes before the buckets.
const HEAD: usize = 4;
/// Bytes after the rows.
const TAIL: usize = 7;

/// How the hashes of an index are written beside their values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows {
    hash_bits: u32,
    value_bits: u32,
}

impl Rows {
    /// Of the highest bits of hashes, so many at most, and of values below a limit.
    pub(super) fn of(hash_bits: u32, limit: u32) -> Rows {
        let value_bits = u32::BITS - limit.saturating_sub(1).leading_zeros();
        Rows {
            hash_bits: hash_bits.min(ROW_BITS_MAX - value_bits),
            value_bits,
        }
    }

    /// A hash and what it finds, in the order of rows.
    pub(super) fn pack(self, hash: u64, value: u32) -> u64 {
        hash >> (u64::BITS - self.hash_bits) << self.value_bits | u64::from(value)
    }

    /// Writes the index of packed rows.
    pub(super) fn write(self, mut packed: Vec<u64>) -> Vec<u8> {
        packed.sort_unstable();
        packed.dedup();
        let bucket_bits = (packed.len() / ROWS).max(1).ilog2();
        let rest_bits = self.hash_bits - bucket_bits + self.value_bits;
        let head = [self.hash_bits, bucket_bits, self.value_bits, 0].map(|bits| bits as u8);
        let mut out = Vec::from(head);
        let mut begun = 0;
        for bucket in 0..=1_u64 << bucket_bits {
            let rest = &packed[begun..];
            begun += rest.partition_point(|row| row >> rest_bits < bucket);
            out.extend((begun as u32).to_le_bytes());
        }
        let width = width_of(rest_bits);
        for row in &packed {
            let rest = row & low_bits(rest_bits);
            out.extend(&rest.to_le_bytes()[..width]);
        }
        out.extend([0; TAIL]);
        out
    }
}

/// Where in a section of a snapshot the parts of an index are.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hashes {
    hash_bits: u32,
    bucket_bits: u32,
    value_bits: u32,
    rows_at: usize,
    width: usize,
}

impl Hashes {
    /// The index of a section, all of whose values are below a limit; otherwise what was expected.
    pub(super) fn open(section: &[u8], limit: u32) -> Result<Hashes, &'static str> {
        let bits = section.first_chunk().copied().unwrap_or_default();
        let [hash_bits, bucket_bits, value_bits, _] = bits.map(u32::from);
        let is_of_bits = value_bits <= u32::BITS
            && (1..=ROW_BITS_MAX - value_bits).contains(&hash_bits)
            && bucket_bits < hash_bits.min(u32::BITS);
        if !is_of_bits {
            return Err("an index");
        }
        let rows_at = HEAD as u64 + ((1_u64 << bucket_bits) + 1) * 4;
        if rows_at > section.len() as u64 {
            return Err("buckets");
        }
        let hashes = Hashes {
            hash_bits,
            bucket_bits,
            value_bits,
            rows_at: rows_at as usize,
            width: width_of(hash_bits - bucket_bits + value_bits),
        };
        hashes.check(section, limit)?;
        Ok(hashes)
    }

    fn check(&self, section: &[u8], limit: u32) -> Result<(), &'static str> {
        let starts = section.get(HEAD..self.rows_at).unwrap_or_default();
        let starts = starts.as_chunks().0.iter();
        let mut starts = starts.map(|start| u32::from_le_bytes(*start));
        let mut end = starts.next().unwrap_or(1);
        if end != 0 {
            return Err("buckets");
        }
        for start in starts {
            if start < end {
                return Err("buckets that rise");
            }
            end = start;
        }
        let length = (self.rows_at + TAIL) as u64 + u64::from(end) * self.width as u64;
        if section.len() as u64 != length {
            return Err("a row for each place");
        }
        let values = low_bits(self.value_bits);
        let is_known = |row| self.row(section, row) & values < u64::from(limit);
        let all = (0..end).all(is_known);
        all.then_some(()).ok_or("indexes of what there is")
    }

    /// What a hash finds, rising.
    pub(super) fn find(self, section: &[u8], hash: u64) -> impl Iterator<Item = u32> + '_ {
        let hash = hash >> (u64::BITS - self.hash_bits);
        let rest_bits = self.hash_bits - self.bucket_bits;
        let start_at = HEAD + (hash >> rest_bits) as usize * 4;
        let (mut low, end) = (u32_at(section, start_at), u32_at(section, start_at + 4));
        let rest = hash & low_bits(rest_bits);
        let mut high = end;
        while low < high {
            let middle = low + (high - low) / 2;
            if self.row(section, middle) >> self.value_bits < rest {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let found = (low..end).map(move |row| self.row(section, row));
        found
            .take_while(move |row| row >> self.value_bits == rest)
            .map(move |row| (row & low_bits(self.value_bits)) as u32)
    }

    fn row(&self, section: &[u8], row: u32) -> u64 {
        let at = self.rows_at + row as usize * self.width;
        let bytes = section.get(at..).and_then(<[u8]>::first_chunk);
        let word = bytes.map_or(0, |bytes| u64::from_le_bytes(*bytes));
        word & low_bits(self.width as u32 * 8)
    }
}

fn width_of(bits: u32) -> usize {
    bits.div_ceil(8).max(1) as usize
}

fn low_bits(bits: u32) -> u64 {
    u64::MAX
        .checked_shr(u64::BITS - bits.min(u64::BITS))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn find_gives_the_values_of_a_hash_and_no_others(
            pairs in prop::collection::vec((any::<u64>(), 0..1_000_u32), 0..300),
            bits in 9..64_u32,
            other in any::<u64>(),
        ) {
            let rows = Rows::of(bits, 1_000);
            // Few hashes that differ, so that one finds several.
            let cut = |hash: u64| (hash % 40).wrapping_mul(0x0619_0000_0000_0000);
            let packed = pairs.iter().map(|(hash, value)| rows.pack(cut(*hash), *value)).collect();
            let written = rows.write(packed);
            let hashes = Hashes::open(&written, 1_000).map_err(TestCaseError::fail)?;
            for hash in pairs.iter().map(|(hash, _)| cut(*hash)).chain([0, other, u64::MAX]) {
                let shared = |one: u64| one >> (u64::BITS - rows.hash_bits);
                let same = pairs.iter().filter(|(one, _)| shared(cut(*one)) == shared(hash));
                let mut expected: Vec<u32> = same.map(|(_, value)| *value).collect();
                expected.sort_unstable();
                expected.dedup();
                prop_assert_eq!(hashes.find(&written, hash).collect::<Vec<_>>(), expected);
            }
        }

        #[test]
        fn open_refuses_or_takes_any_bytes_and_find_reads_them(
            bytes in prop::collection::vec(any::<u8>(), 0..200),
            changes in prop::collection::vec((0..80_usize, any::<u8>()), 0..3),
            hash in any::<u64>(),
        ) {
            let rows = Rows::of(32, 10);
            let mut written = rows.write((0..10).map(|at| rows.pack(hash ^ at << 40, at as u32)).collect());
            for (at, byte) in changes {
                let length = written.len();
                written[at % length] = byte;
            }
            for section in [bytes, written] {
                if let Ok(hashes) = Hashes::open(&section, 10) {
                    prop_assert!(hashes.find(&section, hash).all(|value| value < 10));
                }
            }
        }
    }

    #[test]
    fn open_refuses_values_of_what_there_is_not() {
        let rows = Rows::of(32, 8);
        let written = rows.write(vec![rows.pack(1 << 40, 7)]);
        assert!(Hashes::open(&written, 8).is_ok());
        assert!(Hashes::open(&written, 7).is_err());
    }
}
