//! Words of business and of states, and how people cut them: `Bk` for bank, `Shpg` for shipping.
//!
//! Compiled by hand from the abbreviations of English company registers, bills of lading, cheques and
//! telexes, and from those of ISO 4 that bodies' names share (LTWA, the list of title word abbreviations).
//! Words are in the form that [`super::normalise`] gives. What the tables of [`super::organisations`] have
//! already is not repeated.

use std::sync::LazyLock;

use super::by_word::{ByWord, by_word};
use super::tables::SHORT_WORDS;

static BY_WORD: LazyLock<ByWord<&'static str, &'static str>> =
    LazyLock::new(|| by_word(&SHORT_WORDS));

/// What a normalised word is short for, the likelier first; none where the table has it not.
///
/// ```
/// # use matcher::text::short_words::short_for;
/// assert!(short_for("mach").eq(["machine", "machinery"]));
/// assert_eq!(short_for("machine").next(), None);
/// ```
pub fn short_for(word: &str) -> impl Iterator<Item = &'static str> + use<> {
    let long = BY_WORD.get(word).copied();
    long.unwrap_or_default().split_whitespace()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::organisations::class_of;

    #[test]
    fn table_repeats_no_other() {
        let known: Vec<&str> = SHORT_WORDS.iter().map(|(short, _)| *short).collect();
        let known: Vec<&&str> = known.iter().filter(|short| class_of(short) != 0).collect();
        assert!(known.is_empty(), "{known:?}");
    }
}
