//! Two given names in Arabic letters that people of Iran and Afghanistan write as one.

use super::raw_words::is_invisible;

/// Names that stand first in a compound, and those that stand second: as Arabs and as Persians write them.
const FIRST: &str = "محمد احمد علی علي غلام امیر امير حسین حسين حسن میر مير سید سيد";
const SECOND: &str = "رضا علی علي حسین حسين حسن جواد مهدی مهدي صادق تقی تقي نقی نقي کاظم كاظم باقر صالح امین امين \
    اکبر اكبر اصغر ابراهیم ابراهيم اسماعیل اسماعيل محمد مرتضی مرتضى مصطفی مصطفى مجتبی مجتبى عباس قاسم جعفر \
    حیدر حيدر یوسف يوسف سعید سعيد کریم كريم رحیم رحيم هادی هادي طاهر محسن محمود ناصر نبی نبي";

/// A text with its compounds in two words; none where it has none.
///
/// ```
/// # use matcher::text::arabic_compounds::compounds_apart;
/// assert_eq!(compounds_apart("محمدجواد صفری").as_deref(), Some("محمد جواد صفری"));
/// assert_eq!(compounds_apart("(محمد\u{200c}جواد) صفری").as_deref(), Some("(محمد جواد) صفری"));
/// assert_eq!(compounds_apart("محمد جواد صفری"), None);
/// ```
pub fn compounds_apart(text: &str) -> Option<String> {
    if text.is_ascii() {
        return None;
    }
    let words = text.split_whitespace().map(|word| {
        let seen: String = word.chars().filter(|c| !is_invisible(*c)).collect();
        let bare = seen.trim_matches(|c: char| !c.is_alphanumeric());
        match parts(bare) {
            Some((first, second)) => seen.replacen(bare, &format!("{first} {second}"), 1),
            None => word.to_owned(),
        }
    });
    let apart = words.collect::<Vec<_>>().join(" ");
    let count = |text: &str| text.split_whitespace().count();
    (count(&apart) > count(text)).then_some(apart)
}

fn parts(word: &str) -> Option<(&'static str, &str)> {
    let mut firsts = FIRST.split_whitespace();
    firsts.find_map(|first| {
        let second = word.strip_prefix(first)?;
        let is_second = SECOND.split_whitespace().any(|known| known == second);
        is_second.then_some((first, second))
    })
}
