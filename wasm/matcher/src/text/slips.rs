//! Slips of the pen in legal forms and generic words.

use std::sync::LazyLock;

use super::by_word::ByWord;
use super::edits::{Pattern, begin_alike, is_swap};
use super::tables::{FORMS, GENERIC};

/// The words that another may be a slip of.
static MEANT: LazyLock<Meant> = LazyLock::new(|| {
    let [first_min, form_min, other_min] = SLIP_LETTERS_MIN;
    let all = meant_in(&FORMS, first_min, form_min)
        .chain(meant_in(&GENERIC, first_min, other_min))
        .chain(OF_PHRASES);
    Meant::of(all)
});

/// The legal forms among them, and the words that several make one of.
static MEANT_FORMS: LazyLock<Meant> = LazyLock::new(|| {
    let [_, form_min, _] = SLIP_LETTERS_MIN;
    Meant::of(meant_in(&FORMS, form_min, form_min).chain(OF_PHRASES))
});

/// Words with their places in a table, by their first letter.
#[derive(Default)]
struct Meant(ByWord<char, Vec<(usize, &'static str)>>);

impl Meant {
    fn of(words: impl Iterator<Item = &'static str>) -> Meant {
        let mut meant = Meant::default();
        for (at, word) in words.enumerate() {
            let first = word.chars().next().unwrap_or_default();
            meant.0.entry(first).or_default().push((at, word));
        }
        meant
    }
}

/// Words of legal forms that are written in several.
const OF_PHRASES: [&str; 4] = ["liability", "responsabilidad", "responsabilite", "unitary"];

/// Legal forms in short that are often mistyped, so that a letter is doubled, left out or swapped.
const SHORT_FORMS: [&str; 14] = [
    "cjsc", "corp", "gmbh", "inc", "jsc", "llc", "ltd", "ltda", "oao", "ojsc", "ooo", "pjsc",
    "sarl", "zao",
];
/// Letters of the longest of them.
const SHORT_FORM_LETTERS_MAX: usize = 4;

/// Shortest words of which another may be a slip, below which one letter makes another word: the
/// first of a row, a legal form, and the others, which are of many languages.
const SLIP_LETTERS_MIN: [usize; 3] = [5, 6, 7];

/// The first word of a table, but for some, that a word is one edit from and begins as.
fn first_within_edit(
    word: &str,
    table: &Meant,
    but: impl Fn(&str) -> bool,
) -> Option<&'static str> {
    let is_ascii = word.is_ascii();
    let is_near = |meant: &str| !is_ascii || word.len().abs_diff(meant.len()) <= 1;
    let mut pattern = None;
    let mut found: Option<(usize, &'static str)> = None;
    // One of the first two letters of the word is the first of what it is meant to be.
    let words = word.chars().take(2).filter_map(|first| table.0.get(&first));
    for &(at, meant) in words.flatten() {
        let is_later = found.is_some_and(|(first, _)| first <= at);
        if is_later || !is_near(meant) || !begin_alike(word, meant) || but(meant) {
            continue;
        }
        let pattern = pattern.get_or_insert_with(|| Pattern::new(word));
        if pattern.distance(meant, 1).is_some() {
            found = Some((at, meant));
        }
    }
    found.map(|(_, meant)| meant)
}

/// The legal form or generic word that a word is a slip of: one edit from it, but for the first letter,
/// which is seldom mistyped.
pub fn meant_by(word: &str) -> Option<&'static str> {
    first_within_edit(word, &MEANT, |_| false)
}

/// The legal form, or word of one, that a word is a slip of, whatever a list holds: one edit from it, as
/// [`meant_by`] has it. Only long ones, which no name is like.
pub fn form_meant_by(word: &str) -> Option<&'static str> {
    first_within_edit(word, &MEANT_FORMS, |form| form == word)
}

/// The legal form in short of which a word is a slip: `jssc`, `jcs` and `jc` of `jsc`. It may as well be
/// something else, so it is one only where legal forms stand.
pub fn short_form_meant_by(word: &str) -> Option<&'static str> {
    if word.len() > SHORT_FORM_LETTERS_MAX + 1 {
        return None;
    }
    let is_slip = |form: &&&str| {
        is_swap(word, form) || left_out(form, word) || (left_out(word, form) && doubles(word))
    };
    SHORT_FORMS.iter().find(is_slip).copied()
}

/// Whether a word is another without one of its letters, two letters or more.
fn left_out(whole: &str, word: &str) -> bool {
    let (whole, word) = (whole.as_bytes(), word.as_bytes());
    let without = |at: usize| whole[..at] == word[..at] && whole[at + 1..] == word[at..];
    word.len() >= 2 && whole.len() == word.len() + 1 && (0..whole.len()).any(without)
}

/// Whether a letter of a word is doubled.
fn doubles(word: &str) -> bool {
    word.as_bytes().windows(2).any(|pair| pair[0] == pair[1])
}

/// The words of rows that others may be slips of.
fn meant_in(
    rows: &'static [&str],
    first_min: usize,
    others_min: usize,
) -> impl Iterator<Item = &'static str> {
    let long = move |(at, word): &(usize, &str)| {
        word.len() >= if *at == 0 { first_min } else { others_min } && !word.ends_with('*')
    };
    rows.iter()
        .flat_map(move |row| row.split(' ').enumerate().filter(long))
        .map(|(_, word)| word)
}
