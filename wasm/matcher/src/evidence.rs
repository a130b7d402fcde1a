//! What dates of birth and nationalities say about a name that already matches.

use serde::Serialize;

use crate::date::{Birth, PartialDate};
use crate::weights::Weights;

/// `BirthRelation`, from the most telling agreement down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BirthRelation {
    /// One side does not say.
    Absent,
    /// The same full date.
    SameDay,
    /// Day and month the other way round.
    DayMonthSwapped,
    /// One digit of the date differs, and the years are not far apart.
    OneDigitOff,
    /// Year and month agree, a day is missing.
    SameMonth,
    /// The year agrees, a month is missing.
    SameYear,
    /// A circa or range covers it.
    WithinRange,
    /// Close, but not the same.
    NearYear,
    /// Years apart.
    Different,
}

/// How a date of birth compares with the listed ones; the best counts.
#[must_use]
pub fn compare_births(
    asked: Option<PartialDate>,
    listed: impl Iterator<Item = Birth>,
    weights: &Weights,
) -> (BirthRelation, f64) {
    let absent = (BirthRelation::Absent, 0.0);
    let Some(asked) = asked else { return absent };
    listed
        .map(|birth| {
            let relation = relate(asked, &birth, weights);
            (relation, value_of(relation, weights))
        })
        .reduce(|best, next| if next.1 > best.1 { next } else { best })
        .unwrap_or(absent)
}

fn value_of(relation: BirthRelation, weights: &Weights) -> f64 {
    let births = &weights.birth;
    match relation {
        BirthRelation::Absent => 0.0,
        BirthRelation::SameDay => births.same_day,
        BirthRelation::DayMonthSwapped => births.day_month_swapped,
        BirthRelation::OneDigitOff => births.one_digit_off,
        BirthRelation::SameMonth => births.same_month,
        BirthRelation::SameYear => births.same_year,
        BirthRelation::WithinRange => births.within_range,
        BirthRelation::NearYear => births.near_year,
        BirthRelation::Different => births.different,
    }
}

fn relate(asked: PartialDate, birth: &Birth, weights: &Weights) -> BirthRelation {
    let (near, circa) = (weights.birth.near_years, weights.birth.circa_years);
    let year = i32::from(asked.year);
    let exact = relate_dates(asked, birth.from, weights);
    if birth.is_date() || (birth.circa && birth.from == birth.to && exact == BirthRelation::SameDay)
    {
        return exact;
    }
    let slack = if birth.circa { circa } else { 0 };
    let from = i32::from(birth.from.year) - slack;
    let to = i32::from(birth.to.year) + slack;
    if (from..=to).contains(&year) {
        BirthRelation::WithinRange
    } else if (from - near..=to + near).contains(&year) {
        BirthRelation::NearYear
    } else {
        BirthRelation::Different
    }
}

fn relate_dates(a: PartialDate, b: PartialDate, weights: &Weights) -> BirthRelation {
    let apart = (i32::from(a.year) - i32::from(b.year)).abs();
    let both_full = a.day != 0 && b.day != 0;
    if both_full {
        if a == b {
            return BirthRelation::SameDay;
        }
        if a.year == b.year && a.day == b.month && a.month == b.day {
            return BirthRelation::DayMonthSwapped;
        }
        let off = digits(a).into_iter().zip(digits(b)).filter(|(a, b)| a != b);
        // A slip of the pen that makes another generation is another person's date.
        if off.count() == 1 && apart <= weights.birth.slip_years {
            return BirthRelation::OneDigitOff;
        }
    }
    if a.year == b.year {
        return match (a.month == b.month, a.month == 0 || b.month == 0) {
            (_, true) => BirthRelation::SameYear,
            (true, false) if !both_full => BirthRelation::SameMonth,
            _ => BirthRelation::NearYear,
        };
    }
    if apart <= weights.birth.near_years {
        BirthRelation::NearYear
    } else {
        BirthRelation::Different
    }
}

fn digits(date: PartialDate) -> [u16; 8] {
    let (y, m, d) = (date.year, u16::from(date.month), u16::from(date.day));
    [
        y / 1000,
        y / 100 % 10,
        y / 10 % 10,
        y % 10,
        m / 10,
        m % 10,
        d / 10,
        d % 10,
    ]
}

/// `agrees`, `differs` or `absent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NationalityRelation {
    /// One side does not say.
    Absent,
    /// One of the listed is the one asked for.
    Agrees,
    /// None is.
    Differs,
}

/// How a nationality compares with the listed ones.
#[must_use]
pub fn compare_nationalities(
    asked: Option<[u8; 2]>,
    mut listed: impl Iterator<Item = [u8; 2]>,
    weights: &Weights,
) -> (NationalityRelation, f64) {
    let (Some(asked), Some(first)) = (asked, listed.next()) else {
        return (NationalityRelation::Absent, 0.0);
    };
    if first == asked || listed.any(|code| code == asked) {
        (NationalityRelation::Agrees, weights.nationality.agrees)
    } else {
        (NationalityRelation::Differs, weights.nationality.differs)
    }
}

/// Moves a name's score by what births (`birth`) and nationalities (`nationality`) say, from -1 to
/// 1 each. Agreement goes a share of the way to 100, so it never lowers; contradiction takes points
/// off, so it never raises; silence changes nothing.
#[must_use]
pub fn weigh_evidence(name: f64, birth: f64, nationality: f64, weights: &Weights) -> f64 {
    let parts = [
        (birth, weights.birth.boost, weights.birth.penalty),
        (
            nationality,
            weights.nationality.boost,
            weights.nationality.penalty,
        ),
    ];
    let mut score = name;
    for (value, boost, penalty) in parts {
        if value < 0.0 {
            score += value * penalty;
        } else if name >= weights.limits.evidence_from {
            score += value * boost * (100.0 - score);
        }
    }
    score.clamp(0.0, 100.0)
}
