//! Words that are written in several, or in another way than all others write them.

use crate::text::ordinals::number;
use crate::text::organisations::{End, is_form_at, is_nation};
use crate::text::phrases::short_form;
use crate::text::script::Script;
use crate::text::vocabulary::{Meaning, meaning_of};
use crate::text::word::Word;

/// Makes one word of what is written in several: `S.A.`, `Joint Stock Company`, `Design Bureau`.
pub(super) fn merge_forms(words: &mut Vec<Word>) {
    let mut at = 0;
    while at < words.len() {
        if let Some((run, form)) = form_in_letters(words, at) {
            merge(words, at, run, &form);
        }
        let phrase = short_form(&texts(words, at));
        if let Some((run, form)) = phrase {
            merge(words, at, run, form);
        } else if let Some(digits) = number(&words[at].text).filter(|_| !is_one_letter(&words[at]))
        {
            let digits = digits.to_owned();
            merge(words, at, 1, &digits);
        }
        at += 1;
    }
}

/// Legal forms in letters with full stops that stand before a name: `P.T. Aurora`. Others there are initials.
const BEFORE_NAMES: [&str; 3] = ["cv", "pt", "ud"];

/// The legal form or country that letters with full stops between them are from a word on, and how many
/// letters it has: `S.A.`, `U.K.`
fn form_in_letters(words: &[Word], at: usize) -> Option<(usize, String)> {
    let is_inside = words[at].glued && at > 0 && is_one_letter(&words[at - 1]);
    if !is_one_letter(&words[at]) || is_inside {
        return None;
    }
    let glued = words[at + 1..].iter();
    let glued = glued.take_while(|word| word.glued && is_one_letter(word));
    let run = 1 + glued.count();
    let merged: String = texts(words, at).take(run).collect();
    let is_form = if at == 0 {
        // Beside letters alone it is no initials: `S.A. G.L.G.`
        let of_letters = || words.iter().all(is_one_letter) && is_abbreviation(&merged);
        words.len() > run && (BEFORE_NAMES.contains(&&*merged) || of_letters())
    } else {
        is_abbreviation(&merged)
    };
    (run > 1 && is_form).then_some((run, merged))
}

fn texts(words: &[Word], from: usize) -> impl Iterator<Item = &str> + Clone {
    words[from..].iter().map(|word| &*word.text)
}

/// Whether a word is one letter as it was written: some of Arabic are two in Latin, and `sh` is one of Albanian.
fn is_one_letter(word: &Word) -> bool {
    let is_pair = || matches!(&*word.text, "dh" | "gh" | "kh" | "th");
    let is_arabic = word.script == Script::Of("Arab");
    word.text.len() == 1 || word.text == "sh" || is_arabic && is_pair()
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
        _ => is_form_at(letters, End::Last),
    }
}

/// Makes one Latin word of several.
pub(super) fn merge(words: &mut Vec<Word>, at: usize, run: usize, text: &str) {
    text.clone_into(&mut words[at].text);
    words[at].script = Script::LATIN;
    words.drain(at + 1..at + run);
}
