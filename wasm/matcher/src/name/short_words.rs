//! A body's name whose words are cut short: `Hoda Trdg`, `Bk Aurora Iran`.

use crate::text::people::is_borne_as_written;
use crate::text::short_words::short_for;
use crate::text::vocabulary::{Meaning, meaning_of};
use crate::text::word::{Word, Words};

/// Letters of a short word that is none of anything else.
const SURE_LETTERS_MIN: usize = 4;

/// The words of a name with those that are cut short written out. None where none is, or nothing else stands
/// there.
///
/// One of few letters, or that people are called, counts beside another word of a body alone.
pub(super) fn written_out(words: &Words) -> Option<Words> {
    let all = &words.words;
    let is_short = |word: &Word| short_for(&word.text).next().is_some();
    let says = |word: &Word| {
        !matches!(
            meaning_of(&word.text, true),
            Meaning::Plain | Meaning::Particle
        )
    };
    let is_spoken = |text: &str| text.contains(['a', 'e', 'i', 'o', 'u', 'y']);
    let is_sure = |Word { text, .. }: &Word| {
        let is_long = text.len() >= SURE_LETTERS_MIN || !is_spoken(text);
        is_long && !is_borne_as_written(text)
    };
    let short = all.iter().filter(|word| is_short(word));
    let others = all.iter().filter(|word| says(word)).count();
    let is_of_body = others + short.clone().count() > 1;
    let counts = |word: &Word| is_short(word) && (is_of_body || is_sure(word));
    if !all.iter().any(counts) || all.iter().all(is_short) {
        return None;
    }
    let mut written = words.clone();
    for word in written.words.iter_mut().filter(|word| counts(word)) {
        let mut long = short_for(&word.text).map(str::to_owned);
        word.text = long.next().unwrap_or_default();
        word.spellings = long.collect();
    }
    Some(written)
}
