//! Slips of the pen in legal forms and generic words.

use std::sync::LazyLock;

use super::edits::{Pattern, begin_alike};
use super::forms::FORMS;
use super::generic::GENERIC;

/// The words that another may be a slip of.
static MEANT: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let [first_min, form_min, other_min] = SLIP_LETTERS_MIN;
    meant_in(FORMS, first_min, form_min)
        .chain(meant_in(GENERIC, first_min, other_min))
        .collect()
});

/// Shortest words of which another may be a slip, below which one letter makes another word: the
/// first of a row, a legal form, and the others, which are of many languages.
const SLIP_LETTERS_MIN: [usize; 3] = [5, 6, 7];

/// The legal form or generic word that a word is a slip of: one edit from it, but for the first letter,
/// which is seldom mistyped.
#[must_use]
pub fn meant_by(word: &str) -> Option<&'static str> {
    let mut alike = MEANT.iter().filter(|meant| begin_alike(word, meant));
    let pattern = Pattern::new(word);
    alike
        .find(|meant| pattern.distance(meant, 1).is_some())
        .copied()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meant_by_sees_one_slip_of_a_longer_word() {
        for (word, meant) in [
            ("compny", Some("company")),
            ("liited", Some("limited")),
            ("gruop", Some("group")),
            ("holdngs", Some("holdings")),
            ("aurora", None),
            ("cmpny", None),
            ("tompany", None),
            ("bak", None),
            ("derek", None),
        ] {
            assert_eq!(meant_by(word), meant, "{word}");
        }
    }
}
