//! Words that say what kind of body a name is of, what it deals with and where it is, and little about
//! which.

use crate::order::sort;
use std::sync::LazyLock;

use super::by_word::ByWord;
use super::fold::fold;
use super::tables::{FORMS, GENERIC, NATIONS, SHORT_FORMS_AT_END, SHORT_FORMS_AT_START, TOPICS};

/// First class of each table; 0 is no class.
const FIRST_FORM: u16 = 1;
const FIRST_GENERIC: u16 = 32;
const FIRST_TOPIC: u16 = 256;
const FIRST_NATION: u16 = 768;
/// More classes than there are.
const CLASSES: u16 = 1024;

/// The words of the tables, and beginnings of words, each with its class.
struct Lexicon {
    forms: ByWord<&'static str, u16>,
    words: ByWord<String, u16>,
    /// By their first two letters. Sorted.
    stems: ByWord<[u8; 2], Vec<Stem>>,
    /// By class, how its words begin, and the letters that they begin with in short, as bits.
    beginnings: Vec<Vec<&'static str>>,
    letters: Vec<u32>,
}

/// The beginning of a word: folded, with its class and as the table has it.
type Stem = (String, u16, &'static str);

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    let mut lexicon = Lexicon {
        forms: entries(&FORMS, FIRST_FORM).collect(),
        words: ByWord::default(),
        stems: ByWord::default(),
        beginnings: (0..CLASSES)
            .map(|class| beginnings_of(class).collect())
            .collect(),
        letters: (0..CLASSES)
            .map(|class| beginnings_of(class).fold(0, |letters, word| letters | first_letter(word)))
            .collect(),
    };
    let tables: [(&[&str], u16); 3] = [
        (&GENERIC, FIRST_GENERIC),
        (&TOPICS, FIRST_TOPIC),
        (&NATIONS, FIRST_NATION),
    ];
    for (word, class) in tables
        .into_iter()
        .flat_map(|(rows, first)| entries(rows, first))
    {
        if let Some(stem) = word.strip_suffix('*') {
            let folded = fold(stem);
            if let Some(two) = first_two(&folded) {
                let alike = lexicon.stems.entry(two).or_default();
                alike.push((folded, class, stem));
            }
        } else {
            let known = lexicon.words.entry(fold(word)).or_insert(class);
            *known = class.min(*known);
        }
    }
    lexicon.stems.values_mut().for_each(|stems| sort(stems));
    lexicon
});

/// The words of rows, with their classes.
fn entries(rows: &'static [&str], first: u16) -> impl Iterator<Item = (&'static str, u16)> {
    rows.iter()
        .zip(first..)
        .flat_map(|(row, class)| row.split(' ').map(move |word| (word, class)))
}

/// The row of a class.
fn row_of(class: u16) -> Option<&'static str> {
    let (rows, first): (&[&str], u16) = match class {
        FIRST_NATION.. => (&NATIONS, FIRST_NATION),
        FIRST_TOPIC.. => (&TOPICS, FIRST_TOPIC),
        FIRST_GENERIC.. => (&GENERIC, FIRST_GENERIC),
        _ => (&FORMS, FIRST_FORM),
    };
    rows.get(usize::from(class.checked_sub(first)?)).copied()
}

/// What a word says about a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Says {
    /// Its legal form.
    Form(u16),
    /// What kind of body it is.
    Generic(u16),
    /// What it deals with, or where it is.
    Topic(u16),
}

/// The class of all words that say the same about a body as a normalised one, 0 where it says nothing.
pub fn class_of(word: &str) -> u16 {
    class_of_folded(word, &fold(word))
}

/// The same, of a word whose fold is known.
pub fn class_of_folded(word: &str, folded: &str) -> u16 {
    let known = LEXICON.forms.get(word);
    if let Some(class) = known.or_else(|| LEXICON.words.get(folded)) {
        return *class;
    }
    match class_of_stem(folded) {
        Some((stem, class, written))
            if !is_compound(folded, stem) && begins_as_written(word, stem, written) =>
        {
            class
        }
        _ => 0,
    }
}

/// Whether letters are a legal form at the end of a body's name, or at its beginning, and words elsewhere.
pub fn is_form_at(word: &str, end: End) -> bool {
    let forms = match end {
        End::First => &SHORT_FORMS_AT_START[..],
        End::Last => &SHORT_FORMS_AT_END,
    };
    forms.binary_search(&word).is_ok()
}

/// An end of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Its first words.
    First,
    /// Its last words.
    Last,
}

/// Parts of compounds, folded.
const ROOTS: [&str; 21] = [
    "avia", "avto", "bank", "eksport", "energo", "gaz", "invest", "kali", "kurort", "logist",
    "mash", "neft", "pribor", "prom", "remont", "snab", "standart", "stroi", "telekom", "torg",
    "trans",
];

/// Whether what follows the beginning of a word is no ending but another part of a compound, which is a
/// name of its own: `Okeanpribor` is no ocean. The part may begin with the last letter of what is a
/// beginning of other words: `Belaruskali` is not `Belarusk-`.
fn is_compound(word: &str, stem: &str) -> bool {
    let rest = |shared: usize| word.get(stem.len().saturating_sub(shared)..);
    let begins = |rest: &str| ROOTS.iter().any(|root| rest.starts_with(root));
    [0, 1].into_iter().filter_map(rest).any(begins)
}

/// What the words of a class say about a body.
pub fn says(class: u16) -> Option<Says> {
    Some(match class {
        ..FIRST_FORM => return None,
        FIRST_FORM..FIRST_GENERIC => Says::Form(class),
        FIRST_GENERIC..FIRST_TOPIC => Says::Generic(class),
        FIRST_TOPIC.. => Says::Topic(class),
    })
}

/// Letters of a folded stem that say which word it is.
const STEM_LETTERS: usize = 3;

/// Whether a word begins as a stem is written, not only as it sounds, where little is left of that by folding:
/// `Wong` is nothing military for `voenn`.
fn begins_as_written(word: &str, stem: &str, written: &str) -> bool {
    stem.len() > STEM_LETTERS || word.get(..1) == written.get(..1)
}

/// The first two bytes of a word; none of a shorter one.
fn first_two(word: &str) -> Option<[u8; 2]> {
    word.as_bytes().first_chunk().copied()
}

/// The longest stem that a word begins with, and its class.
fn class_of_stem(folded: &str) -> Option<(&'static str, u16, &'static str)> {
    let stems = LEXICON.stems.get(&first_two(folded)?)?;
    let mut word = folded;
    loop {
        // No stem that the word begins with is after the last that is not after the word.
        let after = stems.partition_point(|(stem, ..)| **stem <= *word);
        let (stem, class, written) = stems.get(after.checked_sub(1)?)?;
        let shared = word.bytes().zip(stem.bytes());
        let shared = shared.take_while(|(a, b)| a == b).count();
        if shared == stem.len() {
            return Some((stem, *class, written));
        }
        // Nor is one longer than what the word shares with that one.
        word = word.get(..shared)?;
    }
}

/// Whether a class says what a body deals with or where it is.
pub fn is_topic(class: u16) -> bool {
    class >= FIRST_TOPIC
}

/// Whether a class says where a body is.
pub fn is_nation(class: u16) -> bool {
    class >= FIRST_NATION
}

/// How the words of a class begin: the first English one and the first two Russian ones, or, where
/// the class is of what is in short already, each of it.
pub fn beginnings(class: u16) -> &'static [&'static str] {
    let of_class = LEXICON.beginnings.get(usize::from(class));
    of_class.map(|words| &**words).unwrap_or_default()
}

fn beginnings_of(class: u16) -> impl Iterator<Item = &'static str> {
    let row = row_of(class).unwrap_or_default();
    let all = if is_in_short(class) { usize::MAX } else { 1 };
    let english = row.split(' ').filter(|word| !word.ends_with('*')).take(all);
    let russian = row.split(' ').filter_map(|word| word.strip_suffix('*'));
    english.chain(russian.take(2))
}

/// The letters that a word of a class may begin with in short, as bits.
pub fn letters_in_short(word: &str, class: u16) -> u32 {
    let of_class = LEXICON.letters.get(usize::from(class));
    first_letter(word) | of_class.copied().unwrap_or_default()
}

/// A bit for the first letter of a word, 0 where it is none of `a` to `z`.
pub fn first_letter(word: &str) -> u32 {
    match word.bytes().next() {
        Some(letter @ b'a'..=b'z') => 1 << (letter - b'a'),
        _ => 0,
    }
}

/// Whether a class is of what is in short already: `nii` and its like.
pub fn is_in_short(class: u16) -> bool {
    let first = || row_of(class).and_then(|row| row.split(' ').next());
    (FIRST_GENERIC..FIRST_TOPIC).contains(&class) && first().is_some_and(|word| word.len() <= 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_say_each_word_once() {
        let tables: [&[&str]; 4] = [&FORMS, &GENERIC, &TOPICS, &NATIONS];
        let words = tables.into_iter();
        let words = words.flat_map(|rows| entries(rows, 0).map(|(word, _)| word));
        let mut words: Vec<&str> = words.chain(SHORT_FORMS_AT_END.iter().copied()).collect();
        words.sort_unstable();
        let doubles: Vec<_> = words.windows(2).filter(|pair| pair[0] == pair[1]).collect();
        assert!(doubles.is_empty(), "{doubles:?}");
    }

    #[test]
    fn tables_have_their_classes_apart() {
        for (rows, first, next) in [
            (FORMS.len(), FIRST_FORM, FIRST_GENERIC),
            (GENERIC.len(), FIRST_GENERIC, FIRST_TOPIC),
            (TOPICS.len(), FIRST_TOPIC, FIRST_NATION),
            (NATIONS.len(), FIRST_NATION, CLASSES),
        ] {
            assert!(rows <= usize::from(next - first), "{first}");
        }
    }

    #[test]
    fn class_of_stem_is_that_of_the_longest_beginning() {
        let stems: Vec<&Stem> = LEXICON.stems.values().flatten().collect();
        let all = [&GENERIC[..], &TOPICS, &NATIONS].concat();
        let all = all.iter().flat_map(|row| row.split(' '));
        assert_eq!(stems.len(), all.filter(|word| word.ends_with('*')).count());
        let words = LEXICON.words.keys();
        let words = stems.iter().map(|(stem, ..)| stem).chain(words);
        for word in words.flat_map(|word| [word.clone(), format!("{word}ak"), format!("z{word}")]) {
            let begins = stems.iter().filter(|(stem, ..)| word.starts_with(stem));
            let longest = begins.max_by_key(|(stem, ..)| stem.len());
            assert_eq!(
                class_of_stem(&word).map(|(_, class, _)| class),
                longest.map(|(_, class, _)| *class),
                "{word}"
            );
        }
    }
}
