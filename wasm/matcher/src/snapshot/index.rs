//! What is found by a hash.

use super::format::Section;
use super::hashes::Rows;

/// What finds tokens of the dictionary, or names, by a hash.
#[derive(Clone, Copy, Debug)]
#[repr(usize)]
pub enum Index {
    /// Tokens by folds and texts with letters left out.
    Deletions,
    /// Tokens by three letters in a row of long folds.
    Trigrams,
    /// Tokens by phonetic keys.
    Sounds,
    /// Names by sets of tokens.
    Sets,
}

impl Index {
    pub(super) const ALL: [Index; 4] = [
        Index::Deletions,
        Index::Trigrams,
        Index::Sounds,
        Index::Sets,
    ];

    pub(super) fn section(self) -> Section {
        match self {
            Index::Deletions => Section::Deletions,
            Index::Trigrams => Section::Trigrams,
            Index::Sounds => Section::Sounds,
            Index::Sets => Section::Sets,
        }
    }

    /// What the values are the indexes of.
    pub(super) fn of(self) -> Section {
        match self {
            Index::Deletions | Index::Trigrams | Index::Sounds => Section::Tokens,
            Index::Sets => Section::Names,
        }
    }

    /// How the rows are written that find so many tokens or names.
    pub(super) fn rows(self, limit: u32) -> Rows {
        match self {
            Index::Deletions | Index::Trigrams | Index::Sounds => Rows::of(u32::BITS, limit),
            // Two of a million sets share these bits as seldom as once in 35.
            Index::Sets => Rows::of(44, limit),
        }
    }
}

/// The hash of a key of a token, whose bits are the highest.
pub(super) fn hash_of_key(key: u32) -> u64 {
    u64::from(key) << 32
}

/// The hash of a key of a set, whose highest bits are as good as all.
pub(super) fn hash_of_set(key: u64) -> u64 {
    key.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
