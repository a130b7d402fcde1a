//! Chinese family names of one syllable in Pinyin. Compiled by hand from the commonest of the
//! mainland and of Taiwan. Sorted.

use crate::text::tables::PINYIN_SURNAMES;

/// Whether a syllable of Pinyin is a family name.
pub fn is_surname(pinyin: &str) -> bool {
    PINYIN_SURNAMES.binary_search(&pinyin).is_ok()
}
