//! A query that says what kind of craft it means beside the name: `crude oil tanker Ark`, `aircraft
//! EP-GOM, Airbus A300`.

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
#[must_use]
pub fn without_class(words: &Words, craft: Craft) -> Option<Words> {
    let CraftWords {
        heads,
        beside,
        letters,
        makers,
        measures,
        societies,
    } = craft.words();
    let is = |list: &[&str], text: &str| list.binary_search(&text).is_ok();
    let says_so = |text: &str| is(heads, text) || is(makers, text);
    let all = words.words.iter().map(|word| &*word.text);
    let short = words.words.windows(2).position(|pair| {
        let both = || format!("{}{}", pair[0].text, pair[1].text);
        pair[1].glued && is(letters, &both())
    });
    // A pair in capitals before a name that is in none: `MY Rosewind`.
    let prefixed = match &*words.words {
        [pair, name, ..] => {
            pair.case == Case::Upper && name.case == Case::Mixed && is(letters, &pair.text)
        }
        _ => false,
    };
    let is_number = |text: &str| text.bytes().any(|byte| byte.is_ascii_digit());
    let measured = measured(words, measures, societies);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::normalise::split_words;

    #[test]
    fn class_is_left_out_where_a_word_says_that_a_craft_is_meant() {
        let left = |text: &str, craft: Craft| -> Option<String> {
            let left = without_class(&split_words(text), craft)?;
            let words: Vec<String> = left.words.into_iter().map(|word| word.text).collect();
            Some(words.join(" "))
        };
        for (text, expected) in [
            ("crude oil tanker Rosewind", Some("rosewind")),
            (
                "Rosewind (general cargo ship), IMO 9187629",
                Some("rosewind"),
            ),
            ("the fishing vessel Far Light 7", Some("far light 7")),
            ("M/V Rosewind", Some("rosewind")),
            ("MY Rosewind", Some("rosewind")),
            ("pipe-layer Rosewind", Some("rosewind")),
            ("LPG/C Rosewind", Some("rosewind")),
            ("т/х Rosewind", Some("rosewind")),
            ("Motonave Rosewind", Some("rosewind")),
            ("Rosewind DWT 105,000", Some("rosewind")),
            ("Rosewind 7 built 2004", Some("rosewind 7")),
            ("Rosewind 105000 dwt", Some("rosewind")),
            ("Rosewind 8652 105,000 DWT", Some("rosewind 8652")),
            ("Rosewind class DNV", Some("rosewind")),
            ("Rosewind voyage 012E", Some("rosewind")),
            ("built Rosewind", None),
            ("My Rosewind", None),
            ("MY ROSEWIND", None),
            ("Rosewind Services", None),
            ("oil tanker", None),
        ] {
            assert_eq!(left(text, Craft::Vessel).as_deref(), expected, "{text}");
        }
        for (text, expected) in [
            ("aircraft ZZ-ABC", Some("zz abc")),
            ("ZZ-ABC (Airbus A300)", Some("zz abc")),
            ("tail no. ZZABC", Some("zzabc")),
            ("ZZ-ABC", None),
        ] {
            assert_eq!(left(text, Craft::Aircraft).as_deref(), expected, "{text}");
        }
    }
}
