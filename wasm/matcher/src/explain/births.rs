//! What dates of birth say about a name that already matches.

use serde::Serialize;

use crate::date::{Birth, PartialDate};
use crate::find::asked::Asked;
use crate::snapshot::entry::EntityType;
use crate::weights::{BirthEvidence, Weights};

/// Year from which on somebody who lives may be born. Years of the Solar Hijri calendar are below.
const LIVING_FROM: u16 = 1905;
/// What clocks begin with.
const EPOCH: PartialDate = PartialDate {
    year: 1970,
    month: 1,
    day: 1,
};

/// `BirthRelation`, from the strongest agreement down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BirthRelation {
    /// One side does not say, or the date asked for stands for none and agrees with none.
    Absent,
    /// The same full date.
    SameDay,
    /// Day and month the other way round.
    DayMonthSwapped,
    /// One digit of the date differs, or two neighbours changed places, and the years are not far
    /// apart.
    OneDigitOff,
    /// Year and month agree, a day is missing.
    SameMonth,
    /// The year agrees, a month is missing.
    SameYear,
    /// A circa or range covers it.
    WithinRange,
    /// The year agrees, month or day do not.
    OtherDay,
    /// A year or two between them.
    NearYear,
    /// Years between them, or the same day of another decade.
    Different,
    /// So many years between them that it is another person, whatever the name.
    YearsApart,
    /// Whoever was born that day has a person's name, and the listed party is none.
    NotAPerson,
}

/// How a date of birth compares with the listed ones; the best counts.
pub fn compare_births(
    asked: Option<PartialDate>,
    listed: impl Iterator<Item = Birth>,
    weights: &Weights,
) -> (BirthRelation, f64) {
    let absent = (BirthRelation::Absent, 0.0);
    let Some(asked) = asked else { return absent };
    listed
        .map(|birth| {
            let relation = relate(asked, &birth, &weights.birth);
            (relation, value_of(relation, &weights.birth))
        })
        .reduce(|best, next| if next.1 > best.1 { next } else { best })
        .filter(|(_, value)| *value >= 0.0 || !stands_for_none(asked))
        .unwrap_or(absent)
}

/// How a date of birth compares with a party of a type: a person's with the dates that are listed. Who has one is a
/// person, and no ship, aircraft or body, where the name reads as a person's.
pub fn compare_births_of(
    asked: &Asked,
    entity: EntityType,
    listed: impl Iterator<Item = Birth>,
    weights: &Weights,
) -> (BirthRelation, f64) {
    let is_person = entity == EntityType::Individual || asked.scope.has_type();
    let dated = asked.born.is_some_and(|born| !stands_for_none(born));
    if dated && !is_person && asked.query.is_of_person() {
        let relation = BirthRelation::NotAPerson;
        return (relation, value_of(relation, &weights.birth));
    }
    compare_births(asked.born, listed, weights)
}

/// Whether a date is one that forms and databases hold where none is known (1 January 1900, 1 January 1970),
/// or of another calendar, or of nobody who lives: it contradicts no listed date.
pub fn stands_for_none(asked: PartialDate) -> bool {
    asked.year < LIVING_FROM || asked == EPOCH
}

fn value_of(relation: BirthRelation, births: &BirthEvidence) -> f64 {
    match relation {
        BirthRelation::Absent => 0.0,
        BirthRelation::SameDay => births.same_day,
        BirthRelation::DayMonthSwapped => births.day_month_swapped,
        BirthRelation::OneDigitOff => births.one_digit_off,
        BirthRelation::SameMonth => births.same_month,
        BirthRelation::SameYear => births.same_year,
        BirthRelation::WithinRange => births.within_range,
        BirthRelation::OtherDay => births.other_day,
        BirthRelation::NearYear => births.near_year,
        BirthRelation::Different => births.different,
        BirthRelation::YearsApart | BirthRelation::NotAPerson => births.years_apart,
    }
}

fn relate(asked: PartialDate, birth: &Birth, births: &BirthEvidence) -> BirthRelation {
    if birth.is_date() {
        return relate_dates(asked, birth.from, births);
    }
    if birth.from == birth.to && asked.is_full() && asked == birth.from {
        return BirthRelation::SameDay;
    }
    let slack = if birth.circa { births.circa_years } else { 0 };
    let from = i32::from(birth.from.year) - slack;
    let to = i32::from(birth.to.year) + slack;
    let year = i32::from(asked.year);
    let apart = (from - year).max(year - to).max(0);
    let outside = asked.last() < birth.from.first() || asked.first() > birth.to.last();
    if apart > 0 || (outside && !birth.circa) {
        return by_years(apart, births);
    }
    let is_within = |known: fn(PartialDate) -> (u16, u8)| {
        !birth.circa && known(birth.from) == known(birth.to) && known(asked) == known(birth.to)
    };
    // A range within one month or year is as good as that month or year.
    if asked.month != 0 && is_within(|date| (date.year, date.month)) {
        BirthRelation::SameMonth
    } else if is_within(|date| (date.year, 0)) {
        BirthRelation::SameYear
    } else {
        BirthRelation::WithinRange
    }
}

fn relate_dates(a: PartialDate, b: PartialDate, births: &BirthEvidence) -> BirthRelation {
    let apart = i32::from(a.year.abs_diff(b.year));
    let both_full = a.is_full() && b.is_full();
    if both_full {
        if a == b {
            return BirthRelation::SameDay;
        }
        if a.year == b.year && a.day == b.month && a.month == b.day {
            return BirthRelation::DayMonthSwapped;
        }
        if is_slip(digits(a), digits(b)) {
            if apart <= births.slip_years {
                return BirthRelation::OneDigitOff;
            }
            // Lists have such slips, and families have such namesakes: a person must look.
            if (a.month, a.day) == (b.month, b.day) {
                return BirthRelation::Different;
            }
        }
    }
    if apart > 0 {
        return by_years(apart, births);
    }
    match (a.month == b.month, a.month == 0 || b.month == 0) {
        (_, true) => BirthRelation::SameYear,
        (true, false) if !both_full => BirthRelation::SameMonth,
        _ => BirthRelation::OtherDay,
    }
}

fn by_years(apart: i32, births: &BirthEvidence) -> BirthRelation {
    if apart == 0 {
        BirthRelation::OtherDay
    } else if apart <= births.near_years {
        BirthRelation::NearYear
    } else if apart < births.years_apart_from {
        BirthRelation::Different
    } else {
        BirthRelation::YearsApart
    }
}

/// Whether one slip of the pen makes one date of the other: a digit, or two neighbours that changed
/// places.
fn is_slip(a: [u16; 8], b: [u16; 8]) -> bool {
    let mut off = (0..a.len()).filter(|at| a[*at] != b[*at]);
    match (off.next(), off.next(), off.next()) {
        (Some(_), None, _) => true,
        (Some(one), Some(next), None) => next == one + 1 && a[one] == b[next] && a[next] == b[one],
        _ => false,
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
