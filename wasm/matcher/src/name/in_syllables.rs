//! Names of people in two or three syllables of Chinese or Korean: `Wu Da`, `Do Bo-ra`, `Kong Jingyi`.
//!
//! No table holds them, and each of their syllables is a word of a ship's or a firm's name somewhere.

use super::token::{Kind, NameToken};
use crate::order::sort;
use crate::text::asian::chinese::is_pinyin;
use crate::text::asian::korean::syllable;
use crate::text::asian::korean_surnames::listed;
use crate::text::asian::pinyin_surnames::is_surname;
use crate::text::asian::syllables::cuts;
use crate::text::numerals::numeral;
use crate::text::script::Script;

/// Words that such a name has.
const WORDS: std::ops::RangeInclusive<usize> = 2..=3;
/// Letters of the longest syllable, `chwang`.
const SYLLABLE_LETTERS_MAX: usize = 6;

/// Whether tokens, each as a person's name has it and as a body's, are a name in syllables of one language:
/// a family name first or last, and one or two syllables beside it.
pub(super) fn reads_in_syllables(tokens: &[(NameToken, NameToken)]) -> bool {
    if !WORDS.contains(&tokens.len()) {
        return false;
    }
    let may_be = |(person, body): &(NameToken, NameToken)| {
        let text = &*person.token.text;
        let is_word = matches!(person.kind, Kind::Word | Kind::Particle | Kind::Title);
        // What bodies are called in short, as `RI` for a research institute, is a family name as well.
        let says_nothing = matches!(body.kind, Kind::Word | Kind::Particle)
            || is_surname(text)
            || listed(text).next().is_some();
        let is_latin = person.script == Script::LATIN && person.token.letters > 1;
        is_word && says_nothing && is_latin && numeral(text) == 0
    };
    if !tokens.iter().all(may_be) {
        return false;
    }
    let mut words: Vec<(u32, &str)> = tokens
        .iter()
        .map(|(person, _)| (person.place, &*person.token.text))
        .collect();
    sort(&mut words);
    let words: Vec<&str> = words.into_iter().map(|(_, text)| text).collect();
    let is_korean = |text: &str| !syllable(text).is_empty();
    is_name(&words, is_surname, is_pinyin)
        || is_name(&words, |w| listed(w).next().is_some(), is_korean)
}

/// Whether a family name is first or last, and the other words are two syllables at most.
fn is_name(
    words: &[&str],
    is_surname: impl Fn(&str) -> bool,
    is_syllable: impl Fn(&str) -> bool,
) -> bool {
    let one = |text: &str| text.len() <= SYLLABLE_LETTERS_MAX && is_syllable(text);
    let beside = |given: &[&str]| match given {
        [only] => one(only) || is_two(only, &one),
        _ => given.iter().all(|text| one(text)),
    };
    let (Some((first, rest)), Some((last, before))) = (words.split_first(), words.split_last())
    else {
        return false;
    };
    is_surname(first) && beside(rest) || is_surname(last) && beside(before)
}

/// Whether a word is two syllables.
fn is_two(word: &str, is_syllable: &impl Fn(&str) -> bool) -> bool {
    let spelled = |part: &str| {
        let found = (part.len() > 1 && is_syllable(part)).then(|| part.to_owned());
        found.into_iter().collect()
    };
    cuts(word, spelled).iter().any(|parts| parts.len() > 1)
}
