//! Forms of address in scripts whose words are not to be read from their letters: what leaves its vowels
//! out, and what runs on without space, where the form follows the name.
//!
//! Each is put into a Latin one that is [sure](super::address::Address::SURE). Compiled by hand from common use;
//! what is a frequent name as well is left out, and `القاضي`, who may be a judge, is one.

/// Words that stand by themselves: Hebrew, Arabic, Persian, Urdu, Greek, Armenian, Georgian, Hindi and
/// Bengali. Sorted.
const WORDS: &[(&str, &str)] = &[
    ("αντιστράτηγος", "general"),
    ("δήμαρχος", "governor"),
    ("δρ", "dr"),
    ("κα", "mrs"),
    ("καθηγητής", "prof"),
    ("κος", "mr"),
    ("κυρία", "mrs"),
    ("κύριος", "mr"),
    ("ναύαρχος", "admiral"),
    ("πρωθυπουργός", "minister"),
    ("πρόεδρος", "president"),
    ("στρατηγού", "general"),
    ("στρατηγός", "general"),
    ("συνταγματάρχης", "colonel"),
    ("υπουργός", "minister"),
    ("գեներալ", "general"),
    ("դոկտոր", "dr"),
    ("մինիստր", "minister"),
    ("նախագահ", "president"),
    ("նախարար", "minister"),
    ("պարոն", "mr"),
    ("տիկին", "mrs"),
    ("אדון", "mr"),
    ("אלוף", "general"),
    ("גברת", "mrs"),
    ("גנרל", "general"),
    ("דוקטור", "dr"),
    ("דר", "dr"),
    ("הנשיא", "president"),
    ("הרב", "rabbi"),
    ("השופט", "judge"),
    ("השר", "minister"),
    ("מר", "mr"),
    ("פרופ", "prof"),
    ("פרופסור", "prof"),
    ("שייח", "sheikh"),
    ("آقای", "mr"),
    ("آيةالله", "ayatollah"),
    ("آیةالله", "ayatollah"),
    ("آیتالله", "ayatollah"),
    ("ارتشبد", "general"),
    ("الأستاذ", "ustad"),
    ("الأمير", "prince"),
    ("الإمام", "imam"),
    ("الاستاذ", "ustad"),
    ("الامام", "imam"),
    ("الامير", "prince"),
    ("البروفيسور", "prof"),
    ("الجنرال", "general"),
    ("الحاج", "haj"),
    ("الدكتور", "dr"),
    ("الدكتورة", "dr"),
    ("الدكتوره", "dr"),
    ("الرئيس", "president"),
    ("الرائد", "major"),
    ("الرفيق", "comrade"),
    ("السفير", "ambassador"),
    ("السلطان", "prince"),
    ("السناتور", "senator"),
    ("السيد", "sayyid"),
    ("السيدة", "mrs"),
    ("السيناتور", "senator"),
    ("الشيخ", "sheikh"),
    ("العقيد", "colonel"),
    ("العلامة", "allamah"),
    ("العميد", "brigadier"),
    ("الفريق", "general"),
    ("القبطان", "captain"),
    ("اللواء", "general"),
    ("المحافظ", "governor"),
    ("المرشد", "imam"),
    ("المستشار", "judge"),
    ("المشير", "marshal"),
    ("المطران", "archbishop"),
    ("المفتي", "mufti"),
    ("المقدم", "colonel"),
    ("الملا", "mulla"),
    ("الملازم", "lieutenant"),
    ("الملك", "prince"),
    ("المهندس", "engineer"),
    ("النائب", "senator"),
    ("النقيب", "captain"),
    ("الوزير", "minister"),
    ("بروفسور", "prof"),
    ("بروفيسور", "prof"),
    ("تيمسار", "general"),
    ("تیمسار", "general"),
    ("جناب", "janab"),
    ("جنرال", "general"),
    ("جنرل", "general"),
    ("حاج", "haj"),
    ("حاجی", "haji"),
    ("حجةالاسلام", "hojatoleslam"),
    ("حجتالاسلام", "hojatoleslam"),
    ("حضرت", "hazrat"),
    ("خانم", "mrs"),
    ("دریادار", "admiral"),
    ("دكتور", "dr"),
    ("دكتورة", "dr"),
    ("دکتر", "dr"),
    ("رئیسجمهور", "president"),
    ("سرتیپ", "sartip"),
    ("سردار", "general"),
    ("سرلشکر", "sarlashkar"),
    ("سرهنگ", "sarhang"),
    ("سروان", "captain"),
    ("سرگرد", "major"),
    ("سفير", "ambassador"),
    ("سماحة", "excellency"),
    ("سيادة", "excellency"),
    ("سپهبد", "general"),
    ("سید", "sayyid"),
    ("شيخ", "sheikh"),
    ("شیخ", "sheikh"),
    ("عقيد", "colonel"),
    ("فضيلة", "excellency"),
    ("مسٹر", "mr"),
    ("معالي", "excellency"),
    ("مفتي", "mufti"),
    ("ملا", "mulla"),
    ("مهندس", "engineer"),
    ("مولانا", "maulana"),
    ("مولوي", "maulavi"),
    ("مولوی", "maulavi"),
    ("وزير", "minister"),
    ("وزیر", "minister"),
    ("ڈاکٹر", "dr"),
    ("अध्यक्ष", "president"),
    ("कर्नल", "colonel"),
    ("जनरल", "general"),
    ("डॉ", "dr"),
    ("डॉक्टर", "dr"),
    ("प्रधानमंत्री", "minister"),
    ("प्रोफेसर", "prof"),
    ("मंत्री", "minister"),
    ("मेजर", "major"),
    ("राष्ट्रपति", "president"),
    ("श्री", "shri"),
    ("श्रीमती", "shrimati"),
    ("सुश्री", "miss"),
    ("অধ্যাপক", "prof"),
    ("জনাব", "janab"),
    ("জেনারেল", "general"),
    ("ড", "dr"),
    ("ডাঃ", "dr"),
    ("মন্ত্রী", "minister"),
    ("মিস্টার", "mr"),
    ("ბატონი", "mr"),
    ("გენერალი", "general"),
    ("დოქტორი", "dr"),
    ("მინისტრი", "minister"),
    ("პრეზიდენტი", "president"),
    ("პროფესორი", "prof"),
    ("ქალბატონი", "mrs"),
];

/// What follows a Chinese, Japanese or Korean name without space, and may stand by itself: the longer
/// first.
const BEHIND: &[(&str, &str)] = &[
    ("국무위원장", "president"),
    ("委员长", "president"),
    ("委員長", "president"),
    ("大统领", "president"),
    ("大統領", "president"),
    ("선생님", "mr"),
    ("대통령", "president"),
    ("위원장", "president"),
    ("先生", "mr"),
    ("女士", "mrs"),
    ("小姐", "miss"),
    ("夫人", "mrs"),
    ("太太", "mrs"),
    ("同志", "comrade"),
    ("主席", "president"),
    ("總統", "president"),
    ("总统", "president"),
    ("总理", "minister"),
    ("總理", "minister"),
    ("部长", "minister"),
    ("部長", "minister"),
    ("将军", "general"),
    ("將軍", "general"),
    ("上将", "general"),
    ("上將", "general"),
    ("中将", "general"),
    ("中將", "general"),
    ("少将", "general"),
    ("少將", "general"),
    ("大将", "general"),
    ("大校", "colonel"),
    ("上校", "colonel"),
    ("司令", "commander"),
    ("书记", "comrade"),
    ("書記", "comrade"),
    ("议员", "senator"),
    ("議員", "senator"),
    ("大使", "ambassador"),
    ("教授", "prof"),
    ("博士", "dr"),
    ("法官", "judge"),
    ("首相", "minister"),
    ("大臣", "minister"),
    ("将軍", "general"),
    ("さん", "mr"),
    ("さま", "mr"),
    ("선생", "mr"),
    ("여사", "mrs"),
    ("동지", "comrade"),
    ("총리", "minister"),
    ("장관", "minister"),
    ("장군", "general"),
    ("대장", "general"),
    ("상장", "general"),
    ("중장", "general"),
    ("소장", "general"),
    ("의원", "senator"),
    ("대사", "ambassador"),
    ("교수", "prof"),
    ("박사", "dr"),
    ("판사", "judge"),
    ("様", "mr"),
    ("氏", "mr"),
    ("殿", "mr"),
    ("씨", "mr"),
    ("님", "mr"),
];

/// Most letters of a name in such a script.
const NAME_LETTERS_MAX: usize = 4;

/// The form of address that a word in lower case is by itself.
#[must_use]
pub fn known(word: &str) -> Option<&'static str> {
    if word.is_ascii() {
        return None;
    }
    if let Ok(at) = WORDS.binary_search_by(|(native, _)| (*native).cmp(word)) {
        return Some(WORDS[at].1);
    }
    let alone = BEHIND.iter().find(|(native, _)| *native == word);
    alone
        .filter(|(native, _)| native.chars().nth(1).is_some())
        .map(|(_, title)| *title)
}

/// A name and the form of address that is written behind it without space.
///
/// ```
/// # use matcher::text::titles::native::split_behind;
/// assert_eq!(split_behind("王小明先生"), Some(("王小明", "mr")));
/// assert_eq!(split_behind("王氏"), None);
/// ```
#[must_use]
pub fn split_behind(word: &str) -> Option<(&str, &'static str)> {
    if word.is_ascii() {
        return None;
    }
    BEHIND.iter().find_map(|(native, title)| {
        let name = word.strip_suffix(native)?;
        let letters = name.chars().count();
        // A single letter ends many names.
        let least = if native.chars().nth(1).is_some() {
            1
        } else {
            3
        };
        (least..=NAME_LETTERS_MAX)
            .contains(&letters)
            .then_some((name, *title))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::titles::address::is_title;

    #[test]
    fn words_are_sorted_and_mean_what_is_sure() {
        assert!(WORDS.windows(2).all(|pair| pair[0].0 < pair[1].0));
        let letters = |row: &(&str, &str)| row.0.chars().count();
        let longer_first = |pair: &[(&str, &str)]| letters(&pair[0]) >= letters(&pair[1]);
        assert!(BEHIND.windows(2).all(longer_first));
        assert!(WORDS.iter().chain(BEHIND).all(|(_, title)| is_title(title)));
    }

    #[test]
    fn known_and_split_behind_see_forms_of_address_alone() {
        assert_eq!(known("الشيخ"), Some("sheikh"));
        assert_eq!(known("主席"), Some("president"));
        assert_eq!(known("氏"), None);
        assert_eq!(split_behind("金正恩委员长"), Some(("金正恩", "president")));
        assert_eq!(split_behind("김철수씨"), Some(("김철수", "mr")));
        assert_eq!(split_behind("王小明"), None);
    }
}
