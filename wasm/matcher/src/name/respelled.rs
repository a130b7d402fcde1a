//! A query whose words are spelt or declined as other languages do with foreign names: `Hisbollah`,
//! `Sieczinem`, `Putinas`.

use crate::text::fold::fold;
use crate::text::people::is_borne;
use crate::text::respellings::respell;
use crate::text::word::{Case, Word, Words};

/// Spellings of one word that are kept.
const SPELLINGS_MAX: usize = 4;
/// Longest name that is read so.
const WORDS_MAX: usize = 12;
/// Letters of what is an abbreviation in capitals.
const ABBREVIATION_LETTERS_MAX: usize = 6;

/// The words of a query with those that no list has spelt as lists do. None where there are none.
#[must_use]
pub fn as_english(words: &Words, is_listed: &dyn Fn(&str) -> bool) -> Option<Words> {
    if words.words.len() > WORDS_MAX {
        return None;
    }
    let mut listed = words.clone();
    let mut found = false;
    for word in &mut listed.words {
        let mut spellings = spellings_of(word, is_listed).into_iter();
        let Some(first) = spellings.next() else {
            continue;
        };
        word.text = first;
        word.spellings = spellings.collect();
        found = true;
    }
    found.then_some(listed)
}

/// How lists spell a word that none has as it is written, and that few people are called.
fn spellings_of(word: &Word, is_listed: &dyn Fn(&str) -> bool) -> Vec<String> {
    let written = fold(&word.text);
    let is_short = word.case == Case::Upper && word.text.len() <= ABBREVIATION_LETTERS_MAX;
    let mut spellings = Vec::new();
    if is_short || is_listed(&written) || is_borne(&written) {
        return spellings;
    }
    let mut folds = Vec::new();
    respell(&word.text, &mut |way| {
        let spelt = fold(way);
        // A last letter more is one edit, and needs no language.
        let is_near = written.starts_with(&spelt) && written.len() - spelt.len() < 2;
        if !is_near
            && spellings.len() < SPELLINGS_MAX
            && is_listed(&spelt)
            && !folds.contains(&spelt)
        {
            spellings.push(way.to_owned());
            folds.push(spelt);
        }
    });
    spellings
}
