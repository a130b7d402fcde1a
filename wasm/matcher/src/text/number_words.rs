//! Numbers that are written out in several words or in one long one: `twenty-three`, `dreiundzwanzig`,
//! `treinta y tres`.
//!
//! Compiled by hand from the grammars of English, Spanish, French, German and Russian (as romanised), up to
//! 999; the words of one number are those of [`super::numerals`] and [`super::ordinals`].

use super::numerals::numeral;
use super::ordinals::number;
use super::tables::TENS;

/// What stands between tens and units.
const AND: &[&str] = &["and", "et", "y"];
/// Letters of the shortest word that says a number and is no Roman numeral.
const LETTERS_MIN: usize = 3;
/// Letters of Roman numerals.
const ROMAN: &str = "ivxlcdm";

/// The number that words begin with, and how many of them say it; none where they begin with none. Digits
/// and Roman numerals are none.
///
/// ```
/// # use matcher::text::number_words::number_at;
/// assert_eq!(number_at(&["twenty", "seventh", "centre"]), Some((27, 2)));
/// assert_eq!(number_at(&["one", "hundred", "and", "five"]), Some((105, 4)));
/// assert_eq!(number_at(&["dreiundzwanzig"]), Some((23, 1)));
/// assert_eq!(number_at(&["27", "centre"]), None);
/// ```
pub fn number_at(words: &[&str]) -> Option<(u16, usize)> {
    let (first, rest) = words.split_first()?;
    if let Some(tens) = tens_of(first) {
        return Some(with_units(tens, rest));
    }
    let units = of_one_word(first)?;
    match rest {
        ["hundred", rest @ ..] if units < 10 => {
            let hundreds = units * 100;
            let skipped = usize::from(rest.first() == Some(&"and"));
            match number_at(&rest[skipped..]) {
                Some((more, length)) if more < 100 => Some((hundreds + more, 2 + skipped + length)),
                _ => Some((hundreds, 2)),
            }
        }
        _ => Some((units, 1)),
    }
}

/// Tens with the units that follow them.
fn with_units(tens: u16, rest: &[&str]) -> (u16, usize) {
    let skipped = usize::from(rest.first().is_some_and(|word| AND.contains(word)));
    let units = rest.get(skipped).and_then(|word| of_one_word(word));
    match units.filter(|units| (1..10).contains(units)) {
        Some(units) => (tens + units, 2 + skipped),
        None => (tens, 1),
    }
}

fn tens_of(word: &str) -> Option<u16> {
    if let Ok(at) = TENS.binary_search_by(|(name, _)| (*name).cmp(word)) {
        return Some(TENS[at].1);
    }
    cardinal(word).filter(|number| (20..100).contains(number) && number % 10 == 0)
}

/// The number that a word of letters says, a Roman numeral none.
fn cardinal(word: &str) -> Option<u16> {
    Some(numeral(word)).filter(|number| *number > 0 && is_word(word))
}

fn is_word(word: &str) -> bool {
    word.len() >= LETTERS_MIN
        && word.bytes().all(|byte| byte.is_ascii_lowercase())
        && !word.chars().all(|letter| ROMAN.contains(letter))
}

/// The number that one word says, a cardinal or an ordinal.
fn of_one_word(word: &str) -> Option<u16> {
    let ordinal = || number(word).filter(|_| is_word(word))?.parse().ok();
    cardinal(word)
        .or_else(ordinal)
        .or_else(|| of_compound(word))
}

/// `dreiundzwanzig`, units before tens, and `veintitres`.
fn of_compound(word: &str) -> Option<u16> {
    if let Some(units) = word.strip_prefix("veinti").map(numeral) {
        return (1..10).contains(&units).then_some(20 + units);
    }
    let (units, tens) = word.split_once("und")?;
    let units = if units == "ein" { 1 } else { numeral(units) };
    (1..10).contains(&units).then_some(tens_of(tens)? + units)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tens_are_sorted() {
        assert!(TENS.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
