//! Laws of names of two syllables of Pinyin: one syllable alike is not the name, and both are.

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
fn a_syllable_that_is_merely_like_another_is_another_name() {
    for (asked, listed, entity_type) in [
        ("Tang Min", "TANG, Ming", EntityType::Individual),
        ("Tang Min Kestrel", "TANG, Ming", EntityType::Individual),
        ("Deng Hao", "DENG, Hai", EntityType::Individual),
        ("Feng Lin", "FENG, Ling Yu", EntityType::Individual),
        ("Song Tao", "SONG, Tao Jun", EntityType::Individual),
        ("Li Juan", "LEE, John", EntityType::Individual),
        ("Qian Bin", "QIAN", EntityType::Individual),
        ("Liang Gang", "KANG, Liang Wei", EntityType::Individual),
        // Both written together are one of several words, or a slip of it.
        ("Bo Lin", "BOLIN KESTREL TRADING", EntityType::Organisation),
        ("La Ma", "ALMA KESTREL", EntityType::Individual),
    ] {
        let score = score(asked, listed, entity_type);
        assert!(score < POSSIBLE_AT, "{asked} {listed} {score}");
    }
}

#[test]
fn both_syllables_are_the_name_in_any_order_and_romanisation() {
    for (asked, listed, entity_type) in [
        ("Tang Ming", "TANG, Ming", EntityType::Individual),
        ("Ming Tang", "TANG, Ming", EntityType::Individual),
        ("TANG MING", "Ming Tang", EntityType::Individual),
        ("Chang Lei", "ZHANG, Lei", EntityType::Individual),
        ("Tang Ming", "汤明", EntityType::Individual),
        ("Qian Bin", "QIAN, Bin", EntityType::Individual),
        ("He Dan", "HE, Daniel", EntityType::Individual),
        ("Lin Dan", "LINDAN", EntityType::Individual),
        // A slip that makes no syllable is a slip.
        ("Tang Mjng", "TANG, Ming", EntityType::Individual),
        // Three syllables say more than one of them.
        ("Tang Ming Hua", "TANG, Min Hua", EntityType::Individual),
        (
            "Huang He",
            "HUANG HE TRADING COMPANY",
            EntityType::Organisation,
        ),
    ] {
        let score = score(asked, listed, entity_type);
        assert!(score >= POSSIBLE_AT, "{asked} {listed} {score}");
    }
}
