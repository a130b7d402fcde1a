//! Hebrew letters to Latin. As in Arabic script, vowels are mostly left out.

/// The Latin letters for one letter, or `None` for a letter of no table.
///
/// `first`: it begins its word, where `ב`, `כ` and `פ` are hard. `hard`: they are everywhere, and `ח`
/// is the `kh` of `Khaim`.
///
/// ```
/// # use matcher::text::hebrew::latin;
/// assert_eq!(latin('ש', false, false), Some("sh"));
/// assert_eq!(latin('ב', true, false), Some("b"));
/// ```
#[must_use]
pub fn latin(letter: char, first: bool, hard: bool) -> Option<&'static str> {
    let is_hard = first || hard;
    let soft = match letter {
        'ב' if !is_hard => Some("v"),
        'כ' if !is_hard => Some("kh"),
        'פ' if !is_hard => Some("f"),
        'ח' if hard => Some("kh"),
        _ => None,
    };
    soft.or_else(|| common(letter))
}

/// The Latin letters of one letter, hard.
fn common(letter: char) -> Option<&'static str> {
    Some(match letter {
        'א' | 'ע' => "a",
        'ב' => "b",
        'ג' => "g",
        'ד' => "d",
        'ה' | 'ח' => "h",
        'ו' | 'װ' => "w",
        'ז' => "z",
        'ט' | 'ת' => "t",
        'י' | 'ײ' => "y",
        'ױ' => "wy",
        'כ' | 'ק' => "k",
        'ך' => "kh",
        'ל' => "l",
        'מ' | 'ם' => "m",
        'נ' | 'ן' => "n",
        'ס' => "s",
        'פ' => "p",
        'ף' => "f",
        'צ' | 'ץ' => "ts",
        'ר' => "r",
        'ש' => "sh",
        _ => return None,
    })
}

/// Words of many names, whose vowels everybody knows.
const KNOWN: &[(&str, &str)] = &[
    ("בן", "ben"),
    ("בת", "bat"),
    ("כהן", "cohen"),
    ("לוי", "levi"),
    ("משה", "moshe"),
    ("יהודה", "yehuda"),
    ("ישראל", "israel"),
    ("אליהו", "eliyahu"),
    ("מאיר", "meir"),
];

/// How Latin texts write a word that they all write alike.
#[must_use]
pub fn known(word: &str) -> Option<&'static str> {
    let found = KNOWN.iter().find(|(hebrew, _)| *hebrew == word);
    found.map(|(_, latin)| *latin)
}

/// Whether a word in Latin letters is one of those, and not written without its vowels.
#[must_use]
pub fn is_known(latin: &str) -> bool {
    KNOWN.iter().any(|(_, known)| *known == latin)
}
