//! Firms that are called like a ship: `Eagle Trading`.

use crate::compare::alignment::Alignment;
use crate::name::listed::Listed;
use crate::name::masks::{Masks, members};
use crate::name::query::Query;
use crate::name::token::Kind;
use crate::name::weigh::BODY;

/// Whether a query says that it is a firm's name, by words that the name of a craft of one word does not have
/// and that say of no craft what flag it flies.
pub(super) fn is_of_firm(query: &Query, listed: &[Listed], alignment: &Alignment) -> bool {
    let held = Masks::of(listed.iter().map(|t| (t.kind, t.part)));
    if !held.names().is_power_of_two() {
        return false;
    }
    let (asked_in, _) = alignment.accounted();
    let says = [Kind::Generic, Kind::Topic, Kind::OrganisationForm];
    let says = says.map(|kind| query.masks[BODY].of_kind(kind));
    let says = says.into_iter().fold(0, |all, mask| all | mask) & !query.nations;
    members(says & !asked_in).any(|q| {
        let word = &*query.tokens[q].token.text;
        word.len() > 1
    })
}
