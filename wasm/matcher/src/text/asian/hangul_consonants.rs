//! The sounds of other languages that a syllable of Hangul may stand for.

const FIRST: u32 = 0xAC00;
const LAST: u32 = 0xD7A3;

/// By first sound. Vowels are written where they change the consonant.
const ONSETS: [&[&str]; 19] = [
    &["ga"],
    &["ka"],
    &["na"],
    &["da"],
    &["ta"],
    &["ra", "la"],
    &["ma"],
    &["ba", "va"],
    &["pa"],
    &["sa", "sha"],
    &["sa"],
    &[],
    &["ja", "za", "da"],
    &["ja"],
    &["cha", "tsa"],
    &["ka", "kha"],
    &["ta"],
    &["pa", "fa"],
    &["ha", "kha"],
];
/// The first of them before `e` and `i`.
const SOFT_G: &[&str] = &["ge", "ka"];
/// By vowel, whether it is `e` or `i`.
const SOFT_VOWELS: [u32; 3] = [5, 7, 20];

/// By last sound, of those that foreign names have: with the same as next first sound it is one.
const CODAS: &[(u32, &[&str])] = &[
    (1, &["k"]),
    (4, &["n"]),
    (7, &["t"]),
    (8, &["l", "r"]),
    (16, &["m"]),
    (17, &["p", "b"]),
    (19, &["t", "s"]),
    (21, &["ng"]),
];

/// The sounds of one syllable, each with all that it may stand for. Vowels have none.
pub fn syllable(syllable: char) -> impl Iterator<Item = Vec<&'static str>> {
    let code = syllable as u32;
    let at = (FIRST..=LAST).contains(&code).then(|| code - FIRST);
    let onset = at.map(|at| {
        let is_soft = at / 588 == 0 && SOFT_VOWELS.contains(&(at / 28 % 21));
        if is_soft {
            SOFT_G
        } else {
            ONSETS[(at / 588) as usize]
        }
    });
    let ending = at.and_then(|at| CODAS.iter().find(|(last, _)| *last == at % 28));
    let sounds = [onset, ending.map(|(_, sounds)| *sounds)];
    sounds
        .into_iter()
        .flatten()
        .filter(|sounds| !sounds.is_empty())
        .map(<[&str]>::to_vec)
}
