//! Who is whose child: `bin`, `ibn`, `ould` and their like make the order of a name meaningful.

use crate::compare::alignment::Link;
use crate::compare::likeness::Listed;
use crate::name::masks::{Mask, members};
use crate::name::parse::{Part, TOKENS_MAX};
use crate::name::query::Query;

/// Words between a child and its parent, normalised and sorted.
const BETWEEN: &[&str] = &[
    "abn", "ben", "bin", "bint", "binte", "binti", "bn", "bnt", "ibn", "oul", "ould", "wald",
];

/// Whether a word stands between a child and its parent.
#[must_use]
pub fn is_between(text: &str) -> bool {
    BETWEEN.binary_search(&text).is_ok()
}

/// Writes how many generations before the bearer each word stands. A family name that comes first, as
/// lists write it, is read after the rest.
pub fn generations<'a>(tokens: impl Iterator<Item = (&'a str, bool)> + Clone, all: &mut [u8]) {
    let family_first = tokens.clone().next().is_some_and(|(_, family)| family);
    let count = all.len();
    let order = (0..count)
        .zip(tokens.clone())
        .filter(|(_, (_, family))| !(family_first && *family))
        .chain(
            (0..count)
                .zip(tokens)
                .filter(|(_, (_, family))| family_first && *family),
        );
    let mut generation: u8 = 0;
    for (at, (text, _)) in order {
        generation = generation.saturating_add(u8::from(is_between(text)));
        all[at] = generation;
    }
}

/// Whether two names of a person put the same two words the other way round: father and son.
#[must_use]
pub fn is_reversed(query: &Query, listed: &[Listed], links: &[Link]) -> bool {
    if !query.has_between || !listed.iter().any(|t| is_between(t.text)) {
        return false;
    }
    let mut held = [0; TOKENS_MAX];
    let words = listed.iter().map(|t| (t.text, t.part == Part::Family));
    generations(words, &mut held[..listed.len().min(TOKENS_MAX)]);
    let first = |mask: Mask| members(mask).next().unwrap_or_default();
    let telling = links
        .iter()
        .filter(|link| members(link.listed).any(|at| listed[at].kind.is_telling()))
        .map(|link| {
            let (q, l) = (first(link.query), first(link.listed));
            (&query.tokens[q], held.get(l).copied().unwrap_or_default())
        });
    telling.clone().any(|(a, a_held)| {
        telling.clone().any(|(b, b_held)| {
            a.generation < b.generation && a_held > b_held && a.token.fold != b.token.fold
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generations_count_back_from_the_bearer() {
        let of = |words: &[(&'static str, bool)]| {
            let mut all = vec![0; words.len()];
            generations(words.iter().copied(), &mut all);
            all
        };
        let plain = [("salman", false), ("bin", false), ("muhammad", false)];
        assert_eq!(of(&plain), [0, 1, 1]);
        // BIN LADIN, Usama: read as Usama bin Ladin.
        assert_eq!(
            of(&[("bin", true), ("ladin", true), ("usama", false)]),
            [1, 1, 0]
        );
        assert_eq!(of(&[]), [0_u8; 0]);
    }

    #[test]
    fn words_between_are_sorted() {
        assert!(BETWEEN.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
