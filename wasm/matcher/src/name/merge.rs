//! Words that are written in several, or in another way than all others write them.

use super::remarks::has_digit;
use crate::text::ordinals::number;
use crate::text::organisations::is_nation;
use crate::text::phrases::short_form;
use crate::text::script::Script;
use crate::text::vocabulary::{Meaning, meaning_of};
use crate::text::word::{Case, Word, Words};

/// Letters that stand by themselves from which they are read as one word: two are a person's initials.
const ACRONYM_LETTERS_MIN: usize = 3;

/// Makes one word of what is written in several: `S.A.`, `Joint Stock Company`, `Design Bureau`.
pub(super) fn merge_forms(words: &mut Vec<Word>) {
    let mut at = 0;
    while at < words.len() {
        if at > 0 && words[at].text.len() == 1 {
            let run = 1 + words[at + 1..]
                .iter()
                .take_while(|w| w.glued && w.text.len() == 1)
                .count();
            let merged: String = words[at..at + run].iter().map(|w| &*w.text).collect();
            if run > 1 && is_abbreviation(&merged) {
                merge(words, at, run, &merged);
            }
        } else if let Some((run, form)) = short_form(&words[at..].iter().map(|w| &*w.text)) {
            merge(words, at, run, form);
        } else if let Some(digits) = number(&words[at].text) {
            let digits = digits.to_owned();
            merge(words, at, 1, &digits);
        }
        at += 1;
    }
}

/// The words of a person's name whose initials are not the legal form that they may be: `Orlov S.A.` None
/// where no form is written with full stops.
pub(super) fn with_initials(words: &Words) -> Option<Words> {
    let (all, letters) = (&words.words, |word: &Word| word.text.len() == 1);
    let is_form = |at: usize| {
        let rest = all[at + 1..].iter();
        let run = rest.take_while(|word| word.glued && letters(word)).count();
        let merged: String = all[at..=at + run].iter().map(|word| &*word.text).collect();
        letters(&all[at]) && !all[at].glued && run > 0 && is_abbreviation(&merged)
    };
    let mut apart = words.clone();
    apart.words.iter_mut().for_each(|word| word.glued = false);
    (1..all.len()).any(is_form).then_some(apart)
}

/// The words of a body's name in which letters that are written by themselves are one word, an acronym:
/// `U.C.K.`, `P F L P General Command`. None where so many do not stand together.
pub(super) fn with_acronyms(words: &Words) -> Option<Words> {
    let is_letter = |word: &Word| word.text.len() == 1 && !has_digit(word);
    let mut joined = words.clone();
    let mut at = 0;
    while at < joined.words.len() {
        let run = joined.words[at..].iter().take_while(|word| is_letter(word));
        let run = run.count();
        if run >= ACRONYM_LETTERS_MIN {
            let letters = &joined.words[at..at + run];
            let acronym: String = letters.iter().map(|word| &*word.text).collect();
            joined.words[at].case = Case::Upper;
            merge(&mut joined.words, at, run, &acronym);
        }
        at += if run < ACRONYM_LETTERS_MIN {
            run.max(1)
        } else {
            1
        };
    }
    (joined.words.len() < words.words.len()).then_some(joined)
}

/// A name of two words or more may end in `Junior`, which is short for nothing else than `Jr`.
pub(super) fn shorten_ordinal(words: &mut [Word]) {
    if let [_, _, .., last] = words {
        match &*last.text {
            "junior" => "jr".clone_into(&mut last.text),
            "senior" => "sr".clone_into(&mut last.text),
            _ => {}
        }
    }
}

/// Whether letters with full stops between them are a legal form or a country: `S.A.`, `U.K.`
fn is_abbreviation(letters: &str) -> bool {
    match meaning_of(letters, true) {
        Meaning::OrganisationForm(_) => true,
        Meaning::Topic(class) => is_nation(class),
        _ => false,
    }
}

fn merge(words: &mut Vec<Word>, at: usize, run: usize, text: &str) {
    text.clone_into(&mut words[at].text);
    words[at].script = Script::LATIN;
    words.drain(at + 1..at + run);
}
