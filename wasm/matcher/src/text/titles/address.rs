//! What each word of the tables may be.

use std::sync::LazyLock;

use crate::text::by_word::ByWord;
use crate::text::tables::{
    TITLES_AFTER, TITLES_BEFORE, TITLES_BESIDE, TITLES_CAPITALS, TITLES_STATE, TITLES_SURE,
};

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
    pub fn is(self, other: Address) -> bool {
        self.0 & other.0 != 0
    }
}

/// The words of all tables with what each is.
static WORDS: LazyLock<ByWord<&'static str, Address>> = LazyLock::new(|| {
    let tables = [
        (&TITLES_SURE, Address::SURE),
        (&TITLES_BEFORE, Address::BEFORE),
        (&TITLES_AFTER, Address::AFTER),
        (&TITLES_CAPITALS, Address::CAPITALS),
        (&TITLES_BESIDE, Address::BESIDE),
        (&TITLES_STATE, Address::STATE),
    ];
    let mut all: ByWord<&'static str, Address> = ByWord::default();
    for (words, address) in tables {
        for word in words {
            all.entry(word).or_default().0 |= address.0;
        }
    }
    all
});

/// What a normalised word beside a name may be.
pub fn address_of(word: &str) -> Address {
    WORDS.get(word).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_written_as_the_normaliser_does() {
        let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        for word in WORDS.keys() {
            assert!(word.bytes().all(is_plain), "{word}");
        }
    }

    #[test]
    fn a_word_has_what_each_table_says() {
        let is_title = |word: &str| address_of(word).is(Address::SURE);
        assert!(is_title("archbishop") && is_title("msc") && !is_title("justice"));
        assert!(address_of("justice").is(Address::BEFORE));
        assert!(address_of("justice").is(Address::BESIDE));
        assert_eq!(address_of("petrov"), Address::default());
    }
}
