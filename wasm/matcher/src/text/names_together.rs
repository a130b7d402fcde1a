//! Names whose words are run together by people: each with a capital (`AnaMariaOrlenko`), or in an address and behind
//! its sign (`@anaorlenko`).

use super::fold::fold;

/// Letters of a word, at least: of any, and of one that says that others are words.
const WORD_LETTERS_MIN: usize = 3;
const SURE_LETTERS_MIN: usize = 4;
/// Letters of what is taken apart by the words of the lists, at least.
const RUN_LETTERS_MIN: usize = 8;
/// Letters of the longest of these, and of the longest word in it.
const RUN_LETTERS_MAX: usize = 60;
const WORD_LETTERS_MAX: usize = 16;
/// Words that are run together, at most.
const WORDS_MAX: usize = 5;
/// Words of fewer letters than others among them.
const PARTICLES: &[&str] = &["al", "de", "el", "ud", "ul"];

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
/// # use matcher::text::names_together::apart;
/// let is_listed = |fold: &str| ["orlenko", "ana", "maria"].contains(&fold);
/// let apart = |text| apart(text, &is_listed).map(|apart| (apart.text, apart.name));
/// let both = |text: &str, name: &str| Some((text.to_owned(), name.to_owned()));
/// assert_eq!(apart("of #AnaMariaOrlenko"), both("of #Ana Maria Orlenko", "Ana Maria Orlenko"));
/// assert_eq!(apart("x@anaorlenko.example"), both("x@ ana orlenko.example", "ana orlenko"));
/// assert_eq!(apart("{\"anaOrlenko\":1, AnaOrlenko=2}"), None);
/// ```
pub fn apart(text: &str, is_listed: &dyn Fn(&str) -> bool) -> Option<Apart> {
    let is_known = |word: &str| is_listed(&fold(&word.to_lowercase()));
    let mut apart = Apart {
        text: String::new(),
        name: String::new(),
    };
    let mut cuts = Vec::new();
    for chunk in text.split_inclusive(char::is_whitespace) {
        cuts.clear();
        cut_names(chunk.trim_end(), &is_known, &mut cuts, &mut apart.name);
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
fn cut_names(
    word: &str,
    is_known: &dyn Fn(&str) -> bool,
    cuts: &mut Vec<usize>,
    longest: &mut String,
) {
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
        let is_cased = !is_key && humps(name, is_known, cuts);
        if is_address && !is_cased && name.len() >= RUN_LETTERS_MIN && !is_known(name) {
            words_of(name, is_known, cuts);
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
fn humps(name: &str, is_known: &dyn Fn(&str) -> bool, cuts: &mut Vec<usize>) -> bool {
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
    let is_long = |word: &str, least: usize| letters(word) >= least && is_known(word);
    let is_sure = match &words[..] {
        [one, other] => is_long(one, SURE_LETTERS_MIN) && is_long(other, SURE_LETTERS_MIN),
        _ => {
            words.iter().all(|word| letters(word) > 1)
                && words.iter().any(|word| is_long(word, SURE_LETTERS_MIN))
        }
    };
    if !is_sure || is_known(name) {
        cuts.truncate(first);
    }
    cuts.len() > first
}

/// Where the words begin that a name is run together of: the fewest, the first of them the longest, that the lists have,
/// up to [`WORDS_MAX`]; none where the lists have not all.
pub(super) fn words_of(name: &str, is_known: &dyn Fn(&str) -> bool, cuts: &mut Vec<usize>) {
    if !name.is_ascii() || name.len() > RUN_LETTERS_MAX {
        return;
    }
    // By where a word begins: how many words the rest is at least, and where the first of them ends.
    let mut rest = [(usize::MAX, 0); RUN_LETTERS_MAX + 1];
    rest[name.len()] = (0, 0);
    for start in (0..name.len()).rev() {
        let most = name.len().min(start + WORD_LETTERS_MAX);
        for end in (start + 2..=most).rev() {
            if rest[end].0 >= WORDS_MAX {
                continue;
            }
            let (count, word) = (rest[end].0 + 1, &name[start..end]);
            let is_word =
                end - start >= WORD_LETTERS_MIN || PARTICLES.contains(&&*word.to_lowercase());
            if count < rest[start].0 && is_word && is_known(word) {
                rest[start] = (count, end);
            }
        }
    }
    let (count, mut at) = rest[0];
    if (2..=WORDS_MAX).contains(&count) {
        while at < name.len() {
            cuts.push(at);
            at = rest[at].1;
        }
    }
}
