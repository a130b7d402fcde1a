//! A whole name of East Asia in the spellings that lists use.
//!
//! No word of such a name says by itself that it is one: `An`, `Li` and `Jung` are words of many
//! languages. A name is one where all of it is syllables and a family name stands first or last.

use super::chinese::{is_pinyin, otherwise};
use super::korean::{is_revised, is_yale, syllable, yale};
use super::korean_in_kana;
use super::korean_surnames::listed;
use super::pinyin_surnames::is_surname;
use super::syllables::{Part, SPELLINGS_MAX, Spellings, add, cuts, is_cut, joined};
use super::{cantonese, hanja};
use crate::text::cyrillic;
use crate::text::fold::fold;
use crate::text::frequent::is_frequent_fold;

/// Other readings of a name that are tried in one language.
pub const READINGS_MAX: usize = 3;

/// A Korean name of two or three lower-case words, syllable by syllable as the lists of the North are.
pub fn korean(words: &[&str]) -> Vec<Vec<Part>> {
    let in_yale = words.iter().any(|word| is_yale(word));
    let systems = [false, true];
    let systems = systems.iter().filter(|is_yale| in_yale || !**is_yale);
    let mut readings: Vec<Vec<Part>> = systems
        .rev()
        .flat_map(|in_yale| korean_in(words, *in_yale))
        .collect();
    readings.truncate(READINGS_MAX);
    readings
}

/// A Korean name in katakana, of one word or two.
pub fn korean_in_kana(words: &[&str]) -> Vec<Vec<Part>> {
    let last = words.len().saturating_sub(1);
    let names = korean_in_kana::name(words).into_iter();
    let readings = names.map(|name| {
        let [first, second] = name.given;
        vec![
            Part::new(0, name.family, true),
            Part::new(last, first, false),
            Part::new(last, second, false),
        ]
    });
    readings.take(READINGS_MAX).collect()
}

/// A Korean name in Yale's romanisation or in any other.
fn korean_in(words: &[&str], in_yale: bool) -> Vec<Vec<Part>> {
    let mut readings = Vec::new();
    for family in ends(words, 2..=3) {
        let mut surname = Spellings::new();
        let written = if in_yale {
            yale(words[family])
        } else {
            vec![words[family].to_owned()]
        };
        for spelling in written.iter().flat_map(|written| listed(written)) {
            add(&mut surname, spelling.to_owned());
        }
        if surname.is_empty() {
            continue;
        }
        for given in korean_given(words, family, in_yale) {
            let mut reading = given;
            let at = reading.partition_point(|part| part.place < family);
            reading.insert(at, Part::new(family, surname.clone(), true));
            if !readings.contains(&reading) {
                readings.push(reading);
            }
        }
    }
    readings
}

/// The syllables of the words beside the family name: two words of one each, or one that is cut.
fn korean_given(words: &[&str], family: usize, in_yale: bool) -> Vec<Vec<Part>> {
    let read = if in_yale { yale } else { syllable };
    let others: Vec<usize> = (0..words.len()).filter(|at| *at != family).collect();
    let part = |place, spellings| Part::new(place, spellings, false);
    match *others {
        [only] if in_yale || !is_common(words[only]) => {
            let word = words[only];
            let one_will_do = !in_yale && (is_revised(word) || !word.is_ascii());
            let cuts = cuts(word, read).into_iter();
            let cuts = cuts.filter(|cut| cut.len() == 2 || one_will_do);
            let parts = |cut: Vec<Spellings>| cut.into_iter().map(|own| part(only, own)).collect();
            cuts.map(parts)
                .take(if in_yale { 1 } else { usize::MAX })
                .collect()
        }
        [first, second] => {
            let given = [first, second].map(|at| part(at, read(words[at])));
            let all = given.iter().all(|part| !part.spellings.is_empty());
            if all { vec![given.into()] } else { Vec::new() }
        }
        _ => Vec::new(),
    }
}

/// Whether syllables are a word that many people bear elsewhere: Susan and Ivan.
fn is_common(word: &str) -> bool {
    let latin = if word.is_ascii() {
        fold(word)
    } else {
        cyrillic::latin(word, 'R')
    };
    !is_revised(word) && is_frequent_fold(&latin)
}

/// A Chinese name of two to four lower-case words in Pinyin, its given names as one word. None of two
/// words of Pinyin, which lists write so.
pub fn chinese(words: &[&str]) -> Vec<Vec<Part>> {
    let is_plain = |word: &&str| is_cut(word, is_pinyin);
    if words.len() < 3 && words.iter().all(is_plain) {
        return Vec::new();
    }
    let mut readings = Vec::new();
    for family in ends(words, 2..=4) {
        let surname: Spellings = as_other(words[family])
            .into_iter()
            .filter(|s| is_surname(s))
            .collect();
        let others: Vec<usize> = (0..words.len()).filter(|at| *at != family).collect();
        if surname.is_empty() {
            continue;
        }
        let Some(given) = chinese_given(words, &others) else {
            continue;
        };
        let mut reading = vec![Part::new(others[0], given, false)];
        let at = usize::from(family > 0);
        reading.insert(at, Part::new(family, surname, true));
        readings.push(reading);
    }
    readings.truncate(READINGS_MAX);
    readings
}

/// A name in Han characters, of one word, as Hong Kong and as Korea read it.
pub fn of_han(words: &[&str]) -> Vec<Vec<Part>> {
    match words {
        [word] => [cantonese::name(word), hanja::name(word)]
            .into_iter()
            .flatten()
            .collect(),
        _ => Vec::new(),
    }
}

/// Longest given name.
const GIVEN_SYLLABLES_MAX: usize = 2;

/// The given names of some words as one; none where they are not of one or two syllables.
fn chinese_given(words: &[&str], places: &[usize]) -> Option<Spellings> {
    let mut count = 0;
    let mut parts: Vec<Spellings> = Vec::new();
    for place in places {
        let cuts = cuts(words[*place], as_other);
        count += cuts.first()?.len();
        let mut spellings = Spellings::new();
        for cut in &cuts {
            for spelling in joined(cut, SPELLINGS_MAX) {
                add(&mut spellings, spelling);
            }
        }
        parts.push(spellings);
    }
    (count <= GIVEN_SYLLABLES_MAX).then(|| joined(&parts, SPELLINGS_MAX))
}

fn as_pinyin(syllable: &str) -> Spellings {
    let known = is_pinyin(syllable).then(|| syllable.to_owned());
    known.into_iter().collect()
}

/// In Pinyin as well as in Wade-Giles or Cyrillic letters.
fn as_other(syllable: &str) -> Spellings {
    let mut found = as_pinyin(syllable);
    for spelling in otherwise(syllable) {
        add(&mut found, spelling);
    }
    found
}

/// The places where the family name of so many words may stand.
fn ends(words: &[&str], count: std::ops::RangeInclusive<usize>) -> Vec<usize> {
    let is_one_script = words.iter().all(|word| word.is_ascii())
        || words
            .iter()
            .all(|word| !word.bytes().any(|byte| byte.is_ascii()));
    if count.contains(&words.len()) && is_one_script {
        vec![0, words.len() - 1]
    } else {
        Vec::new()
    }
}
