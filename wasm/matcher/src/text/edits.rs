//! Optimal string alignment distance (Damerau with adjacent swaps), bit-parallel after Hyyrö 2003.
//!
//! One 64-bit word holds the pattern, so a text costs a dozen operations a character whatever the
//! pattern's length. Longer tokens than 64 characters are compared by their first 64.

/// Characters of a token that take part.
pub const LETTERS_MAX: usize = 64;

/// A token prepared as the pattern of many comparisons.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// By lower-case letter of ASCII, from 1: where it stands.
    plain: [u64; 32],
    others: Vec<(char, u64)>,
    letters: u32,
    bag: u32,
}

/// Which letters of those that take part a token has: a bit for each of `a` to `z`, and five for all
/// others.
pub fn bag_of(token: &str) -> u32 {
    let bit = |letter: char| match letter {
        'a'..='z' => 1 << (letter as u32 - 'a' as u32),
        _ => 1 << (26 + letter as u32 % 5),
    };
    token
        .chars()
        .take(LETTERS_MAX)
        .map(bit)
        .fold(0, |bag, bit: u32| bag | bit)
}

/// The least edits between two tokens with these bags: each letter that only one of them has is one,
/// and an edit may be one of each.
pub fn edits_least(a: u32, b: u32) -> u32 {
    (a & !b).count_ones().max((b & !a).count_ones())
}

impl Pattern {
    /// Prepares a token.
    pub fn new(token: &str) -> Pattern {
        let mut pattern = Pattern {
            plain: [0; 32],
            others: Vec::new(),
            letters: 0,
            bag: bag_of(token),
        };
        for letter in token.chars().take(LETTERS_MAX) {
            let bit = 1_u64 << pattern.letters;
            pattern.letters += 1;
            if letter.is_ascii_lowercase() {
                pattern.plain[letter as usize & 31] |= bit;
            } else if let Some((_, mask)) = pattern.others.iter_mut().find(|(l, _)| *l == letter) {
                *mask |= bit;
            } else {
                pattern.others.push((letter, bit));
            }
        }
        pattern
    }

    /// The letters of the pattern: see [`bag_of`].
    pub fn bag(&self) -> u32 {
        self.bag
    }

    /// Edits between the pattern and a text, or `None` when they are more than `most`.
    ///
    /// ```
    /// # use matcher::text::edits::Pattern;
    /// assert_eq!(Pattern::new("putin").distance("ptuin", 2), Some(1));
    /// assert_eq!(Pattern::new("putin").distance("lenin", 1), None);
    /// ```
    pub fn distance(&self, text: &str, most: u32) -> Option<u32> {
        if text.is_ascii() {
            let bytes = text.as_bytes();
            let bytes = &bytes[..bytes.len().min(LETTERS_MAX)];
            self.run(
                bytes.iter().map(|byte| self.mask(char::from(*byte))),
                bytes.len() as u32,
                most,
            )
        } else {
            let count = text.chars().take(LETTERS_MAX).count() as u32;
            let masks = text.chars().take(LETTERS_MAX).map(|l| self.mask(l));
            self.run(masks, count, most)
        }
    }

    /// The same, of a text whose bag is known.
    pub fn distance_in(&self, bag: u32, text: &str, most: u32) -> Option<u32> {
        if edits_least(self.bag, bag) > most {
            return None;
        }
        self.distance(text, most)
    }

    fn mask(&self, letter: char) -> u64 {
        if letter.is_ascii_lowercase() {
            return self.plain[letter as usize & 31];
        }
        let other = self.others.iter().find(|(other, _)| *other == letter);
        other.map_or(0, |(_, mask)| *mask)
    }

    fn run(&self, masks: impl Iterator<Item = u64>, count: u32, most: u32) -> Option<u32> {
        if self.letters.abs_diff(count) > most {
            return None;
        }
        if self.letters == 0 {
            return Some(count);
        }
        let last = 1_u64 << (self.letters - 1);
        let (mut up, mut down) = (u64::MAX, 0_u64);
        let (mut diagonal, mut mask_before) = (0_u64, 0_u64);
        let mut distance = self.letters;
        let mut left = count;
        for mask in masks {
            let swapped = ((!diagonal & mask) << 1) & mask_before;
            diagonal = (((mask & up).wrapping_add(up)) ^ up) | mask | down | swapped;
            let right = down | !(diagonal | up);
            let back = diagonal & up;
            if right & last != 0 {
                distance += 1;
            } else if back & last != 0 {
                distance -= 1;
            }
            let right = (right << 1) | 1;
            up = (back << 1) | !(diagonal | right);
            down = right & diagonal;
            mask_before = mask;
            left -= 1;
            // Each remaining character lowers the distance by one at most.
            if distance > most + left {
                return None;
            }
        }
        (distance <= most).then_some(distance)
    }
}

/// Whether two words have the same first letter, or their first two swapped.
pub fn begin_alike(a: &str, b: &str) -> bool {
    let two = |text: &str| {
        let mut letters = text.chars();
        (letters.next(), letters.next())
    };
    let ((a, a_next), (b, b_next)) = (two(a), two(b));
    a == b || (a == b_next && b == a_next)
}

/// Whether two neighbouring letters are the other way round, and nothing else differs.
///
/// ```
/// # use matcher::text::edits::is_swap;
/// assert!(is_swap("putin", "ptuin"));
/// assert!(!is_swap("putin", "putin"));
/// ```
pub fn is_swap(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let differs = |(a, b): (&u8, &u8)| a != b;
    let Some(at) = a.iter().zip(b).position(differs) else {
        return false;
    };
    a.len() == b.len()
        && a.len() > at + 1
        && (a[at], a[at + 1]) == (b[at + 1], b[at])
        && a[at + 2..] == b[at + 2..]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The textbook table, to compare with.
    fn table(a: &[u8], b: &[u8]) -> u32 {
        let mut d = vec![vec![0_u32; b.len() + 1]; a.len() + 1];
        for i in 0..=a.len() {
            for j in 0..=b.len() {
                d[i][j] = if i == 0 || j == 0 {
                    (i + j) as u32
                } else {
                    let cost = u32::from(a[i - 1] != b[j - 1]);
                    let mut best = (d[i - 1][j] + 1)
                        .min(d[i][j - 1] + 1)
                        .min(d[i - 1][j - 1] + cost);
                    if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                        best = best.min(d[i - 2][j - 2] + 1);
                    }
                    best
                };
            }
        }
        d[a.len()][b.len()]
    }

    fn words() -> Vec<String> {
        let mut all = vec![String::new()];
        let mut from = 0;
        for _ in 0..4 {
            let to = all.len();
            for i in from..to {
                for letter in ['a', 'b', 'c'] {
                    all.push(format!("{}{letter}", all[i]));
                }
            }
            from = to;
        }
        all
    }

    #[test]
    fn distance_is_the_tables_for_every_pair_of_short_words() {
        let words = words();
        for a in &words {
            let pattern = Pattern::new(a);
            for b in &words {
                let expected = table(a.as_bytes(), b.as_bytes());
                let bag = bag_of(b);
                assert_eq!(pattern.distance(b, 9), Some(expected), "{a} {b}");
                for most in 0..4 {
                    let within = (expected <= most).then_some(expected);
                    assert_eq!(pattern.distance(b, most), within, "{a} {b} {most}");
                    assert_eq!(pattern.distance_in(bag, b, most), within, "{a} {b} {most}");
                }
            }
        }
    }

    #[test]
    fn distance_counts_characters_of_any_script_and_stops_at_64() {
        assert_eq!(Pattern::new("王小明").distance("王大明", 2), Some(1));
        let long = "ab".repeat(60);
        assert_eq!(Pattern::new(&long).distance(&long, 0), Some(0));
    }
}
