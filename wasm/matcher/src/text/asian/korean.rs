//! Korean syllables in Latin and Cyrillic letters, put into the spelling of the North that lists use.
//!
//! Read are Revised Romanization (National Institute of Korean Language, 2000), McCune-Reischauer
//! with and without its signs, the habits of English spelling, and in Cyrillic the transcription of
//! Kontsevich with the older Russian habit; beside these Yale's, of linguists; all compiled by hand from the published rules. One sound
//! of any of them may be several on the lists, which write `Jong` and `Chong`, `Pyong` and `Byong`.

use super::syllables::{Spellings, add};

/// How a sound may be written, and how lists write it, the likeliest first. Longer ones first.
pub(super) type Sounds = [(&'static str, &'static [&'static str])];

const ONSETS: &Sounds = &[
    ("kk", &["kk"]),
    ("tt", &["tt"]),
    ("pp", &["pp"]),
    ("ss", &["ss"]),
    ("jj", &["jj"]),
    ("kh", &["kh", "k"]),
    ("th", &["th", "t"]),
    ("ph", &["ph", "p"]),
    ("ch", &["ch", "j"]),
    ("sh", &["s"]),
    ("g", &["k", "g"]),
    ("k", &["k", "g"]),
    ("d", &["t", "d"]),
    ("t", &["t", "th", "d"]),
    ("b", &["p", "b"]),
    ("p", &["p", "ph", "b"]),
    ("j", &["j", "ch"]),
    ("r", &["r"]),
    ("l", &["r"]),
    ("n", &["n"]),
    ("m", &["m"]),
    ("s", &["s"]),
    ("h", &["h"]),
    ("", &[""]),
];

const VOWELS: &Sounds = &[
    ("yeo", &["yo"]),
    ("weo", &["wo"]),
    ("yae", &["yae"]),
    ("wae", &["wae"]),
    ("you", &["yo", "yu"]),
    ("yoo", &["yu"]),
    ("woo", &["u"]),
    ("eu", &["u"]),
    ("eo", &["o"]),
    ("oe", &["oe"]),
    ("oi", &["oe"]),
    ("oo", &["u"]),
    ("ou", &["u", "o"]),
    ("ah", &["a"]),
    ("oh", &["o"]),
    ("uh", &["o"]),
    ("ae", &["ae"]),
    ("ai", &["ae"]),
    ("ee", &["i", "ui"]),
    ("ui", &["ui"]),
    ("ya", &["ya"]),
    ("ye", &["ye", "yo"]),
    ("yo", &["yo"]),
    ("yu", &["yu", "yo"]),
    ("wa", &["wa"]),
    ("we", &["we"]),
    ("wi", &["wi"]),
    ("wo", &["wo"]),
    ("wu", &["u"]),
    ("a", &["a"]),
    ("e", &["e"]),
    ("i", &["i"]),
    ("o", &["o"]),
    ("u", &["u", "o"]),
];

const CODAS: &Sounds = &[
    ("ng", &["ng"]),
    ("k", &["k"]),
    ("g", &["k"]),
    ("n", &["n"]),
    ("t", &["t"]),
    ("l", &["l"]),
    ("m", &["m"]),
    ("p", &["p"]),
    ("b", &["p"]),
    ("", &[""]),
];

const CYRILLIC_ONSETS: &Sounds = &[
    ("кк", &["kk"]),
    ("тт", &["tt"]),
    ("пп", &["pp"]),
    ("сс", &["ss"]),
    ("чч", &["jj"]),
    ("кх", &["kh", "k"]),
    ("тх", &["th", "t"]),
    ("пх", &["ph", "p"]),
    ("чх", &["ch"]),
    ("дж", &["j", "ch"]),
    ("чж", &["j", "ch"]),
    ("ч", &["j", "ch"]),
    ("к", &["k", "g"]),
    ("г", &["g", "k"]),
    ("т", &["t", "d"]),
    ("д", &["d", "t"]),
    ("п", &["p", "b"]),
    ("б", &["b", "p"]),
    ("р", &["r"]),
    ("л", &["r"]),
    ("н", &["n"]),
    ("м", &["m"]),
    ("с", &["s"]),
    ("ш", &["s"]),
    ("х", &["h"]),
    ("", &[""]),
];

const CYRILLIC_VOWELS: &Sounds = &[
    ("ва", &["wa"]),
    ("вэ", &["wae", "we"]),
    ("ве", &["oe", "we"]),
    ("во", &["wo"]),
    ("ви", &["wi"]),
    ("ый", &["ui"]),
    ("йо", &["yo"]),
    ("а", &["a"]),
    ("э", &["ae", "e"]),
    ("е", &["o", "yo", "e"]),
    ("ё", &["yo"]),
    ("о", &["o"]),
    ("у", &["u"]),
    ("ю", &["yu"]),
    ("ы", &["u"]),
    ("я", &["ya"]),
    ("и", &["i", "ui"]),
];

const CYRILLIC_CODAS: &Sounds = &[
    ("ль", &["l"]),
    ("нъ", &["n"]),
    ("н", &["n", "ng"]),
    ("к", &["k"]),
    ("т", &["t"]),
    ("л", &["l"]),
    ("р", &["l"]),
    ("м", &["m"]),
    ("п", &["p"]),
    ("", &[""]),
];

const YALE_ONSETS: &Sounds = &[
    ("kk", &["kk"]),
    ("tt", &["tt"]),
    ("pp", &["pp"]),
    ("ss", &["ss"]),
    ("cc", &["jj"]),
    ("kh", &["k", "kh"]),
    ("th", &["t", "th"]),
    ("ph", &["p", "ph"]),
    ("ch", &["ch"]),
    ("k", &["k", "g"]),
    ("t", &["t", "d"]),
    ("p", &["p", "b"]),
    ("c", &["j", "ch"]),
    ("l", &["r"]),
    ("n", &["n"]),
    ("m", &["m"]),
    ("s", &["s"]),
    ("h", &["h"]),
    ("", &[""]),
];

const YALE_VOWELS: &Sounds = &[
    ("ywu", &["yu"]),
    ("yay", &["yae"]),
    ("yey", &["ye"]),
    ("way", &["wae"]),
    ("wey", &["we"]),
    ("wu", &["u"]),
    ("ay", &["ae"]),
    ("ey", &["e"]),
    ("oy", &["oe"]),
    ("uy", &["ui"]),
    ("ya", &["ya"]),
    ("ye", &["yo"]),
    ("yo", &["yo"]),
    ("yu", &["yu"]),
    ("wa", &["wa"]),
    ("we", &["wo"]),
    ("wi", &["wi"]),
    ("a", &["a"]),
    ("e", &["o"]),
    ("i", &["i"]),
    ("o", &["o"]),
    ("u", &["u"]),
];

/// How lists spell a syllable that is written in any of the ways above; none where it is none.
///
/// ```
/// # use matcher::text::asian::korean::syllable;
/// assert_eq!(syllable("yeong"), ["yong"]);
/// assert_eq!(syllable("jeong"), ["jong", "chong"]);
/// assert_eq!(syllable("чхоль"), ["chol"]);
/// assert!(syllable("smith").is_empty());
/// ```
#[must_use]
pub fn syllable(written: &str) -> Spellings {
    let [onsets, vowels, codas] = if written.is_ascii() {
        [ONSETS, VOWELS, CODAS]
    } else {
        [CYRILLIC_ONSETS, CYRILLIC_VOWELS, CYRILLIC_CODAS]
    };
    of_sounds(written, [onsets, vowels, codas])
}

/// How lists spell a syllable that is written in Yale's romanisation (1942); none where it is none.
///
/// ```
/// # use matcher::text::asian::korean::yale;
/// assert_eq!(yale("ceng"), ["jong", "chong"]);
/// assert_eq!(yale("hyek"), ["hyok"]);
/// assert!(yale("jong").is_empty());
/// ```
#[must_use]
pub fn yale(written: &str) -> Spellings {
    of_sounds(written, [YALE_ONSETS, YALE_VOWELS, CODAS])
}

/// Whether a word has what Yale's romanisation alone writes in Korean names: `c` for `ch` or `j`, `e` for
/// `o` before a stop, `wu` for `u`.
///
/// ```
/// # use matcher::text::asian::korean::is_yale;
/// assert!(is_yale("ceng") && is_yale("chel") && is_yale("swu"));
/// assert!(!is_yale("cheng") && !is_yale("wen") && !is_yale("chul"));
/// ```
#[must_use]
pub fn is_yale(word: &str) -> bool {
    let has_c = || word.starts_with('c') && !word.starts_with("ch");
    let has_wu = || word.find("wu").is_some_and(|at| at > 0);
    let has_e = || {
        let closed = ["ek", "el", "ep"].iter().any(|end| word.ends_with(end));
        let broken = ["yeng", "yem"].iter().any(|end| word.ends_with(end));
        closed || broken
    };
    word.is_ascii() && (has_c() || has_wu() || has_e())
}

/// How lists spell a syllable by tables of onsets, vowels and codas; none where it is none.
pub(super) fn of_sounds(written: &str, [onsets, vowels, codas]: [&Sounds; 3]) -> Spellings {
    let mut found = Spellings::new();
    for (onset, first) in onsets {
        let Some(rest) = written.strip_prefix(onset) else {
            continue;
        };
        // English habit writes the sound before `i` alone so.
        if *onset == "sh" && !rest.starts_with(['i', 'w']) {
            continue;
        }
        for (vowel, middle) in vowels {
            let Some(end) = rest.strip_prefix(vowel) else {
                continue;
            };
            let silent = matches!(*vowel, "ah" | "oh" | "uh") && !end.is_empty();
            let coda = codas.iter().find(|(coda, _)| *coda == end && !silent);
            for last in coda.into_iter().flat_map(|(_, last)| *last) {
                for middle in *middle {
                    for first in *first {
                        add(&mut found, [*first, *middle, *last].concat());
                    }
                }
            }
        }
    }
    found
}

/// Whether a word is spelt as no other language does: by Revised Romanization.
///
/// ```
/// # use matcher::text::asian::korean::is_revised;
/// assert!(is_revised("seok"));
/// assert!(!is_revised("ann"));
/// ```
#[must_use]
pub fn is_revised(word: &str) -> bool {
    ["eo", "eu"].iter().any(|vowel| word.contains(vowel))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_romanisation_of_a_syllable_has_a_spelling_in_common() {
        for (written, listed) in [
            (["cheol", "chul", "чхоль", "chol"], "chol"),
            (["gyeong", "kyung", "кён", "kyong"], "kyong"),
            (["seung", "sung", "сын", "sung"], "sung"),
            (["byeong", "byung", "пён", "pyong"], "pyong"),
            (["hui", "hee", "хи", "hui"], "hui"),
            (["eun", "eun", "ын", "un"], "un"),
            (["won", "weon", "вон", "won"], "won"),
        ] {
            for spelling in written {
                let found = syllable(spelling);
                assert!(found.iter().any(|s| s == listed), "{spelling} {found:?}");
            }
        }
    }

    #[test]
    fn what_is_no_syllable_has_no_spelling() {
        for written in [
            "", "smith", "fu", "van", "shan", "ngu", "в", "щук", "kimkim",
        ] {
            assert!(syllable(written).is_empty(), "{written}");
        }
    }
}
