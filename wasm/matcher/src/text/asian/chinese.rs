//! Chinese syllables in Wade-Giles and in Cyrillic letters, put into Pinyin.

use std::sync::LazyLock;

use super::syllables::Spellings;
use crate::text::by_word::{ByWord, WordSet};
use crate::text::han::{palladius, syllables, wade_giles};

/// Syllables of Pinyin by how else they are written. Wade-Giles without its apostrophes writes `zhang`
/// and `chang` alike.
static OTHERWISE: LazyLock<ByWord<String, Vec<&'static str>>> = LazyLock::new(|| {
    let mut table: ByWord<String, Vec<&'static str>> = ByWord::default();
    let mut add = |written: String, pinyin| {
        let known = table.entry(written).or_default();
        if !known.contains(&pinyin) {
            known.push(pinyin);
        }
    };
    for pinyin in syllables() {
        let wade = wade_giles(pinyin);
        if pinyin.ends_with("ui") && wade.starts_with('k') {
            add(wade.replace("ui", "uei"), pinyin);
        }
        add(wade, pinyin);
        add(palladius(pinyin), pinyin);
    }
    for (written, pinyin) in [
        ("ssu", "si"),
        ("sze", "si"),
        ("tse", "ze"),
        ("i", "yi"),
        ("хой", "hui"),
        ("ней", "nei"),
    ] {
        add(written.to_owned(), pinyin);
    }
    table
});

static PINYIN: LazyLock<WordSet> = LazyLock::new(|| syllables().collect());

/// Letters of the longest syllable of Pinyin.
const LETTERS_MAX: usize = 6;

/// Whether a syllable is one of Pinyin.
pub fn is_pinyin(syllable: &str) -> bool {
    syllable.len() <= LETTERS_MAX && PINYIN.contains(syllable)
}

/// Whether two syllables may be one in two romanisations: `chang` in Wade-Giles is `zhang`.
pub fn may_be_one(a: &str, b: &str) -> bool {
    let is_written = |written: &str, pinyin: &str| {
        let known = OTHERWISE.get(written);
        known.is_some_and(|syllables| syllables.contains(&pinyin))
    };
    a == b || is_written(a, b) || is_written(b, a)
}

/// The syllables of Pinyin that one in Wade-Giles or Cyrillic letters may be; none where it is none.
///
/// ```
/// # use matcher::text::asian::chinese::otherwise;
/// assert_eq!(otherwise("hsi"), ["xi"]);
/// assert_eq!(otherwise("tung"), ["dong", "tong"]);
/// assert_eq!(otherwise("цзинь"), ["jin"]);
/// ```
pub fn otherwise(syllable: &str) -> Spellings {
    let found = OTHERWISE.get(syllable).into_iter().flatten();
    found.map(|pinyin| (*pinyin).to_owned()).collect()
}

/// Whether a syllable is one in Wade-Giles or Cyrillic letters.
pub fn is_otherwise(syllable: &str) -> bool {
    OTHERWISE.contains_key(syllable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_syllable_of_pinyin_is_longer_than_the_longest() {
        assert_eq!(syllables().map(str::len).max(), Some(LETTERS_MAX));
    }

    #[test]
    fn every_syllable_is_read_back_from_both_scripts() {
        for pinyin in syllables() {
            for written in [wade_giles(pinyin), palladius(pinyin)] {
                assert!(
                    otherwise(&written).iter().any(|p| p == pinyin),
                    "{written} {pinyin}"
                );
            }
        }
    }
}
