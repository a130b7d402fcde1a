//! `Abdul` and its like: `abd`, servant, and the article of the next word, written as one in Latin
//! letters.

use super::edits::{Pattern, begin_alike, is_swap};

/// Ways in which Latin texts write `abd` with the article of the next word as one.
const SERVANT_OF: &[&str] = &[
    "abdal", "abdel", "abder", "abdes", "abdez", "abdil", "abdl", "abdol", "abdoul", "abdul",
    "abdur", "abdus", "abduz",
];

/// Whether a word may begin as all of these do, perhaps with the first two letters swapped.
fn may_begin(word: &str) -> bool {
    matches!(word.bytes().next(), Some(b'a' | b'b'))
}

/// Whether a word is `abd` and the article, written apart from what they belong to: `Abdul Aziz` is
/// `Abd al-Aziz`.
pub fn is_servant_of(word: &str) -> bool {
    SERVANT_OF.contains(&word)
}

/// Whether a word is such a word with two letters the other way round, which no name is.
pub fn is_swap_of_servant(word: &str) -> bool {
    may_begin(word) && SERVANT_OF.iter().any(|meant| is_swap(word, meant))
}

/// Whether a word is a slip of such a word: one edit from it.
pub fn is_slip_of_servant(word: &str) -> bool {
    if !may_begin(word) {
        return false;
    }
    let mut pattern = None;
    let mut meant = SERVANT_OF.iter().filter(|meant| begin_alike(word, meant));
    meant.any(|meant| {
        let pattern = pattern.get_or_insert_with(|| Pattern::new(word));
        pattern.distance(meant, 1).is_some()
    })
}
