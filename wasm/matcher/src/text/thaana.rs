//! Thaana, in which Dhivehi is written, to Latin: the Malé Latin of 1976 as BGN/PCGN have it (agreement
//! of 1988), with the letters for Arabic sounds. Written from the tables.

/// How the letters are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// As Arabic names are spelt in the Maldives: `d` for `dh`, and no last `u`.
    Arabic,
    /// Letter for letter.
    Dhivehi,
}

/// A word in Latin letters; what is of no table stays.
///
/// ```
/// # use matcher::text::thaana::{Style, latin};
/// assert_eq!(latin("އަޙްމަދު", Style::Arabic), "ahmad");
/// assert_eq!(latin("އަޙްމަދު", Style::Dhivehi), "ahmadhu");
/// ```
#[must_use]
pub fn latin(word: &str, style: Style) -> String {
    let mut out = String::with_capacity(word.len());
    let letters: Vec<char> = word.chars().collect();
    let last = letters.len().saturating_sub(1);
    for (at, &letter) in letters.iter().enumerate() {
        let silenced = letters.get(at + 1) == Some(&SUKUN);
        match letter {
            // Without a vowel it doubles what follows, which counts once; at the end it is a breath.
            '\u{787}' | '\u{781}' if silenced && at + 1 == last => out.push('h'),
            '\u{787}' | '\u{7A2}' | SUKUN => {}
            '\u{78B}' | '\u{79B}' if style == Style::Arabic => out.push('d'),
            '\u{7AA}' if style == Style::Arabic && at == last && at > 2 => {}
            _ => match latin_of(letter) {
                Some(latin) => out.push_str(latin),
                None => out.push(letter),
            },
        }
    }
    out
}

/// The sign of no vowel.
const SUKUN: char = '\u{7B0}';

fn latin_of(letter: char) -> Option<&'static str> {
    /// From U+0780 on.
    const LETTERS: [&str; 49] = [
        "h", "sh", "n", "r", "b", "lh", "k", "", "v", "m", "f", "dh", "th", "l", "g", "gn", "s",
        "d", "z", "t", "y", "p", "j", "ch", "th", "h", "kh", "dh", "z", "sh", "s", "dh", "t", "z",
        "", "gh", "g", "w", "a", "a", "i", "i", "u", "u", "e", "e", "o", "o", "",
    ];
    let place = (letter as u32).checked_sub(0x780)?;
    LETTERS.get(place as usize).copied()
}
