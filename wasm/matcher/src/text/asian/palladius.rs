//! Syllables of Pinyin in Cyrillic letters, as Russian texts write Chinese names: the transcription of
//! Palladius. Compiled by hand from its published table.

use crate::text::tables::{PALLADIUS_FRONTED, PALLADIUS_ONSETS, PALLADIUS_RHYMES, PALLADIUS_WHOLE};

/// A syllable of Pinyin in Cyrillic letters.
///
/// ```
/// # use matcher::text::asian::palladius::cyrillic;
/// assert_eq!(cyrillic("ping"), "пин");
/// assert_eq!(cyrillic("jin"), "цзинь");
/// assert_eq!(cyrillic("xu"), "сюй");
/// ```
#[must_use]
pub fn cyrillic(pinyin: &str) -> String {
    let whole = PALLADIUS_WHOLE.iter().find(|(latin, _)| *latin == pinyin);
    if let Some((_, whole)) = whole {
        return (*whole).to_owned();
    }
    let onset = PALLADIUS_ONSETS
        .iter()
        .find(|(latin, _)| pinyin.starts_with(latin));
    let (start, rhyme) = onset.map_or(("", pinyin), |(latin, cyrillic)| {
        (*cyrillic, &pinyin[latin.len()..])
    });
    let fronted = pinyin.starts_with(['j', 'q', 'x']);
    let own = PALLADIUS_FRONTED.iter().filter(|_| fronted);
    let end = own
        .chain(&PALLADIUS_RHYMES)
        .find(|(latin, _)| *latin == rhyme);
    [start, end.map_or(rhyme, |(_, cyrillic)| cyrillic)].concat()
}
