//! The Arabic article as it is written together with what follows (`Elmasri`), and as Turkish and others
//! write it before letters that it takes on (`ez-Zevahiri`, `eş-Şami`).

use crate::text::fold::fold;
use crate::text::people::is_borne;
use crate::text::script::Script;
use crate::text::word::{Case, Word, Words};

/// Letters of what follows an article that is written together with it.
const NAME_LETTERS_MIN: usize = 3;
/// Ways to write the article before a letter that it takes on.
const ASSIMILATED: &[&str] = &[
    "ad", "an", "ar", "as", "ash", "at", "az", "ed", "en", "er", "es", "esh", "et", "ez",
];

/// The words of a person's name with each article as a word of its own, written `al`. None where there is
/// none of these.
pub(super) fn with_article_apart(words: &Words, is_listed: &dyn Fn(&str) -> bool) -> Option<Words> {
    let mut pairs = words.words.windows(2);
    let is_written = |word: &Word| behind_article(word, is_listed).is_some();
    if !words.words.iter().any(is_written) && !pairs.any(|two| is_assimilated(&two[0], &two[1])) {
        return None;
    }
    let mut apart: Vec<Word> = Vec::new();
    for (at, word) in words.words.iter().enumerate() {
        let next = words.words.get(at + 1);
        let before = at.checked_sub(1).map(|before| &words.words[before]);
        if let Some(name) = behind_article(word, is_listed) {
            apart.push(article(word));
            apart.push(Word {
                text: name.to_owned(),
                after_comma: false,
                ..word.clone()
            });
        } else if next.is_some_and(|next| is_assimilated(word, next)) {
            apart.push(article(word));
        } else if before.is_some_and(|before| is_assimilated(before, word))
            && word.text.starts_with('s')
        {
            // The Turkish letter of `eş-Şami` is without its mark.
            apart.push(Word {
                spellings: vec![word.text.replacen('s', "sh", 1)],
                ..word.clone()
            });
        } else {
            apart.push(word.clone());
        }
    }
    Some(Words {
        words: apart,
        commas: words.commas,
    })
}

/// What follows `El` in a word that begins with it: a word of the lists, where the whole is nobody's name.
fn behind_article<'a>(word: &'a Word, is_listed: &dyn Fn(&str) -> bool) -> Option<&'a str> {
    let name = word.text.strip_prefix("el")?;
    let is_long = name.len() >= NAME_LETTERS_MIN && word.script == Script::LATIN;
    (is_long && !is_borne(&fold(&word.text)) && is_listed(&fold(name))).then_some(name)
}

/// Whether a word is the article as the first letter of the next makes it.
fn is_assimilated(word: &Word, next: &Word) -> bool {
    let first = |text: &str| text.bytes().next();
    let taken_on = word.text.trim_end_matches('h').bytes().next_back();
    let is_article = ASSIMILATED.binary_search(&&*word.text).is_ok();
    is_article && word.script == Script::LATIN && taken_on == first(&next.text)
}

fn article(word: &Word) -> Word {
    Word {
        text: "al".to_owned(),
        case: Case::Mixed,
        ..word.clone()
    }
}
