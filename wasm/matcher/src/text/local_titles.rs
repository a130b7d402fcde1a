//! Forms of address in scripts of South and South-East Asia and of Ethiopia, several of which are
//! written together with the name. Compiled by hand.

use super::tables::LOCAL_TITLES;
use unicode_normalization::char::is_combining_mark;

/// Scripts in which a form of address is written together with the name.
const TOGETHER: [&str; 2] = ["Mymr", "Thai"];

/// Letters that must be left for a name.
const NAME_LETTERS_MIN: usize = 4;

/// The form of address that a run is, or begins with, in English, and what follows it.
///
/// ```
/// # use matcher::text::local_titles::split_title;
/// assert_eq!(split_title("นายสมชาย", "Thai"), Some(("mr", "สมชาย")));
/// assert_eq!(split_title("አቶ", "Ethi"), Some(("mr", "")));
/// assert_eq!(split_title("นายก", "Thai"), None);
/// assert_eq!(split_title("นายิการัตน์", "Thai"), None);
/// ```
pub fn split_title<'a>(run: &'a str, code: &str) -> Option<(&'static str, &'a str)> {
    let mut titles = LOCAL_TITLES.iter().filter(|(_, script, _)| *script == code);
    titles.find_map(|(title, _, english)| {
        let name = run.strip_prefix(title)?;
        // What goes on with a sign over or under the title's last letter is another word.
        let is_apart =
            name.chars().next().is_some_and(char::is_alphabetic) && !begins_with_sign(name);
        let is_long = name.chars().count() >= NAME_LETTERS_MIN;
        let together = TOGETHER.contains(&code) && is_apart && is_long;
        (name.is_empty() || together).then_some((*english, name))
    })
}

fn begins_with_sign(name: &str) -> bool {
    name.starts_with(|letter| is_combining_mark(letter) || matches!(letter, 'ะ' | 'า'))
}
