//! Whether two names of a person put father and son the other way round.

use super::link::Link;
use crate::name::listed::Listed;
use crate::name::masks::{Mask, members};
use crate::name::parentage::{generations, is_between};
use crate::name::query::Query;
use crate::name::token::{Part, TOKENS_MAX};

/// Whether two names of a person put the same two words the other way round: father and son.
pub fn is_reversed(query: &Query, listed: &[Listed], links: &[Link]) -> bool {
    if !query.has_between || !listed.iter().any(|t| is_between(t.text)) {
        return false;
    }
    let mut held = [0; TOKENS_MAX];
    let words = listed.iter().map(|t| (t.text, t.part == Part::Family));
    generations(words, &mut held[..listed.len().min(TOKENS_MAX)]);
    let first = |mask: Mask| members(mask).next().unwrap_or_default();
    let identifying = links
        .iter()
        .filter(|link| members(link.listed).any(|at| listed[at].kind.identifies()))
        .map(|link| {
            let (q, l) = (first(link.query), first(link.listed));
            (&query.tokens[q], held.get(l).copied().unwrap_or_default())
        });
    identifying.clone().any(|(a, a_held)| {
        identifying.clone().any(|(b, b_held)| {
            a.generation < b.generation && a_held > b_held && a.token.fold != b.token.fold
        })
    })
}
