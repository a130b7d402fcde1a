//! Korean names in katakana, put into the spelling that lists use: `キム・ジョンウン`, and without the
//! small letters that bank transfers have none of, `キム ジヨンウン`.
//!
//! Compiled by hand from the usual transcription of Korean by the press of Japan: voiced sounds are written
//! as they are heard, one letter stands for `n` and `ng`, a last consonant has a vowel of its own.

use super::korean::of_sounds;
use super::korean_surnames::listed;
use super::syllables::{Spellings, add};
use crate::text::romanise::latin_of_kana;
use crate::text::tables::{
    KOREAN_KANA_CODAS, KOREAN_KANA_ONSETS, KOREAN_KANA_VOWELS, KOREAN_SURNAMES_IN_KANA,
};

/// Katakana before which a full-size `ya`, `yu` or `yo` may be meant as a small one.
const BEFORE_SMALL: &str = "キシチニヒミリギジビピ";
const SMALL: &[(char, char)] = &[('ヤ', 'ャ'), ('ユ', 'ュ'), ('ヨ', 'ョ')];
/// What stands for the nasal that may be `n` or `ng` in what [`sounds`] gives.
const NASAL: char = 'N';

/// A family name and the given names behind it.
#[derive(Debug, PartialEq, Eq)]
pub struct KanaName {
    /// How lists spell the family name.
    pub family: Spellings,
    /// How lists spell each of two syllables.
    pub given: [Spellings; 2],
}

/// A Korean name in katakana of one word or two, the family name first; none of any other.
///
/// ```
/// # use matcher::text::asian::korean_in_kana::name;
/// let names = name(&["キム", "ジョンウン"]);
/// assert!(names[0].family.contains(&"kim".to_owned()));
/// assert!(names[0].given[0].contains(&"jong".to_owned()));
/// assert!(name(&["ペトロフ", "イワン"]).is_empty());
/// ```
pub fn name(words: &[&str]) -> Vec<KanaName> {
    let splits: Vec<(&str, &str)> = match *words {
        [family, given] => vec![(family, given)],
        [whole] => split_points(whole),
        _ => Vec::new(),
    };
    let mut found = Vec::new();
    for (family, given) in splits {
        let mut surname = Spellings::new();
        let rows = || {
            KOREAN_SURNAMES_IN_KANA
                .iter()
                .filter(|(kana, _)| *kana == family)
        };
        for spelling in rows().flat_map(|(_, latin)| listed(latin)) {
            add(&mut surname, spelling.to_owned());
        }
        if surname.is_empty() {
            continue;
        }
        let ways = std::iter::once(given.to_owned()).chain(with_small(given));
        let names = ways.flat_map(|given| two_syllables(&given));
        found.extend(names.map(|given| KanaName {
            family: surname.clone(),
            given,
        }));
    }
    found
}

/// Where a family name may end in a name of one word, the longest first.
fn split_points(whole: &str) -> Vec<(&str, &str)> {
    let ends = whole.char_indices().map(|(at, _)| at).skip(1);
    let splits = ends.map(|at| whole.split_at(at));
    let is_family = |(family, _): &(&str, &str)| {
        KOREAN_SURNAMES_IN_KANA
            .iter()
            .any(|(kana, _)| kana == family)
    };
    splits.filter(is_family).collect()
}

/// A word without small letters with those that may be meant so; none where none may be.
fn with_small(word: &str) -> Option<String> {
    let mut before = None;
    let mut changed = false;
    let letter = |letter: char| {
        let may_be = before.is_some_and(|before| BEFORE_SMALL.contains(before));
        before = Some(letter);
        let small = SMALL.iter().find(|(large, _)| may_be && *large == letter);
        small.map_or(letter, |(_, small)| {
            changed = true;
            *small
        })
    };
    let word: String = word.chars().map(letter).collect();
    changed.then_some(word)
}

/// The ways to cut given names in katakana into two syllables.
fn two_syllables(given: &str) -> Vec<[Spellings; 2]> {
    let letters = sounds(given);
    let ends = letters.char_indices().map(|(at, _)| at).skip(1);
    let cuts = ends.map(|at| letters.split_at(at));
    let syllables = cuts.map(|(first, second)| [syllable(first), syllable(second)]);
    syllables
        .filter(|both| both.iter().all(|spellings| !spellings.is_empty()))
        .collect()
}

/// Letters for the sounds of a word: the nasal apart from `n`, small vowels behind an `x`.
fn sounds(word: &str) -> String {
    let mut letters = String::new();
    for kana in word.chars() {
        match kana {
            'ン' => letters.push(NASAL),
            'ァ' => letters.push_str("xa"),
            'ィ' => letters.push_str("xi"),
            'ェ' => letters.push_str("xe"),
            'ォ' => letters.push_str("xo"),
            'ャ' | 'ュ' | 'ョ' => {
                // `ジョ` is `jo`, `リョ` is `ryo`.
                letters.pop();
                let hushing = ["sh", "ch", "j"].iter().any(|end| letters.ends_with(end));
                let small = latin_of_kana(&kana.to_string());
                letters.push_str(if hushing { "" } else { "y" });
                letters.push_str(&small);
            }
            _ => letters.push_str(&latin_of_kana(&kana.to_string())),
        }
    }
    // `チェ` is `che`, `ファ` is `hwa`.
    letters.replace("ixe", "e")
}

/// How lists spell a syllable.
fn syllable(written: &str) -> Spellings {
    of_sounds(
        written,
        [&KOREAN_KANA_ONSETS, &KOREAN_KANA_VOWELS, &KOREAN_KANA_CODAS],
    )
}
