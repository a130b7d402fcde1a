//! The two names that are compared, as a score looks at them.

use crate::compare::link::Link;
use crate::name::listed::Listed;
use crate::name::masks::{Masks, members};
use crate::name::query::Query;
use crate::name::query_token::QueryToken;
use crate::name::weigh::{BODY, PERSON};
use crate::text::common_names::rarity_among_people;

/// The two names that are compared.
pub(super) struct TwoNames<'a> {
    pub(super) query: &'a Query,
    /// An index in [`crate::name::weigh::BEARERS`].
    pub(super) reading: usize,
    pub(super) listed: &'a [Listed<'a>],
    /// The tokens of the query.
    pub(super) asked: &'a Masks,
    /// The tokens of the listed name.
    pub(super) held: Masks,
}

impl<'a> TwoNames<'a> {
    /// A query and a listed name of a bearer.
    pub(super) fn of(query: &'a Query, reading: usize, listed: &'a [Listed<'a>]) -> TwoNames<'a> {
        TwoNames {
            query,
            reading,
            listed,
            asked: &query.masks[reading],
            held: Masks::of(listed.iter().map(|t| (t.kind, t.part))),
        }
    }

    /// What the tokens weigh that a link accounts for: of the query, and of the listed name.
    pub(super) fn weights_of(&self, link: &Link) -> (f64, f64) {
        let asked = members(link.query).map(|q| self.query.tokens[q].weights[self.reading]);
        let held = members(link.listed).map(|l| self.listed[l].weight);
        (asked.sum(), held.sum())
    }

    /// Sum of the idf of the words that a link accounts for: no particle, title or form makes a name
    /// rare. A person's name is no rarer than it is among people; where both sides have names that many
    /// bear, no rarer than the commoner spelling of the two.
    pub(super) fn rarity_of(&self, link: &Link) -> f64 {
        let asked = || members(link.query & self.asked.identifying).map(|q| &*self.query.tokens[q]);
        let held = members(link.listed & self.held.identifying).map(|l| &self.listed[l]);
        if self.reading != PERSON {
            let held: f64 = held.map(|token| token.idf).sum();
            return held.min(asked().map(|token| token.idf[BODY]).sum());
        }
        let borne = asked().all(|token| token.among_people.is_some());
        let held = held.map(|token| {
            let among = borne.then(|| rarity_among_people(token.fold)).flatten();
            among.map_or(token.idf, |among| among.min(token.idf))
        });
        let asked = asked().map(QueryToken::rarity_at_most);
        held.sum::<f64>().min(asked.sum())
    }
}
