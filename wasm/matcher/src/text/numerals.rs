//! The number that a word, a Roman numeral or digits say: `Dream One`, `Dream I` and `Dream 1`.
//!
//! Compiled by hand: the numbers to twenty and the tens in English, to ten in Spanish, French, German and
//! Russian, as far as a word means nothing else.

/// Words and Roman numerals, in the form that [`super::normalise`] gives, sorted, and their numbers.
const NUMERALS: &[(&str, u16)] = &[
    ("acht", 8),
    ("chetyre", 4),
    ("cinco", 5),
    ("cinq", 5),
    ("cuatro", 4),
    ("desyat", 10),
    ("deux", 2),
    ("devyat", 9),
    ("diez", 10),
    ("dix", 10),
    ("dos", 2),
    ("drei", 3),
    ("dva", 2),
    ("eight", 8),
    ("eighteen", 18),
    ("eighty", 80),
    ("eins", 1),
    ("eleven", 11),
    ("fifteen", 15),
    ("fifty", 50),
    ("five", 5),
    ("forty", 40),
    ("four", 4),
    ("fourteen", 14),
    ("funf", 5),
    ("huit", 8),
    ("hundred", 100),
    ("i", 1),
    ("ii", 2),
    ("iii", 3),
    ("iv", 4),
    ("ix", 9),
    ("neuf", 9),
    ("neun", 9),
    ("nine", 9),
    ("nineteen", 19),
    ("ninety", 90),
    ("nueve", 9),
    ("ocho", 8),
    ("odin", 1),
    ("one", 1),
    ("pyat", 5),
    ("quatre", 4),
    ("sechs", 6),
    ("seis", 6),
    ("sept", 7),
    ("seven", 7),
    ("seventeen", 17),
    ("seventy", 70),
    ("shest", 6),
    ("sieben", 7),
    ("siete", 7),
    ("six", 6),
    ("sixteen", 16),
    ("sixty", 60),
    ("ten", 10),
    ("thirteen", 13),
    ("thirty", 30),
    ("three", 3),
    ("tres", 3),
    ("trois", 3),
    ("twelve", 12),
    ("twenty", 20),
    ("two", 2),
    ("uno", 1),
    ("v", 5),
    ("vi", 6),
    ("vier", 4),
    ("vii", 7),
    ("viii", 8),
    ("vosem", 8),
    ("x", 10),
    ("xi", 11),
    ("xii", 12),
    ("xiii", 13),
    ("xiv", 14),
    ("xix", 19),
    ("xv", 15),
    ("xvi", 16),
    ("xvii", 17),
    ("xviii", 18),
    ("xx", 20),
    ("zehn", 10),
    ("zwei", 2),
];

/// The number that a normalised word says; 0 where it says none, or one of more than four digits.
///
/// ```
/// # use matcher::text::numerals::numeral;
/// assert_eq!((numeral("twelve"), numeral("xii"), numeral("12")), (12, 12, 12));
/// assert_eq!((numeral("onex"), numeral("0"), numeral("")), (0, 0, 0));
/// ```
#[must_use]
pub fn numeral(word: &str) -> u16 {
    if !word.is_empty() && word.len() <= 4 && word.bytes().all(|byte| byte.is_ascii_digit()) {
        return word.parse().unwrap_or_default();
    }
    let at = NUMERALS.binary_search_by(|(name, _)| (*name).cmp(word));
    at.map_or(0, |at| NUMERALS[at].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numerals_are_sorted() {
        assert!(NUMERALS.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
