//! Which part of a person's name each word belongs to.
//!
//! The list may state it; a comma says it (`KOSTENOK, Igor`), and so do capitals in a name that is not all
//! capitals (`Igor KOSTENOK`), and the name after the father has forms of its own. But for a comma and
//! the words between child and father, the order of the words says nothing: people change it.

use super::parentage::is_between;
use super::token::{Part, StatedParts};
use crate::text::normalise::split_words;
use crate::text::vocabulary::{Meaning, is_child_of, is_patronymic, meaning_of};
use crate::text::word::{Case, Word, Words};

/// Words that a name must have at least for one of them to be a patronymic.
const WORDS_WITH_PATRONYMIC_MIN: usize = 3;

/// The part of each word of a person's name.
pub fn parts_of(found: &Words, stated: StatedParts) -> Vec<Part> {
    let words = &found.words;
    let mut parts = vec![Part::Any; words.len()];
    mark_stated(words, &mut parts, stated);
    if stated.family.is_none() {
        if let Some((comma, end)) = family_comma(found) {
            parts[..comma].fill(Part::Family);
            parts[comma..end].fill(Part::Given);
        } else if stated.given.is_none() {
            mark_by_case(words, &mut parts);
        }
    }
    mark_patronymics(words, &mut parts);
    parts
}

/// Marks the runs of words that spell the parts that the list states.
fn mark_stated(words: &[Word], parts: &mut [Part], stated: StatedParts) {
    let all = [
        (stated.given, Part::Given),
        (stated.patronymic, Part::Patronymic),
        (stated.family, Part::Family),
    ];
    for (text, part) in all {
        let spelt = text.map(split_words).unwrap_or_default().words;
        if spelt.is_empty() || spelt.len() > words.len() {
            continue;
        }
        let is_run = |run: &[Word]| run.iter().zip(&spelt).all(|(a, b)| a.text == b.text);
        if let Some(start) = words.windows(spelt.len()).position(is_run) {
            parts[start..start + spelt.len()].fill(part);
        }
    }
    // What is not the family name that the list states are the names given.
    if stated.family.is_some() && stated.given.is_none() && parts.contains(&Part::Family) {
        for part in parts.iter_mut().filter(|part| **part == Part::Any) {
            *part = Part::Given;
        }
    }
}

/// Where the one comma between family and given names stands, and where the name ends. What follows
/// another comma, or a given and a family name, and is a form of address or a degree is no part of it.
fn family_comma(found: &Words) -> Option<(usize, usize)> {
    let words = &found.words;
    let (mut commas, mut end) = (found.commas, words.len());
    while let Some(at) = words[..end].iter().rposition(|word| word.after_comma) {
        let names_before = words[..at].iter().filter(|word| is_plain(word)).count();
        if !words[at..end].iter().all(is_beside) || (commas == 1 && names_before < 2) {
            break;
        }
        (commas, end) = (commas.saturating_sub(1), at);
    }
    let comma = || words[..end].iter().position(|word| word.after_comma);
    (commas == 1).then(|| (comma().unwrap_or_default(), end))
}

/// Whether a word is a form of address or a degree, or says who of a family is meant.
fn is_beside(word: &Word) -> bool {
    let meaning = || meaning_of(&word.text, false);
    word.beside || matches!(meaning(), Meaning::Title | Meaning::Ordinal)
}

/// Whoever writes some words in capitals and others not writes the family name so.
fn mark_by_case(words: &[Word], parts: &mut [Part]) {
    let by_case = |case: Case| {
        let mut plain = words.iter().filter(|word| is_plain(word));
        plain.any(|word| word.case == case)
    };
    if !by_case(Case::Upper) || !by_case(Case::Mixed) {
        return;
    }
    for (word, part) in words.iter().zip(parts) {
        *part = match word.case {
            // A form of address beside a name in capitals is no part of it.
            _ if is_beside(word) => Part::Any,
            Case::Upper => Part::Family,
            Case::Mixed => Part::Given,
            Case::None | Case::Small => Part::Any,
        };
    }
}

/// Marks patronymics: by the word between child and father, or by their form. Where two words have
/// the form (`Roman Arkadyevich Abramovich`), one of them is the family name, and nothing says which.
fn mark_patronymics(words: &[Word], parts: &mut [Part]) {
    let plain: Vec<usize> = (0..words.len())
        .filter(|at| is_plain(&words[*at]))
        .collect();
    if plain.len() < WORDS_WITH_PATRONYMIC_MIN {
        return;
    }
    for pair in plain.windows(2) {
        let (before, at) = (pair[0], pair[1]);
        let is_last = plain.last() == Some(&at);
        let after_between = (before + 1..at).any(|between| is_between(&words[between].text));
        let before_child = words
            .get(at + 1)
            .is_some_and(|next| is_child_of(&next.text));
        if parts[at] != Part::Family && (before_child || (after_between && !is_last)) {
            parts[at] = Part::Patronymic;
        }
    }
    let has_form = |at: &usize| parts[*at] != Part::Family && is_patronymic(&words[*at].text);
    let by_form: Vec<usize> = plain.into_iter().filter(has_form).collect();
    if let [only] = *by_form {
        parts[only] = Part::Patronymic;
    }
}

/// Whether a word is neither title, particle, initial nor number.
pub(super) fn is_plain(word: &Word) -> bool {
    word.text.len() > 1
        && !word.beside
        && !word.text.chars().any(char::is_numeric)
        && meaning_of(&word.text, false) == Meaning::Plain
}
