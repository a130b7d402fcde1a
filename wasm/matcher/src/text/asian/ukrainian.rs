//! Names of East Asia in Ukrainian letters, put into the Russian ones that the tables of Kontsevich and
//! Palladius have. Both languages write one system, each with its own letters for one sound.

/// Korean words as Russian writes them: `Чен Ин` is `Чен Ын`. None for words without a letter of Ukrainian.
pub fn korean_in_russian(words: &[&str]) -> Option<Vec<String>> {
    in_russian(words, |letter| if letter == 'и' { 'ы' } else { letter })
}

/// Chinese words as Russian writes them: `Цзіньпін` is `Цзиньпин`, and `ши` itself. None for words without a
/// letter of Ukrainian.
pub fn chinese_in_russian(words: &[&str]) -> Option<Vec<String>> {
    in_russian(words, |letter| letter)
}

fn in_russian(words: &[&str], other: impl Fn(char) -> char) -> Option<Vec<String>> {
    let is_ukrainian = |word: &&str| word.contains(['і', 'ї', 'є']);
    if !words.iter().any(is_ukrainian) {
        return None;
    }
    let letter = |letter: char| match letter {
        'і' | 'ї' => 'и',
        'є' => 'е',
        _ => other(letter),
    };
    Some(
        words
            .iter()
            .map(|word| word.chars().map(letter).collect())
            .collect(),
    )
}
