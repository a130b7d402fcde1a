//! A query's letters that stand by themselves: acronyms and initials, with and without full stops.

use super::initials::DIGRAPHS;
use super::merge::{is_abbreviation, merge};
use super::remarks::has_digit;
use crate::text::fold::fold;
use crate::text::people::is_borne;
use crate::text::script::Script;
use crate::text::vocabulary::{Meaning, meaning_of};
use crate::text::word::{Case, Word, Words};

/// Letters that stand by themselves from which they are read as one word: two are a person's initials.
const ACRONYM_LETTERS_MIN: usize = 3;
/// Letters that stand together and may be a person's initials.
const INITIALS: std::ops::RangeInclusive<usize> = 2..=3;
/// Words of a name beside such initials.
const NAMES_BESIDE_INITIALS_MAX: usize = 2;

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
    let mut runs = words.words.windows(ACRONYM_LETTERS_MIN);
    if !runs.any(|run| run.iter().all(is_letter)) {
        return None;
    }
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

/// The words of a person's name whose initials stand together without full stops: `Orlenko OV`. None where
/// none do, or where they may be a name that people bear.
pub(super) fn with_letters_apart(words: &Words) -> Option<Words> {
    let end = words.words.len().checked_sub(1)?;
    // Beside a common family name a common name of two letters is more likely that name.
    let is_common = |word: &Word| is_borne(&fold(&word.text));
    let is_run = |at: &usize| {
        let word = &words.words[*at];
        let others = words.words.iter().enumerate();
        let mut others = others.filter(|(other, _)| other != at);
        word.case == Case::Upper
            && letters_of(word).is_some()
            && !word.after_comma
            && (!is_common(word) || !others.any(|(_, other)| is_common(other)))
            && meaning_of(&word.text, false) != Meaning::Title
    };
    let at = [end, 0].into_iter().find(is_run)?;
    let others = words.words.len() - 1;
    if !(1..=NAMES_BESIDE_INITIALS_MAX).contains(&others) {
        return None;
    }
    let run = &words.words[at];
    let letters = letters_of(run)?.into_iter().map(|letter| Word {
        text: letter,
        case: Case::None,
        ..run.clone()
    });
    let mut apart = words.clone();
    apart.words.splice(at..=at, letters);
    Some(apart)
}

/// The letters of a word that may be initials, each as it is romanised; none of a longer one.
fn letters_of(word: &Word) -> Option<Vec<String>> {
    let mut letters = Vec::new();
    let mut rest = &*word.text;
    while !rest.is_empty() && letters.len() <= *INITIALS.end() {
        let is_two = |two: &&&str| word.script != Script::LATIN && rest.starts_with(**two);
        let length = DIGRAPHS.iter().find(is_two).map_or(1, |two| two.len());
        let (letter, others) = rest.split_at_checked(length)?;
        letters.push(letter.to_owned());
        rest = others;
    }
    (rest.is_empty() && INITIALS.contains(&letters.len())).then_some(letters)
}

/// The words of a body's name of which letters of another script are words, as they are romanised: `Ч` is
/// `Ch` and not the first letter of a name. None of any other text.
pub(super) fn with_whole_letters(words: &Words) -> Option<Words> {
    let is_longer = |word: &Word| word.is_letter() && word.text.len() > 1;
    let others = words.words.iter().filter(|word| !is_longer(word));
    // In another case than the rest it would be one part of a person's name.
    let case = others.map(|word| word.case).next().unwrap_or(Case::Mixed);
    let mut whole = words.clone();
    for word in whole.words.iter_mut().filter(|word| is_longer(word)) {
        word.case = if case == Case::Upper {
            case
        } else {
            Case::Mixed
        };
    }
    words.words.iter().any(is_longer).then_some(whole)
}
