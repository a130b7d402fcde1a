//! Cyrillic to Latin, the way English texts write the names of each language.
//!
//! What differs between transcriptions (`ya`/`ia`, `ts`/`tz`, `y`/`i`) is left to the fold; here
//! only what the letters themselves distinguish.

use super::letters::latin_of;
use super::tables::LETTERS_CYRILLIC;

/// A language, or several that are written alike, whose names are in Cyrillic letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Russian; also what no letter shows to be anything else.
    Russian,
    /// Ukrainian: `г` is `h`.
    Ukrainian,
    /// Belarusian as it is written: `г` is `h`, `ў` ends in `u`.
    Belarusian,
    /// A Russian spelling of a name that Belarus writes after its own: `Земцов` is `Ziamtsau`.
    Belarusianised,
    /// Bulgarian: `ъ` is a vowel.
    Bulgarian,
    /// Serbian and Macedonian in the Latin letters of Serbian, which lose their marks: `ш` is `s`.
    Serbian,
    /// Serbian and Macedonian as English texts spell them out: `ш` is `sh`.
    SerbianSpeltOut,
    /// Kazakh, Kyrgyz, Mongolian, Tajik, Uzbek and their neighbours.
    Asian,
    /// The same with `ж` as `j`, and `ё`, `х` as elsewhere than in Russian.
    AsianBySound,
}

/// In which languages a text may be read, the likeliest first. The text is in lower case.
///
/// ```
/// # use matcher::text::cyrillic::{Language, languages};
/// assert_eq!(languages("гліб")[0], Language::Ukrainian);
/// assert_eq!(languages("игорь")[0], Language::Russian);
/// ```
#[must_use]
pub fn languages(text: &str) -> &'static [Language] {
    use Language::{
        Asian, AsianBySound, Belarusian, Belarusianised, Bulgarian, Russian, Serbian,
        SerbianSpeltOut, Ukrainian,
    };
    let has = |letters: &[char]| text.contains(letters);
    if has(&[
        'ә', 'ғ', 'қ', 'ң', 'ө', 'ұ', 'ү', 'һ', 'ҳ', 'ҷ', 'ӣ', 'ӯ', 'җ', 'ҡ',
    ]) {
        &[Asian, AsianBySound]
    } else if has(&['ђ', 'ћ', 'љ', 'њ', 'џ', 'ј', 'ѓ', 'ќ', 'ѕ']) {
        &[Serbian, SerbianSpeltOut]
    } else if has(&['ї', 'є', 'ґ']) {
        &[Ukrainian, Russian]
    } else if has(&['ў']) {
        &[Belarusian, AsianBySound, Russian]
    } else if has(&['і']) && has(&['ы', 'э', 'ё']) {
        &[Belarusian, Russian]
    } else if has(&['і']) {
        &[Ukrainian, Belarusian, Russian]
    } else if text.contains('ъ') && !has(&['ы', 'э', 'ё']) {
        &[Bulgarian, Russian]
    } else {
        &[Russian, Belarusianised, AsianBySound]
    }
}

/// A lower-case word in Latin letters; what is of no table stays.
///
/// ```
/// # use matcher::text::cyrillic::{Language, latin};
/// assert_eq!(latin("жуков", Language::Russian), "zhukov");
/// assert_eq!(latin("гліб", Language::Ukrainian), "hlib");
/// assert_eq!(latin("земцов", Language::Belarusianised), "ziamtsau");
/// assert_eq!(latin("първанов", Language::Bulgarian), "parvanov");
/// assert_eq!(latin("шешељ", Language::Serbian), "seselj");
/// ```
#[must_use]
pub fn latin(word: &str, language: Language) -> String {
    let mut out = String::with_capacity(word.len());
    let mut softened = false;
    let mut before = None;
    let mut letters = word.chars().peekable();
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied();
        let mut rest = letters.clone();
        let place = Place {
            before,
            next,
            vowel_follows: rest.any(is_vowel),
            softened,
        };
        let own = in_language(letter, language, &place);
        softened |= own == Some("ia") || own == Some("ya") && letter == 'е';
        match own.or_else(|| latin_of(&LETTERS_CYRILLIC, letter)) {
            Some(letters) => out.push_str(letters),
            None => out.push(letter),
        }
        before = Some(letter);
    }
    out
}

/// Where in its word a letter stands.
struct Place {
    before: Option<char>,
    next: Option<char>,
    /// Whether a vowel comes after it.
    vowel_follows: bool,
    /// Whether an `е` before it has been read as `ia`.
    softened: bool,
}

fn is_vowel(letter: char) -> bool {
    matches!(
        letter,
        'а' | 'е' | 'ё' | 'и' | 'і' | 'ї' | 'о' | 'у' | 'ы' | 'э' | 'є' | 'ю' | 'я'
    )
}

/// The Latin letters of what a language reads otherwise than the others.
fn in_language(letter: char, language: Language, place: &Place) -> Option<&'static str> {
    Some(match (language, letter) {
        (Language::Belarusianised, _) => return belarusianised(letter, place),
        (Language::Ukrainian | Language::Belarusian, 'г')
        | (Language::Serbian | Language::SerbianSpeltOut | Language::AsianBySound, 'х') => "h",
        (Language::Ukrainian, 'и') | (Language::SerbianSpeltOut, 'ј') => "y",
        (Language::Ukrainian, 'є') if place.before.is_none() => "ye",
        (Language::Bulgarian, 'щ') => "sht",
        (Language::Bulgarian, 'ъ') => "a",
        (Language::Serbian, 'ш') => "s",
        (Language::Serbian, 'ж') => "z",
        (Language::Serbian, 'ч' | 'ц' | 'ћ') | (Language::SerbianSpeltOut, 'ц') => "c",
        (Language::Serbian, 'џ') => "dz",
        (Language::SerbianSpeltOut, 'ћ') => "ch",
        (Language::SerbianSpeltOut, 'љ') => "l",
        (Language::SerbianSpeltOut, 'њ') => "n",
        (Language::AsianBySound, 'ж' | 'җ') => "j",
        (Language::AsianBySound, 'ё') => "e",
        (Language::AsianBySound, 'ў') => "o",
        _ => return None,
    })
}

/// What Belarusian spelling makes of a Russian one: `Ковшиков` is `Kaushykau`.
fn belarusianised(letter: char, place: &Place) -> Option<&'static str> {
    let soft_follows = matches!(place.next, Some('и' | 'е' | 'ё' | 'ю' | 'я' | 'ь'));
    let vowel_before = place.before.is_some_and(is_vowel);
    let vowel_next = place.next.is_some_and(is_vowel);
    Some(match letter {
        'г' => "h",
        'о' => "a",
        'в' if (vowel_before || place.before.is_none()) && !vowel_next => "u",
        'е' if place.vowel_follows && !place.softened && place.before.is_none() => "ya",
        'е' if place.vowel_follows && !place.softened && !vowel_before => "ia",
        'и' if matches!(place.before, Some('р' | 'ж' | 'ш' | 'ч' | 'ц')) => "y",
        'т' if soft_follows => "ts",
        'д' if soft_follows => "dz",
        _ => return None,
    })
}
