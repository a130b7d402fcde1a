//! Keys by which misspelt tokens find each other.

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
    leave_out(fold, out);
    if text != fold {
        leave_out(text, out);
    }
    out.sort_unstable();
    out.dedup();
}

fn leave_out(word: &str, out: &mut Vec<u32>) {
    let letters: Vec<char> = word.chars().take(crate::edits::LETTERS_MAX).collect();
    let count = letters.len();
    out.push(hash(letters.iter()));
    if count < 4 {
        return;
    }
    let without = |i: usize, j: usize| {
        let rest = letters.iter().enumerate();
        hash(
            rest.filter(|(at, _)| *at != i && *at != j)
                .map(|(_, letter)| letter),
        )
    };
    for i in 0..count {
        out.push(without(i, i));
        if (TWO_EDITS_FROM..TRIGRAMS_FROM).contains(&count) {
            out.extend((i + 1..count).map(|j| without(i, j)));
        }
    }
}

/// Writes the hashes of every three letters in a row.
pub fn trigrams(fold: &str, out: &mut Vec<u32>) {
    out.clear();
    let letters: Vec<char> = fold.chars().take(crate::edits::LETTERS_MAX).collect();
    out.extend(letters.windows(3).map(|three| hash(three.iter())));
    out.sort_unstable();
    out.dedup();
}

fn hash<'a>(letters: impl Iterator<Item = &'a char>) -> u32 {
    letters.fold(0x811C_9DC5, |hash: u32, letter| {
        (hash ^ *letter as u32)
            .wrapping_mul(0x0100_0193)
            .rotate_left(5)
    })
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
                crate::edits::Pattern::new(a).distance(b, allowed).is_some(),
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
                if crate::edits::Pattern::new(a).distance(b, 1).is_some() {
                    assert!(meet(a, b), "{a} {b}");
                }
            }
        }
    }
}
