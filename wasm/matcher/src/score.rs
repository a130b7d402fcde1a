//! What an alignment is worth.

use crate::align::{Alignment, Mask};
use crate::likeness::{How, Listed};
use crate::name::Kind;
use crate::query::Query;
use crate::weights::Weights;

/// The comparison of a query with one name.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NameScore {
    /// 0 to 100.
    pub score: f64,
    /// Edit similarity of the aligned tokens, 0 to 1.
    pub levenshtein: f64,
    /// Share of the query's weight that sounds like the listed name, 0 to 1.
    pub phonetic: f64,
    /// Sum of the idf of what is accounted for.
    pub rarity: f64,
    /// Whether a token is equal.
    pub by_text: bool,
    /// Whether a token is edited or joined.
    pub by_edit: bool,
    /// Whether a token sounds alike.
    pub by_sound: bool,
}

/// Weights of what is and is not accounted for.
#[derive(Default)]
struct Sums {
    gained: f64,
    matched: f64,
    asked_left: f64,
    listed_left: f64,
    edit: f64,
    sounds: f64,
    asked: f64,
}

/// Scores a name. The alignment is left in `alignment` for whoever wants to explain it.
pub fn score_name(
    alignment: &mut Alignment,
    query: &Query,
    reading: usize,
    listed: &[Listed],
    weights: &Weights,
) -> NameScore {
    alignment.align(query, reading, listed, weights);
    let mut result = NameScore::default();
    let mut sums = Sums::default();
    for link in &alignment.links {
        let asked: f64 = members(link.query)
            .map(|q| query.tokens[q].weights[reading])
            .sum();
        let held: f64 = members(link.listed).map(|l| listed[l].weight).sum();
        let weight = f64::midpoint(asked, held);
        sums.gained += weight * link.likeness.value;
        sums.matched += weight;
        sums.edit += weight * link.likeness.edit;
        sums.sounds += if link.likeness.sounds { asked } else { 0.0 };
        let idf = |most: f64| {
            members(link.listed)
                .map(|l| listed[l].idf)
                .sum::<f64>()
                .min(most)
        };
        result.rarity += idf(members(link.query).map(|q| query.tokens[q].idf).sum());
        match link.likeness.how {
            How::Same => result.by_text = true,
            How::Edited | How::Joined => result.by_edit = true,
            How::SoundsAlike => result.by_sound = true,
            How::Initial | How::Missing => {}
        }
    }
    let (asked_in, listed_in) = alignment.accounted();
    for (q, token) in query.tokens.iter().enumerate() {
        sums.asked += token.weights[reading];
        if asked_in & (1 << q) == 0 {
            sums.asked_left += token.weights[reading];
        }
    }
    for (l, token) in listed.iter().enumerate() {
        if listed_in & (1 << l) == 0 {
            sums.listed_left += token.weight;
        }
    }
    if sums.matched <= 0.0 {
        return result;
    }
    let penalties = &weights.penalties;
    let whole = sums.matched
        + penalties.extra_query * sums.asked_left
        + penalties.extra_listed * sums.listed_left;
    let raw = sums.gained / whole
        * contradictions(query, reading, listed, (asked_in, listed_in), weights);
    let most = most_by_coverage(query, reading, listed, alignment, weights);
    result.score = weights.score_of(raw).min(most);
    result.levenshtein = sums.edit / sums.matched;
    result.phonetic = sums.sounds / sums.asked.max(f64::MIN_POSITIVE);
    result
}

/// Factors for what the two sides say differently, rather than what one leaves out.
fn contradictions(
    query: &Query,
    reading: usize,
    listed: &[Listed],
    (asked_in, listed_in): (Mask, Mask),
    weights: &Weights,
) -> f64 {
    let asked_left = |kind: Kind| -> bool {
        let mut tokens = query.tokens.iter().enumerate();
        tokens.any(|(q, t)| t.kinds[reading] == kind && asked_in & (1 << q) == 0)
    };
    let listed_left = |kind: Kind| {
        let mut tokens = listed.iter().enumerate();
        tokens.any(|(l, t)| t.kind == kind && listed_in & (1 << l) == 0)
    };
    let mut factor = 1.0;
    if asked_left(Kind::Number) && listed_left(Kind::Number) {
        factor *= weights.penalties.numbers_differ;
    }
    let telling = [Kind::Word, Kind::Generic];
    if telling.into_iter().any(asked_left) && telling.into_iter().any(listed_left) {
        factor *= weights.penalties.given_differs;
    }
    let family_missing = |family: Mask, accounted: Mask| family != 0 && family & accounted == 0;
    let listed_family = mask_of(listed.iter().map(|t| t.family && t.kind == Kind::Word));
    let asked_family = mask_of(
        query
            .tokens
            .iter()
            .map(|t| t.family && t.kinds[reading] == Kind::Word),
    );
    if family_missing(listed_family, listed_in) || family_missing(asked_family, asked_in) {
        factor *= weights.penalties.family_missing;
    }
    factor
}

/// The most that a name can reach by the words that are accounted for: one word is not a name.
fn most_by_coverage(
    query: &Query,
    reading: usize,
    listed: &[Listed],
    alignment: &Alignment,
    weights: &Weights,
) -> f64 {
    let asked_words = mask_of(query.tokens.iter().map(|t| t.kinds[reading] == Kind::Word));
    let listed_words = mask_of(listed.iter().map(|t| t.kind == Kind::Word));
    let (mut words, mut rarest) = (0, 0.0_f64);
    for link in alignment
        .links
        .iter()
        .filter(|link| link.likeness.how != How::Initial)
    {
        let both = link.query & asked_words != 0 && link.listed & listed_words != 0;
        if both {
            words += (link.query & asked_words)
                .count_ones()
                .max((link.listed & listed_words).count_ones());
            rarest = members(link.query)
                .map(|q| query.tokens[q].rarity)
                .fold(rarest, f64::max);
        }
    }
    let (asked, held) = (asked_words.count_ones(), listed_words.count_ones());
    let penalties = &weights.penalties;
    match words {
        0 if asked > 0 || held > 0 => penalties.one_word_most,
        1 if held == 1 && asked > 1 => penalties.one_word_most,
        1 if asked > 1 || held > 1 => {
            if rarest >= penalties.rare_from {
                penalties.one_rare_word_most
            } else {
                penalties.one_word_most
            }
        }
        _ => 100.0,
    }
}

fn mask_of(bits: impl Iterator<Item = bool>) -> Mask {
    bits.enumerate()
        .fold(0, |mask, (at, bit)| mask | Mask::from(bit) << (at & 31))
}

/// The positions of the bits that are set.
pub fn members(mask: Mask) -> impl Iterator<Item = usize> {
    (0..32).filter(move |at| mask & (1 << at) != 0)
}
