//! Legal forms and generic words that are written in several words.

use crate::order::{sort, sort_by};
use std::sync::LazyLock;

use super::by_word::ByWord;
use super::organisations::first_letter;
use super::tables::{FORM_BINDERS, FORM_PHRASES, FORM_WORDS, PHRASES};

/// Beginnings of words that follow each other, and what they are in short.
type Phrase = (&'static [&'static str], &'static str);

/// A word of legal forms, as a row of [`FORM_WORDS`].
type FormWord = u8;

/// The phrases as they are looked for.
struct Tables {
    /// [`PHRASES`] in their order, by the first letter of the first stem, beside its second.
    by_letter: [Vec<(Option<u8>, &'static Phrase)>; 26],
    /// The words and beginnings of words of [`FORM_WORDS`] by the first letter, the longer first, beside the second.
    form_words: [Vec<(Option<u8>, &'static str, FormWord)>; 26],
    /// The sorted words of [`FORM_PHRASES`] with the short forms, sorted.
    forms: Vec<(Vec<FormWord>, &'static str)>,
    /// The stems of [`PHRASES`], sorted.
    stems: Vec<&'static str>,
    /// By short form, the initials of what it is short for, sorted.
    initials: ByWord<&'static str, Vec<String>>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let by_letter = std::array::from_fn(|letter| {
        let begins = |(phrase, _): &&Phrase| first_letter(phrase[0]) == 1 << letter;
        let phrases = PHRASES.iter().filter(begins);
        phrases.map(|row| (second_of(row.0[0]), row)).collect()
    });
    let spelt = FORM_WORDS.iter().zip(0..);
    let spelt = spelt.flat_map(|(row, at)| row.split(' ').map(move |word| (word, at)));
    let mut spelt: Vec<(&'static str, FormWord)> = spelt.collect();
    sort_by(&mut spelt, |(a, at), (b, other)| {
        (b.len(), at, a).cmp(&(a.len(), other, b))
    });
    let form_words = std::array::from_fn(|letter| {
        let begins = |(word, _): &&(&str, FormWord)| first_letter(word) == 1 << letter;
        let words = spelt.iter().filter(begins);
        words
            .map(|(word, at)| (second_of(word), *word, *at))
            .collect()
    });
    let named = |name: &str| spelt.iter().find(|(word, _)| *word == name);
    let words_of = |phrase: &str| {
        let words = phrase.split(' ').filter_map(named);
        let mut words: Vec<FormWord> = words.map(|(_, word)| *word).collect();
        sort(&mut words);
        words
    };
    let forms = FORM_PHRASES.iter();
    let mut forms: Vec<_> = forms
        .map(|(phrase, form)| (words_of(phrase), *form))
        .collect();
    sort(&mut forms);
    let initials = |stems: &mut dyn Iterator<Item = &'static str>| -> String {
        let stems = stems.filter(|stem| !SILENT.contains(stem));
        stems.map(|stem| &stem[..1]).collect()
    };
    let in_order = PHRASES.iter();
    let in_order = in_order.map(|(stems, form)| (*form, initials(&mut stems.iter().copied())));
    let of_forms = FORM_PHRASES.iter();
    let of_forms = of_forms.map(|(phrase, form)| (*form, initials(&mut phrase.split(' '))));
    let all = in_order.chain(of_forms);
    let mut initials: ByWord<&str, Vec<String>> = ByWord::default();
    for (form, letters) in all.filter(|(_, letters)| letters.len() > 1) {
        initials.entry(form).or_default().push(letters);
    }
    for letters in initials.values_mut() {
        sort(letters);
        letters.dedup();
    }
    let stems = PHRASES.iter().flat_map(|(stems, _)| *stems);
    let mut stems: Vec<&str> = stems.copied().collect();
    sort(&mut stems);
    Tables {
        by_letter,
        form_words,
        forms,
        stems,
        initials,
    }
});

/// Words of phrases that give no initial.
const SILENT: [&str; 4] = ["and", "in", "of", "the"];

/// The initials of what a word may be short for: `rf` of `russia`.
pub fn initials_of_phrases(form: &str) -> impl Iterator<Item = &'static str> + use<> {
    let of_form = TABLES.initials.get(form).map(|all| &**all);
    let all = of_form.unwrap_or_default().iter();
    all.map(|initials| &**initials)
}

/// Letters of a word by which a phrase is known.
const STEM_LETTERS_MIN: usize = 5;

/// Letters of an ending of one.
const ENDING_LETTERS_MAX: usize = 3;

/// Whether a word is one of those that phrases are made of, rather than only beginning with it.
pub fn is_of_phrase(word: &str) -> bool {
    let letter = first_letter(word).trailing_zeros() as usize;
    let of_form = || {
        let mut spelt = TABLES.form_words.get(letter).into_iter().flatten();
        let ending = |spelt| word.strip_prefix(spelt).map(str::len);
        spelt.any(|(_, spelt, _)| {
            ending(*spelt).is_some_and(|letters| letters <= ENDING_LETTERS_MAX)
        })
    };
    let of_phrase = || TABLES.stems.binary_search(&word).is_ok();
    word.len() >= STEM_LETTERS_MIN && (of_form() || of_phrase())
}

/// The short form of what words begin with, and how many of them it is. The words of a legal form stand in
/// any order.
pub fn short_form<'a>(
    words: &(impl Iterator<Item = &'a str> + Clone),
) -> Option<(usize, &'static str)> {
    let letter = first_letter(words.clone().next()?).trailing_zeros() as usize;
    let legal = legal_form(words.clone());
    let phrase = in_order(words, letter);
    match (legal, phrase) {
        (Some(legal), Some(phrase)) if phrase.0 > legal.0 => Some(phrase),
        (legal, phrase) => legal.or(phrase),
    }
}

/// Letters up to which a word of a phrase is meant whole and not as the beginning of others.
const WHOLE_LETTERS_MAX: usize = 3;

/// The phrase that words begin with, in its order.
fn in_order<'a>(
    words: &(impl Iterator<Item = &'a str> + Clone),
    letter: usize,
) -> Option<(usize, &'static str)> {
    let spells = |phrase: &[&str]| {
        let mut words = words.clone();
        phrase.iter().all(|stem| {
            let fits = |word: &str| match stem.len() {
                ..=WHOLE_LETTERS_MAX => word == *stem,
                _ => word.starts_with(stem),
            };
            words.next().is_some_and(fits)
        })
    };
    let second = words.clone().next().and_then(second_of);
    let phrases = TABLES.by_letter.get(letter)?.iter();
    let mut phrases = phrases.filter(|(stem, _)| begins_as(*stem, second));
    let (_, (phrase, form)) = phrases.find(|(_, (phrase, _))| spells(phrase))?;
    Some((phrase.len(), *form))
}

/// The second byte of a word.
fn second_of(word: &str) -> Option<u8> {
    word.as_bytes().get(1).copied()
}

/// Whether a word may begin with a stem of its first letter, by the second letters of both.
fn begins_as(stem: Option<u8>, word: Option<u8>) -> bool {
    stem.is_none() || stem == word
}

/// Words of the longest legal form.
const FORM_WORDS_MAX: usize = 6;

/// The longest legal form that words begin with, in whatever order they stand.
fn legal_form<'a>(words: impl Iterator<Item = &'a str>) -> Option<(usize, &'static str)> {
    let mut held = [0; FORM_WORDS_MAX];
    // How many words of the text end with each word of the form.
    let mut ends = [0; FORM_WORDS_MAX];
    let mut count = 0;
    for (at, word) in words.enumerate() {
        match form_word(word) {
            Some(of_form) if count < FORM_WORDS_MAX => {
                (held[count], ends[count]) = (of_form, at + 1);
                count += 1;
            }
            None if count > 0 && FORM_BINDERS.binary_search(&word).is_ok() => {}
            _ => break,
        }
    }
    let mut lengths = (1..=count).rev();
    lengths.find_map(|length| {
        let mut sorted = held;
        let sorted = &mut sorted[..length];
        sort(sorted);
        let forms = &TABLES.forms;
        let found = forms
            .binary_search_by(|(form, _)| (**form).cmp(sorted))
            .ok()?;
        Some((ends[length - 1], forms[found].1))
    })
}

/// The word of legal forms that a word is or begins with.
fn form_word(word: &str) -> Option<FormWord> {
    let letter = first_letter(word).trailing_zeros() as usize;
    let spelt = TABLES.form_words.get(letter)?;
    let is = |spelt: &str| match spelt.len() {
        ..STEM_LETTERS_MIN => word == spelt,
        _ => word.starts_with(spelt),
    };
    // A slip may stand behind the letters that say which long word is meant.
    let is_slip = |spelt: &str| {
        let begins = spelt.get(..LETTERS_BEFORE_SLIP);
        spelt.len() >= SLIP_LETTERS_MIN && begins.is_some_and(|begins| word.starts_with(begins))
    };
    let second = second_of(word);
    let spelt = spelt.iter().filter(|(stem, ..)| begins_as(*stem, second));
    let found = spelt.clone().find(|(_, spelt, _)| is(spelt));
    let found = found.or_else(|| spelt.clone().find(|(_, spelt, _)| is_slip(spelt)));
    found.map(|(.., word)| *word)
}

/// Letters of a word of legal forms in which a slip is let pass, and those before it.
const SLIP_LETTERS_MIN: usize = 9;
const LETTERS_BEFORE_SLIP: usize = 6;

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
        let found = |phrase: &Phrase| short_form(&phrase.0.iter().copied()).is_some();
        assert!(PHRASES.iter().all(found));
    }

    #[test]
    fn every_legal_form_is_of_words_that_the_table_has_and_every_word_of_one() {
        let firsts = || {
            let first = |row: &&'static str| row.split(' ').next().unwrap_or_default();
            FORM_WORDS.iter().map(first)
        };
        for (phrase, _) in &FORM_PHRASES {
            let mut words = phrase.split(' ');
            assert!(
                words.all(|word| firsts().any(|first| first == word)),
                "{phrase}"
            );
            assert!(phrase.split(' ').count() <= FORM_WORDS_MAX, "{phrase}");
        }
        for word in firsts() {
            let of = |(phrase, _): &(&str, &str)| phrase.split(' ').any(|one| one == word);
            assert!(FORM_PHRASES.iter().any(of), "{word}");
        }
        let mut words: Vec<&str> = FORM_WORDS.iter().flat_map(|row| row.split(' ')).collect();
        words.sort_unstable();
        assert!(words.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
