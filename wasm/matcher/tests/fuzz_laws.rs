//! Laws of any text and any bytes: nothing panics, and work grows no faster than the text.

mod common;

use common::{built, weights};
use std::sync::LazyLock;

use matcher::engine::{Working, match_query};
use matcher::explain::score::Scoring;
use matcher::find::asked::MatchQuery;
use matcher::pairs::NamePair;
use matcher::pairs::compare;
use matcher::snapshot::entry::EntityType;
use matcher::snapshot::format::checksum;
use matcher::snapshot::lists::Lists;
use matcher::snapshot::reader::Snapshot;
use matcher::weights::Weights;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Names of OFAC's SDN list (US government work, public domain) and what surrounds them.
const LISTED: [(&str, &str); 18] = [
    ("INDIVIDUAL", "PUTIN, Vladimir Vladimirovich"),
    ("INDIVIDUAL", "AL-ZAWAHIRI, Dr. Ayman"),
    ("INDIVIDUAL", "BIN LADIN, Usama bin Muhammad bin Awad"),
    ("INDIVIDUAL", "BINLADIN, Osama"),
    ("INDIVIDUAL", "MADURO MOROS, Nicolas"),
    ("INDIVIDUAL", "AL-TIKRITI, Saddam Hussein"),
    ("INDIVIDUAL", "ABD AL-RAHMAN, Muhammad Mustafa"),
    ("INDIVIDUAL", "ABDURRAHMAN, Ali Hassan Muhammad Ahmed"),
    ("INDIVIDUAL", "KIM, Yong Chol"),
    ("INDIVIDUAL", "LUKASHENKO, Aliaksandr Ryhoravich"),
    ("INDIVIDUAL", "Путин Владимир Владимирович"),
    ("INDIVIDUAL", "محمد علي حسن"),
    ("ORGANISATION", "ROSNEFT OIL COMPANY"),
    ("ORGANISATION", "ISLAMIC REPUBLIC OF IRAN SHIPPING LINES"),
    ("ORGANISATION", "BANK MELLI IRAN"),
    ("ORGANISATION", "17 NOVEMBER"),
    (
        "ORGANISATION",
        "OBSHCHESTVO S OGRANICHENNOI OTVETSTVENNOSTYU STROIGAZMONTAZH",
    ),
    ("VESSEL", "OCEAN TRADER 7"),
];

/// Steps that a query of any text may take on these names, and how many more for each character.
const STEPS: u64 = 150_000;
const STEPS_PER_CHARACTER: u64 = 200;

static WEIGHTS: LazyLock<Weights> = LazyLock::new(weights);

static SNAPSHOT: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let names = LISTED.map(|(kind, name)| (kind, name.to_owned()));
    built(names.into_iter()).unwrap_or_else(|error| panic!("{error}"))
});

fn opened(bytes: Vec<u8>) -> Result<Lists, String> {
    let snapshot = Snapshot::open(bytes).map_err(|error| error.to_string())?;
    Ok(Lists::new(snapshot, &WEIGHTS))
}

/// The answer, and the steps that it took.
fn asked(lists: &Lists, name: &str) -> (String, u64) {
    let query = MatchQuery {
        name: Some(name.to_owned()),
        ..MatchQuery::default()
    };
    let mut working = Working::default();
    let answer = match_query(lists, &query, &WEIGHTS, &mut working);
    (
        answer.unwrap_or_else(|error| panic!("{error}")),
        working.take_steps(),
    )
}

/// A piece of a hostile text: a word of a list, a letter of any script, marks, signs, spaces.
fn piece() -> impl Strategy<Value = String> {
    let word = (0..LISTED.len(), any::<prop::sample::Index>()).prop_map(|(at, pick)| {
        let words: Vec<&str> = LISTED[at].1.split(' ').collect();
        pick.get(&words).to_string()
    });
    let of = |pieces: &'static [&'static str]| prop::sample::select(pieces).prop_map(str::to_owned);
    prop_oneof![
        4 => word,
        2 => any::<char>().prop_map(String::from),
        2 => "[a-z]{1,4}",
        1 => "\\PC{1,8}",
        2 => of(&["al", "bin", "abu", "abd", "de", "ltd", "the", "dr", "i", "son", "and", "aka"]),
        1 => of(&["\u{301}", "\u{308}", "\u{64b}", "\u{5b0}", "\u{200f}", "\u{202e}", "\u{200d}"]),
        1 => of(&["😀", "١٢", "12", "Ⅻ", "ﷺ", "ﬃ", "İ", "ẞ", "王小明", "김영철", "あ", "א", "ა"]),
        2 => of(&[",", " ", "   ", "-", "'", "/", "&", ".", "\t", "\n", "\0"]),
        1 => of(&["=?UTF-8?Q?", "=?u?B?", "?=", "=20", "=C3=BC", "\\xc3", "<p:a_b>", "</b>", "<a b='c'/>"]),
        1 => of(&["?32", "~33", "=N'", "#", "@", "://", "1AB/ANAMR-B2", "USD70000", "AnaMariaIvo", "号"]),
    ]
}

/// Up to 500 characters of such pieces, next to each other or apart, or of one of them.
fn hostile() -> impl Strategy<Value = String> {
    let cut = |text: String| text.chars().take(500).collect::<String>();
    prop_oneof![
        3 => (prop::collection::vec(piece(), 0..12), any::<bool>())
            .prop_map(|(pieces, apart)| pieces.join(if apart { " " } else { "" })),
        2 => prop::collection::vec(piece(), 0..160).prop_map(|pieces| pieces.join(" ")),
        1 => (piece(), 1..500_usize).prop_map(|(piece, times)| piece.repeat(times)),
        1 => (piece(), 1..500_usize).prop_map(|(piece, times)| format!("{piece} ").repeat(times)),
    ]
    .prop_map(cut)
}

proptest! {
    #![proptest_config(ProptestConfig {
        // The same texts in every run, of PROPTEST_CASES as many as wanted.
        rng_seed: RngSeed::Fixed(6),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_text_is_answered_in_steps_that_grow_with_its_length(text in hostile()) {
        let lists = opened(SNAPSHOT.clone()).map_err(TestCaseError::fail)?;
        let (answer, steps) = asked(&lists, &text);
        let most = STEPS + STEPS_PER_CHARACTER * text.chars().count() as u64;
        prop_assert!(steps <= most, "{} steps of {}", steps, most);
        prop_assert!(serde_json::from_str::<serde_json::Value>(&answer).is_ok());
    }

    #[test]
    fn whom_an_identifier_names_is_answered_whatever_the_name(
        text in prop::option::of(hostile()),
        bearer in 0..LISTED.len(),
    ) {
        let lists = opened(SNAPSHOT.clone()).map_err(TestCaseError::fail)?;
        let query = MatchQuery {
            name: text,
            bearers: vec![bearer as u32, u32::MAX],
            ..MatchQuery::default()
        };
        let answer = match_query(&lists, &query, &WEIGHTS, &mut Working::default());
        let answer = answer.map_err(TestCaseError::fail)?;
        let answer: serde_json::Value = serde_json::from_str(&answer)
            .map_err(|error| TestCaseError::fail(error.to_string()))?;
        let candidates = answer["candidates"].as_array().cloned().unwrap_or_default();
        let list_ref = bearer.to_string();
        let named = candidates.iter().find(|one| one["listRef"] == list_ref.as_str());
        let named = named.ok_or_else(|| TestCaseError::fail("left out"))?;
        let steps = named["steps"].as_array().cloned().unwrap_or_default();
        let points: f64 = steps.iter().filter_map(|step| step["points"].as_f64()).sum();
        let score = named["score"].as_f64().unwrap_or(f64::NAN);
        prop_assert!((points - score).abs() < 0.005, "{} of {}", points, score);
    }

    #[test]
    fn any_name_is_listed_or_refused_and_then_asked_for(name in hostile(), query in hostile()) {
        let kinds = ["INDIVIDUAL", "ORGANISATION"];
        if let Ok(bytes) = built(kinds.into_iter().map(|kind| (kind, name.clone()))) {
            let lists = opened(bytes).map_err(TestCaseError::fail)?;
            asked(&lists, &name);
            asked(&lists, &query);
        }
    }

    #[test]
    fn any_pair_is_scored_within_bounds(left in hostile(), right in hostile()) {
        let pairs = [EntityType::Individual, EntityType::Organisation].map(|entity_type| NamePair {
            left: left.clone(),
            right: right.clone(),
            entity_type,
        });
        let mut scoring = Scoring::default();
        for score in compare(&pairs, &WEIGHTS, &mut scoring) {
            prop_assert!((0.0..=100.0).contains(&score), "{}", score);
        }
        let characters = (left.chars().count() + right.chars().count()) as u64;
        let steps = scoring.alignment.take_effort();
        prop_assert!(steps <= STEPS + STEPS_PER_CHARACTER * characters, "{}", steps);
    }

    #[test]
    fn damaged_bytes_are_refused(at in any::<prop::sample::Index>(), flipped in 1..=255_u8) {
        let mut bytes = SNAPSHOT.clone();
        let at = at.index(bytes.len());
        bytes[at] ^= flipped;
        prop_assert!(Snapshot::open(bytes).is_err());
    }

    #[test]
    fn bytes_damaged_under_a_right_checksum_are_refused_or_harmless(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        query in hostile(),
    ) {
        let mut bytes = SNAPSHOT.clone();
        for (at, value) in changes {
            let at = 32 + at.index(bytes.len() - 32);
            bytes[at] = value;
        }
        let sum = checksum(&bytes[32..]);
        bytes[24..32].copy_from_slice(&sum.to_le_bytes());
        if let Ok(lists) = opened(bytes) {
            asked(&lists, &query);
            asked(&lists, "Vladimir Putin bin Ladin");
        }
    }
}
