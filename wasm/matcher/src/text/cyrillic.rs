//! Cyrillic to Latin, the way English texts write Russian, Ukrainian and Belarusian names.
//!
//! What differs between transcriptions (`ya`/`ia`, `ts`/`tz`, `y`/`i`) is left to the fold; here
//! only what the letters themselves tell apart: Ukrainian and Belarusian `г` is `h`.

/// Whether a letter shows that a name is Ukrainian or Belarusian.
#[must_use]
pub fn is_west(letter: char) -> bool {
    matches!(letter, 'і' | 'ї' | 'є' | 'ґ' | 'ў')
}

/// The Latin letters for one lower-case Cyrillic letter, or `None` for a letter of no table.
///
/// `west`: the name is Ukrainian or Belarusian.
///
/// ```
/// # use matcher::text::cyrillic::latin;
/// assert_eq!(latin('ж', false), Some("zh"));
/// assert_eq!(latin('г', true), Some("h"));
/// ```
#[must_use]
pub fn latin(letter: char, west: bool) -> Option<&'static str> {
    Some(match letter {
        'а' | 'ә' => "a",
        'б' => "b",
        'в' => "v",
        'г' if west => "h",
        'г' | 'ґ' => "g",
        'ғ' | 'ӷ' => "gh",
        'д' => "d",
        'ђ' => "dj",
        'е' | 'э' | 'ѐ' => "e",
        'є' => "ie",
        'ё' => "yo",
        'ж' | 'җ' => "zh",
        'з' | 'ҙ' => "z",
        'ѕ' => "dz",
        'и' | 'і' | 'ѝ' | 'ӣ' => "i",
        'й' | 'ы' => "y",
        'ї' => "yi",
        'ј' => "j",
        'к' | 'ҡ' => "k",
        'қ' => "q",
        'л' => "l",
        'љ' => "lj",
        'м' => "m",
        'н' => "n",
        'ң' => "ng",
        'њ' => "nj",
        'о' | 'ө' => "o",
        'п' => "p",
        'р' => "r",
        'с' | 'ҫ' => "s",
        'т' => "t",
        'ћ' => "c",
        'ќ' => "kj",
        'ѓ' => "gj",
        'у' | 'ұ' | 'ү' | 'ў' | 'ӯ' => "u",
        'ф' => "f",
        'х' => "kh",
        'һ' | 'ҳ' => "h",
        'ц' => "ts",
        'ч' | 'ҷ' => "ch",
        'џ' => "dzh",
        'ш' => "sh",
        'щ' => "shch",
        'ъ' | 'ь' | 'ʼ' => "",
        'ю' => "yu",
        'я' => "ya",
        _ => return None,
    })
}
