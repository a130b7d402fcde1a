//! Keys by which misspelt tokens find each other.

use std::ops::Range;

use crate::text::edits::LETTERS_MAX;

/// Tokens from this length allow a second edit.
const TWO_EDITS_FROM: usize = 8;
/// Tokens from this length are found by trigrams beyond one edit: deletions in pairs grow with the
/// square of the length.
pub const TRIGRAMS_FROM: usize = 12;
/// A token of this length may be meant by one that allows three edits.
pub const TRIGRAMS_INDEXED_FROM: usize = 10;

/// Writes the hashes of a token and of its fold, and of both with one letter left out, or two from
/// eight letters.
///
/// Two tokens within as many edits as their length allows share a hash.
pub fn deletion_keys(text: &str, fold: &str, out: &mut Vec<u32>) {
    out.clear();
    leave_out(fold, TWO_EDITS_FROM..TRIGRAMS_FROM, out);
    if text != fold {
        leave_out(text, TWO_EDITS_FROM..TRIGRAMS_FROM, out);
    }
    out.sort_unstable();
    out.dedup();
}

/// Writes those of a fold with one letter left out at most, of which every fold within one edit has one.
pub fn one_edit_keys(fold: &str, out: &mut Vec<u32>) {
    out.clear();
    leave_out(fold, 0..0, out);
    out.sort_unstable();
    out.dedup();
}

/// Leaves one letter out, and two of a word of so many letters.
fn leave_out(word: &str, two: Range<usize>, out: &mut Vec<u32>) {
    let mut letters = ['\0'; LETTERS_MAX];
    let count = word
        .chars()
        .zip(&mut letters)
        .fold(0, |count, (letter, slot)| {
            *slot = letter;
            count + 1
        });
    let letters = &letters[..count];
    out.push(hash(START, letters));
    if count < 4 {
        return;
    }
    let mut before = START;
    for (i, left_out) in letters.iter().enumerate() {
        let mut between = before;
        for (letter, rest) in (i + 1..count).map(|j| (letters[j], &letters[j + 1..])) {
            if two.contains(&count) {
                out.push(hash(between, rest));
            }
            between = add(between, letter);
        }
        out.push(between);
        before = add(before, *left_out);
    }
}

/// Writes the hashes of every three letters in a row.
pub fn trigrams(fold: &str, out: &mut Vec<u32>) {
    out.clear();
    let mut letters = fold.chars().take(LETTERS_MAX);
    let (Some(mut a), Some(mut b)) = (letters.next(), letters.next()) else {
        return;
    };
    for c in letters {
        out.push(hash(START, &[a, b, c]));
        (a, b) = (b, c);
    }
    out.sort_unstable();
    out.dedup();
}

/// Hash of no letter.
const START: u32 = 0x811C_9DC5;

/// Hash of letters after others.
fn hash(before: u32, letters: &[char]) -> u32 {
    letters
        .iter()
        .fold(before, |hash, letter| add(hash, *letter))
}

fn add(hash: u32, letter: char) -> u32 {
    (hash ^ letter as u32)
        .wrapping_mul(0x0100_0193)
        .rotate_left(5)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meet(a: &str, b: &str) -> bool {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        deletion_keys(a, a, &mut left);
        deletion_keys(b, b, &mut right);
        left.iter().any(|key| right.binary_search(key).is_ok())
    }

    #[test]
    fn deletion_keys_meet_within_the_edits_a_length_allows() {
        for (a, b) in [
            ("putin", "puttn"),
            ("putin", "ptuin"),
            ("omar", "umar"),
            ("ali", "alia"),
            ("kaddafi", "kadafi"),
            ("lukasenko", "lukashenka"),
            ("abdulahi", "abdulagi"),
        ] {
            let allowed = a.len().max(b.len()) as u32 / 4;
            assert!(
                crate::text::edits::Pattern::new(a)
                    .distance(b, allowed)
                    .is_some(),
                "{a} {b}"
            );
            assert!(meet(a, b), "{a} {b}");
        }
        assert!(!meet("putin", "lenin"));
    }

    #[test]
    fn every_pair_of_four_letter_words_one_edit_apart_meets() {
        let words: Vec<String> = (0..81)
            .map(|code| {
                (0..4)
                    .map(|i| ['a', 'b', 'c'][code / 3_usize.pow(i) % 3])
                    .collect()
            })
            .collect();
        for a in &words {
            for b in &words {
                if crate::text::edits::Pattern::new(a).distance(b, 1).is_some() {
                    assert!(meet(a, b), "{a} {b}");
                    let (mut near, mut all) = (Vec::new(), Vec::new());
                    one_edit_keys(a, &mut near);
                    deletion_keys(b, b, &mut all);
                    assert!(near.iter().any(|key| all.contains(key)), "{a} {b}");
                }
            }
        }
    }
}
