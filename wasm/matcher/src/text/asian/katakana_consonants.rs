//! The sounds of other languages that a syllable of katakana may stand for.

use crate::text::tables::FOREIGN_SOUNDS_KATAKANA;

/// The sounds of a word in katakana, each with all that it may stand for. Vowels have none.
#[must_use]
pub fn syllables(word: &str) -> Vec<Vec<&'static str>> {
    let row = |letter: char| {
        FOREIGN_SOUNDS_KATAKANA
            .iter()
            .find(|(row, _)| row.contains(letter))
    };
    // `ウラ` begins `Vladimir`.
    let first = word.starts_with('ウ').then(|| vec!["a", "va"]);
    let rest = word
        .chars()
        .filter_map(|letter| row(letter).map(|(_, sounds)| sounds.to_vec()));
    first.into_iter().chain(rest).collect()
}
