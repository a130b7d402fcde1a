//! Devanagari, Bengali, Gurmukhi, Gujarati, Oriya, Telugu, Kannada and Malayalam to Latin.
//!
//! The blocks have one layout, 128 characters apart, so the rows of Devanagari read them all. A consonant has
//! the vowel `a` unless a sign says otherwise; where speech drops it, so does spelling: at the end of a word
//! and, but in Bengali and Oriya, between syllables that keep theirs. The languages of the south keep it, and
//! their dental `t` is written `th`.
//!
//! Letters after ISO 15919:2001, in the plain spelling that ALA-LC and passports have for its marks (`ś` and
//! `ṣ` are `sh`, `ḻ` is `zh`), written from the standard.

use super::letters::latin_of;
use super::tables::LETTERS_INDIC;
use super::transcribe::transcribe;

/// A word of a script in Latin letters; what is of no table stays.
///
/// ```
/// # use matcher::text::indic::latin;
/// assert_eq!(latin("दाऊद", "Deva"), "daud");
/// assert_eq!(latin("లక్ష్మి", "Telu"), "lakshmi");
/// ```
pub fn latin(word: &str, code: &str) -> String {
    let way = match code {
        "Beng" | "Orya" => 'E',
        "Telu" => 'T',
        "Knda" => 'K',
        "Mlym" => 'M',
        _ => 'N',
    };
    let in_devanagari = |letter: char| {
        let place = letter as u32 % 0x80;
        match place {
            _ if !('\u{900}'..='\u{D7F}').contains(&letter) => Some(letter),
            0x03 | 0x3C | 0x3D | 0x71 => None,
            0x55 | 0x56 if matches!(way, 'T' | 'K') => None,
            _ => char::from_u32(0x900 + place)
                .filter(|moved| latin_of(&LETTERS_INDIC, *moved).is_some())
                .or(Some(letter)),
        }
    };
    let moved: String = with_last_signs(word.chars().filter_map(in_devanagari)).collect();
    transcribe("Indic", way, &moved).unwrap_or_default()
}

/// The letters of a word, of several signs behind one the last: no letter has two vowels.
pub fn with_last_signs(letters: impl Iterator<Item = char>) -> impl Iterator<Item = char> {
    let is_sign = |letter: &char| {
        let is_indic = ('\u{900}'..='\u{D7F}').contains(letter);
        let stands_last = matches!(*letter as u32 % 0x80, 0x3E..=0x43 | 0x45..=0x4D);
        is_indic && stands_last || matches!(letter, 'ௗ' | 'ൗ')
    };
    let mut letters = letters.skip_while(is_sign).peekable();
    std::iter::from_fn(move || {
        let mut letter = letters.next()?;
        while is_sign(&letter) && letters.peek().is_some_and(is_sign) {
            letter = letters.next()?;
        }
        Some(letter)
    })
}
