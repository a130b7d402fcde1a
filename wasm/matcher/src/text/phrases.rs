//! Legal forms and generic words that are written in several words.

use std::sync::LazyLock;

use super::forms::PHRASES;
use super::organisations::first_letter;

/// Beginnings of words that follow each other, and what they are in short.
type Phrase = (&'static [&'static str], &'static str);

/// [`PHRASES`] in their order, by the first letter of the first stem.
static BY_LETTER: LazyLock<[Vec<&'static Phrase>; 26]> = LazyLock::new(|| {
    std::array::from_fn(|letter| {
        let begins = |(phrase, _): &&Phrase| first_letter(phrase[0]) == 1 << letter;
        PHRASES.iter().filter(begins).collect()
    })
});

/// Letters of a word by which a phrase is known.
const STEM_LETTERS_MIN: usize = 5;

/// Whether a word is one of those that phrases are made of, rather than only beginning with it.
#[must_use]
pub fn is_of_phrase(word: &str) -> bool {
    word.len() >= STEM_LETTERS_MIN && PHRASES.iter().any(|(phrase, _)| phrase.contains(&word))
}

/// The short form of what words begin with, and how many of them it is.
#[must_use]
pub fn short_form<'a>(
    words: &(impl Iterator<Item = &'a str> + Clone),
) -> Option<(usize, &'static str)> {
    let spells = |phrase: &[&str]| {
        let mut words = words.clone();
        phrase.iter().all(|stem| {
            let fits = |word: &str| match stem.len() {
                1 => word == *stem,
                _ => word.starts_with(stem),
            };
            words.next().is_some_and(fits)
        })
    };
    let letter = first_letter(words.clone().next()?).trailing_zeros();
    let phrases = BY_LETTER.get(letter as usize)?;
    phrases
        .iter()
        .find(|(phrase, _)| spells(phrase))
        .map(|(phrase, form)| (phrase.len(), *form))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_form_reads_what_is_written_out() {
        let words = ["nauchno", "proizvodstvennoe", "obedinenie", "almaz"];
        assert_eq!(short_form(&words.into_iter()), Some((3, "npo")));
        let words = ["scientific", "production", "association"];
        assert_eq!(short_form(&words.into_iter()), Some((3, "npo")));
        assert_eq!(short_form(&["almaz"].into_iter()), None);
        let found = |phrase: &&Phrase| short_form(&phrase.0.iter().copied()).is_some();
        assert!(PHRASES.iter().all(|phrase| found(&phrase)));
    }
}
