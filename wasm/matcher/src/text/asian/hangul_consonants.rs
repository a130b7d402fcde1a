//! The sounds of other languages that a syllable of Hangul may stand for.

const FIRST: u32 = 0xAC00;
const LAST: u32 = 0xD7A3;

/// By first sound, with a blank between two. Vowels are written where they change the consonant.
const ONSETS: [&str; 19] = [
    "ga", "ka", "na", "da", "ta", "ra la", "ma", "ba va", "pa", "sa sha", "sa", "", "ja za da",
    "ja", "cha tsa", "ka kha", "ta", "pa fa", "ha kha",
];
/// The first of them before `e` and `i`.
const SOFT_G: &str = "ge ka";
/// By vowel, whether it is `e` or `i`.
const SOFT_VOWELS: [usize; 3] = [5, 7, 20];

/// By last sound, nothing for those that foreign names do not have: with the same as next first sound it is one.
const CODAS: [&str; 28] = [
    "", "k", "", "", "n", "", "", "t", "l r", "", "", "", "", "", "", "", "m", "p b", "", "t s",
    "", "ng", "", "", "", "", "", "",
];

/// The sounds of one syllable, each with all that it may stand for. Vowels have none.
pub fn syllable(syllable: char) -> impl Iterator<Item = Vec<&'static str>> {
    let code = syllable as u32;
    let at = (FIRST..=LAST)
        .contains(&code)
        .then(|| (code - FIRST) as usize);
    let onset = at.map(|at| match at / 588 {
        0 if SOFT_VOWELS.contains(&(at / 28 % 21)) => SOFT_G,
        first => ONSETS[first],
    });
    let sounds = [onset, at.map(|at| CODAS[at % 28])];
    let sounds = sounds.into_iter().flatten();
    sounds
        .map(|sounds| sounds.split_whitespace().collect::<Vec<_>>())
        .filter(|sounds| !sounds.is_empty())
}
