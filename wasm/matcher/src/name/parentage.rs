//! Who is whose child: `bin`, `ibn`, `ould` and their like make the order of a name meaningful.

use super::token::{NameToken, Part};

/// Words between a child and its parent, normalised and sorted.
const BETWEEN: &[&str] = &[
    "abn", "ben", "bin", "bint", "binte", "binti", "bn", "bnt", "ibn", "oul", "ould", "wald",
];

/// Whether a word stands between a child and its parent.
pub fn is_between(text: &str) -> bool {
    BETWEEN.binary_search(&text).is_ok()
}

/// Writes how many generations before the bearer each word stands. A family name that comes first, as
/// lists write it, is read after the rest.
pub fn generations<'a>(tokens: impl Iterator<Item = (&'a str, bool)> + Clone, all: &mut [u8]) {
    let family_first = tokens.clone().next().is_some_and(|(_, family)| family);
    let count = all.len();
    let order = (0..count)
        .zip(tokens.clone())
        .filter(|(_, (_, family))| !(family_first && *family))
        .chain(
            (0..count)
                .zip(tokens)
                .filter(|(_, (_, family))| family_first && *family),
        );
    let mut generation: u8 = 0;
    for (at, (text, _)) in order {
        generation = generation.saturating_add(u8::from(is_between(text)));
        all[at] = generation;
    }
}

/// How many generations before the bearer each word of a person's name stands, by its position.
pub fn generations_by_position(person: &[NameToken]) -> Vec<(u32, u8)> {
    let by_text = person
        .iter()
        .map(|t| (&*t.token.text, t.part == Part::Family));
    let mut by_token = vec![0; person.len()];
    generations(by_text, &mut by_token);
    let positions = person.iter().map(|t| t.position);
    let mut by_position: Vec<(u32, u8)> = positions.zip(by_token).collect();
    // Both halves of a word that is read as two have one position, and one generation.
    by_position.dedup_by_key(|(position, _)| *position);
    by_position
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generations_count_back_from_the_bearer() {
        let of = |words: &[(&'static str, bool)]| {
            let mut all = vec![0; words.len()];
            generations(words.iter().copied(), &mut all);
            all
        };
        let plain = [("salman", false), ("bin", false), ("muhammad", false)];
        assert_eq!(of(&plain), [0, 1, 1]);
        // BIN LADIN, Usama: read as Usama bin Ladin.
        assert_eq!(
            of(&[("bin", true), ("ladin", true), ("usama", false)]),
            [1, 1, 0]
        );
        assert_eq!(of(&[]), [0_u8; 0]);
    }

    #[test]
    fn words_between_are_sorted() {
        assert!(BETWEEN.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
