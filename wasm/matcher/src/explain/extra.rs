//! What the query has besides a listed name, and what that costs.

use super::two_names::TwoNames;
use crate::compare::likeness::How;
use crate::compare::link::Link;
use crate::name::masks::{Mask, left_of_all, members};
use crate::name::token::{Kind, Part};
use crate::name::weigh::PERSON;
use crate::weights::Weights;

/// What the query has besides a listed name.
pub(super) struct Extra {
    /// Share of its weight that an unaccounted token costs.
    pub(super) share: f64,
    /// Weight of the patronymics that the listed name leaves out.
    pub(super) patronymics: f64,
    /// Share of its weight that a listed token costs which the query leaves out.
    pub(super) listed: f64,
}

impl Extra {
    /// What nothing in a listed name accounts for.
    pub(super) fn of(
        links: &[Link],
        names: &TwoNames,
        accounted: (Mask, Mask),
        weights: &Weights,
    ) -> Extra {
        Extra {
            share: share_of_extra(links, names, weights),
            patronymics: patronymics_left(names, accounted),
            listed: weights.penalties.extra_listed
                * if is_cut_off(names, accounted) {
                    weights.meant.behind_cut
                } else {
                    1.0
                },
        }
    }

    /// Share of its weight that a patronymic costs: no more than one that the listed name has besides.
    pub(super) fn share_of_patronymics(&self, weights: &Weights) -> f64 {
        if self.patronymics > 0.0 {
            weights.penalties.extra_listed
        } else {
            self.share
        }
    }
}

/// What an unaccounted token of the query costs.
///
/// Where every word of a person's listed name is in the query, given and family name, what the query
/// has besides is more likely another name of the same person, the more so the rarer the words are.
fn share_of_extra(links: &[Link], names: &TwoNames, weights: &Weights) -> f64 {
    let penalties = &weights.penalties;
    if names.reading != PERSON {
        return penalties.extra_query_body;
    }
    let words = names.held.of_kind(Kind::Word);
    let (mut same, mut rarity, mut asked) = (0, 0.0, 0);
    for link in links.iter().filter(|link| {
        link.listed & words != 0 && matches!(link.likeness.how, How::Same | How::Joined)
    }) {
        same |= link.listed & words;
        asked |= link.query;
        rarity += members(link.query)
            .map(|q| names.query.tokens[q].rarity[PERSON])
            .fold(0.0, f64::max)
            * f64::from((link.listed & words).count_ones());
    }
    let count = words.count_ones();
    // One word is no name, however many the list writes it in.
    if same != words || count < 2 || asked.count_ones() < 2 {
        return penalties.extra_query;
    }
    let share = rarity / f64::from(count);
    penalties.extra_query + (penalties.extra_query_covered - penalties.extra_query) * share
}

/// Whether what a listed name has besides may have stood behind the end of a column: all that is before it agrees.
pub(super) fn is_cut_off(names: &TwoNames, (asked_in, _): (Mask, Mask)) -> bool {
    names.query.is_cut && left_of_all(names.query.tokens.len(), asked_in) == 0
}

/// Weight of the patronymics of a person that the query has and the listed name leaves out. One that
/// has its own says something else.
fn patronymics_left(names: &TwoNames, (asked_in, listed_in): (Mask, Mask)) -> f64 {
    let another = names.held.words_of(Part::Patronymic) & !listed_in != 0;
    if names.reading != PERSON || another {
        return 0.0;
    }
    let left = names.asked.words_of(Part::Patronymic) & !asked_in;
    members(left)
        .map(|q| names.query.tokens[q].weights[PERSON])
        .sum()
}
