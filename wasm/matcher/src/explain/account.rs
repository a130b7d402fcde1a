//! Accounts for every token of two names: which stands for which, how, and what it cost.

use super::answer::{Account, ScoreStep, TokenAlignment, UnaccountedToken};
use super::points::{name_steps, share_points, to_points};
use super::score::Scoring;
use crate::compare::likeness::{How, likely_meant};
use crate::compare::link::Link;
use crate::name::few::sort_few;
use crate::name::listed::Listed;
use crate::name::masks::{Mask, members};
use crate::name::query::Query;
use crate::name::token::Part;
use crate::order::sort;
use crate::text::script::Script;
use crate::text::vocabulary::is_patronymic;
use crate::weights::Weights;

/// What was compared, and as whose name.
#[derive(Clone, Copy, Debug)]
pub struct Sides<'q, 'a> {
    /// What was compared with the listed name.
    pub query: &'q Query,
    /// An index in [`crate::name::weigh::BEARERS`].
    pub reading: usize,
    /// Tokens of the listed name.
    pub listed: &'q [Listed<'a>],
    /// Script of the listed name.
    pub script: Script,
}

/// What became of every token, and how the name score came about.
#[derive(Debug)]
pub struct Accounts<'a> {
    /// By token of the listed name.
    pub tokens: Vec<TokenAlignment<'a>>,
    /// Tokens of the query that no listed one accounts for.
    pub unaccounted: Vec<UnaccountedToken>,
    /// In their order; they add up to the name score.
    pub steps: Vec<ScoreStep>,
}

/// Accounts for every token of the names that were aligned last.
pub fn account<'a>(sides: Sides<'_, 'a>, scoring: &Scoring, weights: &Weights) -> Accounts<'a> {
    let links = scoring.alignment.links.iter();
    let beside = links.filter(|link| link.listed != 0);
    let asked_in: Mask = beside.fold(0, |all, link| all | link.query);
    let mut left: Vec<usize> = (0..sides.query.tokens.len())
        .filter(|at| asked_in & (1 << at) == 0)
        .collect();
    sort_few(&mut left, |at| sides.query.tokens[at].position);
    let mut points = share_points(&costs(sides, &left, scoring), scoring, weights);
    let of_query = points.split_off(sides.listed.len());
    let tokens: Vec<TokenAlignment<'a>> = points
        .iter()
        .enumerate()
        .map(|(at, cents)| align_token(sides, at, link_of(scoring, at), *cents))
        .collect();
    let unaccounted = left
        .iter()
        .zip(&of_query)
        .map(|(at, cents)| {
            let token = &sides.query.tokens[*at];
            UnaccountedToken {
                query: token.position,
                kind: token.kinds[sides.reading],
                family: token.part == Part::Family,
                points: to_points(*cents),
            }
        })
        .collect();
    let missing = |at: &usize| tokens[*at].how == Account::Missing;
    let listed_missing = (0..points.len()).filter(missing).map(|at| points[at]).sum();
    let steps = name_steps(listed_missing, of_query.iter().sum(), scoring, weights);
    Accounts {
        tokens,
        unaccounted,
        steps,
    }
}

fn link_of(scoring: &Scoring, at: usize) -> Option<&Link> {
    let bit: Mask = 1 << at;
    scoring
        .alignment
        .links
        .iter()
        .find(|link| link.listed & bit != 0)
}

/// What each listed token and then each unaccounted one of the query takes off, in the scorer's raw
/// terms.
fn costs(sides: Sides, left: &[usize], scoring: &Scoring) -> Vec<f64> {
    let Sides {
        query,
        reading,
        listed,
        ..
    } = sides;
    let mut costs: Vec<f64> = listed
        .iter()
        .map(|token| token.weight * scoring.steps.extra_listed)
        .collect();
    for link in &scoring.alignment.links {
        let asked: f64 = members(link.query)
            .map(|q| query.tokens[q].weights[reading])
            .sum();
        let held: f64 = members(link.listed).map(|l| listed[l].weight).sum();
        let cost = f64::midpoint(asked, held) * (1.0 - link.likeness.value);
        for l in members(link.listed) {
            costs[l] = cost / f64::from(link.listed.count_ones());
        }
    }
    costs.extend(left.iter().map(|at| {
        let token = &query.tokens[*at];
        let mut links = scoring.alignment.links.iter();
        // An acronym that says the other words of the query again.
        let again = links.find(|link| link.query & (1 << at) != 0);
        let share = if let Some(link) = again {
            (1.0 - link.likeness.value) / 2.0
        } else if is_patronymic(&token.token.text) {
            scoring.steps.extra_patronymic
        } else {
            scoring.steps.extra_query
        };
        token.weights[reading] * share
    }));
    costs
}

fn align_token<'a>(
    sides: Sides<'_, 'a>,
    at: usize,
    link: Option<&Link>,
    cents: i64,
) -> TokenAlignment<'a> {
    let (query, token) = (sides.query, &sides.listed[at]);
    let asked = || {
        let links = link.into_iter();
        links.flat_map(|link| members(link.query).map(|q| &query.tokens[q]))
    };
    let mut positions: Vec<u32> = asked().map(|t| t.position).collect();
    sort(&mut positions);
    positions.dedup();
    let is_letters = |script: Script| script != Script::Common;
    TokenAlignment {
        listed: token.text,
        query: positions,
        how: link.map_or(Account::Missing, |link| how_of(sides, link)),
        edits: link.and_then(|link| edits_of(sides, link)),
        transliterated: asked().any(|t| is_letters(t.script) && t.script != sides.script),
        kind: token.kind,
        family: token.part == Part::Family,
        points: to_points(cents),
    }
}

/// How likely a word is meant as the one that it is taken for; none where no word is taken for another.
fn meant(sides: Sides, link: &Link) -> Option<f64> {
    let mut pairs = members(link.query).zip(members(link.listed));
    let (q, l) = pairs.next()?;
    let asked = &sides.query.tokens[q];
    match link.likeness.how {
        How::Joined => None,
        How::Initial => asked.sense.begins.as_ref().map(|_| 1.0),
        _ => likely_meant(asked, &sides.listed[l]),
    }
}

fn how_of(sides: Sides, link: &Link) -> Account {
    if meant(sides, link).is_some() {
        return Account::StandsFor;
    }
    match link.likeness.how {
        How::Same => {
            let both = members(link.query).zip(members(link.listed)).next();
            both.map_or(Account::Same, |(q, l)| {
                let (asked, listed) = (&sides.query.tokens[q].token, &sides.listed[l]);
                if asked.text == listed.text {
                    Account::Same
                } else if asked.fold == listed.fold {
                    Account::Respelled
                } else {
                    Account::SameMeaning
                }
            })
        }
        How::Edited => Account::Edited,
        How::SoundsAlike => Account::SoundsAlike,
        How::Nickname => Account::Nickname,
        How::Initial => Account::Initial,
        How::Joined if link.listed.count_ones() > 1 => Account::Split,
        How::Joined => Account::Joined,
        How::Missing => Account::Missing,
    }
}

/// Letters that differ, where that is how the tokens compare; of a word that is taken for another, those of that
/// one.
fn edits_of(sides: Sides, link: &Link) -> Option<u32> {
    let counted = match link.likeness.how {
        How::Edited | How::SoundsAlike | How::Joined => link.likeness.edit > 0.0,
        How::Same | How::Nickname | How::Initial | How::Missing => false,
    };
    if !counted {
        return None;
    }
    let asked: u32 = members(link.query)
        .map(|q| sides.query.tokens[q].token.letters)
        .sum();
    let listed: u32 = members(link.listed).map(|l| sides.listed[l].letters).sum();
    let longer = asked.max(listed);
    let edit = link.likeness.edit / meant(sides, link).unwrap_or(1.0);
    let edits = f64::from(longer) * (1.0 - edit);
    (1..=longer).find(|whole| (f64::from(*whole) - edits).abs() < 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::steps::Step;
    use crate::name::reading::ReadAs;
    use crate::name::token::Kind;

    #[test]
    fn every_word_of_an_explanation_stands_in_its_schema() {
        let schema = include_str!("../../../../core/matching/explanation.ts");
        let kinds = (0..=u8::MAX).filter_map(Kind::of);
        let words = Account::ALL
            .iter()
            .map(serde_json::to_string)
            .chain(Step::ALL.iter().map(serde_json::to_string))
            .chain(ReadAs::ALL.iter().map(serde_json::to_string))
            .chain(kinds.map(|kind| serde_json::to_string(&kind)));
        for word in words {
            let word = word.unwrap();
            assert!(schema.contains(&format!("{word},")), "{word}");
        }
    }
}
