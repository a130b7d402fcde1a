//! The keys by which a name is found whose words are written together, apart or in another way than
//! its list has them: `Vladimirputin`, `EPGOM` for `EP-GOM`.

use std::array::IntoIter;
use std::iter::Flatten;

use super::query_token::QueryToken;
use super::token::{Kind, Part};
use crate::text::jumble::LETTERS_MIN;

/// A word of a name: its letters in no order, how many they are, what it is and where it belongs.
pub type Letters = (u64, usize, Kind, Part);

/// Keys of a listed name: of all its words, of those without legal forms, and of those without the name
/// after the father.
pub fn keys_of_name(
    words: &(impl Iterator<Item = Letters> + Clone),
) -> Flatten<IntoIter<Option<u64>, 3>> {
    let without = |left_out: fn(Kind, Part) -> bool| {
        let kept = words.clone();
        key_of(kept.filter(move |(_, _, kind, part)| !left_out(*kind, *part)))
    };
    let all = without(|_, _| false);
    let plain = without(|kind, _| kind == Kind::OrganisationForm);
    let short = without(|_, part| part == Part::Patronymic);
    let other = |key: Option<u64>| key.filter(|_| key != all);
    [all, other(plain), other(short)].into_iter().flatten()
}

/// Keys of a query: of all its words, and of each that may be several.
pub(super) fn keys_of_query<'a>(
    tokens: impl Iterator<Item = &'a QueryToken> + Clone + 'a,
) -> impl Iterator<Item = u64> + 'a {
    let letters = |t: &QueryToken| (t.jumble, t.token.text.len(), t.kinds[1], t.part);
    let whole = keys_of_name(&tokens.clone().map(letters));
    let each = tokens.filter_map(move |t| key_of(std::iter::once(letters(t))));
    whole.chain(each)
}

/// The key of words; none of so few letters.
fn key_of(words: impl Iterator<Item = Letters>) -> Option<u64> {
    let (mut sum, mut count) = (0_u64, 0);
    for (jumble, letters, kind, _) in words {
        sum = sum.wrapping_add(jumble);
        // A number says more than a letter.
        count += letters + usize::from(kind == Kind::Number);
    }
    // No key of a set of folds.
    (count >= LETTERS_MIN).then_some(sum.rotate_left(32) ^ 0xA5A5_5A5A_C3C3_3C3C)
}
