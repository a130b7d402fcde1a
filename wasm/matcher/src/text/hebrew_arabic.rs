//! Arabic and Persian names in Hebrew letters, whose alphabet has fewer: `צ` is `ص` and `ض`, `ח` `ح`
//! and `خ`. Compiled by hand from the letters that Hebrew texts put for those of Arabic.
//!
//! Words that Arabic texts are known to have are read as those; others by the consonants that they may
//! have.

use super::arabic::latin;
use super::arabic_parts::parts;
use super::arabic_words::{known, vowelled};
use super::asian::syllables::{Part, Spellings, add};
use super::consonants::PhoneticVariant;
use super::phonetic::{consonants_of, key};
use super::script::{Script, script_of};
use super::tables::{HEBREW_LETTERS, HEBREW_NAMES};

/// Ways to read a word that are kept.
const WAYS_MAX: usize = 48;
/// Fewer consonants than this in a name say too little.
const CONSONANTS_OF_NAME_MIN: u32 = 6;

/// A name of two words or more in Hebrew letters, read as an Arabic one; none of any other, or of so few
/// consonants that many names have them.
///
/// ```
/// # use matcher::text::hebrew_arabic::name;
/// let parts = name(&["מחמוד", "אלעזאוי"]).unwrap();
/// assert_eq!(parts[1].spellings, ["al"]);
/// assert!(name(&["נציר"]).is_none());
/// ```
pub fn name(words: &[&str]) -> Option<Vec<Part>> {
    let is_hebrew = |word: &&str| {
        word.chars()
            .all(|letter| script_of(letter) == Script::Of("Hebr"))
    };
    let is_arabic = |word: &&str| HEBREW_NAMES.binary_search(word).is_err();
    if words.len() < 2 || !words.iter().all(|word| is_hebrew(word) && is_arabic(word)) {
        return None;
    }
    let (mut found, mut consonants) = (Vec::new(), 0);
    for (place, word) in words.iter().enumerate() {
        let arabic = in_arabic(word)?;
        for part in parts(&arabic[0].0) {
            // The same letters of each way.
            let start = arabic[0].0.find(part)?;
            let from = arabic[0].0[..start].chars().count();
            let count = part.chars().count();
            let ways = arabic.iter().map(|(letters, sounds)| {
                let letters: String = letters.chars().skip(from).take(count).collect();
                (letters, sounds.get(from..from + count).unwrap_or_default())
            });
            let part = read(place, ways);
            consonants += part.skeletons.first().map_or(0, |key| consonants_of(*key));
            found.push(part);
        }
    }
    (consonants >= CONSONANTS_OF_NAME_MIN).then_some(found)
}

/// A word in Arabic letters, in each way that its letters may be read, with the sound of each.
fn in_arabic(word: &str) -> Option<Vec<(String, Vec<&'static str>)>> {
    let mut ways = vec![(String::new(), Vec::new())];
    for letter in word.chars() {
        let read = || {
            HEBREW_LETTERS
                .iter()
                .filter(|row| row.0.starts_with(letter))
        };
        read().next()?;
        let longer = ways.iter().flat_map(|(letters, sounds)| {
            read().map(move |(_, arabic, sound)| {
                let letters = format!("{letters}{arabic}");
                (letters, [&sounds[..], &[*sound]].concat())
            })
        });
        ways = longer.take(WAYS_MAX).collect();
    }
    Some(ways)
}

/// One word of a name by the ways to read it.
fn read<'a>(place: usize, ways: impl Iterator<Item = (String, &'a [&'static str])>) -> Part {
    let (mut spellings, mut skeletons) = (Spellings::new(), Vec::new());
    let mut in_full = None;
    for (letters, sounds) in ways {
        let vowels = || vowelled(&letters).map(|(arab, _)| arab);
        in_full = in_full.or_else(|| known(&letters).or_else(vowels));
        add(&mut spellings, latin(&letters, 'A'));
        // A vowel between them keeps each consonant from the next.
        let key = key(&sounds.join("a"), PhoneticVariant::Bare);
        if key != 0 && !skeletons.contains(&key) {
            skeletons.push(key);
        }
    }
    if let Some(known) = in_full {
        (spellings, skeletons) = (vec![known.to_owned()], Vec::new());
    }
    Part {
        place,
        spellings,
        is_family: false,
        skeletons,
    }
}
