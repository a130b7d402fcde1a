//! Korean syllables in Latin and Cyrillic letters, put into the spelling of the North that lists use.
//!
//! Read are Revised Romanization (National Institute of Korean Language, 2000), McCune-Reischauer
//! with and without its signs, the habits of English spelling, and in Cyrillic the transcription of
//! Kontsevich with the older Russian habit; beside these Yale's, of linguists; all compiled by hand from the published rules. One sound
//! of any of them may be several on the lists, which write `Jong` and `Chong`, `Pyong` and `Byong`.

use super::syllables::{Spellings, add};
use crate::text::tables::{
    KOREAN_CODAS, KOREAN_CYRILLIC_CODAS, KOREAN_CYRILLIC_ONSETS, KOREAN_CYRILLIC_VOWELS,
    KOREAN_ONSETS, KOREAN_VOWELS, KOREAN_YALE_ONSETS, KOREAN_YALE_VOWELS,
};

/// How a sound may be written, and how lists write it, the likeliest first. Longer ones first.
pub(super) type Sounds = [(&'static str, &'static [&'static str])];

/// How lists spell a syllable that is written in any of the ways above; none where it is none.
///
/// ```
/// # use matcher::text::asian::korean::syllable;
/// assert_eq!(syllable("yeong"), ["yong"]);
/// assert_eq!(syllable("jeong"), ["jong", "chong"]);
/// assert_eq!(syllable("чхоль"), ["chol"]);
/// assert!(syllable("smith").is_empty());
/// ```
pub fn syllable(written: &str) -> Spellings {
    let tables: [&Sounds; 3] = if written.is_ascii() {
        [&KOREAN_ONSETS, &KOREAN_VOWELS, &KOREAN_CODAS]
    } else {
        [
            &KOREAN_CYRILLIC_ONSETS,
            &KOREAN_CYRILLIC_VOWELS,
            &KOREAN_CYRILLIC_CODAS,
        ]
    };
    of_sounds(written, tables)
}

/// How lists spell a syllable that is written in Yale's romanisation (1942); none where it is none.
///
/// ```
/// # use matcher::text::asian::korean::yale;
/// assert_eq!(yale("ceng"), ["jong", "chong"]);
/// assert_eq!(yale("hyek"), ["hyok"]);
/// assert!(yale("jong").is_empty());
/// ```
pub fn yale(written: &str) -> Spellings {
    of_sounds(
        written,
        [&KOREAN_YALE_ONSETS, &KOREAN_YALE_VOWELS, &KOREAN_CODAS],
    )
}

/// Whether a word has what Yale's romanisation alone writes in Korean names: `c` for `ch` or `j`, `e` for
/// `o` before a stop, `wu` for `u`.
///
/// ```
/// # use matcher::text::asian::korean::is_yale;
/// assert!(is_yale("ceng") && is_yale("chel") && is_yale("swu"));
/// assert!(!is_yale("cheng") && !is_yale("wen") && !is_yale("chul"));
/// ```
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
pub fn is_revised(word: &str) -> bool {
    ["eo", "eu"].iter().any(|vowel| word.contains(vowel))
}
