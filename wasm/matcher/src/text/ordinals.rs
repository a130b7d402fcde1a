//! One way to write a number in a name: `35th`, `No35` and `35` are one, and so are `First` and `1st`.

use std::sync::LazyLock;

use super::by_word::{ByWord, by_word};
use super::tables::ORDINALS;

static BY_WORD: LazyLock<ByWord<&'static str, &'static str>> = LazyLock::new(|| by_word(&ORDINALS));

/// What is written before a number, and after one.
const BEFORE: &[&str] = &["no", "nr", "n"];
const AFTER: &[&str] = &["st", "nd", "rd", "th", "y", "ya", "go"];

/// The digits of a normalised word that is a number, unless it is written so already.
///
/// ```
/// # use matcher::text::ordinals::number;
/// assert_eq!(number("35th"), Some("35"));
/// assert_eq!(number("first"), Some("1"));
/// assert_eq!(number("35"), None);
/// assert_eq!(number("an74"), None);
/// ```
pub fn number(word: &str) -> Option<&str> {
    if let Some(digits) = BY_WORD.get(word) {
        return Some(digits);
    }
    if !word.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digits = |rest: &&str| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit());
    let before = BEFORE.iter().filter_map(|sign| word.strip_prefix(sign));
    let after = AFTER.iter().filter_map(|sign| word.strip_suffix(sign));
    before.chain(after).find(digits)
}
