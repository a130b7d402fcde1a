//! Words that are written in several, or in another way than all others write them.

use crate::text::ordinals::number;
use crate::text::organisations::is_nation;
use crate::text::phrases::short_form;
use crate::text::script::Script;
use crate::text::vocabulary::{Meaning, meaning_of};
use crate::text::word::Word;

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
pub(super) fn is_abbreviation(letters: &str) -> bool {
    match meaning_of(letters, true) {
        Meaning::OrganisationForm(_) => true,
        Meaning::Topic(class) => is_nation(class),
        _ => false,
    }
}

/// Makes one Latin word of several.
pub(super) fn merge(words: &mut Vec<Word>, at: usize, run: usize, text: &str) {
    text.clone_into(&mut words[at].text);
    words[at].script = Script::LATIN;
    words.drain(at + 1..at + run);
}
