//! Arabic names as Somalis, Turks, Malays and Indonesians write them, whose letters stand for other
//! sounds: `Cabdi`, `Xasan`, `Halit`, `Rasyid`.
//!
//! The table and its licence are described in `data/README.md`.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::fold::fold;
use super::given_names::variants_of;
use super::script::Script;
use super::tables::ARABIC_NAMES;
use super::word::{Word, Words};

/// The spellings of lists by each other spelling.
static TABLE: LazyLock<HashMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let mut table: HashMap<&str, Vec<&str>> = HashMap::new();
    let rows = ARABIC_NAMES.lines();
    for (listed, elsewhere) in rows.filter_map(|row| row.split_once('|')) {
        for written in elsewhere.split_whitespace() {
            let known = table.entry(written).or_default();
            known.extend(listed.split_whitespace());
        }
    }
    table
});

/// The words of a name with those that are written so spelt as lists spell them, and the three of
/// `Fakhr al-Din` as one; none where there is neither.
///
/// ```
/// # use matcher::text::arabic_elsewhere::as_listed;
/// # use matcher::text::normalise::split_words;
/// let words = as_listed(&split_words("Xasan Cabdi Warsame")).unwrap();
/// let texts: Vec<&str> = words.words.iter().map(|word| &*word.text).collect();
/// assert_eq!(texts, ["hasan", "abdi", "warsame"]);
/// assert!(as_listed(&split_words("Hassan Abdi Warsame")).is_none());
/// ```
pub fn as_listed(words: &Words) -> Option<Words> {
    let joined = with_faith_joined(words);
    respelt(joined.as_ref().unwrap_or(words)).or(joined)
}

/// How Turkish and Indonesian write `abu`.
pub const ABU_ELSEWHERE: [&str; 3] = ["abo", "aboe", "ebu"];

/// The words of a body's name that begins with `Abou`, as lists write that: `Abou Sayyaf`. None of any other.
pub fn with_abu(words: &Words) -> Option<Words> {
    let first = words.words.first()?;
    let is_abu = first.text == "abou" || ABU_ELSEWHERE.contains(&&*first.text);
    (is_abu && words.words.len() > 1).then(|| {
        let mut listed = words.clone();
        "abu".clone_into(&mut listed.words[0].text);
        listed
    })
}

/// The words of `al-Din` as they stand between and after others.
const ARTICLES: &[&str] = &["ad", "al", "ed", "el", "id", "od", "ud", "ul"];
const FAITH: &[&str] = &["din", "dine", "deen"];

/// A name with `Fakhr al-Din` as one word, in the spellings of every country; none where it has none.
fn with_faith_joined(words: &Words) -> Option<Words> {
    let all = &words.words;
    let at = all.windows(3).position(|three| {
        ARTICLES.contains(&&*three[1].text) && FAITH.contains(&&*three[2].text)
    })?;
    let text = [&*all[at].text, "uddin"].concat();
    let variants = variants_of(&text, &fold(&text));
    let full = variants.iter().filter(|variant| !variant.short);
    let spellings: Vec<String> = full.map(|variant| variant.fold.to_owned()).collect();
    if spellings.is_empty() {
        return None;
    }
    let mut joined = words.clone();
    joined.words.drain(at + 1..=at + 2);
    let word = &mut joined.words[at];
    (word.text, word.spellings) = (text, spellings);
    Some(joined)
}

/// A name with the words that are written as elsewhere; none where no word is.
fn respelt(words: &Words) -> Option<Words> {
    let known = |word: &Word| {
        let is_latin = word.script == Script::LATIN;
        TABLE.get(&*word.text).filter(|_| is_latin)
    };
    if !words.words.iter().any(|word| known(word).is_some()) {
        return None;
    }
    let is_somali = words
        .words
        .iter()
        .any(|word| known(word).is_some() && has_somali_letters(&word.text));
    let mut listed = words.clone();
    for word in &mut listed.words {
        let Some((first, others)) = known(word).and_then(|known| known.split_first()) else {
            if is_somali {
                word.text = without_somali_letters(&word.text);
            }
            continue;
        };
        (*first).clone_into(&mut word.text);
        word.spellings = others.iter().map(|other| (*other).to_owned()).collect();
    }
    Some(listed)
}

/// Whether a word is written with the letters that are of Somali alone in Arabic names.
fn has_somali_letters(word: &str) -> bool {
    word.contains('x') || word.replace("ch", "").contains('c')
}

/// A Somali word with `h` for `x`, and without `c`, which no other spelling writes.
fn without_somali_letters(word: &str) -> String {
    let mut latin = String::with_capacity(word.len());
    let mut letters = word.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            'x' => latin.push('h'),
            'c' if letters.peek() != Some(&'h') && word.len() > 2 => {}
            _ => latin.push(letter),
        }
    }
    latin
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::normalise::split_words;

    #[test]
    fn every_spelling_elsewhere_is_one_word_and_none_is_that_of_lists_alone() {
        for (written, listed) in &*TABLE {
            assert_eq!(split_words(written).words[0].text, *written);
            assert!(!listed.is_empty(), "{written}");
        }
    }
}
