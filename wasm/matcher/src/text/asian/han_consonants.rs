//! The sounds of other languages that a Han character may stand for in a foreign name.
//!
//! Compiled by hand from the habits of Xinhua's tables of transcription: the usual characters of Russian,
//! Arabic, Persian and English names.

use crate::text::tables::{FOREIGN_NAMES_IN_HAN, FOREIGN_SOUNDS_HAN};

/// The sounds of a word, each with all that it may stand for; none where a character is in no foreign name.
#[must_use]
pub fn syllables(word: &str) -> Option<Vec<Vec<&'static str>>> {
    if let Some((_, latin)) = FOREIGN_NAMES_IN_HAN.iter().find(|(han, _)| *han == word) {
        return Some(vec![vec![*latin]]);
    }
    let row = |character: char| {
        let row = FOREIGN_SOUNDS_HAN
            .iter()
            .find(|(row, _)| row.contains(character))?;
        Some(row.1)
    };
    let rows: Option<Vec<&[&str]>> = word.chars().map(row).collect();
    let rows = rows?;
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
