//! How much of a name is accounted for, and the most that it can reach by that.

use super::two_names::TwoNames;
use crate::compare::alignment::Alignment;
use crate::compare::initials::is_sure;
use crate::compare::likeness::How;
use crate::compare::link::Link;
use crate::name::listed::Listed;
use crate::name::masks::{Masks, members};
use crate::name::token::Kind;
use crate::name::weigh::PERSON;
use crate::weights::Weights;

/// Whether what agrees says who is meant: titles, particles and initials alone do not, unless the
/// listed name has nothing else.
pub(super) fn identifies_anybody(links: &[Link], names: &TwoNames) -> bool {
    let identifying = names.held.identifying;
    if identifying == 0 {
        return true;
    }
    if !names.query.identifies {
        // Titles and particles are compared only with a name that is nothing else.
        let same = |link: &&Link| {
            let same = link.likeness.how == How::Same && link.likeness.value >= 1.0;
            same || is_spelled(link)
        };
        let accounted = links
            .iter()
            .filter(same)
            .fold(0, |all, link| all | link.listed);
        return identifying & !accounted == 0;
    }
    let asked = names.asked.identifying | names.asked.of_kind(Kind::Title);
    let mut links = links.iter();
    links.any(|link| link.listed & identifying != 0 && link.query & asked != 0)
}

/// Whether every word of a listed name is in the query, in one spelling or another and without a slip.
#[must_use]
pub fn has_same_words(links: &[Link], listed: &[Listed]) -> bool {
    let is_same = |link: &&Link| matches!(link.likeness.how, How::Same | How::Joined);
    let same = links.iter().filter(is_same);
    let same = same.fold(0, |all, link| all | link.listed);
    Masks::of(listed.iter().map(|t| (t.kind, t.part))).identifying & !same == 0
}

/// The most that a name can reach by the words that are accounted for: one word is not a name.
pub(super) fn most_by_coverage(names: &TwoNames, alignment: &Alignment, weights: &Weights) -> f64 {
    if alignment.links.iter().any(is_sure) {
        return 100.0;
    }
    let agreed = Agreed::of(&alignment.links, names);
    let asked = names.asked.names().count_ones();
    let held = names.held.names().count_ones();
    let penalties = &weights.penalties;
    if names.reading != PERSON {
        let (_, listed_in) = alignment.accounted();
        // Two generic words that agree say as much as one that is not.
        let generic = names.held.of_kind(Kind::Generic) | names.held.of_kind(Kind::Topic);
        let generic = (generic & listed_in).count_ones();
        if 2 * agreed.words + generic >= 3 || says_the_same(names, alignment) {
            return 100.0;
        }
        if agreed.words == 1 && asked > 1 {
            return penalties.one_word_most;
        }
    }
    match agreed.words {
        0 if asked > 0 || held > 0 => penalties.one_word_most,
        1 if held == 1 && asked > 1 => penalties.one_word_most,
        1 if asked > 1 || held > 1 => most_by_one_word(&agreed, &alignment.links, weights),
        _ => 100.0,
    }
}

/// The words that agree.
struct Agreed {
    words: u32,
    /// Rarity of the rarest.
    rarest: f64,
}

impl Agreed {
    fn of(links: &[Link], names: &TwoNames) -> Agreed {
        let (asked_words, listed_words) = (names.asked.names(), names.held.names());
        let asked_titles = names.asked.of_kind(Kind::Title);
        let (mut words, mut rarest) = (0, 0.0_f64);
        for link in links {
            let both =
                link.query & (asked_words | asked_titles) != 0 && link.listed & listed_words != 0;
            if both && link.likeness.how != How::Initial {
                words += (link.query & asked_words)
                    .count_ones()
                    .max((link.listed & listed_words).count_ones());
                rarest = members(link.query)
                    .map(|q| names.query.tokens[q].rarity)
                    .fold(rarest, f64::max);
            }
        }
        Agreed { words, rarest }
    }
}

/// The most by one word of several.
fn most_by_one_word(agreed: &Agreed, links: &[Link], weights: &Weights) -> f64 {
    let penalties = &weights.penalties;
    // An initial that agrees beside the word says no less than the word alone.
    let has_initial = links.iter().any(|link| link.likeness.how == How::Initial);
    let rare_from = if has_initial {
        penalties.rare_from.min(penalties.lone_rare_from)
    } else {
        penalties.rare_from
    };
    if agreed.rarest >= rare_from {
        penalties.one_rare_word_most
    } else {
        penalties.one_word_most
    }
}

/// Whether a link is between the same letters in other words.
fn is_spelled(link: &Link) -> bool {
    link.likeness.how == How::Joined && link.likeness.edit >= 1.0
}

/// Whether two names of bodies have each the other's words, two or more, of which one is the same or the
/// same letters written in other words: a slip in `Rusian Railways` leaves no word of its own.
fn says_the_same(names: &TwoNames, alignment: &Alignment) -> bool {
    let (asked_in, listed_in) = alignment.accounted();
    let (asked, held) = (names.asked.identifying, names.held.identifying);
    let is_same = |link: &Link| link.likeness.how == How::Same || is_spelled(link);
    let mut links = alignment.links.iter();
    let words = if links.clone().any(is_spelled) {
        held.count_ones().max(asked.count_ones())
    } else {
        held.count_ones()
    };
    asked & !asked_in == 0
        && held & !listed_in == 0
        && words >= 2
        && links.any(|link| link.listed & held != 0 && is_same(link))
}
