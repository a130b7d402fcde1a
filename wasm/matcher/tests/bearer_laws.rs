//! Laws of a query that reads as a person's name beside the names of bodies.

use matcher::explain::score::Scoring;
use matcher::pairs::NamePair;
use matcher::pairs::compare;
use matcher::snapshot::entry::EntityType;
use matcher::weights::Weights;

/// From here on a person looks: `possibleAt` of the gates.
const POSSIBLE_AT: f64 = 70.0;

fn score(left: &str, right: &str, entity_type: EntityType) -> f64 {
    let json = include_str!("../../../core/matching/weights.json");
    let weights = Weights::parse(json).unwrap_or_else(|error| panic!("{error}"));
    let pair = NamePair {
        left: left.to_owned(),
        right: right.to_owned(),
        entity_type,
    };
    compare(&[pair], &weights, &mut Scoring::default())[0]
}

#[test]
fn a_person_is_no_body_by_initials_forms_places_or_a_slip() {
    for (asked, listed) in [
        // The letters of a given name are not the initials of a body.
        ("Irma Costa", "International Rescue and Maritime Agency"),
        ("Nora Lindqvist", "Northern Ore Refining Association"),
        // A family name is no legal form, country or trade.
        ("Stefan Turk", "STEFAN LTD"),
        ("Oscar Celik", "OSCAR STEEL COMPANY"),
        ("Asya Celik", "CELIK INDUSTRIES"),
        // Nor is it a slip of a word, or its sound.
        ("Marina Silva", "MARIAN SILVER SHIPPING LTD"),
        ("Carla Mendes", "CARLO MENDEZ TRADING"),
        // An initial stands for no generic word.
        ("Hanna B.", "HANA BANKING CORPORATION LTD"),
        ("Emma N. Claes", "JSC NPP KLASS"),
        // One of two names is not the name.
        ("Salome Lopez Rodriguez", "RODRIGUEZ LOPEZ, S.A. DE C.V."),
        ("Ben Adler", "ADLER GMBH"),
    ] {
        let score = score(asked, listed, EntityType::Organisation);
        assert!(score < POSSIBLE_AT, "{asked} {listed} {score}");
    }
}

#[test]
fn a_body_called_like_a_person_is_found() {
    for (asked, listed, entity_type) in [
        ("Gomez Marin", "GOMEZ MARIN LTDA.", EntityType::Organisation),
        ("Kelly Grace", "GRACE KELLY", EntityType::Vessel),
        ("Sofia K", "SOFIA K", EntityType::Vessel),
        ("Salim Expres", "SALIM EXPRESS", EntityType::Organisation),
        (
            "Carla Mendes Ltd",
            "CARLA MENDEZ LTD",
            EntityType::Organisation,
        ),
        (
            "Ivan Tsarevich Kushweyb",
            "TSAREVICH KUSHWEYB IVAN LLC",
            EntityType::Organisation,
        ),
    ] {
        let score = score(asked, listed, entity_type);
        assert!(score >= POSSIBLE_AT, "{asked} {listed} {score}");
    }
}

#[test]
fn a_given_name_that_is_a_particle_elsewhere_is_a_given_name_beside_a_lone_word() {
    for (asked, listed, found) in [
        ("Ben Kony", "KONY", false),
        ("Ed Kony", "KONY", false),
        ("Bin Kony", "KONY", true),
        ("Ben Laden", "BIN LADEN", true),
        ("Ben Ali Haddad", "HADDAD, Ali bin", true),
    ] {
        let score = score(asked, listed, EntityType::Individual);
        assert_eq!(score >= POSSIBLE_AT, found, "{asked} {listed} {score}");
    }
}
