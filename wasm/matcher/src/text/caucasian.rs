//! Armenian and Georgian letters to Latin.

use super::letters::latin_of;
use super::tables::{LETTERS_ARMENIAN, LETTERS_ARMENIAN_WESTERN, LETTERS_GEORGIAN};

/// The Latin letters for one lower-case Armenian letter, or `None` for a letter of no table.
///
/// `first`: it begins its word. `western`: as Western Armenian is spoken, which swaps the voiced and
/// the voiceless.
///
/// ```
/// # use matcher::text::caucasian::armenian;
/// assert_eq!(armenian('գ', false, false), Some("g"));
/// assert_eq!(armenian('գ', false, true), Some("k"));
/// ```
#[must_use]
pub fn armenian(letter: char, first: bool, western: bool) -> Option<&'static str> {
    let swapped = latin_of(&LETTERS_ARMENIAN_WESTERN, letter).filter(|_| western);
    match letter {
        'ե' if first => Some("ye"),
        'ո' if first => Some("vo"),
        _ => swapped.or_else(|| latin_of(&LETTERS_ARMENIAN, letter)),
    }
}

/// The Latin letters for one Georgian letter, or `None` for a letter of no table.
///
/// ```
/// # use matcher::text::caucasian::georgian;
/// assert_eq!(georgian('შ'), Some("sh"));
/// ```
#[must_use]
pub fn georgian(letter: char) -> Option<&'static str> {
    latin_of(&LETTERS_GEORGIAN, letter)
}
