//! A person's name with a word in capitals that may be no family name: `Ana Orlenko SWIFT`.

use super::parts::is_plain;
use crate::text::fold::fold;
use crate::text::people::is_borne;
use crate::text::word::{Case, Words};

/// Words of a name with a word beside it.
const WORDS_MIN: usize = 3;

/// The words of a query as if nobody had written some of them in capitals, where those are no common names
/// of people. None of any other, and none where a comma says which the family name is.
pub(super) fn in_one_case(words: &Words) -> Option<Words> {
    let plain = || words.words.iter().filter(|word| is_plain(word));
    let is_mixed = plain().any(|word| word.case == Case::Mixed);
    if words.commas > 0 || plain().count() < WORDS_MIN || !is_mixed {
        return None;
    }
    let mut one_case = words.clone();
    let mut changed = false;
    for word in &mut one_case.words {
        if word.case == Case::Upper && is_plain(word) && !is_borne(&fold(&word.text)) {
            word.case = Case::Mixed;
            changed = true;
        }
    }
    changed.then_some(one_case)
}
