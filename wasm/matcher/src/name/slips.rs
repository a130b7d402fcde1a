//! A query's words of which nobody is called so, read as the forms and particles that they are a slip of.

use crate::text::fold::fold;
use crate::text::servant_of::{is_slip_of_servant, is_swap_of_servant};
use crate::text::slips::{form_meant_by, meant_by, short_form_meant_by};
use crate::text::vocabulary::{Meaning, meaning_of};
use crate::text::word::{Word, Words};

/// The words of a body's name in which those that no list has are the legal forms and generic words
/// that they are a slip of: nobody is called `Compny`. So are the first and the last word, where they are
/// like a form in short, and a word like a long one, whatever a list holds. None where that leaves no name.
pub(super) fn without_slips(words: &Words, is_listed: &dyn Fn(&str) -> bool) -> Option<Words> {
    let mut slips = Vec::new();
    let mut others = false;
    let end = words.words.len().saturating_sub(1);
    for (at, word) in words.words.iter().enumerate() {
        let meaning = meaning_of(&word.text, true);
        others |= matches!(meaning, Meaning::Topic(_));
        if meaning != Meaning::Plain {
            continue;
        }
        let long = || form_meant_by(&word.text);
        let is_unlisted = || !is_listed(&fold(&word.text));
        let unlisted = || is_unlisted().then(|| meant_by(&word.text)).flatten();
        let short = || short_form_meant_by(&word.text).filter(|_| at == 0 || at == end);
        match long().or_else(unlisted).or_else(short) {
            Some(form) => slips.push((at, form)),
            None => others = true,
        }
    }
    (!slips.is_empty() && others).then(|| {
        let mut meant = words.clone();
        for (at, form) in slips {
            form.clone_into(&mut meant.words[at].text);
        }
        meant
    })
}

/// The words of a person's name in which those that no list has, or a mere swap makes, are `abd` and
/// the article that they are a slip of. None where there are none.
pub(super) fn without_slips_of_servant(
    words: &Words,
    is_listed: &dyn Fn(&str) -> bool,
) -> Option<Words> {
    let is_slip = |word: &Word| {
        let unknown = || is_slip_of_servant(&word.text) && !is_listed(&fold(&word.text));
        is_swap_of_servant(&word.text) || unknown()
    };
    if !words.words.iter().any(is_slip) {
        return None;
    }
    let read = |word: &Word| {
        let as_word = |text: &str| Word {
            text: text.to_owned(),
            ..word.clone()
        };
        if is_slip(word) {
            vec![as_word("abd"), as_word("al")]
        } else {
            vec![word.clone()]
        }
    };
    Some(Words {
        words: words.words.iter().flat_map(read).collect(),
        commas: words.commas,
    })
}
