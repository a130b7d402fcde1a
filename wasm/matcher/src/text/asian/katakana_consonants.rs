//! The sounds of other languages that a syllable of katakana may stand for.

/// Rows of syllables with the same consonants. Vowels are written where they change the consonant.
const ROWS: &[(&str, &[&str])] = &[
    ("カクコキケ", &["ka"]),
    ("ガグゴ", &["ga"]),
    ("ギゲ", &["ge", "ka"]),
    ("サスセソ", &["sa"]),
    ("シ", &["sha", "sa"]),
    ("ザズゼゾ", &["za", "sa"]),
    ("ジヂ", &["ja", "za", "da"]),
    ("タテト", &["ta"]),
    ("チ", &["cha", "ta"]),
    ("ツ", &["tsa", "ta"]),
    ("ダデドヅ", &["da"]),
    ("ナニヌネノ", &["na"]),
    ("ン", &["na", "ma"]),
    ("ハヒヘホ", &["ha", "kha"]),
    ("フ", &["fa", "ha"]),
    ("バビブベボ", &["ba", "va"]),
    ("ヴ", &["va"]),
    ("パピプペポ", &["pa"]),
    ("マミムメモ", &["ma"]),
    ("ラリルレロ", &["ra", "la"]),
    ("ワ", &["a", "va"]),
];

/// The sounds of a word in katakana, each with all that it may stand for. Vowels have none.
#[must_use]
pub fn syllables(word: &str) -> Vec<Vec<&'static str>> {
    let row = |letter: char| ROWS.iter().find(|(row, _)| row.contains(letter));
    // `ウラ` begins `Vladimir`.
    let first = word.starts_with('ウ').then(|| vec!["a", "va"]);
    let rest = word
        .chars()
        .filter_map(|letter| row(letter).map(|(_, sounds)| sounds.to_vec()));
    first.into_iter().chain(rest).collect()
}
