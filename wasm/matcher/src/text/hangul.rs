//! Hangul to Latin, syllable by syllable, in the three ways that names are written.

use super::tables::HANGUL_SURNAMES;

/// How Koreans write their names in Latin letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Revised Romanization (2000), the official one of the South.
    Revised,
    /// McCune-Reischauer without its signs, the official one of the North: `Jong Un`.
    Northern,
    /// After English spelling, as most in the South prefer: `Young Sung`.
    English,
}

/// First sounds of a syllable: revised, northern.
const INITIALS: [[&str; 19]; 2] = [
    [
        "g", "kk", "n", "d", "tt", "r", "m", "b", "pp", "s", "ss", "", "j", "jj", "ch", "k", "t",
        "p", "h",
    ],
    [
        "k", "kk", "n", "t", "tt", "r", "m", "p", "pp", "s", "ss", "", "j", "jj", "ch", "k", "t",
        "p", "h",
    ],
];
/// Vowels: revised, northern, English.
const VOWELS: [[&str; 21]; 3] = [
    [
        "a", "ae", "ya", "yae", "eo", "e", "yeo", "ye", "o", "wa", "wae", "oe", "yo", "u", "wo",
        "we", "wi", "yu", "eu", "ui", "i",
    ],
    [
        "a", "ae", "ya", "yae", "o", "e", "yo", "ye", "o", "wa", "wae", "oe", "yo", "u", "wo",
        "we", "wi", "yu", "u", "ui", "i",
    ],
    [
        "a", "ae", "ya", "yae", "u", "e", "you", "ye", "o", "wa", "wae", "oi", "yo", "oo", "wo",
        "we", "wi", "yoo", "eu", "ui", "i",
    ],
];
/// Last sounds of a syllable that ends a word or stands before a consonant.
const FINALS: [&str; 28] = [
    "", "k", "k", "k", "n", "n", "n", "t", "l", "k", "m", "l", "l", "l", "p", "l", "m", "p", "p",
    "t", "t", "ng", "t", "t", "k", "t", "p", "t",
];

const FIRST: u32 = 0xAC00;
const LAST: u32 = 0xD7A3;

/// One syllable in Latin letters, or `None` where it is no whole syllable.
///
/// ```
/// # use matcher::text::hangul::{Style, latin};
/// assert_eq!(latin('정', Style::Revised).as_deref(), Some("jeong"));
/// assert_eq!(latin('정', Style::Northern).as_deref(), Some("jong"));
/// ```
#[must_use]
pub fn latin(syllable: char, style: Style) -> Option<String> {
    let code = syllable as u32;
    if !(FIRST..=LAST).contains(&code) {
        return None;
    }
    let at = (code - FIRST) as usize;
    let initial = INITIALS[usize::from(style == Style::Northern)].get(at / (21 * 28))?;
    let vowel = VOWELS[style as usize][at / 28 % 21];
    Some([initial, vowel, FINALS.get(at % 28)?].concat())
}

/// Whether the last syllable ends in a sound after which the North writes `k`, `t`, `p` as `g`, `d`,
/// `b`: `Yong Gil`.
fn is_voiced(syllables: &[String]) -> bool {
    let last = syllables.last().and_then(|last| last.bytes().last());
    last.is_some_and(|end| !matches!(end, b'k' | b't' | b'p'))
}

fn voice(syllable: &str) -> String {
    let mut letters = syllable.chars();
    let first = match (letters.next(), letters.clone().next()) {
        (Some('k'), next) if next != Some('k') => 'g',
        (Some('t'), next) if next != Some('t') => 'd',
        (Some('p'), next) if next != Some('p') => 'b',
        _ => return syllable.to_owned(),
    };
    std::iter::once(first).chain(letters).collect()
}

/// Longest name that is written as one word: a surname of two syllables and as many of a given name.
const NAME_SYLLABLES_MAX: usize = 4;
/// Longest given name.
const GIVEN_SYLLABLES_MAX: usize = 2;

/// A word in Latin letters: the surname and every syllable after it where it is a whole name, the
/// syllables together elsewhere. `None` where it holds what is no syllable.
///
/// `alone`: no other word stands beside it, so that it has both surname and given name. A syllable by
/// itself is a surname, which stands first in Korea and last elsewhere.
#[must_use]
pub fn words(word: &str, alone: bool, style: Style) -> Option<Vec<String>> {
    let mut syllables = Vec::with_capacity(word.len() / 3);
    for (at, syllable) in word.chars().enumerate() {
        let plain = latin(syllable, style)?;
        let voiced = style == Style::Northern && at > usize::from(alone) && is_voiced(&syllables);
        syllables.push(if voiced { voice(&plain) } else { plain });
    }
    let surname = |letters: usize| {
        let end = word.char_indices().nth(letters);
        let start = &word[..end.map_or(word.len(), |(at, _)| at)];
        let found = HANGUL_SURNAMES.iter().find(|(hangul, _)| *hangul == start);
        found.map(|(_, spelt)| spelt[style as usize].to_owned())
    };
    let count = syllables.len();
    let is_name = alone && (2..=NAME_SYLLABLES_MAX).contains(&count);
    let of_two = if is_name && count > 2 || !alone && count == 2 {
        surname(2)
    } else {
        None
    };
    if let Some(surname) = of_two {
        syllables.splice(..2, [surname]);
    } else if is_name || count == 1 {
        let family = surname(1);
        syllables.splice(..usize::from(family.is_some()), family);
    } else if count > GIVEN_SYLLABLES_MAX {
        return Some(vec![syllables.concat()]);
    }
    Some(syllables)
}
