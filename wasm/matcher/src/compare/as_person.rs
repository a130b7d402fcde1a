//! A query that reads as a person's name beside the name of a body.
//!
//! What people are called is no slip of a body's word, no other language's, and short for nothing: of
//! such words only those stand for each other that are the same.

use super::likeness::How;
use super::link::Link;
use crate::name::listed::Listed;
use crate::name::masks::members;
use crate::name::query::Query;
use crate::name::token::Kind;
use crate::name::weigh::BODY;
use crate::text::people::is_borne;

/// Drops the links of a person's words with a body's that are not of the same word, unless a word that
/// few people bear is the same.
pub(super) fn keep_same_words(links: &mut Vec<Link>, query: &Query, listed: &[Listed]) {
    let is_word = |link: &Link| members(link.listed).all(|l| listed[l].kind == Kind::Word);
    let is_borne = |link: &Link| members(link.query).any(|q| query.tokens[q].borne);
    let is_rare = |link: &Link| link.likeness.how == How::Same && !is_borne(link) && is_word(link);
    let has_rare = links.iter().any(is_rare);
    links.retain(|link| match link.likeness.how {
        How::Same => true,
        How::Joined => are_neighbours(link, query),
        How::Initial => false,
        How::Edited | How::SoundsAlike | How::Nickname | How::Missing => {
            has_rare || !is_borne(link)
        }
    });
}

/// Drops the links by letters of a common name in a query with a word of a body that is none: who asks for
/// `Petrovic Design` has not mistyped `Petrokick`.
pub(super) fn drop_slips_of_people(links: &mut Vec<Link>, query: &Query, listed: &[Listed]) {
    let is_lone = query.masks[BODY].identifying.count_ones() < 2;
    links.retain(|link| {
        if is_lone || !matches!(link.likeness.how, How::Edited | How::Nickname) {
            return true;
        }
        let asked = members(link.query).all(|q| query.tokens[q].borne);
        let is_name = |l: usize| !listed[l].kind.identifies() || is_borne(listed[l].fold);
        !asked || members(link.listed).all(is_name)
    });
}

/// Whether the words of a link follow each other in the query.
fn are_neighbours(link: &Link, query: &Query) -> bool {
    let positions = || members(link.query).map(|q| query.tokens[q].position);
    let (first, last) = (positions().min(), positions().max());
    let count = link.query.count_ones();
    first
        .zip(last)
        .is_none_or(|(first, last)| last - first < count)
}
