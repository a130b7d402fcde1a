//! Foreign names in katakana, Hangul and Han, by the consonants that their syllables may stand for.
//!
//! None has all sounds of other languages: `ラ` is `la` and `ra`, `バ` is `ba` and `va`, and a
//! vowel follows consonants that have none. Compiled by hand from the usage of each.

use super::han_consonants;
use super::hangul_consonants::syllable;
use super::katakana_consonants::syllables;
use super::syllables::{Part, Spellings};
use crate::text::consonants::PhoneticVariant;
use crate::text::phonetic::{consonants_of, key};

/// Most ways to read the consonants of a word that are kept.
const WAYS_MAX: usize = 32;
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
#[must_use]
pub fn name(words: &[&str]) -> Option<Vec<Part>> {
    let all = |is: fn(char) -> bool| words.iter().all(|word| word.chars().all(is));
    let syllables: usize = words.iter().map(|word| word.chars().count()).sum();
    let read: fn(&str) -> Vec<Vec<&'static str>> = if words.len() < 2 {
        return None;
    } else if all(is_katakana) {
        self::syllables
    } else if all(is_hangul) && syllables >= HANGUL_SYLLABLES_MIN {
        |word| word.chars().flat_map(syllable).collect()
    } else if syllables >= HAN_CHARACTERS_MIN
        && words.iter().all(|word| !word.is_ascii())
        && words
            .iter()
            .all(|word| han_consonants::syllables(word).is_some())
    {
        |word| han_consonants::syllables(word).unwrap_or_default()
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
    let mut ways = vec![String::new()];
    for sound in sounds {
        let longer = ways
            .iter()
            .flat_map(|way| sound.iter().map(move |next| [&**way, next].concat()));
        ways = longer.take(WAYS_MAX).collect();
    }
    let mut keys: Vec<u32> = Vec::new();
    for way in ways {
        let key = key(&way, PhoneticVariant::Bare);
        if key != 0 && !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sounds_like(word: &str, latin: &str) -> bool {
        let parts = name(&[word, word]).unwrap_or_default();
        let heard = key(latin, PhoneticVariant::Bare);
        parts
            .first()
            .is_some_and(|part| part.skeletons.contains(&heard))
    }

    #[test]
    fn names_sound_as_they_are_spelt_in_latin_letters() {
        for (word, latin) in [
            ("グリゴーリー", "grigory"),
            ("ヴォローニン", "voronin"),
            ("ミロシェヴィッチ", "milosevich"),
            ("스베틀라나", "svetlana"),
            ("보로닌", "voronin"),
            ("밀로셰비치", "miloshevich"),
            ("格里戈里", "grigory"),
            ("沃罗宁", "voronin"),
            ("斯维特兰娜", "svetlana"),
            ("苏莱曼尼", "suleimani"),
            ("易卜拉欣", "ibrahim"),
            ("알아사드", "alassad"),
            ("알아사드", "assad"),
            ("谢尔盖", "sergey"),
        ] {
            assert!(sounds_like(word, latin), "{word} {latin}");
        }
        assert!(!sounds_like("ヴォローニン", "voronov"));
    }

    #[test]
    fn what_is_no_foreign_name_has_no_reading() {
        for words in [
            &["김", "영철"][..],
            &["ウラジーミル"],
            &["putin", "vladimir"],
            &["アオ", "イエ"],
            &["王", "小明"],
            &["欧阳", "明"],
            &["中国", "石油天然气"],
        ] {
            assert_eq!(name(words), None, "{words:?}");
        }
    }
}
