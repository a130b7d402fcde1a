//! Laws of the name score, over every name of up to three words of a tiny vocabulary.

mod common;

use common::weights;
use matcher::explain::score::Scoring;
use matcher::pairs::NamePair;
use matcher::pairs::compare;
use matcher::snapshot::entry::EntityType;

const WORDS: [&str; 7] = ["vladimir", "wladimir", "putin", "al", "v", "ltd", "12"];

fn names() -> Vec<Vec<&'static str>> {
    let mut all: Vec<Vec<&str>> = WORDS.iter().map(|word| vec![*word]).collect();
    for length in 1..3 {
        let shorter: Vec<_> = all
            .iter()
            .filter(|name| name.len() == length)
            .cloned()
            .collect();
        for name in shorter {
            all.extend(WORDS.iter().map(|word| [&name[..], &[*word]].concat()));
        }
    }
    all
}

fn scores(pairs: &[(String, String)]) -> Vec<f64> {
    let pairs: Vec<NamePair> = pairs
        .iter()
        .flat_map(|(left, right)| {
            [EntityType::Individual, EntityType::Organisation].map(|entity_type| NamePair {
                left: left.clone(),
                right: right.clone(),
                entity_type,
            })
        })
        .collect();
    compare(&pairs, &weights(), &mut Scoring::default())
}

#[test]
fn a_name_of_two_words_or_more_is_100_against_itself() {
    let pairs: Vec<_> = names()
        .iter()
        .filter(|name| name.len() > 1)
        .map(|name| (name.join(" "), name.join(" ")))
        .collect();
    for (pair, score) in pairs.iter().flat_map(|pair| [pair; 2]).zip(scores(&pairs)) {
        assert!((score - 100.0).abs() < 1e-9, "{pair:?} {score}");
    }
}

#[test]
fn scores_are_within_bounds_and_forget_the_order_of_the_query() {
    let names = names();
    for listed in names.iter().step_by(37) {
        let pair = |asked: Vec<&str>| (asked.join(" "), listed.join(" "));
        let forth: Vec<_> = names.iter().map(|name| pair(name.clone())).collect();
        let back: Vec<_> = names
            .iter()
            .map(|name| pair(name.iter().rev().copied().collect()))
            .collect();
        for ((asked, score), reversed) in forth
            .iter()
            .flat_map(|p| [p; 2])
            .zip(scores(&forth))
            .zip(scores(&back))
        {
            assert!((0.0..=100.0).contains(&score), "{asked:?} {score}");
            assert!(
                (score - reversed).abs() < 1e-9,
                "{asked:?} {score} {reversed}"
            );
        }
    }
}

#[test]
fn one_listed_word_never_answers_a_longer_name() {
    for name in names().iter().filter(|name| name.len() > 1) {
        let words = name
            .iter()
            .filter(|word| matches!(**word, "vladimir" | "wladimir" | "putin"));
        // A name that stands there twice is that name.
        let is_said_twice = name.len() % 2 == 0 && name[..name.len() / 2] == name[name.len() / 2..];
        if words.count() < 2 || is_said_twice {
            continue;
        }
        for score in scores(&[(name.join(" "), "putin".to_owned())]) {
            assert!(score < 70.0, "{name:?} {score}");
        }
    }
}
