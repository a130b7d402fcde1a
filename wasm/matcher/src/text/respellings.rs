//! Names of other countries as Germans, Poles, Lithuanians, Czechs, Hungarians and the Dutch write and
//! decline them, in the letters that English has for the same sounds: `Kusnezow` is `Kuznetsov`, `Sieczinem`
//! `Sechin`, `Putinas` `Putin`. What each language does is a class of `data/respellings.tsv`.

use std::sync::LazyLock;

use super::tables::{
    RESPELLINGS_BALKAN, RESPELLINGS_BALTIC, RESPELLINGS_CAUCASIAN, RESPELLINGS_CZECH,
    RESPELLINGS_DUTCH, RESPELLINGS_EAST_SLAVIC, RESPELLINGS_FINNIC, RESPELLINGS_GERMAN,
    RESPELLINGS_GREEK, RESPELLINGS_HUNGARIAN, RESPELLINGS_POLISH, RESPELLINGS_TURKISH, Table,
};

/// How a language writes some letters, and how English may; `$` stands for the end of the word.
type Rule = (&'static str, &'static [&'static str]);

/// The rules of each language.
const TABLES: [&Table<Rule>; 12] = [
    &RESPELLINGS_GERMAN,
    &RESPELLINGS_POLISH,
    &RESPELLINGS_BALTIC,
    &RESPELLINGS_CZECH,
    &RESPELLINGS_HUNGARIAN,
    &RESPELLINGS_DUTCH,
    &RESPELLINGS_EAST_SLAVIC,
    &RESPELLINGS_FINNIC,
    &RESPELLINGS_BALKAN,
    &RESPELLINGS_CAUCASIAN,
    &RESPELLINGS_TURKISH,
    &RESPELLINGS_GREEK,
];

/// The rules of a language, by their first letter, and its endings.
struct Language {
    by_letter: [Vec<Rule>; 26],
    /// By first letter: the second letters of its rules, as bits.
    seconds: [u32; 26],
    endings: Vec<Rule>,
}

impl Language {
    /// Whether a rule may match the beginning of the rest of a word, judged by its first two letters.
    fn may_begin(&self, rest: &str) -> bool {
        let rules = place_of(rest).and_then(|at| self.seconds.get(at));
        rules.is_some_and(|seconds| {
            *seconds != 0 && (rest.len() == 1 || seconds & second_of(rest) != 0)
        })
    }
}

static LANGUAGES: LazyLock<Vec<Language>> = LazyLock::new(|| {
    let languages = TABLES.iter().map(|rules| {
        let mut by_letter: [Vec<Rule>; 26] = Default::default();
        let mut seconds = [0; 26];
        for rule in *rules {
            let from = rule.0;
            if let Some(at) = place_of(from).filter(|at| *at < by_letter.len()) {
                by_letter[at].push(*rule);
                let is_letter = from.len() == 1;
                seconds[at] |= if is_letter {
                    u32::MAX
                } else {
                    ANY | second_of(from)
                };
            }
        }
        let ending = |(from, ways): &Rule| Some((from.strip_suffix('$')?, *ways));
        Language {
            by_letter,
            seconds,
            endings: rules.iter().filter_map(ending).collect(),
        }
    });
    languages.collect()
});

/// A bit that no letter has: some rule begins with the first letter.
const ANY: u32 = 1 << 31;

/// The place of the first letter of a text in the alphabet.
fn place_of(text: &str) -> Option<usize> {
    let letter = text.bytes().next()?;
    Some(usize::from(letter.checked_sub(b'a')?))
}

/// The second letter of a text as a bit; none of a shorter one.
fn second_of(text: &str) -> u32 {
    let second = text.get(1..).and_then(place_of);
    second.map_or(0, |at| 1 << (at & 31))
}

/// Letters of a word that may be read otherwise.
const LETTERS: std::ops::RangeInclusive<usize> = 4..=24;
/// Letters before an ending, at least.
const STEM_MIN: usize = 3;
/// Ways to read a word in one language that are tried.
const WAYS_MAX: usize = 32;

/// Calls with the ways to spell a word of lower-case letters in English, by language, the likeliest first, and with
/// the letters before an ending that was read off. The word itself may be among them.
///
/// ```
/// # use matcher::text::respellings::respell;
/// let mut found = Vec::new();
/// respell("sieczinem", &mut |way, _| found.push(way.to_owned()));
/// assert!(found.contains(&"sechin".to_owned()));
/// ```
pub fn respell(word: &str, found: &mut dyn FnMut(&str, Option<usize>)) {
    if !word.bytes().all(|byte| byte.is_ascii_lowercase()) || !LETTERS.contains(&word.len()) {
        return;
    }
    for language in &*LANGUAGES {
        let mut left = WAYS_MAX;
        if (0..word.len()).any(|at| language.may_begin(&word[at..])) {
            spell(language, word, &mut String::new(), &mut left, found);
        }
        without_ending(language, word, found);
    }
}

/// Calls with a word whose letters are English and its ending that of a language.
fn without_ending(language: &Language, word: &str, found: &mut dyn FnMut(&str, Option<usize>)) {
    let endings = language.endings.iter();
    let endings = endings.filter_map(|(ending, ways)| Some((word.strip_suffix(ending)?, ways)));
    for (stem, ways) in endings.filter(|(stem, _)| stem.len() >= STEM_MIN) {
        for way in *ways {
            found(
                &[stem, way.trim_end_matches('$')].concat(),
                Some(stem.len()),
            );
        }
    }
}

/// Spells the rest of a word behind what is `written` of it, in as many ways as are left.
fn spell(
    language: &Language,
    mut rest: &str,
    written: &mut String,
    left: &mut usize,
    found: &mut dyn FnMut(&str, Option<usize>),
) {
    while let Some(letter) = rest.get(..1) {
        let may_end = written.len() >= STEM_MIN;
        let (from, ways) = longest(language, rest, may_end).unwrap_or((letter, &[]));
        let ending = from.strip_suffix('$');
        rest = &rest[ending.unwrap_or(from).len()..];
        if ways.is_empty() {
            written.push_str(letter);
            continue;
        }
        let length = written.len();
        for way in ways {
            if *left == 0 {
                return;
            }
            written.push_str(way.trim_end_matches('$'));
            if ending.is_some() {
                *left -= 1;
                found(written, Some(length));
            } else {
                spell(language, rest, written, left, found);
            }
            written.truncate(length);
        }
        return;
    }
    *left -= 1;
    found(written, None);
}

/// The rule of the most letters by which the rest of a word begins, the end of the word among them where
/// it may be an ending.
fn longest(language: &Language, rest: &str, may_end: bool) -> Option<Rule> {
    let begins = |(from, _): &&Rule| match from.strip_suffix('$') {
        Some(ending) => may_end && rest == ending,
        None => rest.starts_with(from),
    };
    if !language.may_begin(rest) {
        return None;
    }
    let of_letter = language.by_letter[place_of(rest)?].iter();
    let all = of_letter.filter(begins);
    all.max_by_key(|(from, _)| from.len()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ways(word: &str) -> Vec<String> {
        let mut all = Vec::new();
        respell(word, &mut |way, _| all.push(way.to_owned()));
        all
    }

    #[test]
    fn respell_is_bounded_and_reads_plain_words_alone() {
        for word in ["abu", "сергей", "q7", "zso", "aa bb"] {
            assert_eq!(ways(word).len(), 0, "{word}");
        }
        let most = TABLES.len() * WAYS_MAX;
        assert!(ways("szczszczszczszczszczszcz").len() <= most);
    }
}
