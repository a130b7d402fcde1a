//! What each word of the tables may be.

use std::sync::LazyLock;

use super::doubtful::{AFTER, BEFORE, BESIDE, CAPITALS, STATES};
use super::sure::SURE;

/// What a word beside a name may be, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Address(u8);

impl Address {
    /// A form of address wherever it stands.
    pub const SURE: Address = Address(1);
    /// One in front of any name.
    pub const BEFORE: Address = Address(2);
    /// One behind any name.
    pub const AFTER: Address = Address(4);
    /// A degree, honour or body, in capitals beside a name that is not all capitals.
    pub const CAPITALS: Address = Address(8);
    /// A part of a form of address in several words.
    pub const BESIDE: Address = Address(16);
    /// A state, in capitals beside a name that is not all capitals.
    pub const STATE: Address = Address(32);

    /// Whether it is another as well.
    #[must_use]
    pub fn is(self, other: Address) -> bool {
        self.0 & other.0 != 0
    }
}

/// The words of all tables with what each is. Sorted.
static WORDS: LazyLock<Vec<(&'static str, Address)>> = LazyLock::new(|| {
    let tables = [
        (SURE, Address::SURE),
        (BEFORE, Address::BEFORE),
        (AFTER, Address::AFTER),
        (CAPITALS, Address::CAPITALS),
        (BESIDE, Address::BESIDE),
        (STATES, Address::STATE),
    ];
    let mut words: Vec<(&'static str, Address)> = tables
        .into_iter()
        .flat_map(|(rows, address)| words_of(rows).map(move |word| (word, address)))
        .collect();
    words.sort_by_key(|(word, _)| *word);
    words.dedup_by(|again, first| {
        let same = again.0 == first.0;
        first.1.0 |= if same { again.1.0 } else { 0 };
        same
    });
    words
});

fn words_of(rows: &'static [&str]) -> impl Iterator<Item = &'static str> {
    rows.iter().flat_map(|row| row.split(' '))
}

/// What a normalised word beside a name may be.
#[must_use]
pub fn address_of(word: &str) -> Address {
    WORDS
        .binary_search_by(|(known, _)| (*known).cmp(word))
        .map_or(Address::default(), |at| WORDS[at].1)
}

/// Whether a normalised word of a person's name is a form of address wherever it stands.
#[must_use]
pub fn is_title(word: &str) -> bool {
    address_of(word).is(Address::SURE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_table_has_a_word_twice_or_one_that_is_written_otherwise() {
        for rows in [SURE, BEFORE, AFTER, CAPITALS, BESIDE, STATES] {
            let mut words: Vec<&str> = words_of(rows).collect();
            words.sort_unstable();
            for pair in words.windows(2) {
                assert_ne!(pair[0], pair[1]);
            }
            for word in words {
                assert!(
                    word.bytes()
                        .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()),
                    "{word}"
                );
            }
        }
    }

    #[test]
    fn a_word_has_what_each_table_says() {
        assert!(is_title("archbishop") && is_title("msc") && !is_title("justice"));
        assert!(address_of("justice").is(Address::BEFORE));
        assert!(address_of("justice").is(Address::BESIDE));
        assert_eq!(address_of("petrov"), Address::default());
    }
}
