//! One list snapshot, read in place.

use super::buckets::Buckets;
use super::format::{KIND_MASK, KIND_SHIFT, NONE, PART_SHIFT, Section, TOKEN_BITS, UNVOWELLED_BIT};
use super::records::{AddressRecord, Entity, Name, TokenRecord, TokenUse};
use crate::date::{Birth, PartialDate};
use crate::name::token::{Kind, Part};

/// Start and end of each section.
pub(super) type Spans = [(usize, usize); Section::ALL.len()];

/// The bytes of a snapshot whose structure has been checked.
#[derive(Debug)]
pub struct Snapshot {
    bytes: Vec<u8>,
    spans: Spans,
    /// By [`Index`].
    buckets: [Buckets; Index::ALL.len()],
}

/// What finds tokens of the dictionary by a hash.
#[derive(Clone, Copy, Debug)]
#[repr(usize)]
pub enum Index {
    /// Folds and texts with letters left out.
    Deletions,
    /// Three letters in a row of long folds.
    Trigrams,
    /// Phonetic keys.
    Sounds,
}

impl Index {
    const ALL: [Index; 3] = [Index::Deletions, Index::Trigrams, Index::Sounds];

    /// The rising keys, and the token of each.
    fn sections(self) -> (Section, Section) {
        match self {
            Index::Deletions => (Section::DeletionKeys, Section::DeletionTokens),
            Index::Trigrams => (Section::TrigramKeys, Section::TrigramTokens),
            Index::Sounds => (Section::SoundKeys, Section::SoundTokens),
        }
    }
}

impl Snapshot {
    /// Bytes that have been found to hold these sections.
    pub(super) fn of(bytes: Vec<u8>, spans: &Spans) -> Snapshot {
        let keys = |index: Index| {
            let (start, end) = spans[index.sections().0 as usize];
            Buckets::of(bytes[start..end].as_chunks().0)
        };
        let buckets = Index::ALL.map(keys);
        Snapshot {
            bytes,
            spans: *spans,
            buckets,
        }
    }

    /// Records of a section.
    #[must_use]
    pub fn count(&self, section: Section) -> u32 {
        let (start, end) = self.spans[section as usize];
        ((end - start) / section.record()) as u32
    }

    pub(super) fn bytes_of(&self, section: Section) -> &[u8] {
        let (start, end) = self.spans[section as usize];
        self.bytes.get(start..end).unwrap_or_default()
    }

    /// A record's bytes; empty past the end.
    pub(super) fn record(&self, section: Section, index: u32) -> &[u8] {
        let start = self.spans[section as usize].0 + index as usize * section.record();
        self.bytes
            .get(start..start + section.record())
            .unwrap_or_default()
    }

    pub(super) fn pool(&self, offset: u32, length: u32) -> &str {
        let bytes = self
            .bytes_of(Section::Pool)
            .get(offset as usize..(offset as usize).saturating_add(length as usize))
            .unwrap_or_default();
        std::str::from_utf8(bytes).unwrap_or_default()
    }

    pub(super) fn pool_bytes(&self, offset: u32, length: u32) -> &[u8] {
        self.bytes_of(Section::Pool)
            .get(offset as usize..offset as usize + length as usize)
            .unwrap_or_default()
    }

    /// A `u32` of a section of such.
    #[must_use]
    pub fn number(&self, section: Section, index: u32) -> u32 {
        u32_at(self.record(section, index), 0)
    }

    /// JSON of the lists.
    #[must_use]
    pub fn lists(&self) -> &str {
        std::str::from_utf8(self.bytes_of(Section::Lists)).unwrap_or("[]")
    }

    /// Key of a list.
    #[must_use]
    pub fn source(&self, index: u32) -> &str {
        let record = self.record(Section::Sources, index);
        self.pool(u32_at(record, 0), u32_at(record, 4))
    }

    /// An entity.
    #[must_use]
    pub fn entity(&self, index: u32) -> Entity {
        let r = self.record(Section::Entities, index);
        let mut id = [0; 16];
        id.iter_mut()
            .zip(r.iter().skip(12))
            .for_each(|(to, from)| *to = *from);
        Entity {
            source: u32::from(u16_at(r, 0)),
            kind: r.get(2).copied().unwrap_or_default(),
            list_ref: (u32_at(r, 4), u32_at(r, 8)),
            id,
            first_name: u32_at(r, 28),
            names: u32_at(r, 32),
            births: (u32_at(r, 36), u16_at(r, 40)),
            nationalities: (u32_at(r, 44), u16_at(r, 42)),
            pep: u32_at(r, 48),
        }
    }

    /// The publisher's identifier of an entity.
    #[must_use]
    pub fn list_ref(&self, entity: &Entity) -> &str {
        self.pool(entity.list_ref.0, entity.list_ref.1)
    }

    /// The births of an entity.
    pub fn births(&self, entity: &Entity) -> impl Iterator<Item = Birth> + '_ {
        let first = entity.births.0;
        (first..first + u32::from(entity.births.1)).map(|index| {
            let r = self.record(Section::Births, index);
            Birth {
                from: date_at(r, 0),
                to: date_at(r, 4),
                circa: u32_at(r, 8) != 0,
            }
        })
    }

    /// The nationalities of an entity.
    pub fn nationalities(&self, entity: &Entity) -> impl Iterator<Item = [u8; 2]> + '_ {
        let first = entity.nationalities.0;
        (first..first + u32::from(entity.nationalities.1)).map(|index| {
            let r = self.record(Section::Nationalities, index);
            [
                r.first().copied().unwrap_or_default(),
                r.get(1).copied().unwrap_or_default(),
            ]
        })
    }

    /// JSON of an entity's PEP role, if it has one.
    #[must_use]
    pub fn pep(&self, entity: &Entity) -> Option<&str> {
        (entity.pep != NONE).then(|| {
            let r = self.record(Section::Peps, entity.pep);
            self.pool(u32_at(r, 0), u32_at(r, 4))
        })
    }

    /// A name.
    #[must_use]
    pub fn name(&self, index: u32) -> Name {
        let r = self.record(Section::Names, index);
        Name {
            set_key: u64::from(u32_at(r, 0)) | u64::from(u32_at(r, 4)) << 32,
            entity: u32_at(r, 8),
            text: (u32_at(r, 12), u32_at(r, 16)),
            first_token: u32_at(r, 20),
            tokens: r.get(24).copied().unwrap_or_default(),
            strength: r.get(25).copied().unwrap_or_default(),
        }
    }

    /// A name as published.
    #[must_use]
    pub fn name_text(&self, name: &Name) -> &str {
        self.pool(name.text.0, name.text.1)
    }

    /// The tokens of a name, in the order of its text.
    pub fn name_tokens(&self, name: &Name) -> impl Iterator<Item = TokenUse> + '_ {
        let first = name.first_token;
        (first..first + u32::from(name.tokens)).map(|index| {
            let packed = self.number(Section::NameTokens, index);
            TokenUse {
                token: packed & ((1 << TOKEN_BITS) - 1),
                kind: Kind::of((packed >> KIND_SHIFT & KIND_MASK) as u8).unwrap_or(Kind::Word),
                part: Part::of((packed >> PART_SHIFT & 3) as u8),
            }
        })
    }

    /// A token of the dictionary.
    #[must_use]
    pub fn token(&self, index: u32) -> TokenRecord {
        let r = self.record(Section::Tokens, index);
        let form = u16_at(r, 14);
        TokenRecord {
            text: (u32_at(r, 0), u16_at(r, 8)),
            fold: (u32_at(r, 4), u16_at(r, 10)),
            letters: u32::from(u16_at(r, 12)),
            form: form & !UNVOWELLED_BIT,
            unvowelled: form & UNVOWELLED_BIT != 0,
            sounds: [u32_at(r, 16), u32_at(r, 20)],
            skeleton: u32_at(r, 24),
            idf: f32::from_bits(u32_at(r, 28)),
            postings: (u32_at(r, 32), u32_at(r, 36)),
        }
    }

    /// A token as normalised.
    #[must_use]
    pub fn token_text(&self, token: &TokenRecord) -> &str {
        self.pool(token.text.0, u32::from(token.text.1))
    }

    /// A token's fold.
    #[must_use]
    pub fn token_fold(&self, token: &TokenRecord) -> &str {
        self.pool(token.fold.0, u32::from(token.fold.1))
    }

    /// The names that have each token, rising by token, little-endian.
    #[must_use]
    pub fn all_postings(&self) -> &[[u8; 4]] {
        self.numbers(Section::Postings)
    }

    /// A section of numbers, little-endian.
    pub(super) fn numbers(&self, section: Section) -> &[[u8; 4]] {
        self.bytes_of(section).as_chunks().0
    }

    /// Where the names that have a token begin and end in all postings.
    #[must_use]
    pub fn posting_range(&self, token: u32) -> (u32, u32) {
        let r = self.record(Section::Tokens, token);
        let first = u32_at(r, 32);
        (first, first + u32_at(r, 36))
    }

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

pub(super) fn u32_at(record: &[u8], at: usize) -> u32 {
    match record.get(at..at + 4) {
        Some(&[a, b, c, d]) => u32::from_le_bytes([a, b, c, d]),
        _ => 0,
    }
}

fn u16_at(record: &[u8], at: usize) -> u16 {
    match record.get(at..at + 2) {
        Some(&[a, b]) => u16::from_le_bytes([a, b]),
        _ => 0,
    }
}

fn date_at(record: &[u8], at: usize) -> PartialDate {
    PartialDate {
        year: u16_at(record, at),
        month: record.get(at + 2).copied().unwrap_or_default(),
        day: record.get(at + 3).copied().unwrap_or_default(),
    }
}

/// The UUID of these bytes, in lower case.
#[must_use]
pub fn uuid_text(id: &[u8; 16]) -> String {
    let mut text = String::with_capacity(36);
    for (at, byte) in id.iter().enumerate() {
        if matches!(at, 4 | 6 | 8 | 10) {
            text.push('-');
        }
        for digit in [byte >> 4, byte & 15] {
            text.extend(char::from_digit(u32::from(digit), 16));
        }
    }
    text
}
