//! Han characters as Hong Kong and Macau spell names: by their reading in Cantonese.
//!
//! Readings from Unihan (see `../han/README.md`). Hong Kong has no rule of spelling: what is given
//! is compiled by hand from the habits of its registers, several for a sound.

use std::sync::LazyLock;

use super::syllables::{Part, Spellings, add};
use crate::text::tables::{JYUTPING_ONSETS, JYUTPING_RHYMES};

/// One little-endian number a character from [`FIRST`]: a line of [`JYUTPING`] from 1, or 0.
const READINGS: &[u8] = include_bytes!("../han/cantonese.bin");
static JYUTPING: LazyLock<Vec<&str>> =
    LazyLock::new(|| include_str!("../han/jyutping.txt").lines().collect());
const FIRST: u32 = 0x4E00;

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

/// The reading of a character in Jyutping without its tone, or `None` for one of no table.
///
/// ```
/// # use matcher::text::asian::cantonese::jyutping;
/// assert_eq!(jyutping('黃'), Some("wong"));
/// ```
#[must_use]
pub fn jyutping(character: char) -> Option<&'static str> {
    let at = 2 * (character as u32).checked_sub(FIRST)? as usize;
    let &[low, high] = READINGS.get(at..at + 2)? else {
        return None;
    };
    let line = usize::from(u16::from_le_bytes([low, high]));
    JYUTPING.get(line.checked_sub(1)?).copied()
}

/// How Hong Kong spells a syllable of Jyutping; none where it is none.
///
/// ```
/// # use matcher::text::asian::cantonese::spellings;
/// assert_eq!(spellings("gwok"), ["kwok"]);
/// assert_eq!(spellings("zau"), ["chau", "chow", "tsau", "tsow"]);
/// ```
#[must_use]
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
#[must_use]
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
    fn names_are_spelt_as_in_hong_kong() {
        for (han, spelt) in [
            ("黃國華", ["wong", "kwok", "wah"]),
            ("張學友", ["cheung", "hok", "yau"]),
            ("周潤發", ["chow", "yun", "fat"]),
            ("許冠文", ["hui", "koon", "man"]),
            ("吳鎮宇", ["ng", "chun", "yu"]),
        ] {
            let found = name(han).unwrap_or_default();
            for (part, spelt) in found.iter().zip(spelt) {
                let has = part.spellings.iter().any(|s| s == spelt);
                assert!(has, "{han} {spelt} {:?}", part.spellings);
            }
            assert_eq!(found.len(), 3, "{han}");
        }
    }

    #[test]
    fn every_common_reading_has_a_spelling() {
        let unread = JYUTPING.iter().filter(|read| spellings(read).is_empty());
        assert!(unread.count() * 10 < JYUTPING.len());
    }

    #[test]
    fn what_is_no_name_has_none() {
        for word in ["", "王", "wong", "中國國際信託", "王a"] {
            assert_eq!(name(word), None, "{word}");
        }
    }
}
