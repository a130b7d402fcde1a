//! What is found in a snapshot by its key.

use super::format::{NONE, Section};
use super::index::{Index, hash_of_key, hash_of_set};
use super::numbers::u32_at;
use super::reader::Snapshot;
use super::records::AddressRecord;

impl Snapshot {
    /// The tokens that a key finds, rising.
    pub fn find(&self, index: Index, key: u32) -> impl Iterator<Item = u32> + '_ {
        self.find_hash(index, hash_of_key(key))
    }

    /// The names with exactly this set of folded tokens.
    pub fn names_with_set(&self, key: u64) -> impl Iterator<Item = u32> + '_ {
        self.find_hash(Index::Sets, hash_of_set(key))
    }

    fn find_hash(&self, index: Index, hash: u64) -> impl Iterator<Item = u32> + '_ {
        let section = self.bytes_of(index.section());
        self.hashes[index as usize].find(section, hash)
    }

    /// Every listing of an address.
    pub fn find_address<'a>(
        &'a self,
        address: &'a str,
    ) -> impl Iterator<Item = AddressRecord> + 'a {
        let count = self.count(Section::Addresses);
        let first = partition(count, |index| {
            let found = self.address(index);
            self.pool_bytes(found.address) < address.as_bytes()
        });
        (first..count)
            .map(|index| self.address(index))
            .take_while(move |found| self.pool(found.address) == address)
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
    pub fn network(&self, address: &AddressRecord) -> &str {
        self.pool(address.network)
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
