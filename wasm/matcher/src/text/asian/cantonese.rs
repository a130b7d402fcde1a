//! Han characters as Hong Kong and Macau spell names: by their reading in Cantonese.
//!
//! Readings from Unihan (see `../han/README.md`). Hong Kong has no rule of spelling: what is given
//! is compiled by hand from the habits of its registers, several for a sound.

use super::syllables::{Part, Spellings, add};
use crate::text::han::jyutping;
use crate::text::tables::{JYUTPING_ONSETS, JYUTPING_RHYMES};

/// Family names that are read otherwise than the character is, and those of two characters.
const SURNAMES: &[(&str, &str)] = &[
    ("区", "au"),
    ("區", "au"),
    ("任", "jam"),
    ("曾", "zang"),
    ("单", "sin"),
    ("單", "sin"),
];
const DOUBLE_SURNAMES: &[&str] = &[
    "欧阳", "歐陽", "司徒", "上官", "诸葛", "諸葛", "司马", "司馬",
];

/// How Hong Kong spells a syllable of Jyutping; none where it is none.
///
/// ```
/// # use matcher::text::asian::cantonese::spellings;
/// assert_eq!(spellings("gwok"), ["kwok"]);
/// assert_eq!(spellings("zau"), ["chau", "chow", "tsau", "tsow"]);
/// ```
pub fn spellings(jyutping: &str) -> Spellings {
    let onset = JYUTPING_ONSETS.iter().find(|(onset, _)| {
        let rest = jyutping.strip_prefix(onset);
        rest.is_some_and(|rest| JYUTPING_RHYMES.iter().any(|(rhyme, _)| *rhyme == rest))
    });
    let (onset, starts) = onset.map_or(("", &[""] as &[&str]), |(onset, starts)| (*onset, starts));
    let rhyme = JYUTPING_RHYMES
        .iter()
        .find(|(rhyme, _)| *rhyme == &jyutping[onset.len()..]);
    let mut found = Spellings::new();
    for start in starts {
        for end in rhyme.into_iter().flat_map(|(_, ends)| *ends) {
            add(&mut found, [*start, *end].concat());
        }
    }
    found
}

/// Longest name.
const CHARACTERS_MAX: usize = 4;

/// A name in Han characters that is written as one word, character by character. None where one of
/// them has no reading.
pub fn name(word: &str) -> Option<Vec<Part>> {
    let count = word.chars().count();
    if !(2..=CHARACTERS_MAX).contains(&count) {
        return None;
    }
    let family = usize::from(
        DOUBLE_SURNAMES
            .iter()
            .any(|double| word.starts_with(double)),
    );
    let part = |(at, character): (usize, char)| {
        let own = SURNAMES
            .iter()
            .find(|(han, _)| at == 0 && han.starts_with(character));
        let read = own.map_or_else(|| jyutping(character), |(_, read)| Some(read));
        let spellings = spellings(read?);
        (!spellings.is_empty()).then(|| Part::new(0, spellings, at <= family))
    };
    word.chars().enumerate().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_common_reading_has_a_spelling() {
        let all: std::collections::BTreeSet<_> =
            ('\u{4E00}'..='\u{9FFF}').filter_map(jyutping).collect();
        let unread = all.iter().filter(|read| spellings(read).is_empty());
        assert!(unread.count() * 10 < all.len() && all.len() > 600);
    }
}
