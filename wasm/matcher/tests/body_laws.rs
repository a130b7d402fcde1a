//! Laws of bodies that are written in another way than they are listed.

use matcher::explain::score::Scoring;
use matcher::pairs::NamePair;
use matcher::pairs::compare;
use matcher::snapshot::entry::EntityType;
use matcher::weights::Weights;

/// From here on a person looks: `possibleAt` of the gates.
const POSSIBLE_AT: f64 = 70.0;

fn score(left: &str, right: &str) -> f64 {
    let json = include_str!("../../../core/matching/weights.json");
    let weights = Weights::parse(json).unwrap_or_else(|error| panic!("{error}"));
    let pair = NamePair {
        left: left.to_owned(),
        right: right.to_owned(),
        entity_type: EntityType::Organisation,
    };
    compare(&[pair], &weights, &mut Scoring::default())[0]
}

#[test]
fn a_body_is_found_by_other_nouns_forms_and_initials() {
    for (asked, listed) in [
        (
            "Joint Stock Kompaniya Lazurit",
            "JOINT STOCK COMPANY LAZURIT",
        ),
        (
            "Limited Liability Kompaniya Zvezda Severa",
            "LLC ZVEZDA SEVERA",
        ),
        (
            "Severnaya Sudokhodnaya Kompaniya",
            "SEVERNAYA SHIPPING COMPANY",
        ),
        (
            "Nauchny Issledovatelskiy Institut Granit",
            "SCIENTIFIC RESEARCH INSTITUTE GRANIT",
        ),
        ("Pamir Airlines", "PAMIR AIR"),
        ("Gorizont Import Export Company", "GORIZONT"),
        ("FLAP", "Front for the Liberation of the Aral Peoples"),
        ("FLAP", "Front for Liberating Aral Peoples (FLAP)"),
        (
            "Front of Aral Peoples Liberation (FAPL)",
            "Front of Aral Peoples Liberation",
        ),
    ] {
        let score = score(asked, listed);
        assert!(score >= POSSIBLE_AT, "{asked} {listed} {score}");
    }
}

#[test]
fn a_compound_is_no_inflection_and_a_common_name_no_slip() {
    for (asked, listed) in [
        ("Okeanbank", "OKEANSKY"),
        ("Syriagaz LLC", "SYRIAN COMPANY"),
        ("Criminal Law Press", "CRIMEA PRESS"),
        ("Petrovic Design", "PETROKICK LLC"),
        ("Mejia Services", "MEDIA SERVICES"),
        ("Mio Kushweyb", "Marine Industries Organization (MIO)"),
    ] {
        let score = score(asked, listed);
        assert!(score < POSSIBLE_AT, "{asked} {listed} {score}");
    }
}
