//! Korean names in Han characters, as Chinese, Japanese and South Korean texts write them.
//!
//! Unihan's Korean readings are not at hand: compiled by hand are the characters of the commonest
//! family and given names, in the spelling of the North's lists.

use super::syllables::{Part, Spellings, add};
use crate::text::tables::{HANJA_GIVEN_NAMES, HANJA_SURNAMES};

fn spellings(table: &[(&str, &[&str])], character: char) -> Spellings {
    let mut found = Spellings::new();
    for (characters, spelt) in table {
        for spelling in spelt.iter().filter(|_| characters.contains(character)) {
            add(&mut found, (*spelling).to_owned());
        }
    }
    found
}

/// A name of two or three characters that is written as one word, character by character. None where
/// one of them is none of the tables.
pub fn name(word: &str) -> Option<Vec<Part>> {
    let count = word.chars().count();
    if !(2..=3).contains(&count) {
        return None;
    }
    let part = |(at, character)| {
        let is_family = at == 0;
        let table = if is_family {
            &HANJA_SURNAMES[..]
        } else {
            &HANJA_GIVEN_NAMES
        };
        let spellings = spellings(table, character);
        (!spellings.is_empty()).then(|| Part::new(0, spellings, is_family))
    };
    word.chars().enumerate().map(part).collect()
}
