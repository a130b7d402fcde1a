//! What finds tokens of the dictionary.

use super::format::Section;

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
    pub(super) const ALL: [Index; 3] = [Index::Deletions, Index::Trigrams, Index::Sounds];

    /// The rising keys, and the token of each.
    pub(super) fn sections(self) -> (Section, Section) {
        match self {
            Index::Deletions => (Section::DeletionKeys, Section::DeletionTokens),
            Index::Trigrams => (Section::TrigramKeys, Section::TrigramTokens),
            Index::Sounds => (Section::SoundKeys, Section::SoundTokens),
        }
    }
}
