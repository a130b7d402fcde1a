//! One way to write a number in a name: `35th`, `No35` and `35` are one, and so are `First` and `1st`.

/// Words for numbers, in the form that [`super::normalise`] gives. Sorted.
const WORDS: &[(&str, &str)] = &[
    ("eighteenth", "18"),
    ("eighth", "8"),
    ("eightieth", "80"),
    ("eleventh", "11"),
    ("fifteenth", "15"),
    ("fifth", "5"),
    ("fiftieth", "50"),
    ("first", "1"),
    ("fortieth", "40"),
    ("fourteenth", "14"),
    ("fourth", "4"),
    ("hundredth", "100"),
    ("ii", "2"),
    ("iii", "3"),
    ("nineteenth", "19"),
    ("ninetieth", "90"),
    ("ninth", "9"),
    ("pervaya", "1"),
    ("pervoe", "1"),
    ("pervoye", "1"),
    ("pervyi", "1"),
    ("pervyy", "1"),
    ("second", "2"),
    ("seventeenth", "17"),
    ("seventh", "7"),
    ("seventieth", "70"),
    ("sixteenth", "16"),
    ("sixth", "6"),
    ("sixtieth", "60"),
    ("tenth", "10"),
    ("third", "3"),
    ("thirteenth", "13"),
    ("thirtieth", "30"),
    ("tretiy", "3"),
    ("twelfth", "12"),
    ("twentieth", "20"),
    ("vii", "7"),
    ("viii", "8"),
    ("vtoraya", "2"),
    ("vtoroy", "2"),
];

/// What is written before a number, and after one.
const BEFORE: &[&str] = &["no", "nr", "n"];
const AFTER: &[&str] = &["st", "nd", "rd", "th", "y", "ya", "go"];

/// The digits of a normalised word that is a number, unless it is written so already.
///
/// ```
/// # use matcher::text::ordinals::number;
/// assert_eq!(number("35th"), Some("35"));
/// assert_eq!(number("first"), Some("1"));
/// assert_eq!(number("35"), None);
/// assert_eq!(number("an74"), None);
/// ```
#[must_use]
pub fn number(word: &str) -> Option<&str> {
    if let Ok(at) = WORDS.binary_search_by(|(name, _)| (*name).cmp(word)) {
        return Some(WORDS[at].1);
    }
    let digits = |rest: &&str| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit());
    let before = BEFORE.iter().filter_map(|sign| word.strip_prefix(sign));
    let after = AFTER.iter().filter_map(|sign| word.strip_suffix(sign));
    before.chain(after).find(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_sorted() {
        assert!(WORDS.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn number_reads_signs_and_words() {
        for (word, expected) in [
            ("1st", Some("1")),
            ("no5", Some("5")),
            ("218th", Some("218")),
            ("iii", Some("3")),
            ("th", None),
            ("n", None),
            ("74t", None),
        ] {
            assert_eq!(number(word), expected, "{word}");
        }
    }
}
