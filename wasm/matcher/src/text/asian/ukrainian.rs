//! Names of East Asia in Ukrainian letters, put into the Russian ones that the tables of Kontsevich and
//! Palladius have. Both languages write one system, each with its own letters for one sound.

/// Korean words as Russian writes them: `Чен Ин` is `Чен Ын`. None for words without a letter of Ukrainian.
#[must_use]
pub fn korean_in_russian(words: &[&str]) -> Option<Vec<String>> {
    in_russian(words, |letter| if letter == 'и' { 'ы' } else { letter })
}

/// Chinese words as Russian writes them: `Цзіньпін` is `Цзиньпин`, and `ши` itself. None for words without a
/// letter of Ukrainian.
#[must_use]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_ukrainian_are_those_of_russian() {
        let korean = korean_in_russian(&["кім", "чен", "ин"]);
        assert_eq!(
            korean.as_deref(),
            Some(&["ким", "чен", "ын"].map(String::from)[..])
        );
        let chinese = chinese_in_russian(&["сі", "цзіньпін"]);
        assert_eq!(
            chinese.as_deref(),
            Some(&["си", "цзиньпин"].map(String::from)[..])
        );
        assert_eq!(korean_in_russian(&["ким", "чен", "ын"]), None);
        assert_eq!(chinese_in_russian(&["li", "wei"]), None);
    }
}
