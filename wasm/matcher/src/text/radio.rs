//! Marks that are spelled by radio or telephone: `Echo Papa India Tango Bravo` is `EPITB`.

use super::tables::RADIO;

/// Letters and figures in a row that are spelled so, at least: people are called `Victor`, `Charlie` and `Mike`.
const LETTERS_MIN: usize = 4;

/// A text with what is spelled in it in letters and figures; none of any other.
///
/// ```
/// # use matcher::text::radio::spelled;
/// let text = "Ground, Echo Papa, India, X-ray niner: stand 4";
/// assert_eq!(spelled(text).as_deref(), Some("Ground, EPIX9: stand 4"));
/// assert_eq!(spelled("Mike Charlie Victor"), None);
/// ```
pub fn spelled(text: &str) -> Option<String> {
    let is_sign = |sign: char| !sign.is_alphanumeric() && sign != '-';
    let words = text.split(is_sign).filter(|word| !word.is_empty());
    let words: Vec<(&str, Option<&str>)> = words.map(|word| (word, letter_of(word))).collect();
    let (mut written, mut rest, mut found) = (String::new(), text, false);
    for run in words.chunk_by(|(_, a), (_, b)| a.is_some() == b.is_some()) {
        let letters: String = run.iter().filter_map(|(_, letter)| *letter).collect();
        for (at, (word, _)) in run.iter().enumerate() {
            let (before, behind) = rest.split_once(word)?;
            rest = behind;
            if letters.len() < LETTERS_MIN {
                written.extend([before, word]);
            } else if at == 0 {
                written.extend([before, &letters.to_ascii_uppercase()]);
                found = true;
            }
        }
    }
    written.push_str(rest);
    found.then_some(written)
}

/// The letter or figure that a word spells.
fn letter_of(word: &str) -> Option<&'static str> {
    let word = word.replace('-', "").to_ascii_lowercase();
    let at = RADIO.binary_search_by(|(known, _)| (**known).cmp(&*word));
    at.ok().map(|at| RADIO[at].1)
}
