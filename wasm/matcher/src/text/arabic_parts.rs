//! The words that Arabic letters write as one.

use super::arabic_words::{known, vowelled};

/// The words that one is written together of: `ابوبكر` is `ابو` and `بكر`, `الاسد` the article and
/// `اسد`, `عبدالعزيز` and `نورالدين` three. At most four.
///
/// ```
/// # use matcher::text::arabic_parts::parts;
/// assert_eq!(parts("ابوبكر"), ["ابو", "بكر"]);
/// assert_eq!(parts("عبدالعزيز"), ["عبد", "ال", "عزيز"]);
/// assert_eq!(parts("نورالدين"), ["نور", "ال", "دين"]);
/// assert_eq!(parts("الله"), ["الله"]);
/// ```
pub fn parts(word: &str) -> Vec<&str> {
    let long = |rest: &str, least: usize| rest.chars().count() >= least;
    for father in ["ابو", "أبو"] {
        if let Some(rest) = word.strip_prefix(father).filter(|rest| long(rest, 3)) {
            return [vec![&word[..father.len()]], with_article(rest)].concat();
        }
    }
    if let Some(rest) = word.strip_prefix("عبد")
        && split_article(rest).is_some()
    {
        return [vec!["عبد"], with_article(rest)].concat();
    }
    for faith in ["الدين", "الدین"] {
        if let Some(stem) = word.strip_suffix(faith).filter(|stem| long(stem, 2)) {
            return [with_article(stem), vec!["ال", &faith["ال".len()..]]].concat();
        }
    }
    with_article(word)
}

fn with_article(word: &str) -> Vec<&str> {
    match split_article(word) {
        Some(rest) => vec!["ال", rest],
        None => vec![word],
    }
}

/// Cuts the article off a word: `الاسد` is `al` and `اسد`, as Latin texts write `al-Asad`.
///
/// A word with fewer than three letters after the article is left whole unless it is a name, and God's
/// name (`الله`, `اللهی`).
fn split_article(word: &str) -> Option<&str> {
    let rest = word.strip_prefix("ال")?;
    let of_god = rest.starts_with("له") || rest.starts_with("لہ");
    let least = match of_god {
        true => 4,
        false if known(rest).is_some() || vowelled(rest).is_some() => 2,
        false => 3,
    };
    (rest.chars().count() >= least).then_some(rest)
}
