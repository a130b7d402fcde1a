//! A site of the web for a name: `rosneft.com`, `https://www.garantex.io/en`.

use crate::text::word::{Word, Words};

/// Domains of the top level besides those of countries, sorted.
const TOP_LEVEL: &[&str] = &[
    "app", "bank", "biz", "com", "edu", "exchange", "finance", "gov", "info", "net", "online",
    "org", "pro", "shop", "site", "store", "trade", "xyz",
];
/// Letters of a country's.
const COUNTRY_LETTERS: usize = 2;
/// What stands before the name of a site.
const BEFORE: &[&str] = &["http", "https", "www"];

/// The words of a query that is the address of a site, without what every site has in it. None of any
/// other.
pub(super) fn site_name(words: &Words) -> Option<Words> {
    let all = &words.words;
    let start = all
        .iter()
        .take_while(|word| BEFORE.contains(&&*word.text))
        .count();
    let is_address = start > 0 && all.iter().all(|word| word.in_address);
    let is_site = is_address || all.iter().skip(1).all(|word| word.glued);
    let end = start + 1 + all.get(start + 1..)?.iter().position(is_top_level)?;
    let is_whole = all[end..].iter().all(is_top_level) || is_address;
    (is_site && is_whole).then(|| Words {
        words: all[start..end].to_vec(),
        commas: 0,
    })
}

fn is_top_level(word: &Word) -> bool {
    let is_country = || word.text.len() == COUNTRY_LETTERS && word.text.is_ascii();
    word.glued && (TOP_LEVEL.binary_search(&&*word.text).is_ok() || is_country())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn top_level_domains_are_sorted() {
        assert!(TOP_LEVEL.is_sorted());
    }
}
