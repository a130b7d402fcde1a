//! Letters and digits that are read one by one.

use super::tables::LETTERS_LATIN;
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Reads each letter as Latin without marks or a digit, else as it is.
pub(super) fn letter_by_letter(run: &str) -> String {
    if run.is_ascii() {
        return run.to_owned();
    }
    let mut latin = String::with_capacity(run.len());
    for letter in run.chars() {
        if letter.is_ascii() {
            latin.push(letter);
        } else if let Some(letters) = latin_of(&LETTERS_LATIN, letter) {
            latin.push_str(letters);
        } else if let Some(digit) = digit_of(letter) {
            latin.push(digit);
        } else {
            let mut bytes = [0; 4];
            let parts = letter.encode_utf8(&mut bytes).nfd();
            latin.extend(parts.filter(|part| !is_combining_mark(*part)));
        }
    }
    latin.nfc().collect()
}

/// The Latin letters of one letter in a class of `letters.tsv`; none of a letter that it does not have.
pub(super) fn latin_of(
    table: &[(&'static str, &'static str)],
    letter: char,
) -> Option<&'static str> {
    let mut bytes = [0; 4];
    let letter = &*letter.encode_utf8(&mut bytes);
    let at = table.binary_search_by(|(own, _)| (*own).cmp(letter));
    at.ok().map(|at| table[at].1)
}

/// The ASCII digit for a decimal digit of another script.
fn digit_of(letter: char) -> Option<char> {
    /// The zeros of the scripts with digits of their own; the other nine follow each.
    const ZEROS: &[u32] = &[
        0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6,
        0x0D66, 0x0DE6, 0x0E50, 0x0ED0, 0x0F20, 0x1040, 0x1090, 0x17E0, 0x1810,
    ];
    let code = letter as u32;
    let zero = ZEROS[..ZEROS.partition_point(|zero| *zero <= code)].last()?;
    char::from_digit(code - zero, 10)
}
