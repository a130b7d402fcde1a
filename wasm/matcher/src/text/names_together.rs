//! Names whose words are run together by people: each with a capital (`AnaMariaOrlenko`), or in an address and behind
//! its sign (`@anaorlenko`).

use super::known_words::KnownWords;
use super::vocabulary::{Meaning, meaning_of};

/// Letters of a word that says that others are words, at least.
const SURE_LETTERS_MIN: usize = 4;
/// Letters of what is taken apart by the words of the lists, at least.
const RUN_LETTERS_MIN: usize = 8;
/// Letters of the longest of these.
const RUN_LETTERS_MAX: usize = 60;

/// A text and a name in it, whose words were run together.
#[derive(Debug, PartialEq)]
pub struct Apart {
    /// The text with blanks between them.
    pub text: String,
    /// The longest name alone.
    pub name: String,
}

/// A text with the words apart that names are run together of, which is a guess; none of one without.
///
/// ```
/// # use matcher::text::{known_words::KnownWords, names_together::apart};
/// let is_listed = |fold: &str| ["orlenko", "ana", "maria"].contains(&fold);
/// let known = KnownWords { is_listed: &is_listed, idf: &|_| 5.0 };
/// let apart = |text| apart(text, &known).map(|apart| (apart.text, apart.name));
/// let both = |text: &str, name: &str| Some((text.to_owned(), name.to_owned()));
/// assert_eq!(apart("of #AnaMariaOrlenko"), both("of #Ana Maria Orlenko", "Ana Maria Orlenko"));
/// assert_eq!(apart("x@anaorlenko.example"), both("x@ ana orlenko.example", "ana orlenko"));
/// assert_eq!(apart("{\"anaOrlenko\":1, AnaOrlenko=2}"), None);
/// ```
pub fn apart(text: &str, known: &KnownWords) -> Option<Apart> {
    let mut apart = Apart {
        text: String::new(),
        name: String::new(),
    };
    let mut cuts = Vec::new();
    for chunk in text.split_inclusive(char::is_whitespace) {
        cuts.clear();
        cut_names(chunk.trim_end(), known, &mut cuts, &mut apart.name);
        push_apart(&mut apart.text, chunk, &cuts);
    }
    (apart.text.len() > text.len()).then_some(apart)
}

/// Appends what stands between blanks, with more of them at places that rise.
pub(super) fn push_apart(text: &mut String, chunk: &str, cuts: &[usize]) {
    let mut from = 0;
    for &cut in cuts {
        text.push_str(&chunk[from..cut]);
        let is_letter = |letter: char| !letter.is_whitespace();
        text.push_str(if text.ends_with(is_letter) { " " } else { "" });
        from = cut;
    }
    text.push_str(&chunk[from..]);
}

/// Where the names of a word begin, rising, and the longest of them.
fn cut_names(word: &str, known: &KnownWords, cuts: &mut Vec<usize>, longest: &mut String) {
    let has_host = || {
        word.split_once('/')
            .is_some_and(|(host, _)| host.contains('.'))
    };
    let is_address = word.contains(['#', '@']) || word.contains("://") || has_host();
    let mut at = 0;
    for part in word.split_inclusive(|sign: char| !sign.is_alphabetic()) {
        let name = part.trim_end_matches(|sign: char| !sign.is_alphabetic());
        let first = cuts.len();
        let is_key = is_key(&word[at + name.len()..]);
        let is_cased = !is_key && humps(name, known, cuts);
        if is_address && !is_cased && name.len() >= RUN_LETTERS_MIN && !known.has(name) {
            words_of(name, known, cuts);
        }
        if cuts.len() > first {
            if name.len() > longest.len() {
                longest.clear();
                push_apart(longest, name, &cuts[first..]);
            }
            cuts[first..].iter_mut().for_each(|cut| *cut += at);
            // Else the sign between two words is read as a letter.
            if word[..at].ends_with('@') {
                cuts.insert(first, at);
            }
        }
        at += part.len();
    }
}

/// Whether what follows a word says that it is the key of a value: `displayName:`, `"lastName":`.
fn is_key(rest: &str) -> bool {
    rest.trim_start_matches('"').starts_with([':', '='])
}

/// Where the words begin of a name that has a capital at the beginning of each: of three or more, of which the lists have
/// one, and of two that they have; not where they have the whole. Whether there are any.
fn humps(name: &str, known: &KnownWords, cuts: &mut Vec<usize>) -> bool {
    let first = cuts.len();
    let mut was_lower = false;
    for (at, letter) in name.char_indices() {
        if was_lower && letter.is_uppercase() {
            cuts.push(at);
        }
        was_lower = letter.is_lowercase();
    }
    if cuts.len() == first {
        return false;
    }
    let begins = std::iter::once(0).chain(cuts[first..].iter().copied());
    let ends = cuts[first..].iter().copied().chain([name.len()]);
    let words: Vec<&str> = begins.zip(ends).map(|(from, to)| &name[from..to]).collect();
    let letters = |word: &str| word.chars().count();
    let is_long = |word: &str, least: usize| letters(word) >= least && known.has(word);
    let is_sure = match &words[..] {
        [one, other] => is_long(one, SURE_LETTERS_MIN) && is_long(other, SURE_LETTERS_MIN),
        _ => {
            words.iter().all(|word| letters(word) > 1)
                && words.iter().any(|word| is_long(word, SURE_LETTERS_MIN))
        }
    };
    if !is_sure || known.has(name) {
        cuts.truncate(first);
    }
    cuts.len() > first
}

/// Where the words behind the first begin that a name is run together of; none where the lists have not all.
pub(super) fn words_of(name: &str, known: &KnownWords, cuts: &mut Vec<usize>) {
    if !name.is_ascii() || name.len() > RUN_LETTERS_MAX {
        return;
    }
    let name = name.to_lowercase();
    let words = known.spell(&name);
    let is_of_person = |word: &&str| word.len() > 2 || meaning_of(word, false) == Meaning::Particle;
    if words.iter().all(is_of_person) {
        let ends = words.iter().scan(0, |end, word| {
            *end += word.len();
            Some(*end)
        });
        cuts.extend(ends.take(words.len().saturating_sub(1)));
    }
}
