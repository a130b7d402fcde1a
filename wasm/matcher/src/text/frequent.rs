//! Names that many people bear, whatever a list holds of them.
//!
//! A list of fifty entries cannot distinguish a frequent name from a rare one; these, in the form
//! [`super::normalise`] gives, are among the most frequent of the larger languages.

use std::sync::OnceLock;

use super::by_word::WordSet;
use super::fold::fold;
use super::tables::FREQUENT;

/// Whether a fold is that of a frequent name, in whatever spelling.
#[must_use]
pub fn is_frequent_fold(folded: &str) -> bool {
    static FOLDS: OnceLock<WordSet<String>> = OnceLock::new();
    let folds = FOLDS.get_or_init(|| FREQUENT.iter().map(|word| fold(word)).collect());
    folds.contains(folded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frequent_name_is_frequent_in_any_spelling() {
        assert!(is_frequent_fold(&fold("muhammad")) && is_frequent_fold(&fold("muhamad")));
        assert!(!is_frequent_fold(&fold("kushweyb")));
    }
}
