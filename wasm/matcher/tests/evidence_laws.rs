//! Laws of births and nationalities as evidence, over dates around a few listed births.

mod common;

use common::weights;
use matcher::date::{Birth, PartialDate};
use matcher::explain::births::{BirthRelation, compare_births, stands_for_none};
use matcher::explain::evidence::weigh_evidence;
use matcher::explain::nationalities::{NationalityRelation, compare_nationalities};
use matcher::explain::score::NameScore;

const LISTED: [&str; 14] = [
    "1957",
    "1957-08",
    "1957-08-09",
    "1957-08-09~",
    "1957-08~",
    "1957~",
    "1955/1959",
    "1955~/1959~",
    "1956-11/1957-02",
    "1957-03/1957-06",
    "1957-08-08/1957-08-10",
    "1955-01-01/1959-12-31",
    "1899-12-31",
    "2099",
];

fn birth(text: &str) -> Birth {
    Birth::parse(text).unwrap_or_else(|| panic!("{text}"))
}

fn asked() -> Vec<PartialDate> {
    let mut dates = Vec::new();
    for year in (1..=9999).filter(|year| (1890..2105).contains(year) || year % 1111 == 0) {
        dates.push(PartialDate {
            year,
            month: 0,
            day: 0,
        });
        for month in 1..=12 {
            dates.extend([0, 1, 8, 9, 10, 28, 31].map(|day| PartialDate { year, month, day }));
        }
    }
    dates
}

#[test]
fn of_several_births_the_best_counts_in_any_order() {
    let weights = weights();
    let births = LISTED.map(birth);
    for date in asked() {
        let one = |birth: Birth| compare_births(Some(date), [birth].into_iter(), &weights);
        let best = births.map(|birth| one(birth).1);
        let best = best.into_iter().fold(f64::MIN, f64::max);
        let forth = compare_births(Some(date), births.into_iter(), &weights);
        let back = compare_births(Some(date), births.into_iter().rev(), &weights);
        assert!((forth.1 - best).abs() < f64::EPSILON, "{date:?}");
        assert!((back.1 - best).abs() < f64::EPSILON, "{date:?}");
    }
}

#[test]
fn a_birth_that_may_be_the_one_asked_for_never_contradicts_it() {
    let weights = weights();
    for birth in LISTED.map(birth) {
        let slack = if birth.circa {
            weights.birth.circa_years
        } else {
            0
        };
        for date in asked() {
            let (relation, value) = compare_births(Some(date), [birth].into_iter(), &weights);
            let year = i32::from(date.year);
            let may_be = date.first() <= birth.to.last() && birth.from.first() <= date.last();
            if may_be {
                assert!(value > 0.0, "{birth:?} {date:?} {relation:?}");
            }
            let apart = (i32::from(birth.from.year) - slack - year)
                .max(year - i32::from(birth.to.year) - slack);
            let is_far = relation == BirthRelation::YearsApart;
            assert!(!is_far || apart >= weights.birth.years_apart_from);
            // So far apart it is another person's, or a digit of the decade is wrong.
            if !stands_for_none(date) && apart > weights.birth.slip_years {
                assert!(is_far || relation == BirthRelation::Different);
            }
        }
    }
}

#[test]
fn a_date_that_stands_for_none_speaks_against_nobody() {
    let weights = weights();
    for text in [
        "1900-01-01",
        "1901-01-01",
        "1970-01-01",
        "1348-05-06",
        "0001-01-01",
        "1904",
    ] {
        let date = PartialDate::parse(text);
        let speaks = |birth: Birth| compare_births(date, [birth].into_iter(), &weights);
        for birth in LISTED.map(birth) {
            let (relation, value) = speaks(birth);
            assert!(value >= 0.0, "{text} {birth:?}");
            assert!(value > 0.0 || relation == BirthRelation::Absent);
        }
    }
    let date = PartialDate::parse("1970-01-01");
    let same = compare_births(date, [birth("1970-01-01")].into_iter(), &weights);
    assert_eq!(same.0, BirthRelation::SameDay);
    let near = compare_births(
        PartialDate::parse("1970-01-02"),
        [birth("1957")].into_iter(),
        &weights,
    );
    assert_eq!(near.0, BirthRelation::YearsApart);
}

/// A name that few people bear, with a score.
fn named(score: f64) -> NameScore {
    NameScore {
        score,
        ..NameScore::default()
    }
}

#[test]
fn silence_is_no_evidence() {
    let weights = weights();
    let absent = BirthRelation::Absent;
    assert_eq!(
        compare_births(None, LISTED.map(birth).into_iter(), &weights),
        (absent, 0.0)
    );
    let date = asked().into_iter().next();
    assert_eq!(
        compare_births(date, std::iter::empty(), &weights),
        (absent, 0.0)
    );
    let absent = NationalityRelation::Absent;
    let none = compare_nationalities(&[], [*b"RU"].into_iter(), &weights);
    assert_eq!(none, (absent, 0.0));
    let none = compare_nationalities(&[*b"RU"], std::iter::empty(), &weights);
    assert_eq!(none, (absent, 0.0));
    for name in 0..=100 {
        let name = f64::from(name);
        assert!((weigh_evidence(&named(name), 0.0, 0.0, &weights) - name).abs() < f64::EPSILON);
    }
}

#[test]
fn a_score_rises_and_falls_with_each_piece_of_evidence_and_with_the_name() {
    let weights = weights();
    let steps = || (-10..=10).map(|step| f64::from(step) / 10.0);
    for name in 0..=100 {
        let name = f64::from(name);
        for birth in steps() {
            for nationality in steps() {
                let score = weigh_evidence(&named(name), birth, nationality, &weights);
                assert!((0.0..=100.0).contains(&score));
                let more = weigh_evidence(&named(name), birth + 0.1, nationality, &weights);
                assert!(more >= score, "{name} {birth} {nationality}");
                let more = weigh_evidence(&named(name), birth, nationality + 0.1, &weights);
                assert!(more >= score, "{name} {birth} {nationality}");
                let more = weigh_evidence(&named(name + 1.0), birth, nationality, &weights);
                assert!(more >= score, "{name} {birth} {nationality}");
            }
        }
    }
}

#[test]
fn nationality_alone_takes_off_ten_points_at_most() {
    let weights = weights();
    let lost = 80.0 - weigh_evidence(&named(80.0), 0.0, weights.nationality.differs, &weights);
    assert!(lost > 0.0 && lost <= 10.0, "{lost}");
}

#[test]
fn where_no_name_is_common_a_date_contradicts_all_alike() {
    let mut weights = weights();
    let rare = weigh_evidence(&named(90.0), -1.0, 0.0, &weights);
    weights.penalties.common_like_under = 0.0;
    let any = weigh_evidence(&named(90.0), -1.0, 0.0, &weights);
    assert!((any - rare).abs() < f64::EPSILON, "{any}");
}

#[test]
fn a_date_contradicts_a_common_name_more_and_lifts_a_part_of_one_less() {
    let weights = weights();
    let most = weights.penalties.common_part_most;
    for lacks in [1.0, 3.0, 6.0] {
        let part = NameScore {
            lacks,
            in_part: true,
            ..named(most)
        };
        let common = NameScore {
            in_part: false,
            ..part
        };
        for tenths in 1..=10 {
            let birth = f64::from(tenths) / 10.0;
            let of = |scored: &NameScore| weigh_evidence(scored, birth, 1.0, &weights);
            let is_lifted = of(&part) > most;
            assert_eq!(is_lifted, birth * weights.birth.nats >= lacks, "{birth}");
            let against = |scored: &NameScore| weigh_evidence(scored, -birth, 0.0, &weights);
            assert!(against(&common) < against(&named(most)));
        }
    }
}
