//! Laws of a pair of names, over the made-up pairs of `pairs.tsv`: under a heading, whether a person looks
//! at the pair, the type of the listed party, and the asked and the listed name.

mod common;

use common::weights;
use matcher::explain::score::Scoring;
use matcher::pairs::{NamePair, compare};

/// From here on a person looks: `possibleAt` of the gates.
const POSSIBLE_AT: f64 = 70.0;

#[test]
fn a_person_looks_at_the_pairs_that_are_one_name_and_at_no_others() {
    let weights = weights();
    let (mut law, mut wrong) = ("", Vec::new());
    for line in include_str!("pairs.tsv").lines() {
        if let Some(heading) = line.strip_prefix("# ") {
            law = heading;
            continue;
        }
        let cells: Vec<&str> = line.split('\t').collect();
        let [looks, entity_type, left, right] = *cells else {
            panic!("{line}")
        };
        let pair = serde_json::json!({ "left": left, "right": right, "entityType": entity_type });
        let pair: NamePair = serde_json::from_value(pair).unwrap_or_else(|e| panic!("{line} {e}"));
        let score = compare(&[pair], &weights, &mut Scoring::default())[0];
        if (score >= POSSIBLE_AT) != (looks == "found") {
            wrong.push(format!("{law}: {line} {score}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
