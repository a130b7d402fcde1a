//! Arabic, Persian, Urdu and Pashto letters to Latin.
//!
//! The script leaves short vowels out, so the outcome is a skeleton (`mhmd`), marked as such by the
//! caller and compared by its consonants with what others wrote with vowels.

use crate::edits::{Pattern, begin_alike, is_swap};

/// Whether a letter shows that a name is Persian or Urdu, in which several Arabic letters sound
/// alike.
#[must_use]
pub fn is_persian(letter: char) -> bool {
    matches!(letter, 'ی' | 'ک' | 'پ' | 'چ' | 'ژ' | 'گ')
}

/// The Latin letters for one Arabic letter, or `None` for a letter of no table.
///
/// `persian`: the name is Persian or Urdu.
///
/// ```
/// # use matcher::text::arabic::latin;
/// assert_eq!(latin('ش', false), Some("sh"));
/// assert_eq!(latin('ض', true), Some("z"));
/// ```
#[must_use]
pub fn latin(letter: char, persian: bool) -> Option<&'static str> {
    Some(match letter {
        'ض' | 'ذ' if persian => "z",
        'ث' if persian => "s",
        'ا' | 'أ' | 'إ' | 'آ' | 'ٱ' | 'ى' | 'ة' | 'ع' => "a",
        'ب' => "b",
        'پ' => "p",
        'ت' | 'ط' | 'ٹ' | 'ټ' => "t",
        'ث' => "th",
        'ج' => "j",
        'چ' => "ch",
        'ح' | 'ه' | 'ھ' | 'ہ' | 'ۀ' | 'ە' => "h",
        'خ' => "kh",
        'د' | 'ض' | 'ڈ' | 'ډ' => "d",
        'ذ' => "dh",
        'ر' | 'ڑ' | 'ړ' => "r",
        'ز' | 'ظ' => "z",
        'ژ' | 'ږ' => "zh",
        'س' | 'ص' => "s",
        'ش' | 'ښ' => "sh",
        'ء' | 'ـ' => "",
        'غ' => "gh",
        'ف' => "f",
        'ڤ' => "v",
        'ق' => "q",
        'ك' | 'ک' | 'ڪ' => "k",
        'گ' | 'ګ' => "g",
        'ل' => "l",
        'م' => "m",
        'ن' | 'ں' | 'ڼ' => "n",
        'و' | 'ؤ' | 'ۇ' | 'ۆ' => "w",
        'ي' | 'ی' | 'ئ' | 'ے' | 'ې' | 'ۍ' => "y",
        _ => return None,
    })
}

/// Words of many names and compounds, whose vowels everybody knows though the script leaves them out.
const KNOWN: &[(&str, &str)] = &[
    ("ابن", "ibn"),
    ("ابو", "abu"),
    ("ابي", "abu"),
    ("أبو", "abu"),
    ("أبي", "abu"),
    ("الله", "allah"),
    ("بن", "bin"),
    ("بنت", "bint"),
    ("دين", "din"),
    ("دین", "din"),
    ("عبد", "abd"),
];

/// How Latin texts write a word that they all write alike.
///
/// ```
/// # use matcher::text::arabic::known;
/// assert_eq!(known("أبو"), Some("abu"));
/// assert_eq!(known("بشار"), None);
/// ```
#[must_use]
pub fn known(word: &str) -> Option<&'static str> {
    let found = KNOWN.iter().find(|(arabic, _)| *arabic == word);
    found.map(|(_, latin)| *latin)
}

/// Whether a word in Latin letters is one of those, and not written without its vowels.
#[must_use]
pub fn is_known(latin: &str) -> bool {
    KNOWN.iter().any(|(_, known)| *known == latin)
}

/// Ways in which Latin texts write `abd` with the article of the next word as one.
const SERVANT_OF: &[&str] = &[
    "abdal", "abdel", "abder", "abdes", "abdez", "abdil", "abdol", "abdoul", "abdul", "abdur",
    "abdus", "abduz",
];

/// Whether a word is `abd` and the article, written apart from what they belong to: `Abdul Aziz` is
/// `Abd al-Aziz`.
#[must_use]
pub fn is_servant_of(word: &str) -> bool {
    SERVANT_OF.contains(&word)
}

/// Whether a word is such a word with two letters the other way round, which no name is.
#[must_use]
pub fn is_swap_of_servant(word: &str) -> bool {
    SERVANT_OF.iter().any(|meant| is_swap(word, meant))
}

/// Whether a word is a slip of such a word: one edit from it.
#[must_use]
pub fn is_slip_of_servant(word: &str) -> bool {
    let pattern = Pattern::new(word);
    let mut meant = SERVANT_OF.iter().filter(|meant| begin_alike(word, meant));
    meant.any(|meant| pattern.distance(meant, 1).is_some())
}

/// Cuts `abu` off a word that it is written together with: `ابوبكر` is `ابو بكر`.
#[must_use]
pub fn split_father(word: &str) -> Option<(&str, &str)> {
    let found = ["ابو", "أبو"].iter().find(|abu| word.starts_with(**abu))?;
    let (abu, rest) = word.split_at(found.len());
    (rest.chars().count() >= 3).then_some((abu, rest))
}

/// Cuts the article off a word: `الاسد` is `al` and `اسد`, as Latin texts write `al-Asad`.
///
/// A word with fewer than three letters after the article is left whole (`الله`).
#[must_use]
pub fn split_article(word: &str) -> Option<&str> {
    let rest = word.strip_prefix("ال")?;
    (rest.chars().count() >= 3 && rest != "له").then_some(rest)
}
