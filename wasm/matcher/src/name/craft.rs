//! A query that says what kind of craft it means beside the name: `crude oil tanker Ark`, `aircraft
//! EP-GOM, Airbus A300`.

use std::ops::Range;

use super::remarks::{Phrase, has_digit, is_numbered, phrase_at, words_of};
use crate::text::crafts::{AIRCRAFT, CraftWords, VESSELS};
use crate::text::word::{Case, Word, Words};

/// A kind of craft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Craft {
    /// A ship.
    Vessel,
    /// An aircraft.
    Aircraft,
}

impl Craft {
    /// Both.
    pub const ALL: [Craft; 2] = [Craft::Vessel, Craft::Aircraft];

    fn words(self) -> &'static CraftWords {
        match self {
            Craft::Vessel => &VESSELS,
            Craft::Aircraft => &AIRCRAFT,
        }
    }
}

/// Digits of the numbers that the International Maritime Organization and radio stations give.
const NUMBERS_OF_SHIPS: [usize; 2] = [7, 9];

/// The words of a query without those that only say that a craft is meant. None where none does, or
/// nothing else is left.
pub fn without_class(words: &Words, craft: Craft) -> Option<Words> {
    let CraftWords {
        heads,
        beside,
        letters,
        makers,
        measures,
        societies,
        ..
    } = craft.words();
    let is = |list: &[&str], text: &str| list.binary_search(&text).is_ok();
    let says_so = |text: &str| is(heads, text) || is(makers, text);
    let all = words.words.iter().map(|word| &*word.text);
    let mut pairs = words.words.windows(2);
    let short = pairs.position(|pair| is_pair([&pair[0], &pair[1]], letters));
    // A pair in capitals before a name that is in none: `MY Rosewind`.
    let prefixed = match &*words.words {
        [pair, name, ..] => {
            pair.case == Case::Upper && name.case == Case::Mixed && is(letters, &pair.text)
        }
        _ => false,
    };
    let is_number = |text: &str| text.bytes().any(|byte| byte.is_ascii_digit());
    let mut measured = measured(words, measures, societies);
    if craft == Craft::Vessel {
        mark_numbered(&words.words, &mut measured);
    }
    let is_measured = measured.contains(&true);
    if short.is_none() && !prefixed && !is_measured && !all.clone().any(says_so) {
        return None;
    }
    let is_of_ship = |text: &str| {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        craft == Craft::Vessel && digits && NUMBERS_OF_SHIPS.contains(&text.len())
    };
    let mut after_maker = false;
    let mut left = words.clone();
    // The numbers of measures go with these, those of a name stay.
    for (word, measured) in left.words.iter_mut().zip(&measured) {
        if *measured {
            word.text.clear();
        }
    }
    if let Some(at) = short {
        left.words.drain(at..at + 2);
    } else if prefixed {
        left.words.remove(0);
    }
    left.words.retain(|word| {
        let text = &*word.text;
        after_maker = is(makers, text) || after_maker && is_number(text);
        !(text.is_empty() || after_maker || says_so(text) || is(beside, text) || is_of_ship(text))
    });
    // A letter or a comma of the class is nobody's.
    left.commas = 0;
    for word in &mut left.words {
        word.after_comma = false;
    }
    let names = left.words.iter().any(|word| word.text.len() > 1);
    (names && left.words.len() < words.words.len()).then_some(left)
}

/// Whether two words are the letters that say that a ship is meant: `M/V`.
pub(super) fn are_class(pair: [&Word; 2]) -> bool {
    is_pair(pair, VESSELS.letters)
}

fn is_pair([first, second]: [&Word; 2], letters: &[&str]) -> bool {
    let both = || format!("{}{}", first.text, second.text);
    second.glued && letters.binary_search(&&*both()).is_ok()
}

/// Words of a ship's name behind one that says that a ship is meant, at most.
const SHIPS_WORDS_MAX: usize = 5;
/// What stands between such a word and the name, sorted.
const BEFORE_SHIPS: &[&str] = &["called", "name", "named", "no", "the"];

/// What stands before `ship` where that means to send, sorted: nothing as well.
const BEFORE_VERB: &[&str] = &["", "please", "to"];

/// The names of ships that a text says to be such, as places of its words: `per MV Rosewind laycan 12 May`,
/// `FREIGHT ROSEWIND KERCH/SAMSUN`. Each goes on to a sign, a comma or a word that is no part of a name.
pub(super) fn ships_in(words: &[Word]) -> Vec<Range<usize>> {
    let is = |list: &[&str], text: &str| list.binary_search(&text).is_ok();
    let is_head = |at: usize| {
        let is_second = at
            .checked_sub(1)
            .is_some_and(|first| are_class([&words[first], &words[at]]));
        let before = at.checked_sub(1).map_or("", |before| &*words[before].text);
        let is_verb = words[at].text == "ship" && is(BEFORE_VERB, before);
        is(VESSELS.heads, &words[at].text) && !is_verb || is_second
    };
    let is_label = |word: &Word| is(BEFORE_SHIPS, &word.text) || is(VESSELS.measures, &word.text);
    let ship_from = |from: usize, is_led: bool| {
        let labels = words[from..].iter().take_while(|word| is_label(word));
        let start = from + labels.count();
        // Between ports stands a sign: `KERCH/SAMSUN`.
        let is_port = |at: usize| {
            let next = words.get(at + 1);
            next.is_some_and(|next| next.glued && next.after_sign && !has_digit(next))
        };
        let ends = |at: &usize| {
            let word = &words[*at];
            *at > start && (word.after_sign || word.after_comma)
                || is_led && (has_digit(word) || is_port(*at))
                || is(VESSELS.measures, &word.text)
                || is_head(*at)
                || phrase_at(words, *at, true).0 != Phrase::None
        };
        let mut near = (start..words.len()).take(SHIPS_WORDS_MAX + 1);
        // Behind a lead nothing but what follows a name says that it is one.
        let end = near.find(ends).or((!is_led).then_some(words.len()))?;
        Some(start..end)
    };
    let ships = (0..words.len()).filter_map(|at| {
        let leads = VESSELS.leads.iter();
        match leads.filter_map(|lead| words_of(lead, &words[at..])).max() {
            Some(length) => ship_from(at + length, true),
            None if is_head(at) => ship_from(at + 1, false),
            None => None,
        }
    });
    ships
        .filter(|ship| (1..=SHIPS_WORDS_MAX).contains(&ship.len()))
        .collect()
}

/// Which words are a measure and its numbers: `DWT 105,000`, `built 2004`; or a society and the word `class`.
fn measured(words: &Words, measures: &[&str], societies: &[&str]) -> Vec<bool> {
    let all = &words.words;
    let is = |list: &[&str], at: usize| list.binary_search(&&*all[at].text).is_ok();
    let is_number = |at: &usize| all[*at].text.bytes().any(|byte| byte.is_ascii_digit());
    let mut found = vec![false; all.len()];
    for at in (0..all.len()).filter(|at| is(measures, *at)) {
        let behind = (at + 1..all.len()).take_while(is_number).count();
        let before = if behind == 0 {
            number_before(&all[..at])
        } else {
            0
        };
        found[at - before..=at + behind].fill(before + behind > 0);
    }
    for at in (1..all.len()).filter(|at| is(societies, *at) && is(societies, *at - 1)) {
        if all[at - 1..=at].iter().any(|word| word.text == "class") {
            found[at - 1..=at].fill(true);
        }
    }
    // Nothing is measured but the name of something.
    if found.first() == Some(&true) && found.iter().all(|measured| *measured) {
        found.fill(false);
    }
    found
}

/// Marks what says that the number of a ship follows its name: `Rosewind No. 2`.
fn mark_numbered(words: &[Word], marked: &mut [bool]) {
    for at in 1..words.len().saturating_sub(1) {
        let number = words[at + 1].text.as_bytes();
        marked[at] |= is_numbered(&words[at]) && number.iter().all(u8::is_ascii_digit);
    }
}

/// Digits of a group of a long number: `105,000`.
const GROUP_DIGITS: usize = 3;

/// How many words are the number that ends a text: one, or groups of three digits and what is before them.
fn number_before(words: &[Word]) -> usize {
    let mut taken = 0;
    for word in words.iter().rev() {
        let text = &*word.text;
        let is_number = text.bytes().any(|byte| byte.is_ascii_digit());
        let goes_on = taken == 0 || text.len() <= GROUP_DIGITS;
        if !is_number || !goes_on {
            break;
        }
        taken += 1;
        if text.len() != GROUP_DIGITS {
            break;
        }
    }
    taken
}
