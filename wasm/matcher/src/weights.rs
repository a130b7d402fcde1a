//! The numbers of the core, which the caller passes. What each means is documented where they are
//! declared, in `weights.ts`; the fields here have the same names.
#![allow(missing_docs)]

use std::collections::BTreeMap;

use serde::Deserialize;

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Weights {
    pub weight_set: String,
    pub tokens: TokenWeights,
    pub similarity: Similarities,
    pub meant: MeantWeights,
    pub penalties: Penalties,
    pub segment: SegmentWeights,
    pub birth: BirthEvidence,
    pub nationality: NationalityEvidence,
    pub curve: Vec<(f64, f64)>,
    pub limits: Limits,
}

/// Groups of numbers, each of which is read by its name. Code that is derived for each group takes 20 KB more.
macro_rules! numbers {
    ($(pub struct $group:ident { $(pub $field:ident: $number:ty,)* })*) => {$(
        #[derive(Clone, Debug, Deserialize)]
        #[serde(try_from = "BTreeMap<String, f64>")]
        pub struct $group { $(pub $field: $number,)* }

        impl TryFrom<BTreeMap<String, f64>> for $group {
            type Error = String;

            fn try_from(numbers: BTreeMap<String, f64>) -> Result<Self, String> {
                let mut group = Group { numbers, fault: None };
                let read = $group { $($field: <$number>::of(&mut group, stringify!($field)),)* };
                group.end().map(|()| read)
            }
        }
    )*};
}

/// Numbers by their names, of which some are taken, and what is wrong with them.
struct Group {
    numbers: BTreeMap<String, f64>,
    fault: Option<String>,
}

impl Group {
    /// The number of a field, `two_words` for `twoWords`.
    fn take(&mut self, field: &str) -> f64 {
        let mut words = field.split('_');
        let mut name = words.next().unwrap_or_default().to_owned();
        for word in words {
            let (first, rest) = word.split_at(1);
            name.push_str(&first.to_ascii_uppercase());
            name.push_str(rest);
        }
        let number = self.numbers.remove(&name);
        if number.is_none() {
            self.fault = Some(format!("missing field `{name}`"));
        }
        number.unwrap_or_default()
    }

    fn take_whole<T: TryFrom<i64> + Default>(&mut self, field: &str) -> T {
        let number = self.take(field);
        let whole = T::try_from(number as i64).ok();
        let whole = whole.filter(|_| number.fract() == 0.0);
        if whole.is_none() {
            self.fault = Some(format!("`{field}` is no whole number of its range"));
        }
        whole.unwrap_or_default()
    }

    /// # Errors
    /// When a number was missing, or was not taken, or was not whole.
    fn end(self) -> Result<(), String> {
        let unknown = self.numbers.keys().next();
        let unknown = unknown.map(|name| format!("unknown field `{name}`"));
        self.fault.or(unknown).map_or(Ok(()), Err)
    }
}

/// A number of a group.
trait Number: Sized {
    fn of(group: &mut Group, field: &str) -> Self;
}

impl Number for f64 {
    fn of(group: &mut Group, field: &str) -> f64 {
        group.take(field)
    }
}

impl Number for i32 {
    fn of(group: &mut Group, field: &str) -> i32 {
        group.take_whole(field)
    }
}

impl Number for u32 {
    fn of(group: &mut Group, field: &str) -> u32 {
        group.take_whole(field)
    }
}

numbers! {
    pub struct TokenWeights {
        pub word: f64,
        pub particle: f64,
        pub initial: f64,
        pub organisation_form: f64,
        pub title: f64,
        pub number: f64,
        pub ordinal: f64,
        pub family: f64,
        pub patronymic: f64,
        pub commonest: f64,
        pub rarest: f64,
        pub generic: f64,
        pub topic: f64,
    }

    pub struct Similarities {
        pub folded: f64,
        pub edit_cost: f64,
        pub letters_per_edit: u32,
        pub first_letter: f64,
        pub sounds_alike: f64,
        pub sounds_edit_cost: f64,
        pub sounds_short: f64,
        pub unvowelled: f64,
        pub unvowelled_ends: f64,
        pub unvowelled_akin: f64,
        pub initial: f64,
        pub equivalent: f64,
        pub nickname: f64,
        pub other_name: f64,
        pub one_father: f64,
        pub swap_cost: f64,
        pub unvowelled_long_vowel: f64,
        pub initials: f64,
        pub joined: f64,
        pub least: f64,
    }

    pub struct MeantWeights {
        pub cut: f64,
        pub beginning: f64,
        pub without_vowels: f64,
        pub misread: f64,
        pub behind_apostrophe: f64,
        pub stem_letter: f64,
        pub behind_cut: f64,
    }

    pub struct Penalties {
        pub extra_query: f64,
        pub extra_query_covered: f64,
        pub extra_query_body: f64,
        pub extra_listed: f64,
        pub numbers_differ: f64,
        pub places_differ: f64,
        pub body_differs: f64,
        pub family_missing: f64,
        pub given_differs: f64,
        pub family_differs: f64,
        pub known_given_differs: f64,
        pub words_differ: f64,
        pub patronymic_differs: f64,
        pub part_differs: f64,
        pub initial_beside: f64,
        pub initials_differ: f64,
        pub weak_like_most: f64,
        pub syllable_left_most: f64,
        pub parentage_reversed: f64,
        pub in_text_most: f64,
        pub one_word_most: f64,
        pub one_rare_word_most: f64,
        pub common_part_most: f64,
        pub common_part_under: f64,
        pub common_short_under: f64,
        pub common_like_under: f64,
        pub rare_from: f64,
        pub lone_rare_from: f64,
        pub lone_like_below: f64,
        pub merely_alike_under: f64,
        pub given_alone_under: f64,
        pub other_name_from: f64,
    }

    pub struct SegmentWeights {
        pub least: f64,
        pub unlike: f64,
        pub by_sound: f64,
        pub initial: f64,
        pub letter: f64,
        pub set_apart: f64,
        pub inserted: f64,
        pub missing_family: f64,
        pub missing_given: f64,
        pub missing_name: f64,
        pub missing_patronymic: f64,
        pub missing_generic: f64,
        pub missing_further: f64,
        pub substituted: f64,
        pub order: f64,
        pub leave: f64,
        pub leave_lone: f64,
        pub leave_unvowelled: f64,
        pub least_share: f64,
        pub missing_by_weight: f64,
    }

    pub struct BirthEvidence {
        pub same_day: f64,
        pub day_month_swapped: f64,
        pub one_digit_off: f64,
        pub same_month: f64,
        pub same_year: f64,
        pub within_range: f64,
        pub other_day: f64,
        pub near_year: f64,
        pub different: f64,
        pub years_apart: f64,
        pub slip_years: i32,
        pub near_years: i32,
        pub years_apart_from: i32,
        pub circa_years: i32,
        pub boost: f64,
        pub penalty: f64,
        pub penalty_common: f64,
        pub nats: f64,
    }

    pub struct NationalityEvidence {
        pub agrees: f64,
        pub differs: f64,
        pub boost: f64,
        pub penalty: f64,
    }

    pub struct Limits {
        pub floor: f64,
        pub names_scored: u32,
        pub postings_read: u32,
        pub evidence_from: f64,
        pub estimate_short: f64,
    }
}

impl SegmentWeights {
    /// A body's rarity, in nats, or the most that so many letters say: many a code in a field is as short.
    pub fn at_most_by_letters(&self, rarity: f64, letters: u32) -> f64 {
        rarity.min(f64::from(letters) * self.letter)
    }

    /// Information, in nats, of two words of a rarity that are so much alike.
    pub fn nats_of(&self, rarity: f64, value: f64) -> f64 {
        (rarity - (1.0 - value) * self.unlike).max(0.0)
    }
}

impl Weights {
    /// Reads weights from JSON and checks what the scorer relies on.
    ///
    /// # Errors
    /// When the text is not JSON of this shape, or the curve does not rise from 0 to 1.
    pub fn parse(json: &str) -> Result<Weights, String> {
        let weights: Weights = serde_json::from_str(json).map_err(|e| format!("weights: {e}"))?;
        if !is_whole(&weights.curve) {
            return Err("weights: expected a curve that rises from 0 to 1".to_owned());
        }
        if weights.similarity.letters_per_edit == 0 {
            return Err("weights: expected lettersPerEdit of at least 1, got 0".to_owned());
        }
        Ok(weights)
    }

    /// Raw agreement, 0 to 1, as a score, 0 to 100.
    pub fn score_of(&self, raw: f64) -> f64 {
        let turned = |point: &(f64, f64)| *point;
        interpolate(&self.curve, raw.clamp(0.0, 1.0), turned).clamp(0.0, 100.0)
    }

    /// The least raw agreement that gives a score: the inverse of [`Weights::score_of`].
    pub fn raw_of(&self, score: f64) -> f64 {
        let turned = |point: &(f64, f64)| (point.1, point.0);
        interpolate(&self.curve, score, turned)
    }
}

/// Whether a curve rises from 0 to 1.
fn is_whole(curve: &[(f64, f64)]) -> bool {
    let mut pairs = curve.windows(2);
    let rises = pairs.all(|pair| pair[0].0 < pair[1].0 && pair[0].1 <= pair[1].1);
    rises
        && curve.first().is_some_and(|first| first.0 <= 0.0)
        && curve.last().is_some_and(|last| last.0 >= 1.0)
}

/// The value at a place of a curve, linear between its points.
fn interpolate(curve: &[(f64, f64)], at: f64, turned: impl Fn(&(f64, f64)) -> (f64, f64)) -> f64 {
    let above = curve.partition_point(|point| turned(point).0 < at);
    let low = above.checked_sub(1).and_then(|below| curve.get(below));
    match (low.map(&turned), curve.get(above).map(&turned)) {
        (Some(low), Some(high)) => low.1 + (high.1 - low.1) * (at - low.0) / (high.0 - low.0),
        (None, Some(point)) | (Some(point), None) => point.1,
        (None, None) => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_takes_each_number_once_and_no_other() {
        let json = include_str!("../../../core/matching/weights.json");
        for (from, to, fault) in [
            ("\"folded\"", "\"foldd\"", "missing field `folded`"),
            (
                "\"folded\"",
                "\"foldd\": 1, \"folded\"",
                "unknown field `foldd`",
            ),
            (
                "\"lettersPerEdit\": 4",
                "\"lettersPerEdit\": 4.5",
                "no whole number",
            ),
            ("\"folded\": 0.98", "\"folded\": \"0.98\"", "invalid type"),
            ("\"tokens\"", "\"token\"", "unknown field `token`"),
        ] {
            let error = Weights::parse(&json.replacen(from, to, 1)).unwrap_err();
            assert!(error.contains(fault), "{error}");
        }
    }

    #[test]
    fn raw_of_is_the_inverse_of_score_of() {
        let json = include_str!("../../../core/matching/weights.json");
        let weights = Weights::parse(json).unwrap();
        for score in [1.0, 39.0, 50.0, 70.0, 92.0, 100.0] {
            let raw = weights.raw_of(score);
            let back = weights.score_of(raw);
            assert!((back - score).abs() < 1e-9, "{score} {back}");
        }
    }
}
