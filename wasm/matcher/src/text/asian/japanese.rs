//! Japanese names in Han characters.
//!
//! Family names are those of a table. Parents choose the characters of a given name and how they are read, so that
//! it is read character by character, in each way that names have, or as a whole where it is one
//! character. Made by `japanese_names.ts`; source and licence are in `data/README.md`.

use std::sync::LazyLock;

use super::syllables::{Part, Spellings, add};
use crate::order::sort;
use crate::text::by_word::ByWord;
use crate::text::romanise::latin_of_kana;
use crate::text::tables::{JAPANESE_FAMILIES, JAPANESE_GIVEN};

/// Longest family and given name.
const CHARACTERS_MAX: usize = 3;
/// Ways to tell family and given name apart that are tried.
const WAYS_MAX: usize = 2;

/// Columns of given names: characters that often have a reading, that seldom have it, and that are a name
/// so read.
const OFTEN: usize = 1;
const SELDOM: usize = 2;
const WHOLE: usize = 3;

/// A name of one word, or of family and given name, in each way to tell these apart. None of any other
/// text.
///
/// ```
/// # use matcher::text::asian::japanese::names;
/// let readings = names(&["山田太郎"]);
/// assert_eq!(readings[0][0].spellings, ["yamada"]);
/// assert!(readings[0][1].spellings.contains(&"taro".to_owned()));
/// assert!(names(&["王小明"]).is_empty());
/// ```
pub fn names(words: &[&str]) -> Vec<Vec<Part>> {
    let is_han = |word: &&str| word.starts_with(|letter| matches!(letter, '\u{4E00}'..='\u{9FFF}'));
    if !words.iter().all(is_han) {
        return Vec::new();
    }
    let ways: Vec<(&str, &str)> = match *words {
        [word] => {
            let ends = word.char_indices().map(|(at, _)| at).skip(1);
            let ends: Vec<usize> = ends.take(CHARACTERS_MAX).collect();
            ends.into_iter().rev().map(|at| word.split_at(at)).collect()
        }
        [family, given] => vec![(family, given)],
        _ => Vec::new(),
    };
    let read = ways.into_iter().filter_map(|(family, given)| {
        let family = family_name(family)?;
        let given = given_names(given)?;
        Some(vec![
            Part::new(0, Spellings::from([family]), true),
            Part::new(words.len() - 1, given, false),
        ])
    });
    read.take(WAYS_MAX).collect()
}

/// Readings in hiragana by the family name that is so read; of several the first.
static FAMILIES: LazyLock<ByWord<&str, &str>> = LazyLock::new(|| {
    let mut families = ByWord::default();
    for line in JAPANESE_FAMILIES.lines() {
        let mut cells = line.split(' ');
        let reading = cells.next().unwrap_or_default();
        for written in cells {
            families.entry(written).or_insert(reading);
        }
    }
    families
});

/// By character and column: the readings in hiragana, in the order of the table.
static GIVEN: LazyLock<ByWord<(char, usize), Vec<&str>>> = LazyLock::new(|| {
    let mut given: ByWord<(char, usize), Vec<&str>> = ByWord::default();
    for line in JAPANESE_GIVEN.lines() {
        let mut cells = line.split(' ');
        let reading = cells.next().unwrap_or_default();
        for (column, all) in (OFTEN..).zip(cells) {
            for (at, character) in all.char_indices() {
                if !all[..at].contains(character) {
                    given.entry((character, column)).or_default().push(reading);
                }
            }
        }
    }
    given
});

fn family_name(name: &str) -> Option<String> {
    FAMILIES.get(name).map(|reading| latin_of_kana(reading))
}

/// How a given name may be spelt, the likelier first; none where a character of it is of no table.
fn given_names(name: &str) -> Option<Spellings> {
    let mut characters = name.chars();
    let whole = characters.next().filter(|_| characters.next().is_none());
    let whole = whole.into_iter().flat_map(|only| readings(only, WHOLE));
    if name.chars().count() > CHARACTERS_MAX {
        return None;
    }
    let mut ways = vec![(0, String::new())];
    for character in name.chars() {
        let read = readings(character, OFTEN).chain(readings(character, SELDOM));
        let read: Vec<(usize, &str)> = read.enumerate().collect();
        let longer = ways.iter().flat_map(|(rank, start)| {
            let read = read.iter();
            read.map(move |(at, reading)| (rank + at, [start, *reading].concat()))
        });
        ways = longer.collect();
    }
    sort(&mut ways);
    let mut spellings = Spellings::new();
    for reading in whole
        .map(str::to_owned)
        .chain(ways.into_iter().map(|(_, way)| way))
    {
        add(&mut spellings, latin_of_kana(&reading));
    }
    (!spellings.is_empty()).then_some(spellings)
}

/// The readings in hiragana that a column has for a character.
fn readings(character: char, column: usize) -> impl Iterator<Item = &'static str> {
    let known = GIVEN.get(&(character, column));
    known.into_iter().flatten().copied()
}
