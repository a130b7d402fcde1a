//! Accounts for every token of two names: which stands for which, how, and what it cost.

use std::collections::BTreeSet;

use crate::compare::alignment::{Alignment, Link};
use crate::compare::likeness::{How, Listed};
use crate::explain::answer::{ScoreStep, TokenAlignment, UnaccountedToken};
use crate::explain::steps::Step;
use crate::name::masks::{Mask, members};
use crate::name::parse::Part;
use crate::name::query::Query;
use crate::text::script::{Script, script_of};
use crate::text::vocabulary::is_patronymic;
use crate::weights::Weights;
use crate::words::words;

words! {
    /// How a query accounts for a listed token, as people are told.
    pub enum Account {
        /// Equal once case, marks and script are laid aside.
        Same,
        /// Another spelling of the same sounds.
        Respelled,
        /// Another legal form or generic word of the same meaning.
        SameMeaning,
        /// Some letters differ.
        Edited,
        /// The consonants sound alike.
        SoundsAlike,
        /// The same given name in another language, or cut short.
        Nickname,
        /// One is the other's first letter.
        Initial,
        /// Several tokens of the query are one of the listed name.
        Joined,
        /// One token of the query is several of the listed name.
        Split,
        /// Nothing in the query accounts for it.
        Missing,
    }
}

/// What was compared, and as whose name.
#[derive(Clone, Copy, Debug)]
pub struct Sides<'q, 'a> {
    /// What was compared with the listed name.
    pub query: &'q Query,
    /// An index in [`crate::name::query::BEARERS`].
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
#[must_use]
pub fn account<'a>(sides: Sides<'_, 'a>, alignment: &Alignment, weights: &Weights) -> Accounts<'a> {
    let (asked_in, _) = alignment.accounted();
    let mut left: Vec<usize> = (0..sides.query.tokens.len())
        .filter(|at| asked_in & (1 << at) == 0)
        .collect();
    left.sort_by_key(|at| sides.query.tokens[*at].position);
    let mut points = share_points(&costs(sides, &left, alignment, weights), alignment, weights);
    let of_query = points.split_off(sides.listed.len());
    let tokens: Vec<TokenAlignment<'a>> = points
        .iter()
        .enumerate()
        .map(|(at, cents)| align_token(sides, at, link_of(alignment, at), *cents))
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
    let steps = name_steps(listed_missing, of_query.iter().sum(), alignment, weights);
    Accounts {
        tokens,
        unaccounted,
        steps,
    }
}

fn link_of(alignment: &Alignment, at: usize) -> Option<&Link> {
    let bit: Mask = 1 << at;
    alignment.links.iter().find(|link| link.listed & bit != 0)
}

/// What each listed token and then each unaccounted one of the query takes off, in the scorer's raw
/// terms.
fn costs(sides: Sides, left: &[usize], alignment: &Alignment, weights: &Weights) -> Vec<f64> {
    let Sides {
        query,
        reading,
        listed,
        ..
    } = sides;
    let mut costs: Vec<f64> = listed
        .iter()
        .map(|token| token.weight * weights.penalties.extra_listed)
        .collect();
    for link in &alignment.links {
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
        let share = if is_patronymic(&token.token.text) {
            alignment.steps.extra_patronymic
        } else {
            alignment.steps.extra_query
        };
        token.weights[reading] * share
    }));
    costs
}

/// The points that the tokens take off, shared by what each costs. Hundredths, so that they add up.
fn share_points(costs: &[f64], alignment: &Alignment, weights: &Weights) -> Vec<i64> {
    let start = weights.score_of(1.0);
    let lost = start - weights.score_of(alignment.steps.agreement);
    let all = costs.iter().sum::<f64>().max(f64::MIN_POSITIVE);
    let (mut sum, mut before) = (0.0, cents(start));
    costs
        .iter()
        .map(|cost| {
            sum += cost;
            let after = cents(start - lost * sum / all);
            after - std::mem::replace(&mut before, after)
        })
        .collect()
}

/// The steps from full agreement to the score of the name, those that changed nothing left out.
fn name_steps(
    listed_missing: i64,
    unaccounted: i64,
    alignment: &Alignment,
    weights: &Weights,
) -> Vec<ScoreStep> {
    let start = cents(weights.score_of(1.0));
    let agreed = cents(weights.score_of(alignment.steps.agreement));
    let mut cents_of = vec![
        (Step::FullAgreement, start),
        (
            Step::TokensDiffer,
            agreed - start - listed_missing - unaccounted,
        ),
        (Step::ListedMissing, listed_missing),
        (Step::QueryUnaccounted, unaccounted),
    ];
    let mut before = agreed;
    for (step, score) in &alignment.steps.then {
        let after = cents(*score);
        cents_of.push((*step, after - before));
        before = after;
    }
    cents_of
        .into_iter()
        .filter_map(|(step, cents)| score_step(step, cents))
        .collect()
}

/// A step of so many hundredths of a point; none of none.
#[must_use]
pub fn score_step(step: Step, cents: i64) -> Option<ScoreStep> {
    (cents != 0).then(|| ScoreStep {
        step,
        points: to_points(cents),
    })
}

/// A score in hundredths of a point, rounded as answers round it.
#[must_use]
pub fn cents(score: f64) -> i64 {
    (score * 100.0).round() as i64
}

fn to_points(cents: i64) -> f64 {
    cents as f64 / 100.0
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
    let positions: BTreeSet<u32> = asked().map(|t| t.position).collect();
    let is_letters = |script: Script| script != Script::Common;
    TokenAlignment {
        listed: token.text,
        query: positions.into_iter().collect(),
        how: link.map_or(Account::Missing, |link| how_of(sides, link)),
        edits: link.and_then(|link| edits_of(sides, link)),
        transliterated: asked().any(|t| is_letters(t.script) && t.script != sides.script),
        kind: token.kind,
        family: token.part == Part::Family,
        points: to_points(cents),
    }
}

fn how_of(sides: Sides, link: &Link) -> Account {
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

/// Letters that differ, where that is how the tokens compare.
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
    let edits = f64::from(longer) * (1.0 - link.likeness.edit);
    (1..=longer).find(|whole| (f64::from(*whole) - edits).abs() < 0.5)
}

/// The script of a name: that of its first letter.
#[must_use]
pub fn script_of_name(text: &str) -> Script {
    text.chars()
        .map(script_of)
        .find(|script| *script != Script::Common)
        .unwrap_or(Script::Common)
}

/// The ISO 15924 code of a script; `Zyyy` of what every script uses.
#[must_use]
pub fn code_of(script: Script) -> &'static str {
    match script {
        Script::Common => "Zyyy",
        Script::Of(code) => code,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::name::parse::Kind;
    use crate::name::readings::ReadAs;

    #[test]
    fn every_word_of_an_explanation_stands_in_its_schema() {
        let schema = include_str!("../../../../core/screening/explanation.ts");
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
