//! Hiragana and katakana to Latin, after Hepburn, long vowels written once as passports do.

/// A lower-case word in Latin letters; what is no kana stays.
///
/// ```
/// # use matcher::text::kana::latin;
/// assert_eq!(latin("さとう"), "sato");
/// assert_eq!(latin("シュンイチ"), "shunichi");
/// assert_eq!(latin("いのうえ"), "inoue");
/// ```
#[must_use]
pub fn latin(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    let mut doubled = false;
    let mut letters = word.chars().map(to_hiragana).peekable();
    while let Some(letter) = letters.next() {
        match letter {
            'っ' => {
                doubled = true;
                continue;
            }
            'ー' => continue,
            'ん' => out.push('n'),
            _ => push(&mut out, letter, letters.peek().copied(), doubled),
        }
        doubled = false;
    }
    out
}

fn push(out: &mut String, letter: char, next: Option<char>, doubled: bool) {
    if let Some(vowel) = small(letter) {
        // `ki` and a small `ya` are `kya`, `shi` and a small `ya` are `sha`.
        if out.ends_with('i') {
            out.pop();
            let hushing = ["sh", "ch", "j"].iter().any(|end| out.ends_with(end));
            if !hushing && matches!(letter, 'ゃ' | 'ゅ' | 'ょ') {
                out.push('y');
            }
        } else if out.ends_with('u') && !matches!(letter, 'ゃ' | 'ゅ' | 'ょ') {
            out.pop();
        }
        out.push_str(vowel);
        return;
    }
    let Some(syllable) = syllable(letter) else {
        out.push(letter);
        return;
    };
    let lengthens = match letter {
        'う' => out.ends_with('o') && next != Some('え') || out.ends_with('u'),
        'お' => out.ends_with('o'),
        _ => false,
    };
    if lengthens {
        return;
    }
    if doubled {
        let first = if syllable.starts_with("ch") {
            "t"
        } else {
            &syllable[..1]
        };
        out.push_str(first);
    }
    out.push_str(syllable);
}

fn to_hiragana(letter: char) -> char {
    match letter as u32 {
        code @ 0x30A1..=0x30F4 => char::from_u32(code - 0x60).unwrap_or(letter),
        _ => letter,
    }
}

fn small(letter: char) -> Option<&'static str> {
    Some(match letter {
        'ゃ' | 'ぁ' => "a",
        'ゅ' | 'ぅ' => "u",
        'ょ' | 'ぉ' => "o",
        'ぃ' => "i",
        'ぇ' => "e",
        _ => return None,
    })
}

fn syllable(letter: char) -> Option<&'static str> {
    const ROWS: &[(&str, [&str; 5])] = &[
        ("あいうえお", ["a", "i", "u", "e", "o"]),
        ("かきくけこ", ["ka", "ki", "ku", "ke", "ko"]),
        ("がぎぐげご", ["ga", "gi", "gu", "ge", "go"]),
        ("さしすせそ", ["sa", "shi", "su", "se", "so"]),
        ("ざじずぜぞ", ["za", "ji", "zu", "ze", "zo"]),
        ("たちつてと", ["ta", "chi", "tsu", "te", "to"]),
        ("だぢづでど", ["da", "ji", "zu", "de", "do"]),
        ("なにぬねの", ["na", "ni", "nu", "ne", "no"]),
        ("はひふへほ", ["ha", "hi", "fu", "he", "ho"]),
        ("ばびぶべぼ", ["ba", "bi", "bu", "be", "bo"]),
        ("ぱぴぷぺぽ", ["pa", "pi", "pu", "pe", "po"]),
        ("まみむめも", ["ma", "mi", "mu", "me", "mo"]),
        ("やいゆえよ", ["ya", "i", "yu", "e", "yo"]),
        ("らりるれろ", ["ra", "ri", "ru", "re", "ro"]),
        ("わゐゔゑを", ["wa", "i", "vu", "e", "o"]),
    ];
    ROWS.iter().find_map(|(row, sounds)| {
        let at = row.chars().position(|kana| kana == letter)?;
        sounds.get(at).copied()
    })
}
