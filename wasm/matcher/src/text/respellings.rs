//! Names of other countries as Germans, Poles, Lithuanians, Czechs, Hungarians and the Dutch write and
//! decline them, in the letters that English has for the same sounds: `Kusnezow` is `Kuznetsov`, `Sieczinem`
//! `Sechin`, `Putinas` `Putin`. What each language does is a class of `data/respellings.tsv`.

use super::tables::{
    RESPELLINGS_BALTIC, RESPELLINGS_CZECH, RESPELLINGS_DUTCH, RESPELLINGS_GERMAN,
    RESPELLINGS_HUNGARIAN, RESPELLINGS_POLISH,
};

/// How a language writes some letters, and how English may; `$` stands for the end of the word.
type Rule = (&'static str, &'static [&'static str]);

/// The rules of each language.
const LANGUAGES: [&[Rule]; 6] = [
    &RESPELLINGS_GERMAN,
    &RESPELLINGS_POLISH,
    &RESPELLINGS_BALTIC,
    &RESPELLINGS_CZECH,
    &RESPELLINGS_HUNGARIAN,
    &RESPELLINGS_DUTCH,
];

/// Letters of a word that may be read otherwise.
const LETTERS: std::ops::RangeInclusive<usize> = 4..=24;
/// Letters before an ending, at least: shorter words end so of themselves.
const STEM_MIN: usize = 5;
/// Ways to read a word in one language that are tried.
const WAYS_MAX: usize = 32;

/// Calls with each way to spell a word of lower-case letters in English, by language, the likeliest
/// first.
///
/// ```
/// # use matcher::text::respellings::respell;
/// let mut found = Vec::new();
/// respell("sieczinem", &mut |way| found.push(way.to_owned()));
/// assert!(found.contains(&"sechin".to_owned()));
/// ```
pub fn respell(word: &str, found: &mut dyn FnMut(&str)) {
    if !word.bytes().all(|byte| byte.is_ascii_lowercase()) || !LETTERS.contains(&word.len()) {
        return;
    }
    for rules in LANGUAGES {
        let mut left = WAYS_MAX;
        spell(rules, word, &mut String::new(), &mut left, found);
    }
}

/// Spells the rest of a word behind what is `written` of it, in as many ways as are left.
fn spell(
    rules: &[Rule],
    rest: &str,
    written: &mut String,
    left: &mut usize,
    found: &mut dyn FnMut(&str),
) {
    let Some(letter) = rest.get(..1) else {
        *left -= 1;
        return found(written);
    };
    let may_end = written.len() >= STEM_MIN;
    let (from, ways) = longest(rules, rest, may_end).unwrap_or((letter, &[]));
    let unchanged = [letter];
    let ways = if ways.is_empty() { &unchanged } else { ways };
    let rest = rest
        .strip_prefix(from.trim_end_matches('$'))
        .unwrap_or_default();
    let length = written.len();
    for way in ways {
        if *left == 0 {
            return;
        }
        written.push_str(way.trim_end_matches('$'));
        spell(rules, rest, written, left, found);
        written.truncate(length);
    }
}

/// The rule of the most letters by which the rest of a word begins, the end of the word among them where
/// it may be an ending.
fn longest(rules: &[Rule], rest: &str, may_end: bool) -> Option<Rule> {
    let begins = |(from, _): &&Rule| match from.strip_suffix('$') {
        Some(ending) => may_end && rest == ending,
        None => rest.starts_with(from),
    };
    let all = rules.iter().filter(begins);
    all.max_by_key(|(from, _)| from.len()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ways(word: &str) -> Vec<String> {
        let mut all = Vec::new();
        respell(word, &mut |way| all.push(way.to_owned()));
        all
    }

    #[test]
    fn respell_reads_each_language_as_english_spells_its_sounds() {
        for (word, english) in [
            ("asis", "aziz"),
            ("hisbollah", "hizbollah"),
            ("schahbas", "shahbaz"),
            ("achunsada", "akhunzada"),
            ("dschasira", "jazira"),
            ("chodorkowski", "khodorkowski"),
            ("kusnezow", "kuznetsow"),
            ("jewgeni", "yewgeni"),
            ("karadschitsch", "karadzic"),
            ("sieczin", "sechin"),
            ("gundjajew", "gundyayev"),
            ("zukow", "zhukov"),
            ("siergiejem", "sergey"),
            ("medvedciukas", "medvedchuk"),
            ("matvijenkova", "matviyenko"),
            ("putinovi", "putin"),
            ("vlagyimir", "vladimir"),
            ("sjojgoe", "shoygu"),
        ] {
            let found = ways(word);
            assert!(found.iter().any(|way| way == english), "{word} {found:?}");
        }
    }

    #[test]
    fn respell_is_bounded_and_reads_plain_words_alone() {
        for word in ["abu", "сергей", "q7", "zso", "aa bb"] {
            assert_eq!(ways(word).len(), 0, "{word}");
        }
        let most = LANGUAGES.len() * WAYS_MAX;
        assert!(ways("szczszczszczszczszczszcz").len() <= most);
    }
}
