//! Russian, Ukrainian and Belarusian names as Poles write them, in the letters that English has for the
//! same sounds: `Sieczin` is `Sechin`, `Gundjajew` `Gundyayev`.
//!
//! After the rules of transcription of PWN's dictionary of spelling (Wielki słownik ortograficzny PWN,
//! "Zasady transkrypcji"). Marks are off: `ż` is written as `z` is, and `ł` as `l`.

/// Letters of a word that may be read otherwise.
const LETTERS: std::ops::RangeInclusive<usize> = 4..=24;
/// Ways to read a word that are tried.
const WAYS_MAX: usize = 32;

/// How Polish spells a sound, and how English may; longer ones first where one begins another.
const SOUNDS: &[(&str, &[&str])] = &[
    ("szcz", &["shch"]),
    ("iewicz", &["evich"]),
    ("cz", &["ch"]),
    ("sz", &["sh"]),
    ("ch", &["kh"]),
    ("ja", &["ya"]),
    ("je", &["ye"]),
    ("jo", &["yo", "e"]),
    ("ju", &["yu"]),
    ("j", &["y"]),
    ("w", &["v"]),
    ("ie", &["e"]),
    ("ia", &["ya", "ia"]),
    ("io", &["yo", "e"]),
    ("iu", &["yu"]),
    ("c", &["ts", "c"]),
    ("z", &["z", "zh"]),
];

/// How else a word of lower-case letters may be spelt in English, the likeliest first; none where Polish
/// writes it as English does.
///
/// ```
/// # use matcher::text::polish::in_english;
/// assert!(in_english("sieczin").contains(&"sechin".to_owned()));
/// assert!(in_english("gundjajew").contains(&"gundyayev".to_owned()));
/// assert!(in_english("zukow").contains(&"zhukov".to_owned()));
/// assert!(in_english("omar").is_empty());
/// ```
#[must_use]
pub fn in_english(word: &str) -> Vec<String> {
    let is_plain = word.bytes().all(|byte| byte.is_ascii_lowercase());
    if !is_plain || !LETTERS.contains(&word.len()) {
        return Vec::new();
    }
    let mut ways = vec![String::new()];
    let mut rest = word;
    while let Some(letter) = rest.get(..1) {
        let known = SOUNDS.iter().find(|(polish, _)| rest.starts_with(polish));
        let (taken, sounds) = known.map_or((1, [letter].to_vec()), |(polish, sounds)| {
            (polish.len(), sounds.to_vec())
        });
        if ways.len() * sounds.len() > WAYS_MAX {
            return Vec::new();
        }
        let longer = ways
            .iter()
            .flat_map(|way| sounds.iter().map(move |sound| [&**way, sound].concat()));
        ways = longer.collect();
        rest = &rest[taken..];
    }
    ways.retain(|way| way != word);
    ways
}
