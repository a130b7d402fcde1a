//! Words that many people bear as names, whatever a list holds of them.
//!
//! The table and its licence are described in `data/README.md`: the commonest given and family names of
//! many countries. A name that is not in it says nothing.

use std::sync::OnceLock;

use super::by_word::{ByWord, WordSet};
use super::fold::fold;
use super::given_names::is_given_form;
use super::tables::PEOPLE;

/// What a word is to people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Borne {
    given: bool,
    family: bool,
}

/// Whether a fold is that of a common given name, in whatever spelling.
pub fn is_given(folded: &str) -> bool {
    table().get(folded).is_some_and(|borne| borne.given) || is_given_form(folded)
}

/// Whether a fold is that of a common family name, in whatever spelling.
pub fn is_family(folded: &str) -> bool {
    table().get(folded).is_some_and(|borne| borne.family)
}

/// Whether a fold is that of a common given or family name, in whatever spelling.
pub fn is_borne(folded: &str) -> bool {
    table().contains_key(folded) || is_given_form(folded)
}

/// Whether a normalised word is a common given or family name as it is written: `co` is none, though it
/// sounds like one.
pub fn is_borne_as_written(word: &str) -> bool {
    static WORDS: OnceLock<WordSet> = OnceLock::new();
    let words = WORDS.get_or_init(|| rows().map(|(word, _)| word).collect());
    words.contains(word)
}

/// The words of the table and their flags, sorted.
fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    let rows = PEOPLE.lines();
    rows.filter_map(|row| row.split_once(' '))
}

fn table() -> &'static ByWord<String, Borne> {
    static TABLE: OnceLock<ByWord<String, Borne>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table: ByWord<String, Borne> = ByWord::default();
        for (word, flags) in rows() {
            let borne = table.entry(fold(word)).or_default();
            borne.given |= flags.contains('g');
            borne.family |= flags.contains('f');
        }
        table
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sorted_and_as_the_normaliser_writes_them() {
        let rows: Vec<&str> = PEOPLE.lines().collect();
        assert!(rows.windows(2).all(|pair| pair[0] < pair[1]));
        for row in rows {
            let (word, flags) = row.split_once(' ').expect("a word and its flags");
            let is_latin = word.bytes().all(|letter| letter.is_ascii_lowercase());
            assert!(is_latin && ["g", "f", "gf"].contains(&flags), "{row}");
        }
    }
}
