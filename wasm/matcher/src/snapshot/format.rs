//! The bytes of a snapshot: a header, a table of sections, and the sections.
//!
//! ```text
//! offset  bytes  what
//!      0      8  magic "AVALLIST"
//!      8      4  format version
//!     12      4  number of sections
//!     16      8  length of the whole
//!     24      8  checksum of everything from byte 32
//!     32   n*16  per section: offset (8), length (8)
//!      .      .  sections, each from a multiple of 8
//! ```
//!
//! All numbers are little-endian. Records refer to each other by index and to texts by offset and
//! length in the one pool of UTF-8 text. Sections are read in place; of the tokens, which are few, a
//! decoded copy is kept ([`crate::snapshot::dictionary`]). In a file the entries as reviewers read them
//! follow, which are no part of this and never reach the module.

/// The first eight bytes.
pub const MAGIC: [u8; 8] = *b"AVALLIST";
/// Version of everything in this file. Any change of layout or of normalisation raises it, because
/// a query must be folded as the lists were.
pub const VERSION: u32 = 10;
/// Where the table of sections begins.
pub const TABLE_AT: usize = 32;
/// "None" where an index is optional.
pub const NONE: u32 = u32::MAX;

/// The sections, in the order of the table, with the bytes of one record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Section {
    /// JSON of `ListInfo[]`.
    Lists,
    /// UTF-8 text.
    Pool,
    /// Offset and length in the pool of each list key: 4 + 4.
    Sources,
    /// One per entity: see [`super::records::Entity`].
    Entities,
    /// From (year 2, month 1, day 1), to (the same), circa 4.
    Births,
    /// Two letters each.
    Nationalities,
    /// Offset and length of a role's JSON in the pool: 4 + 4.
    Peps,
    /// One per name: see [`super::records::Name`].
    Names,
    /// Token id in bits 0..26, kind in 26..29, part of the name in 29..31.
    NameTokens,
    /// The dictionary, sorted by fold, then text: see [`super::records::TokenRecord`].
    Tokens,
    /// Name ids by token, rising.
    Postings,
    /// Tokens by hashes of folds with letters left out: an index of [`super::hashes`].
    Deletions,
    /// Tokens by trigrams of long folds: the same.
    Trigrams,
    /// Tokens by phonetic keys: the same.
    Sounds,
    /// Names by keys of token sets: the same.
    Sets,
    /// Address (offset, length), network (offset, length), source, entity: 6 x 4; by address.
    Addresses,
}

impl Section {
    /// All, in the order of the table.
    pub const ALL: [Section; 16] = [
        Section::Lists,
        Section::Pool,
        Section::Sources,
        Section::Entities,
        Section::Births,
        Section::Nationalities,
        Section::Peps,
        Section::Names,
        Section::NameTokens,
        Section::Tokens,
        Section::Postings,
        Section::Deletions,
        Section::Trigrams,
        Section::Sounds,
        Section::Sets,
        Section::Addresses,
    ];

    /// Bytes of one record.
    pub fn record(self) -> usize {
        match self {
            Section::Lists
            | Section::Pool
            | Section::Deletions
            | Section::Trigrams
            | Section::Sounds
            | Section::Sets => 1,
            Section::Nationalities => 2,
            Section::NameTokens | Section::Postings => 4,
            Section::Sources | Section::Peps => 8,
            Section::Births => 12,
            Section::Names | Section::Addresses => 24,
            Section::Tokens => 40,
            Section::Entities => 52,
        }
    }
}

/// Bits of a name token that hold the token id.
pub const TOKEN_BITS: u32 = 26;
/// Shift of the kind.
pub const KIND_SHIFT: u32 = 26;
/// Bits of the kind, once shifted.
pub const KIND_MASK: u32 = 15;
/// Shift of the part of the name.
pub const PART_SHIFT: u32 = 30;
/// Set in the class of a token of the dictionary that is written without short vowels.
pub const UNVOWELLED_BIT: u16 = 1 << 15;

/// A checksum that any damage changes; no defence against a forger, which the SHA-256 is.
pub fn checksum(bytes: &[u8]) -> u64 {
    let mut lanes = [
        0x9E37_79B9_7F4A_7C15_u64,
        0xC2B2_AE3D_27D4_EB4F,
        0x1656_67B1_9E37_79F9,
        0x27D4_EB2F_1656_67C5,
    ];
    let mut blocks = bytes.chunks_exact(32);
    for block in &mut blocks {
        for (lane, word) in lanes.iter_mut().zip(block.chunks_exact(8)) {
            *lane = mix(*lane, word);
        }
    }
    let rest = blocks.remainder().iter().map(|byte| u64::from(*byte));
    let add = |sum: u64, part: u64| {
        (sum ^ part)
            .wrapping_mul(0x0000_0100_0000_01B3)
            .rotate_left(29)
    };
    lanes.into_iter().chain(rest).fold(bytes.len() as u64, add)
}

fn mix(lane: u64, word: &[u8]) -> u64 {
    let mut whole = [0_u8; 8];
    whole.copy_from_slice(word);
    (lane ^ u64::from_le_bytes(whole))
        .wrapping_mul(0x9E37_79B1_85EB_CA87)
        .rotate_left(31)
}

/// Puts sections into one blob.
pub fn assemble(sections: &[Vec<u8>]) -> Vec<u8> {
    let table_end = TABLE_AT + sections.len() * 16;
    let mut offsets = Vec::with_capacity(sections.len());
    let mut end = table_end;
    for section in sections {
        end = end.next_multiple_of(8);
        offsets.push(end);
        end += section.len();
    }
    let mut out = Vec::with_capacity(end);
    out.extend(MAGIC);
    out.extend(VERSION.to_le_bytes());
    out.extend((sections.len() as u32).to_le_bytes());
    out.extend((end as u64).to_le_bytes());
    out.extend([0; 8]);
    for (section, offset) in sections.iter().zip(&offsets) {
        out.extend((*offset as u64).to_le_bytes());
        out.extend((section.len() as u64).to_le_bytes());
    }
    for (section, offset) in sections.iter().zip(&offsets) {
        out.resize(*offset, 0);
        out.extend(section);
    }
    let sum = checksum(&out[TABLE_AT..]);
    out[24..32].copy_from_slice(&sum.to_le_bytes());
    out
}
