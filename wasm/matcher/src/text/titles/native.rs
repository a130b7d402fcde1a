//! Forms of address in scripts whose words are not to be read from their letters: what leaves its vowels
//! out, and what runs on without space, where the form follows the name.
//!
//! Each is put into a Latin one that is [sure](super::address::Address::SURE). Compiled by hand from common use;
//! what is a frequent name as well is left out, and `القاضي`, who may be a judge, is one.

use crate::text::tables::{NATIVE_TITLES, TITLES_BEHIND};

/// Most letters of a name in such a script.
const NAME_LETTERS_MAX: usize = 4;

/// The form of address that a word in lower case is by itself.
pub fn known(word: &str) -> Option<&'static str> {
    if word.is_ascii() {
        return None;
    }
    if let Ok(at) = NATIVE_TITLES.binary_search_by(|(native, _)| (*native).cmp(word)) {
        return Some(NATIVE_TITLES[at].1);
    }
    let mut titles = TITLES_BEHIND.iter();
    let alone = titles.find(|(native, _)| *native == word);
    alone
        .filter(|(native, _)| native.chars().nth(1).is_some())
        .map(|(_, title)| *title)
}

/// A name and the form of address that is written behind it without space.
///
/// ```
/// # use matcher::text::titles::native::split_behind;
/// assert_eq!(split_behind("王小明先生"), Some(("王小明", "mr")));
/// assert_eq!(split_behind("王氏"), None);
/// ```
pub fn split_behind(word: &str) -> Option<(&str, &'static str)> {
    if word.is_ascii() {
        return None;
    }
    let ending = word.bytes().next_back();
    let mut titles = TITLES_BEHIND.iter();
    titles.find_map(|(native, title)| {
        let is_last = native.bytes().next_back() == ending;
        let name = is_last.then(|| word.strip_suffix(native)).flatten()?;
        let letters = name.chars().count();
        // A single letter ends many names.
        let least = if native.chars().nth(1).is_some() {
            1
        } else {
            3
        };
        (least..=NAME_LETTERS_MAX)
            .contains(&letters)
            .then_some((name, *title))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::titles::address::{Address, address_of};

    #[test]
    fn words_mean_what_is_sure() {
        let letters = |row: &(&str, &str)| row.0.chars().count();
        let longer_first = |pair: &[(&str, &str)]| letters(&pair[0]) >= letters(&pair[1]);
        assert!(TITLES_BEHIND.windows(2).all(longer_first));
        assert!(
            NATIVE_TITLES
                .iter()
                .chain(&TITLES_BEHIND)
                .all(|(_, title)| address_of(title).is(Address::SURE))
        );
    }
}
