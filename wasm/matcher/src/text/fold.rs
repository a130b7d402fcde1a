//! One spelling for the many that a sound has in Latin letters.
//!
//! The fold decides equality, so it only joins spellings that nobody uses to distinguish two names:
//! `y`/`i`, `w`/`v`, `ph`/`f`, doubled letters. What merely sounds alike is the phonetic key's.

/// Sequences that begin with a letter and are replaced, longest first where one begins another.
fn sequences(letter: u8) -> &'static [(&'static str, &'static str)] {
    match letter {
        b'a' => &[("ae", "a")],
        b'c' => &[("ck", "k"), ("ch", "ch")],
        b'd' => &[("dzh", "j"), ("dj", "j")],
        b'e' => &[("ee", "i")],
        b'g' => &[("gh", "g")],
        b'o' => &[("ou", "u"), ("oo", "u"), ("oe", "o")],
        b'p' => &[("ph", "f")],
        b'q' => &[("q", "k")],
        b's' => &[("shch", "sh"), ("sch", "sh"), ("sh", "sh")],
        b't' => &[
            ("tsch", "ch"),
            ("tch", "ch"),
            ("tz", "c"),
            ("ts", "c"),
            ("th", "th"),
        ],
        b'u' => &[("ue", "u")],
        b'w' => &[("w", "v")],
        b'x' => &[("x", "ks")],
        b'y' => &[("y", "i")],
        b'z' => &[("zh", "zh")],
        _ => &[],
    }
}

/// Folds one normalised word. Words with other than ASCII letters are their own fold.
///
/// ```
/// # use matcher::text::fold::fold;
/// assert_eq!(fold("sergey"), fold("sergei"));
/// assert_eq!(fold("muhammad"), fold("muhamad"));
/// assert_ne!(fold("jamal"), fold("yamal"));
/// ```
pub fn fold(word: &str) -> String {
    if !word.is_ascii() {
        return word.to_owned();
    }
    let mut out = String::with_capacity(word.len() + 2);
    let bytes = word.as_bytes();
    let mut at = 0;
    while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
        at += take(&mut out, rest, at == 0);
    }
    finish(out)
}

/// Folds the first letters of the rest of a word and gives how many they are.
fn take(out: &mut String, rest: &[u8], is_first: bool) -> usize {
    let (letter, next) = (rest[0], rest.get(1).copied());
    let sequences = sequences(letter);
    if sequences.is_empty() && !matches!(letter, b'j' | b'k') {
        push(out, &[letter]);
        return 1;
    }
    if !is_first && letter == b'k' && next == Some(b'h') {
        out.push('h');
        return 2;
    }
    if letter == b'd' && rest.starts_with(b"dsch") && (is_first || ends_in_vowel(out)) {
        // As German has `Hadschi`; behind a consonant `sch` begins the second half of a compound.
        push(out, b"j");
        return 4;
    }
    let begins = |from: &[u8]| {
        from.get(1).is_none_or(|second| Some(*second) == next) && rest.starts_with(from)
    };
    if let Some((from, to)) = sequences.iter().find(|(from, _)| begins(from.as_bytes())) {
        push(out, to.as_bytes());
        return from.len();
    }
    match letter {
        b'c' if !matches!(next, Some(b'e' | b'i' | b'y')) => push(out, b"k"),
        b'j' if ends_in_vowel(out) && !next.is_some_and(is_vowel) => push(out, b"i"),
        _ => push(out, &[letter]),
    }
    1
}

/// Whether a folded token ends where another that it was written together with begins: the doubled
/// letter at the seam counts once, as inside a word.
pub fn seam_is_doubled(left: &[u8], right: &[u8]) -> bool {
    matches!((left.last(), right.first()), (Some(a), Some(b)) if a == b && a.is_ascii_alphabetic())
}

fn push(out: &mut String, letters: &[u8]) {
    for &letter in letters {
        let doubled = out.as_bytes().last() == Some(&letter) && letter.is_ascii_alphabetic();
        if !doubled {
            out.push(char::from(letter));
        }
    }
}

fn finish(mut out: String) -> String {
    if out.as_bytes().windows(2).any(|two| two == b"ie") {
        out = out.replace("ie", "e");
    }
    if out.len() > 2 && out.ends_with('f') {
        out.pop();
        out.push('v');
    }
    out
}

fn ends_in_vowel(text: &str) -> bool {
    text.bytes().last().is_some_and(is_vowel)
}

fn is_vowel(letter: u8) -> bool {
    matches!(letter, b'a' | b'e' | b'i' | b'o' | b'u' | b'y')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fold_is_never_empty_for_a_word_and_never_much_longer() {
        let letters = *b"kxyfs";
        for code in 0..5_usize.pow(4) {
            let word: String = (0..4)
                .map(|i| char::from(letters[code / 5_usize.pow(i) % 5]))
                .collect();
            let folded = fold(&word);
            assert!(
                !folded.is_empty() && folded.len() <= 2 * word.len(),
                "{word}"
            );
        }
    }
}
