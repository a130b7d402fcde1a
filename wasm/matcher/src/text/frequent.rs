//! Names that many people bear, whatever a list holds of them.
//!
//! A list of fifty entries cannot distinguish a frequent name from a rare one; these, in the form
//! [`super::normalise`] gives, are among the most frequent of the larger languages.

use std::sync::OnceLock;

use super::by_word::WordSet;
use super::fold::fold;
use super::tables::FREQUENT;

/// Whether a fold is that of a frequent name, in whatever spelling.
pub fn is_frequent_fold(folded: &str) -> bool {
    static FOLDS: OnceLock<WordSet<String>> = OnceLock::new();
    let folds = FOLDS.get_or_init(|| FREQUENT.iter().map(|word| fold(word)).collect());
    folds.contains(folded)
}
