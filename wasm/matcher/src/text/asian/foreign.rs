//! Foreign names in katakana, Hangul and Han, by the consonants that their syllables may stand for.
//!
//! None has all sounds of other languages: `ラ` is `la` and `ra`, `バ` is `ba` and `va`, and a
//! vowel follows consonants that have none. Compiled by hand from the usage of each.

use super::foreign_sounds::{Sounds, of_han, of_hangul, of_katakana};
use super::syllables::{Part, Spellings, joined};
use crate::text::consonants::PhoneticVariant;
use crate::text::phonetic::{consonants_of, key};

/// Most ways to read the consonants of a word that are kept.
const WAYS_MAX: usize = 128;
/// Fewer consonants than this in a word say nothing, and fewer in a name too little.
const CONSONANTS_MIN: u32 = 2;
const CONSONANTS_OF_NAME_MIN: u32 = 5;
/// The Arabic article in Japanese, Korean and Chinese.
const ARTICLES: [&str; 4] = ["アル", "알", "阿尔", "阿勒"];
/// Syllables behind an article: `알리` is Ali.
const BEHIND_ARTICLE_MIN: usize = 3;
/// Longer than any Korean name.
const HANGUL_SYLLABLES_MIN: usize = 5;
/// Longer than any Chinese name of two words.
const HAN_CHARACTERS_MIN: usize = 5;

/// A foreign name of two words or more in katakana, Hangul or Han; none of any other.
pub fn name(words: &[&str]) -> Option<Vec<Part>> {
    let all = |is: fn(char) -> bool| words.iter().all(|word| word.chars().all(is));
    let syllables: usize = words.iter().map(|word| word.chars().count()).sum();
    let is_han = |word: &&str| !word.is_ascii() && of_han(word).is_some();
    let read: fn(&str) -> Sounds = if words.len() < 2 {
        return None;
    } else if all(is_katakana) {
        of_katakana
    } else if all(is_hangul) && syllables >= HANGUL_SYLLABLES_MIN {
        of_hangul
    } else if syllables >= HAN_CHARACTERS_MIN && words.iter().all(is_han) {
        |word| of_han(word).unwrap_or_default()
    } else {
        return None;
    };
    let (mut parts, mut consonants) = (Vec::new(), 0);
    for (place, word) in words.iter().enumerate() {
        // Written or left out at will.
        if ARTICLES.contains(word) {
            continue;
        }
        let mut skeletons = skeletons(&read(word));
        let count = skeletons.first().map_or(0, |key| consonants_of(*key));
        if count < CONSONANTS_MIN {
            return None;
        }
        consonants += count;
        for bare in without_article(word)
            .map(|rest| self::skeletons(&read(rest)))
            .into_iter()
            .flatten()
        {
            if consonants_of(bare) >= CONSONANTS_MIN && !skeletons.contains(&bare) {
                skeletons.push(bare);
            }
        }
        parts.push(Part {
            place,
            // The word itself spells nothing: its consonants stand for it.
            spellings: Spellings::from([(*word).to_owned()]),
            is_family: false,
            skeletons,
        });
    }
    (consonants >= CONSONANTS_OF_NAME_MIN).then_some(parts)
}

/// A word without the article that it begins with: `알아사드` is Assad as well.
fn without_article(word: &str) -> Option<&str> {
    let mut articles = ARTICLES.iter();
    let rest = articles.find_map(|article| word.strip_prefix(article))?;
    (rest.chars().count() >= BEHIND_ARTICLE_MIN).then_some(rest)
}

fn is_katakana(letter: char) -> bool {
    matches!(letter, 'ァ'..='ヴ' | 'ー')
}

fn is_hangul(letter: char) -> bool {
    matches!(letter, '가'..='힣')
}

/// The keys of the bare consonants of a word, each sound of which may be one of several.
fn skeletons(sounds: &[Vec<&'static str>]) -> Vec<u32> {
    let mut keys: Vec<u32> = Vec::new();
    for way in joined(sounds, WAYS_MAX) {
        let key = key(&way, PhoneticVariant::Bare);
        if key != 0 && !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys
}
