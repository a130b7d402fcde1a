//! Reads words by rows: `letters.tsv` has the letters of a script, `transcriptions.tsv` those that are
//! read by what stands beside them.

use super::letters::latin_of;
use super::tables::{
    LETTERS_ARABIC, LETTERS_ARMENIAN, LETTERS_BURMESE, LETTERS_CYRILLIC, LETTERS_GEORGIAN,
    LETTERS_GREEK, LETTERS_HANGUL, LETTERS_HEBREW, LETTERS_INDIC, LETTERS_KANA,
    LETTERS_KHMER_SIGNS, LETTERS_SINHALA, LETTERS_TAI, LETTERS_TAI_LAST, LETTERS_TAMIL,
    LETTERS_THAANA, TRANSCRIPTIONS_ARABIC, TRANSCRIPTIONS_ARMENIAN, TRANSCRIPTIONS_BURMESE,
    TRANSCRIPTIONS_CYRILLIC, TRANSCRIPTIONS_GREEK, TRANSCRIPTIONS_HANGUL, TRANSCRIPTIONS_HEBREW,
    TRANSCRIPTIONS_INDIC, TRANSCRIPTIONS_KANA, TRANSCRIPTIONS_KHMER_SIGNS,
    TRANSCRIPTIONS_PALLADIUS, TRANSCRIPTIONS_SINHALA, TRANSCRIPTIONS_TAI, TRANSCRIPTIONS_TAI_LAST,
    TRANSCRIPTIONS_TAMIL, TRANSCRIPTIONS_THAANA, TRANSCRIPTIONS_WADE_GILES,
};

/// Letters, the ways of reading, what stands before, what stands after, the same in Latin letters.
type Row = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
);
type Letters = [(&'static str, &'static str)];

/// The end of a word, among the letters of a place.
const END: char = '|';
/// A cell that anything fits.
const ANY: &str = "*";
/// What begins the letters of a row for each of several.
const SET: char = '[';

/// A word of a script in Latin letters, read in a way of its rows; what is of no table stays. `None` of a
/// script without rows.
///
/// ```
/// # use matcher::text::transcribe::transcribe;
/// assert_eq!(transcribe("Grek", '1', "χρηστος").as_deref(), Some("hristos"));
/// assert_eq!(transcribe("Sinh", '0', "මහින්ද").as_deref(), Some("mahinda"));
/// ```
pub fn transcribe(script: &str, way: char, word: &str) -> Option<String> {
    let tables = tables_of(script)?;
    let mut out = String::with_capacity(word.len());
    let mut rest = word;
    loop {
        let before = &word[..word.len() - rest.len()];
        let inserted = tables.0.iter().take_while(|row| row.0.is_empty());
        let inserted = first_read(inserted, way, before, rest, &out);
        out.push_str(inserted.map_or("", |(latin, _)| latin));
        let Some(letter) = rest.chars().next() else {
            return Some(out);
        };
        if let Some((latin, after)) = read(tables, way, before, rest, &out) {
            out.push_str(latin);
            rest = after;
        } else {
            out.push(letter);
            rest = &rest[letter.len_utf8()..];
        }
    }
}

/// One letter of a script, behind what is written already.
pub(super) fn letter_in(
    script: &str,
    way: char,
    letter: char,
    written: &str,
) -> Option<&'static str> {
    let mut bytes = [0; 4];
    let (latin, _) = read(
        tables_of(script)?,
        way,
        "",
        letter.encode_utf8(&mut bytes),
        written,
    )?;
    Some(latin)
}

/// How the beginning of the rest of a word is read, and what is left of it.
fn read<'w>(
    (rows, letters): (&'static [Row], &Letters),
    way: char,
    before: &str,
    rest: &'w str,
    written: &str,
) -> Option<(&'static str, &'w str)> {
    let mut letters_left = rest.chars();
    let letter = letters_left.next()?;
    let sets = rows.iter().skip_while(|row| row.0.is_empty());
    let sets = sets.take_while(|row| row.0.starts_with(SET));
    let first = rows.partition_point(|row| row.0.chars().next() < Some(letter));
    let own = rows[first..]
        .iter()
        .take_while(|row| row.0.starts_with(letter));
    let by_letter = || Some((latin_of(letters, letter)?, letters_left.as_str()));
    first_read(sets.chain(own), way, before, rest, written).or_else(by_letter)
}

fn first_read<'w>(
    mut rows: impl Iterator<Item = &'static Row>,
    way: char,
    before: &str,
    rest: &'w str,
    written: &str,
) -> Option<(&'static str, &'w str)> {
    rows.find_map(|row| Some((row.4, row.read(way, before, rest, written)?)))
}

/// The rows and the letters of a script.
fn tables_of(script: &str) -> Option<(&'static [Row], &'static Letters)> {
    Some(match script {
        "Arab" => (&TRANSCRIPTIONS_ARABIC, &LETTERS_ARABIC),
        "Armn" => (&TRANSCRIPTIONS_ARMENIAN, &LETTERS_ARMENIAN),
        "Cyrl" => (&TRANSCRIPTIONS_CYRILLIC, &LETTERS_CYRILLIC),
        "Geor" => (&[], &LETTERS_GEORGIAN),
        "Grek" => (&TRANSCRIPTIONS_GREEK, &LETTERS_GREEK),
        "Hang" => (&TRANSCRIPTIONS_HANGUL, &LETTERS_HANGUL),
        "Hebr" => (&TRANSCRIPTIONS_HEBREW, &LETTERS_HEBREW),
        "Indic" => (&TRANSCRIPTIONS_INDIC, &LETTERS_INDIC),
        "Khmer signs" => (&TRANSCRIPTIONS_KHMER_SIGNS, &LETTERS_KHMER_SIGNS),
        "Kana" => (&TRANSCRIPTIONS_KANA, &LETTERS_KANA),
        "Palladius" => (&TRANSCRIPTIONS_PALLADIUS, &[]),
        "Mymr" => (&TRANSCRIPTIONS_BURMESE, &LETTERS_BURMESE),
        "Sinh" => (&TRANSCRIPTIONS_SINHALA, &LETTERS_SINHALA),
        "Tai" => (&TRANSCRIPTIONS_TAI, &LETTERS_TAI),
        "Tai last" => (&TRANSCRIPTIONS_TAI_LAST, &LETTERS_TAI_LAST),
        "Taml" => (&TRANSCRIPTIONS_TAMIL, &LETTERS_TAMIL),
        "Thaa" => (&TRANSCRIPTIONS_THAANA, &LETTERS_THAANA),
        "Wade-Giles" => (&TRANSCRIPTIONS_WADE_GILES, &[]),
        _ => return None,
    })
}

/// The way that the likeliest reading but so many of a script is.
pub fn nth_way(nth: usize) -> char {
    ['0', '1', '2'][nth.min(2)]
}

trait Rule {
    /// The rest of a word behind the letters of a row, where it begins with these, they stand where the
    /// row says, and it is one of a way.
    fn read<'w>(&self, way: char, before: &str, rest: &'w str, written: &str) -> Option<&'w str>;
}

impl Rule for Row {
    fn read<'w>(&self, way: char, before: &str, rest: &'w str, written: &str) -> Option<&'w str> {
        let (letters, ways, stands_before, stands_after, _) = *self;
        let after = match letters.strip_prefix(SET) {
            Some(set) => rest.strip_prefix(|letter| set.contains(letter)),
            None => rest.strip_prefix(letters),
        }?;
        let (text, places) = match stands_before.strip_prefix('=') {
            Some(places) => (written, places),
            None => (before, stands_before),
        };
        let fits = (ways == ANY || ways.contains(way))
            && fit(stands_after.split(' '), after.chars())
            && fit(places.rsplit(' '), text.chars().rev());
        fits.then_some(after)
    }
}

/// Whether letters fit the places of a cell, one after another.
fn fit<'p>(places: impl Iterator<Item = &'p str>, letters: impl Iterator<Item = char>) -> bool {
    let mut letters = letters.chain(std::iter::once(END));
    let mut places = places.filter(|place| *place != ANY);
    places.all(|place| {
        letters
            .next()
            .is_some_and(|letter| match place.strip_prefix('!') {
                Some(not) => !not.contains(letter),
                None => place.contains(letter),
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_a_letter_stand_together() {
        let scripts =
            "Arab Armn Cyrl Grek Hang Hebr Indic Kana Mymr Palladius Sinh Tai Taml Thaa Wade-Giles";
        for script in scripts.split(' ').chain(["Khmer signs", "Tai last"]) {
            let rows = tables_of(script).map_or(&[][..], |(rows, _)| rows);
            let order = |row: &Row| row.0.chars().next().map(|first| (first != SET, first));
            assert!(!rows.is_empty() && rows.is_sorted_by_key(order), "{script}");
        }
    }
}
