//! The sounds of other languages that letters of East Asia may stand for in a foreign name, each with all that it
//! may be.
//!
//! Compiled by hand: Han characters from the habits of Xinhua's tables of transcription.

use unicode_normalization::UnicodeNormalization;

use crate::text::tables::{
    FOREIGN_NAMES_IN_HAN, FOREIGN_SOUNDS_HAN, FOREIGN_SOUNDS_HANGUL, FOREIGN_SOUNDS_KATAKANA,
};

/// The sounds of a word, by what each may be.
pub(super) type Sounds = Vec<Vec<&'static str>>;
type Rows = [(&'static str, &'static [&'static str])];

fn sounds_of(rows: &Rows, letter: char) -> Option<&'static [&'static str]> {
    let found = rows.iter().find(|(letters, _)| letters.contains(letter));
    found.map(|(_, sounds)| *sounds)
}

/// The sounds of a word in Hangul. Vowels have none.
pub(super) fn of_hangul(word: &str) -> Sounds {
    let letters: Vec<char> = word.nfd().collect();
    let sounds = letters.iter().enumerate().filter_map(|(at, letter)| {
        let is_before = |vowel: &char| "ᅦᅨᅵ".contains(*vowel);
        match letter {
            'ᄀ' if letters.get(at + 1).is_some_and(is_before) => Some(vec!["ge", "ka"]),
            _ => sounds_of(&FOREIGN_SOUNDS_HANGUL, *letter).map(<[_]>::to_vec),
        }
    });
    sounds.collect()
}

/// The sounds of a word in katakana. Vowels have none.
pub(super) fn of_katakana(word: &str) -> Sounds {
    // `ウラ` begins `Vladimir`.
    let first = word.starts_with('ウ').then(|| vec!["a", "va"]);
    let rest = word
        .chars()
        .filter_map(|letter| sounds_of(&FOREIGN_SOUNDS_KATAKANA, letter));
    first.into_iter().chain(rest.map(<[_]>::to_vec)).collect()
}

/// The sounds of a word in Han characters; none where one is in no foreign name.
pub(super) fn of_han(word: &str) -> Option<Sounds> {
    if let Some((_, latin)) = FOREIGN_NAMES_IN_HAN.iter().find(|(han, _)| *han == word) {
        return Some(vec![vec![*latin]]);
    }
    let rows = word
        .chars()
        .map(|character| sounds_of(&FOREIGN_SOUNDS_HAN, character));
    let rows: Vec<&[&str]> = rows.collect::<Option<_>>()?;
    let sounds = rows.iter().enumerate().map(|(at, row)| {
        let next = rows.get(at + 1).map_or("", |next| next[0]);
        // `Mani` is written as `man` and `ni`.
        let nasal = |sound: &&'static str| match sound.strip_suffix(['a']) {
            Some(open) if sound.len() > 2 && next.starts_with(['m', 'n']) => {
                open.strip_suffix(['m', 'n']).unwrap_or(sound)
            }
            _ => sound,
        };
        row.iter().map(nasal).collect()
    });
    Some(sounds.collect())
}
