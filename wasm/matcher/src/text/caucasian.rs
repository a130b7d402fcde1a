//! Armenian and Georgian letters to Latin.

/// The Latin letters for one lower-case Armenian letter, or `None` for a letter of no table.
///
/// `first`: it begins its word. `western`: as Western Armenian is spoken, which swaps the voiced and
/// the voiceless.
///
/// ```
/// # use matcher::text::caucasian::armenian;
/// assert_eq!(armenian('գ', false, false), Some("g"));
/// assert_eq!(armenian('գ', false, true), Some("k"));
/// ```
#[must_use]
pub fn armenian(letter: char, first: bool, western: bool) -> Option<&'static str> {
    if western {
        let swapped = match letter {
            'բ' => "p",
            'գ' => "k",
            'դ' => "t",
            'ջ' => "ch",
            'պ' => "b",
            'կ' => "g",
            'տ' => "d",
            'ճ' => "j",
            'ձ' => "ts",
            'ծ' => "dz",
            _ => "",
        };
        if !swapped.is_empty() {
            return Some(swapped);
        }
    }
    Some(match letter {
        'ա' => "a",
        'բ' => "b",
        'գ' => "g",
        'դ' => "d",
        'ե' if first => "ye",
        'ե' | 'է' | 'ը' => "e",
        'զ' => "z",
        'թ' | 'տ' => "t",
        'ժ' => "zh",
        'ի' => "i",
        'լ' => "l",
        'խ' => "kh",
        'ծ' | 'ց' => "ts",
        'կ' | 'ք' => "k",
        'հ' => "h",
        'ձ' => "dz",
        'ղ' => "gh",
        'ճ' | 'չ' => "ch",
        'մ' => "m",
        'յ' => "y",
        'ն' => "n",
        'շ' => "sh",
        'ո' if first => "vo",
        'ո' | 'օ' => "o",
        'պ' | 'փ' => "p",
        'ջ' => "j",
        'ռ' | 'ր' => "r",
        'ս' => "s",
        'վ' | 'ւ' => "v",
        'և' => "ev",
        'ֆ' => "f",
        _ => return None,
    })
}

/// The Latin letters for one Georgian letter, or `None` for a letter of no table.
///
/// ```
/// # use matcher::text::caucasian::georgian;
/// assert_eq!(georgian('შ'), Some("sh"));
/// ```
#[must_use]
pub fn georgian(letter: char) -> Option<&'static str> {
    Some(match letter {
        'ა' => "a",
        'ბ' => "b",
        'გ' => "g",
        'დ' => "d",
        'ე' | 'ჱ' => "e",
        'ვ' => "v",
        'ზ' => "z",
        'თ' | 'ტ' => "t",
        'ი' | 'ჲ' => "i",
        'კ' | 'ქ' => "k",
        'ლ' => "l",
        'მ' => "m",
        'ნ' => "n",
        'ო' => "o",
        'პ' | 'ფ' => "p",
        'ჟ' => "zh",
        'რ' => "r",
        'ს' => "s",
        'უ' | 'ჳ' => "u",
        'ღ' => "gh",
        'ყ' => "q",
        'შ' => "sh",
        'ჩ' | 'ჭ' => "ch",
        'ც' | 'წ' => "ts",
        'ძ' => "dz",
        'ხ' | 'ჴ' => "kh",
        'ჯ' => "j",
        'ჰ' => "h",
        _ => return None,
    })
}
