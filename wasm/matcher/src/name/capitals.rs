//! What the case of the words in a person's name says: `Ana Orlenko SWIFT`, `Ana Orlenko carpets`.

use super::parts::is_plain;
use crate::text::fold::fold;
use crate::text::people::is_borne;
use crate::text::word::{Case, Word, Words};

/// Words of a name with a word beside it.
const WORDS_MIN: usize = 3;
/// Letters of a word that is left out, at least: a shorter one may be a syllable of the name.
const LETTERS_MIN: usize = 4;

/// The words of a query as if nobody had written some of them in capitals, where those are no common names
/// of people. None of any other, and none where a comma says which the family name is.
pub(super) fn in_one_case(words: &Words) -> Option<Words> {
    let plain = || words.words.iter().filter(|word| is_plain(word));
    let is_mixed = plain().any(|word| word.case == Case::Mixed);
    if words.commas > 0 || plain().count() < WORDS_MIN || !is_mixed {
        return None;
    }
    let mut one_case = words.clone();
    let mut changed = false;
    for word in &mut one_case.words {
        if word.case == Case::Upper && is_plain(word) && !is_borne(&fold(&word.text)) {
            word.case = Case::Mixed;
            changed = true;
        }
    }
    changed.then_some(one_case)
}

/// The words of a query without those in small letters that it begins or ends with, where those are no common names
/// of people, and where the rest is one name, of which every word that is no particle begins with a capital.
pub(super) fn without_small_words(words: &Words) -> Option<Words> {
    let is_left_out = |word: &&Word| {
        let is_long = word.text.len() >= LETTERS_MIN;
        is_long && word.is_small && is_plain(word) && !is_borne(&fold(&word.text))
    };
    let first = words.words.iter().take_while(is_left_out).count();
    let rest = &words.words[first..];
    let last = rest.iter().rev().take_while(is_left_out).count();
    let (begin, others) = rest[..rest.len() - last].split_first()?;
    let name = || others.iter().chain([begin]).filter(|word| is_plain(word));
    let is_one_name = !others.is_empty() && !others.iter().any(|word| word.after_sign);
    if first + last == 0
        || !is_one_name
        || name().next().is_none()
        || name().any(|word| word.is_small)
    {
        return None;
    }
    Some(Words {
        words: rest[..=others.len()].to_vec(),
        commas: words.commas,
    })
}
