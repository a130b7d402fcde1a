//! What is found in a snapshot by its key.

use super::format::{NONE, Section};
use super::index::Index;
use super::numbers::u32_at;
use super::reader::Snapshot;
use super::records::AddressRecord;

impl Snapshot {
    /// The tokens that a hash finds.
    pub fn find(&self, index: Index, key: u32) -> impl Iterator<Item = u32> + '_ {
        let (keys, tokens) = index.sections();
        let bucket = self.buckets[index as usize].range(key);
        let number = |bytes: &[u8; 4]| u32::from_le_bytes(*bytes);
        let keys = &self.numbers(keys)[bucket.clone()];
        let first = keys.partition_point(|other| number(other) < key);
        let found = keys[first..]
            .iter()
            .zip(&self.numbers(tokens)[bucket][first..]);
        found
            .take_while(move |(other, _)| number(other) == key)
            .map(move |(_, token)| number(token))
    }

    /// The names with exactly this set of folded tokens.
    pub fn names_with_set(&self, key: u64) -> impl Iterator<Item = u32> + '_ {
        let count = self.count(Section::SetKeys);
        let at = |index| {
            let r = self.record(Section::SetKeys, index);
            u64::from(u32_at(r, 0)) | u64::from(u32_at(r, 4)) << 32
        };
        let first = partition(count, |index| at(index) < key);
        (first..count)
            .take_while(move |index| at(*index) == key)
            .map(|index| self.number(Section::SetNames, index))
    }

    /// Every listing of an address.
    pub fn find_address<'a>(
        &'a self,
        address: &'a str,
    ) -> impl Iterator<Item = AddressRecord> + 'a {
        let count = self.count(Section::Addresses);
        let first = partition(count, |index| {
            let found = self.address(index);
            self.pool_bytes(found.address.0, found.address.1) < address.as_bytes()
        });
        (first..count)
            .map(|index| self.address(index))
            .take_while(move |found| self.pool(found.address.0, found.address.1) == address)
    }

    pub(super) fn address(&self, index: u32) -> AddressRecord {
        let r = self.record(Section::Addresses, index);
        let entity = u32_at(r, 20);
        AddressRecord {
            address: (u32_at(r, 0), u32_at(r, 4)),
            network: (u32_at(r, 8), u32_at(r, 12)),
            source: u32_at(r, 16),
            entity: (entity != NONE).then_some(entity),
        }
    }

    /// The network of an address.
    #[must_use]
    pub fn network(&self, address: &AddressRecord) -> &str {
        self.pool(address.network.0, address.network.1)
    }
}

/// First index for which `before` no longer holds.
fn partition(count: u32, before: impl Fn(u32) -> bool) -> u32 {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = low + (high - low) / 2;
        if before(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}
