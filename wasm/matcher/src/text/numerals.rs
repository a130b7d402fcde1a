//! The number that a word, a Roman numeral or digits say: `Dream One`, `Dream I` and `Dream 1`.
//!
//! Compiled by hand: the numbers to twenty and the tens in English, to ten in Spanish, French, German and
//! Russian, as far as a word means nothing else.

use std::sync::LazyLock;

use super::by_word::{ByWord, by_word};
use super::tables::NUMERALS;

static BY_WORD: LazyLock<ByWord<&'static str, u16>> = LazyLock::new(|| by_word(&NUMERALS));

/// The number that a normalised word says; 0 where it says none, or one of more than four digits.
///
/// ```
/// # use matcher::text::numerals::numeral;
/// assert_eq!((numeral("twelve"), numeral("xii"), numeral("12")), (12, 12, 12));
/// assert_eq!((numeral("onex"), numeral("0"), numeral("")), (0, 0, 0));
/// ```
pub fn numeral(word: &str) -> u16 {
    if !word.is_empty() && word.len() <= 4 && word.bytes().all(|byte| byte.is_ascii_digit()) {
        return word.parse().unwrap_or_default();
    }
    BY_WORD.get(word).copied().unwrap_or_default()
}
