//! What the lists say of a word, and of which words one is run together: `vladimirputin`.

use super::fold::fold;
use super::phrases::is_of_phrase;
use super::vocabulary::{Meaning, meaning_of};

/// Shortest part that is no particle or legal form, and longest.
const PART_LETTERS: std::ops::RangeInclusive<usize> = 3..=18;
/// What each part costs besides its rarity: of two readings of equal words, that of fewer.
const COST_OF_PART: f64 = 2.0;
/// What it costs besides that a part is short: the shorter, the more words it is an accident in.
const COST_OF_SHORT: f64 = 3.0;
/// Letters of a part that is not short.
const LONG_FROM: usize = 4;
/// What a particle or legal form costs that no list has.
const COST_OF_FORM: f64 = 8.0;

/// What the lists say of a fold.
pub struct KnownWords<'a> {
    /// Whether any listed name has it.
    pub is_listed: &'a dyn Fn(&str) -> bool,
    /// Its idf.
    pub idf: &'a dyn Fn(&str) -> f64,
}

impl KnownWords<'_> {
    /// Whether any listed name has a word, however it is written.
    pub fn has(&self, word: &str) -> bool {
        (self.is_listed)(&fold(&word.to_lowercase()))
    }

    /// The cheapest words that spell a word of small letters without marks together, each a word of the lists, a
    /// particle or a legal form; none where none do.
    pub fn spell<'w>(&self, word: &'w str) -> Vec<&'w str> {
        // By end: what the parts up to there cost, and where the last begins.
        let mut best: Vec<Option<(f64, usize)>> = vec![None; word.len() + 1];
        best[0] = Some((0.0, 0));
        for start in 0..word.len() {
            let Some((before, _)) = best[start] else {
                continue;
            };
            let longest = word.len().min(start + PART_LETTERS.end());
            for end in start + 2..=longest {
                if start == 0 && end == word.len() {
                    continue;
                }
                let Some(cost) = self.cost_of(&word[start..end]) else {
                    continue;
                };
                let sum = before + cost;
                if best[end].is_none_or(|(least, _)| sum < least) {
                    best[end] = Some((sum, start));
                }
            }
        }
        let mut parts = Vec::new();
        let mut end = word.len();
        while let Some((_, start)) = best[end].filter(|_| end > 0) {
            parts.push(&word[start..end]);
            end = start;
        }
        parts.reverse();
        parts
    }

    /// What it costs to read a part of a word as a word; none where it is none.
    fn cost_of(&self, part: &str) -> Option<f64> {
        let is_form = || {
            let as_person = meaning_of(part, false) == Meaning::Particle;
            as_person || matches!(meaning_of(part, true), Meaning::OrganisationForm(_))
        };
        let fold = fold(part);
        let is_short = part.len() < LONG_FROM;
        if (self.is_listed)(&fold) && (part.len() >= *PART_LETTERS.start() || is_form()) {
            let short = if is_short { COST_OF_SHORT } else { 0.0 };
            return Some((self.idf)(&fold) + COST_OF_PART + short);
        }
        let is_form = || is_form() || is_of_phrase(part);
        (!is_short && is_form()).then_some(COST_OF_FORM)
    }
}
