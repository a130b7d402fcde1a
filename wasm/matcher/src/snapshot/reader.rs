//! One list snapshot, read in place.

use super::format::{Section, UNVOWELLED_BIT};
use super::hashes::Hashes;
use super::index::Index;
use super::numbers::{u16_at, u32_at};
use super::records::TokenRecord;

/// Start and end of each section.
pub(super) type Spans = [(usize, usize); Section::ALL.len()];

/// The bytes of a snapshot whose structure has been checked.
#[derive(Debug)]
pub struct Snapshot {
    bytes: Vec<u8>,
    spans: Spans,
    /// By [`Index`].
    pub(super) hashes: [Hashes; Index::ALL.len()],
}

impl Snapshot {
    /// Bytes that have been found to hold these sections.
    pub(super) fn of(bytes: Vec<u8>, spans: &Spans) -> Snapshot {
        Snapshot {
            bytes,
            spans: *spans,
            hashes: [Hashes::default(); Index::ALL.len()],
        }
    }

    /// Records of a section.
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

    /// A text of the pool by its offset and length.
    pub(super) fn pool(&self, text: (u32, impl Into<u32>)) -> &str {
        std::str::from_utf8(self.pool_bytes(text)).unwrap_or_default()
    }

    pub(super) fn pool_bytes(&self, (offset, length): (u32, impl Into<u32>)) -> &[u8] {
        let (start, length) = (offset as usize, length.into() as usize);
        let text = self
            .bytes_of(Section::Pool)
            .get(start..start.saturating_add(length));
        text.unwrap_or_default()
    }

    /// A `u32` of a section of such.
    pub fn number(&self, section: Section, index: u32) -> u32 {
        u32_at(self.record(section, index), 0)
    }

    /// JSON of the lists.
    pub fn lists(&self) -> &str {
        std::str::from_utf8(self.bytes_of(Section::Lists)).unwrap_or("[]")
    }

    /// Key of a list.
    pub fn source(&self, index: u32) -> &str {
        let record = self.record(Section::Sources, index);
        self.pool((u32_at(record, 0), u32_at(record, 4)))
    }

    /// A token of the dictionary.
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
    pub fn token_text(&self, token: &TokenRecord) -> &str {
        self.pool(token.text)
    }

    /// A token's fold.
    pub fn token_fold(&self, token: &TokenRecord) -> &str {
        self.pool(token.fold)
    }

    /// The names that have each token, rising by token, little-endian.
    pub fn all_postings(&self) -> &[[u8; 4]] {
        self.numbers(Section::Postings)
    }

    /// A section of numbers, little-endian.
    pub(super) fn numbers(&self, section: Section) -> &[[u8; 4]] {
        self.bytes_of(section).as_chunks().0
    }

    /// Where the names that have a token begin and end in all postings.
    pub fn posting_range(&self, token: u32) -> (u32, u32) {
        let r = self.record(Section::Tokens, token);
        let first = u32_at(r, 32);
        (first, first + u32_at(r, 36))
    }
}
