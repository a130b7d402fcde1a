//! Hebrew letters to Latin. As in Arabic script, vowels are mostly left out.

use super::letters::latin_of;
use super::tables::HEBREW_WORDS;
use super::tables::LETTERS_HEBREW;

/// How the letters with two sounds are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// As spoken in Israel: `ח` is `h`, and `ב`, `כ`, `פ` are soft but at the beginning.
    Modern,
    /// Those three hard everywhere, and `kh` for the sounds of `ח` and `ך`.
    Hard,
    /// `ch` for `ח`, as in `Chaim`.
    German,
}

/// The Latin letters for one letter, or `None` for a letter of no table. `first`: it begins its word.
///
/// ```
/// # use matcher::text::hebrew::{Style, latin};
/// assert_eq!(latin('ש', false, Style::Modern), Some("sh"));
/// assert_eq!(latin('ב', true, Style::Modern), Some("b"));
/// ```
#[must_use]
pub fn latin(letter: char, first: bool, style: Style) -> Option<&'static str> {
    let soft = !first && style != Style::Hard;
    let own = match letter {
        'ב' if soft => Some("v"),
        'כ' | 'ך' if soft => Some("ch"),
        'פ' if soft => Some("f"),
        'ח' if style == Style::Hard => Some("kh"),
        'ח' if style == Style::German => Some("ch"),
        _ => None,
    };
    own.or_else(|| latin_of(&LETTERS_HEBREW, letter))
}

/// How Latin texts write a word that they all write alike.
#[must_use]
pub fn known(word: &str) -> Option<&'static str> {
    let found = HEBREW_WORDS.iter().find(|(hebrew, _)| *hebrew == word);
    found.map(|(_, latin)| *latin)
}

/// Whether a word in Latin letters is one of those, and not written without its vowels.
#[must_use]
pub fn is_known(latin: &str) -> bool {
    HEBREW_WORDS.iter().any(|(_, known)| *known == latin)
}
