//! Hangul to Latin, syllable by syllable, in the three ways that names are written.

use unicode_normalization::UnicodeNormalization;

use super::tables::HANGUL_SURNAMES;
use super::transcribe::{nth_way, transcribe};

/// Longest name that is written as one word: a surname of two syllables and as many of a given name.
const NAME_SYLLABLES_MAX: usize = 4;
/// Longest given name.
const GIVEN_SYLLABLES_MAX: usize = 2;

/// A word in Latin letters: the surname and every syllable after it where it is a whole name, the
/// syllables together elsewhere. `None` where it holds what is no syllable.
///
/// `alone`: no other word stands beside it, so that it has both surname and given name. A syllable by
/// itself is a surname, which stands first in Korea and last elsewhere.
pub fn words(word: &str, alone: bool, nth: usize) -> Option<Vec<String>> {
    if !word.chars().all(|letter| ('가'..='힣').contains(&letter)) {
        return None;
    }
    // The sound after a surname is that of a beginning.
    let (family, rest) = word.split_at_checked(3 * usize::from(alone))?;
    let mut syllables = Vec::new();
    for part in [family, rest].into_iter().filter(|part| !part.is_empty()) {
        let sounds: String = part.nfd().collect();
        let latin = transcribe("Hang", nth_way(nth), &sounds)?;
        syllables.extend(latin.split('-').map(str::to_owned));
    }
    let surname = |letters: usize| {
        let end = word.char_indices().nth(letters);
        let start = &word[..end.map_or(word.len(), |(at, _)| at)];
        let found = HANGUL_SURNAMES.iter().find(|(hangul, _)| *hangul == start);
        found.map(|(_, spelt)| spelt[nth].to_owned())
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
