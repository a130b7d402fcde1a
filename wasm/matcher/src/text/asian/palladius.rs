//! Syllables of Pinyin in Cyrillic letters, as Russian texts write Chinese names: the transcription of
//! Palladius. Compiled by hand from its published table.

/// First sounds, longer ones first.
const ONSETS: &[(&str, &str)] = &[
    ("zh", "чж"),
    ("ch", "ч"),
    ("sh", "ш"),
    ("b", "б"),
    ("p", "п"),
    ("d", "д"),
    ("t", "т"),
    ("g", "г"),
    ("k", "к"),
    ("j", "цз"),
    ("q", "ц"),
    ("x", "с"),
    ("r", "ж"),
    ("z", "цз"),
    ("c", "ц"),
    ("s", "с"),
    ("m", "м"),
    ("f", "ф"),
    ("n", "н"),
    ("l", "л"),
    ("h", "х"),
];

const RHYMES: &[(&str, &str)] = &[
    ("a", "а"),
    ("ai", "ай"),
    ("an", "ань"),
    ("ang", "ан"),
    ("ao", "ао"),
    ("e", "э"),
    ("ei", "эй"),
    ("en", "энь"),
    ("eng", "эн"),
    ("i", "и"),
    ("ia", "я"),
    ("ian", "янь"),
    ("iang", "ян"),
    ("iao", "яо"),
    ("ie", "е"),
    ("in", "инь"),
    ("ing", "ин"),
    ("iong", "юн"),
    ("iu", "ю"),
    ("o", "о"),
    ("ong", "ун"),
    ("ou", "оу"),
    ("u", "у"),
    ("ua", "уа"),
    ("uai", "уай"),
    ("uan", "уань"),
    ("uang", "уан"),
    ("ue", "юэ"),
    ("ui", "уй"),
    ("un", "унь"),
    ("uo", "о"),
];

/// Syllables that are written otherwise than onset and rhyme say.
const WHOLE: &[(&str, &str)] = &[
    ("zi", "цзы"),
    ("ci", "цы"),
    ("si", "сы"),
    ("er", "эр"),
    ("hui", "хуэй"),
    ("ya", "я"),
    ("yan", "янь"),
    ("yang", "ян"),
    ("yao", "яо"),
    ("ye", "е"),
    ("yi", "и"),
    ("yin", "инь"),
    ("ying", "ин"),
    ("yong", "юн"),
    ("you", "ю"),
    ("yu", "юй"),
    ("yuan", "юань"),
    ("yue", "юэ"),
    ("yun", "юнь"),
    ("wa", "ва"),
    ("wai", "вай"),
    ("wan", "вань"),
    ("wang", "ван"),
    ("wei", "вэй"),
    ("wen", "вэнь"),
    ("weng", "вэн"),
    ("wo", "во"),
    ("wu", "у"),
];

/// Rhymes whose `u` is another vowel after `j`, `q`, `x`.
const FRONTED: &[(&str, &str)] = &[("u", "юй"), ("uan", "юань"), ("ue", "юэ"), ("un", "юнь")];

/// A syllable of Pinyin in Cyrillic letters.
///
/// ```
/// # use matcher::text::asian::palladius::cyrillic;
/// assert_eq!(cyrillic("ping"), "пин");
/// assert_eq!(cyrillic("jin"), "цзинь");
/// assert_eq!(cyrillic("xu"), "сюй");
/// ```
#[must_use]
pub fn cyrillic(pinyin: &str) -> String {
    let whole = WHOLE.iter().find(|(latin, _)| *latin == pinyin);
    if let Some((_, whole)) = whole {
        return (*whole).to_owned();
    }
    let onset = ONSETS.iter().find(|(latin, _)| pinyin.starts_with(latin));
    let (start, rhyme) = onset.map_or(("", pinyin), |(latin, cyrillic)| {
        (*cyrillic, &pinyin[latin.len()..])
    });
    let fronted = pinyin.starts_with(['j', 'q', 'x']);
    let own = FRONTED.iter().filter(|_| fronted);
    let end = own.chain(RHYMES).find(|(latin, _)| *latin == rhyme);
    [start, end.map_or(rhyme, |(_, cyrillic)| cyrillic)].concat()
}
