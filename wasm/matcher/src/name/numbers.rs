//! A query's number words as digits: `Brigada seven`, `twenty-seventh Scientific Centre`.

use crate::text::number_words::number_at;
use crate::text::word::{Word, Words};

/// The words of a query in which numbers that are written out are digits. None where none is.
pub fn numbers_as_digits(words: &Words) -> Option<Words> {
    let texts: Vec<&str> = words.words.iter().map(|word| &*word.text).collect();
    if (0..texts.len()).all(|at| number_at(&texts[at..]).is_none()) {
        return None;
    }
    let mut read = Words {
        words: Vec::with_capacity(texts.len()),
        commas: words.commas,
    };
    let mut at = 0;
    while let Some(word) = words.words.get(at) {
        let number = number_at(&texts[at..]);
        let (text, length) = number.map_or((word.text.clone(), 1), |(number, length)| {
            (number.to_string(), length)
        });
        read.words.push(Word {
            text,
            ..word.clone()
        });
        at += length;
    }
    (read.words != words.words).then_some(read)
}
