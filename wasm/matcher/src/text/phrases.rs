//! Legal forms and generic words that are written in several words.

use std::sync::LazyLock;

use super::forms::PHRASES;
use super::organisations::first_letter;

/// Beginnings of words that follow each other, and what they are in short.
type Phrase = (&'static [&'static str], &'static str);

/// The phrases as they are looked for.
struct Tables {
    /// [`PHRASES`] in their order, by the first letter of the first stem.
    by_letter: [Vec<&'static Phrase>; 26],
    /// The short forms, sorted, each with the initials of what it is short for.
    initials: Vec<(&'static str, String)>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let by_letter = std::array::from_fn(|letter| {
        let begins = |(phrase, _): &&Phrase| first_letter(phrase[0]) == 1 << letter;
        PHRASES.iter().filter(begins).collect()
    });
    let initials = |stems: &[&'static str]| -> String {
        let stems = stems.iter().filter(|stem| !BINDERS.contains(stem));
        stems.map(|stem| &stem[..1]).collect()
    };
    let all = PHRASES.iter().map(|(stems, form)| (*form, initials(stems)));
    let mut initials: Vec<_> = all.filter(|(_, letters)| letters.len() > 1).collect();
    initials.sort_unstable();
    initials.dedup();
    Tables {
        by_letter,
        initials,
    }
});

/// Words of phrases that give no initial.
const BINDERS: [&str; 4] = ["and", "in", "of", "the"];

/// The initials of what a word may be short for: `rf` of `russia`.
pub fn initials_of_phrases(form: &str) -> impl Iterator<Item = &'static str> + use<> {
    let all = &TABLES.initials;
    let first = all.partition_point(|(known, _)| *known < form);
    let end = first + all[first..].partition_point(|(known, _)| *known == form);
    all[first..end].iter().map(|(_, initials)| &**initials)
}

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
    let phrases = TABLES.by_letter.get(letter as usize)?;
    phrases
        .iter()
        .find(|(phrase, _)| spells(phrase))
        .map(|(phrase, form)| (phrase.len(), *form))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initials_of_phrases_are_those_of_what_is_written_out() {
        assert!(initials_of_phrases("russia").eq(["rf"]));
        assert!(initials_of_phrases("shiprepair").eq(["sm", "sr"]));
        assert_eq!(initials_of_phrases("repair").next(), None);
    }

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
