//! What stands beside a person's name and is no part of it, though nothing but its place says so:
//! `Prime Minister`, `Justice` before a family name, `MBA` or `IRAQ` in capitals behind a name.

use super::parts::is_plain;
use super::reading::Whose;
use crate::text::fold::fold;
use crate::text::frequent::is_frequent_fold;
use crate::text::organisations::{class_of, is_nation};
use crate::text::people::is_borne;
use crate::text::script::Script;
use crate::text::titles::address::{Address, address_of};
use crate::text::vocabulary::{Meaning, is_east_slavic_patronymic, meaning_of};
use crate::text::word::{Case, Form, Word, Words};

/// Words of a name that one beside it in capitals is no family name of: given name and family name.
const WORDS_BESIDE_CAPITALS_MIN: usize = 2;
/// Letters of what is more likely an abbreviation than a family name that no list has.
const SHORT_LETTERS_MAX: usize = 4;
/// Words of a name with a patronymic that needs no family name in capitals.
const WORDS_WITH_PATRONYMIC_MIN: usize = 3;
/// Faculties behind a degree, and its ending: `Dr. med.`, `Dott.ssa`.
const FACULTIES: &[&str] = &[
    "dent", "habil", "hc", "ing", "iur", "jur", "med", "mult", "nat", "oec", "phil", "pol", "rer",
    "ssa", "techn", "theol", "vet",
];
/// What a name begins with in letters with full stops between them.
const HIGHNESS: &[&str] = &["he", "hh", "hm", "hrh"];
/// Words after which a form of address goes on: `Minister of Defence`.
const OF: &[&str] = &[
    "da", "de", "del", "der", "des", "di", "do", "du", "for", "of", "to",
];
/// Words that stand inside a form of address and begin none.
const INSIDE: &[&str] = &["and", "e", "el", "et", "la", "the", "und", "y"];
/// Letters that are short for a Russian or Ukrainian `Mr`, `Mrs` or `Dr`: `г-н`, `д-р`.
const RUSSIAN: &[[&str; 2]] = &[
    ["g", "n"],
    ["g", "zha"],
    ["gr", "n"],
    ["gr", "ka"],
    ["h", "n"],
    ["d", "r"],
];

/// What the lists know of a fold.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    /// Whether any listed name has it.
    pub is_listed: &'a dyn Fn(&str) -> bool,
    /// Whether names of bodies have it, and none of a person.
    pub is_of_bodies: &'a dyn Fn(&str) -> bool,
    /// The words that begin as a word does, and how likely each is meant.
    pub begun_by: &'a dyn Fn(&str) -> Vec<Form>,
    /// The words that a word is without its inner vowels, and how likely each is meant.
    pub with_vowels: &'a dyn Fn(&str) -> Vec<Form>,
    /// Whether any of these is compared with the query.
    pub compares: &'a dyn Fn(Whose) -> bool,
    /// The score that is reached without: a reading that can reach no more is not made.
    pub reached: f64,
}

impl Known<'_> {
    /// Whether a reading that reaches so much at most may say more than is known.
    pub(super) fn may_add(&self, most: f64) -> bool {
        most > self.reached
    }
}

/// How sure it is that the words are no part of the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Certainty {
    /// They are known as forms of address.
    Known,
    /// They are known as degrees, honours or bodies, in capitals.
    Likely,
    /// They are capitals that may yet be a family name: a state, a body, an abbreviation.
    Guessed,
}

/// A name whose words beside it are marked as such; none where nothing stands beside it or nothing would
/// be left.
pub(super) fn beside_name(words: &Words, known: &Known) -> Option<(Words, Certainty)> {
    if is_english(&words.words) {
        return None;
    }
    let mut name = words.clone();
    join_letters(&mut name.words);
    let mut beside: Vec<bool> = name.words.iter().map(|word| word.beside).collect();
    mark_runs(&name.words, &mut beside);
    mark_before(&name.words, &mut beside);
    mark_after(&name.words, &mut beside);
    let certainty = mark_capitals(&name.words, &mut beside, known);
    // Letters that are one word now are marked.
    let mut is_marked = name.words.len() < words.words.len();
    for (word, beside) in name.words.iter_mut().zip(&beside) {
        // A form of address wherever it stands needs no mark, and neither does a particle.
        is_marked |= *beside && {
            let meaning = meaning_of(&word.text, false);
            !matches!(meaning, Meaning::Title | Meaning::Particle)
        };
        word.beside = *beside;
    }
    let is_left = name.words.iter().any(|word| !word.beside && is_plain(word));
    (is_marked && is_left).then_some((name, certainty))
}

/// Forms of address that English given names are as well, sorted.
const ENGLISH_GIVEN: &[&str] = &["bishop", "deacon", "dean", "duke", "king", "major"];

/// Whether two words are such a given name and a family name that many people bear: `Dean Brown`.
fn is_english(words: &[Word]) -> bool {
    match words {
        [given, family] => {
            ENGLISH_GIVEN.binary_search(&&*given.text).is_ok() && is_borne(&fold(&family.text))
        }
        _ => false,
    }
}

/// Makes one word of letters with full stops between them that are a form of address: `H.E.` before a name,
/// `Ph.D.` behind one. `J.D.` before one is short for given names.
fn join_letters(words: &mut Vec<Word>) {
    let mut at = 0;
    while at < words.len() {
        let run = 1 + words[at + 1..].iter().take_while(|w| w.glued).count();
        let is_short = words[at..at + run].iter().all(|w| w.text.len() <= 4);
        let merged: String = words[at..at + run].iter().map(|w| &*w.text).collect();
        let known = if words[..at].iter().filter(|word| is_plain(word)).count() < 2 {
            HIGHNESS.contains(&&*merged)
        } else {
            let address = address_of(&merged);
            address.is(Address::SURE) || address.is(Address::CAPITALS)
        };
        if run > 1 && is_short && known {
            words[at].text = merged;
            words[at].beside = true;
            words.drain(at + 1..at + run);
        }
        at += 1;
    }
}

/// Marks forms of address in several words: from the first of them to the last, and what they are `of`.
fn mark_runs(words: &[Word], beside: &mut [bool]) {
    let mut at = 0;
    while at < words.len() {
        let follows = words[at].after_comma && plain_left(&words[..at], &beside[..at]) >= 2;
        let leads = follows || beside[..at].iter().all(|beside| *beside);
        let is_of = |word: &Word| OF.binary_search(&&*word.text).is_ok();
        let heads = |word: &Word| {
            let address = address_of(&word.text);
            word.beside || address.is(Address::SURE) || (leads && address.is(Address::BEFORE))
        };
        let goes_on = |word: &Word| {
            heads(word)
                || is_of(word)
                || INSIDE.binary_search(&&*word.text).is_ok()
                || address_of(&word.text).is(Address::BESIDE)
                || is_nation(class_of(&word.text))
        };
        let run = words[at..].iter().enumerate();
        let run = run
            .take_while(|(nth, word)| goes_on(word) && (*nth == 0 || !word.after_comma))
            .count();
        let inside = &words[at..at + run];
        if let Some(last) = inside.iter().rposition(&heads) {
            let is_of_something = inside.get(last + 1).is_some_and(is_of);
            let end = if is_of_something {
                run
            } else {
                let faculties = words[at + last + 1..].iter();
                let is_faculty = |word: &&Word| FACULTIES.binary_search(&&*word.text).is_ok();
                last + 1 + faculties.take_while(is_faculty).count()
            };
            beside[at..at + end].fill(true);
        }
        at += run.max(1);
    }
}

/// Marks the pair of letters that is a Russian `Mr` before a name.
fn mark_before(words: &[Word], beside: &mut [bool]) {
    let Some(first) = beside.iter().position(|beside| !beside) else {
        return;
    };
    if let [a, b, _, ..] = &words[first..]
        && a.script == Script::Of("Cyrl")
        && RUSSIAN.contains(&[&*a.text, &*b.text])
    {
        beside[first..first + 2].fill(true);
    }
}

/// Marks what ends a name.
fn mark_after(words: &[Word], beside: &mut [bool]) {
    for at in (1..words.len()).rev() {
        if !address_of(&words[at].text).is(Address::AFTER) {
            return;
        }
        if plain_left(&words[..at], &beside[..at]) == 0 {
            return;
        }
        beside[at] = true;
    }
}

/// Marks words in capitals of a name that is not all capitals, where they are no family name and at least
/// two words are left.
fn mark_capitals(words: &[Word], beside: &mut [bool], known: &Known) -> Certainty {
    let mut certainty = Certainty::Known;
    let is_plain_in = |word: &Word, case: Case| word.case == case && is_plain(word);
    if !words.iter().any(|word| is_plain_in(word, Case::Mixed)) {
        return certainty;
    }
    if words[0].case == Case::Upper && HIGHNESS.contains(&&*words[0].text) {
        beside[0] = true;
    }
    for at in 0..words.len() {
        let word = &words[at];
        let is_left = !beside[at] && is_plain_in(word, Case::Upper);
        // A form of address wherever it stands is a word of the name that a list may have.
        let others = words.iter().zip(&*beside).filter(|(word, beside)| {
            match meaning_of(&word.text, false) {
                Meaning::Particle => false,
                Meaning::Title => true,
                _ => !**beside,
            }
        });
        let is_named = plain_left(words, beside) > 1;
        if !is_left || !is_named || others.count() <= WORDS_BESIDE_CAPITALS_MIN {
            continue;
        }
        if address_of(&word.text).is(Address::CAPITALS) {
            beside[at] = true;
            certainty = certainty.max(Certainty::Likely);
        } else if is_no_family_name(&word.text, known) || is_beside_patronymic(words, at) {
            beside[at] = true;
            certainty = Certainty::Guessed;
        }
    }
    certainty
}

/// Whether a short word stands beside a name that has a patronymic and a family name: `MID` before one is a
/// ministry, whoever else is called so.
fn is_beside_patronymic(words: &[Word], at: usize) -> bool {
    let others = || words.iter().enumerate().filter(|(other, _)| *other != at);
    let named = others().filter(|(_, word)| word.case == Case::Mixed && is_plain(word));
    let mut fathers = others().filter(|(_, word)| is_east_slavic_patronymic(&word.text));
    words[at].text.len() <= SHORT_LETTERS_MAX
        && named.count() >= WORDS_WITH_PATRONYMIC_MIN
        && fathers.next().is_some()
}

/// Whether a word is a state, a body of the lists, or short and nobody of the lists bears it.
fn is_no_family_name(text: &str, known: &Known) -> bool {
    let fold = fold(text);
    if is_frequent_fold(&fold) {
        return false;
    }
    let is_state = address_of(text).is(Address::STATE) || is_nation(class_of(text));
    let is_short = text.len() <= SHORT_LETTERS_MAX && !(known.is_listed)(&fold);
    is_state || is_short || (known.is_of_bodies)(&fold)
}

/// How many words of a name are left that nothing marks.
fn plain_left(words: &[Word], beside: &[bool]) -> usize {
    let left = words.iter().zip(beside);
    left.filter(|(word, beside)| !**beside && is_plain(word))
        .count()
}
