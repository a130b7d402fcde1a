//! What stands in a field where no name is known, or where somebody wrote what the field is for: `null`,
//! `Kunde`, `cash`. Compiled by hand, as the normaliser writes the words.

use super::tables::FILLERS;

/// Whether a normalised word stands in fields that hold no name.
///
/// ```
/// # use matcher::text::fillers::is_filler;
/// assert!(is_filler("null") && is_filler("kunde"));
/// assert!(!is_filler("nullmeier"));
/// ```
pub fn is_filler(word: &str) -> bool {
    FILLERS.binary_search(&word).is_ok()
}
