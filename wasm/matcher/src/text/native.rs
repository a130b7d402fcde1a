//! What bodies are called in scripts whose words are not to be read from their letters: Chinese,
//! Japanese and Korean names run on without spaces, and Arabic, Armenian, Georgian, Greek and Hebrew
//! words for a company are not its name in another spelling but in another language.
//!
//! The words say what the tables of [`super::organisations`] say, in English. Legal forms after
//! ISO 20275 (GLEIF's list of entity legal forms, CC0); the rest is common vocabulary.

/// Words of running scripts, longest first where one begins another; each in both ways of writing it.
const RUNNING: &[(&str, &str)] = &[
    ("股份有限公司", "jsc"),
    ("有限責任公司", "llc"),
    ("有限责任公司", "llc"),
    ("有限公司", "ltd"),
    ("株式会社", "jsc"),
    ("有限会社", "llc"),
    ("合同会社", "llc"),
    ("주식회사", "jsc"),
    ("유한회사", "llc"),
    ("總公司", "company"),
    ("总公司", "company"),
    ("分公司", "branch"),
    ("公司", "company"),
    ("회사", "company"),
    ("集團", "group"),
    ("集团", "group"),
    ("그룹", "group"),
    ("控股", "holding"),
    ("銀行", "bank"),
    ("银行", "bank"),
    ("은행", "bank"),
    ("研究院", "institute"),
    ("研究所", "institute"),
    ("연구소", "institute"),
    ("大學", "university"),
    ("大学", "university"),
    ("대학", "university"),
    ("學院", "academy"),
    ("学院", "academy"),
    ("中心", "center"),
    ("工廠", "factory"),
    ("工厂", "factory"),
    ("協會", "association"),
    ("协会", "association"),
    ("基金會", "foundation"),
    ("基金会", "foundation"),
    ("供應鏈", "supply-chain"),
    ("供应链", "supply-chain"),
    ("進出口", "import-export"),
    ("进出口", "import-export"),
    ("科技", "technology"),
    ("技術", "technology"),
    ("技术", "technology"),
    ("기술", "technology"),
    ("電子", "electronic"),
    ("电子", "electronic"),
    ("전자", "electronic"),
    ("電氣", "electric"),
    ("电气", "electric"),
    ("貿易", "trading"),
    ("贸易", "trading"),
    ("무역", "trading"),
    ("商貿", "trading"),
    ("商贸", "trading"),
    ("國際", "international"),
    ("国际", "international"),
    ("국제", "international"),
    ("管理", "management"),
    ("發展", "development"),
    ("发展", "development"),
    ("開發", "development"),
    ("开发", "development"),
    ("投資", "investment"),
    ("投资", "investment"),
    ("物流", "logistics"),
    ("機械", "machinery"),
    ("机械", "machinery"),
    ("工程", "engineering"),
    ("工業", "industry"),
    ("工业", "industry"),
    ("實業", "industry"),
    ("实业", "industry"),
    ("設備", "equipment"),
    ("设备", "equipment"),
    ("材料", "materials"),
    ("石油", "oil"),
    ("石化", "petrochemical"),
    ("化工", "chemical"),
    ("化學", "chemical"),
    ("化学", "chemical"),
    ("能源", "energy"),
    ("航運", "shipping"),
    ("航运", "shipping"),
    ("海運", "shipping"),
    ("海运", "shipping"),
    ("해운", "shipping"),
    ("船務", "shipping"),
    ("船务", "shipping"),
    ("船舶", "ship"),
    ("航空", "aviation"),
    ("衛星", "satellite"),
    ("卫星", "satellite"),
    ("半導體", "semiconductor"),
    ("半导体", "semiconductor"),
    ("軟件", "software"),
    ("软件", "software"),
    ("信息", "information"),
    ("通信", "communication"),
    ("系統", "systems"),
    ("系统", "systems"),
    ("創新", "innovation"),
    ("创新", "innovation"),
    ("服務", "services"),
    ("服务", "services"),
    ("中國", "china"),
    ("中国", "china"),
    ("香港", "hong-kong"),
    ("北京", "beijing"),
    ("上海", "shanghai"),
    ("深圳", "shenzhen"),
    ("廣州", "guangzhou"),
    ("广州", "guangzhou"),
];

/// Words that stand by themselves.
const SINGLE: &[(&str, &str)] = &[
    // Arabic.
    ("شركة", "company"),
    ("مؤسسة", "foundation"),
    ("مجموعة", "group"),
    ("بنك", "bank"),
    ("مصرف", "bank"),
    ("وزارة", "ministry"),
    ("معهد", "institute"),
    ("مركز", "center"),
    ("جمعية", "association"),
    ("منظمة", "organization"),
    ("تنظيم", "organization"),
    ("حركة", "movement"),
    ("حزب", "party"),
    ("جبهة", "front"),
    ("لواء", "brigade"),
    ("كتيبة", "battalion"),
    ("جيش", "army"),
    ("مجلس", "council"),
    ("محدودة", "limited"),
    ("المحدودة", "limited"),
    ("للتجارة", "trading"),
    ("التجارية", "trading"),
    ("تجارة", "trading"),
    ("للصناعة", "industry"),
    ("صناعة", "industry"),
    ("صناعات", "industry"),
    ("للاستثمار", "investment"),
    ("استثمار", "investment"),
    ("قابضة", "holding"),
    ("دولية", "international"),
    ("عامة", "general"),
    ("خدمات", "services"),
    ("للنقل", "transport"),
    ("نقل", "transport"),
    ("شحن", "shipping"),
    ("نفط", "oil"),
    ("للنفط", "oil"),
    ("غاز", "gas"),
    ("طيران", "aviation"),
    ("للطيران", "aviation"),
    ("تأمين", "insurance"),
    ("صرافة", "exchange"),
    ("للصرافة", "exchange"),
    ("خيرية", "charity"),
    ("دولة", "state"),
    ("إسلامية", "islamic"),
    ("اسلامية", "islamic"),
    ("إسلامي", "islamic"),
    ("سورية", "syria"),
    ("سوريا", "syria"),
    ("سوري", "syria"),
    ("عراق", "iraq"),
    ("ليبيا", "libya"),
    ("لبنان", "lebanon"),
    ("شام", "levant"),
    ("يمن", "yemen"),
    // Persian.
    ("شرکت", "company"),
    ("گروه", "group"),
    ("بانک", "bank"),
    ("موسسه", "institution"),
    ("مؤسسه", "institution"),
    ("بنیاد", "foundation"),
    ("سازمان", "organization"),
    ("وزارت", "ministry"),
    ("دانشگاه", "university"),
    ("پژوهشگاه", "research"),
    ("مهندسی", "engineering"),
    ("صنایع", "industries"),
    ("صنعت", "industry"),
    ("صنعتی", "industrial"),
    ("تجارت", "trading"),
    ("بازرگانی", "trading"),
    ("توسعه", "development"),
    ("سرمایه", "investment"),
    ("بیمه", "insurance"),
    ("نفت", "oil"),
    ("گاز", "gas"),
    ("پتروشیمی", "petrochemical"),
    ("پالایش", "refinery"),
    ("فولاد", "steel"),
    ("کشتیرانی", "shipping"),
    ("هواپیمایی", "airline"),
    ("هوافضای", "aerospace"),
    ("هوافضا", "aerospace"),
    ("نیروی", "force"),
    ("سپاه", "corps"),
    ("پاسداران", "guard"),
    ("انقلاب", "revolution"),
    ("اسلامی", "islamic"),
    ("ایران", "iran"),
    ("ملی", "national"),
    ("دفاع", "defence"),
    ("هستهای", "nuclear"),
    ("فناوری", "technology"),
    ("دریا", "sea"),
    ("دریای", "sea"),
    ("آسیا", "asia"),
    // Armenian, Georgian, Greek, Hebrew.
    ("սպը", "llc"),
    ("փբը", "cjsc"),
    ("բբը", "ojsc"),
    ("բանկ", "bank"),
    ("ընկերություն", "company"),
    ("შპს", "llc"),
    ("სს", "jsc"),
    ("ბანკი", "bank"),
    ("კომპანია", "company"),
    ("ναυτιλιακή", "shipping"),
    ("εταιρεία", "company"),
    ("τράπεζα", "bank"),
    ("בעמ", "ltd"),
    ("בנק", "bank"),
    ("חברה", "company"),
];

/// The English for a word that stands by itself, as [`super::normalise`] finds it: in lower case.
#[must_use]
pub fn known(word: &str) -> Option<&'static str> {
    if word.is_ascii() {
        return None;
    }
    let found = SINGLE.iter().find(|(native, _)| *native == word);
    found.map(|(_, english)| *english)
}

/// The pieces of a word of a running script that names a body; none where it names none.
///
/// Only what ends in a word of a body is a body's: people's names are left whole.
#[must_use]
pub fn pieces(word: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    if word.is_ascii() || !RUNNING.iter().any(|(native, _)| word.ends_with(native)) {
        return pieces;
    }
    let (mut rest, mut plain) = (word, 0);
    while let Some(letter) = rest[plain..].chars().next() {
        let known = RUNNING
            .iter()
            .find(|(native, _)| rest[plain..].starts_with(native));
        match known {
            Some((native, english)) => {
                if plain > 0 {
                    pieces.push(&rest[..plain]);
                }
                pieces.extend(english.split('-'));
                rest = &rest[plain + native.len()..];
                plain = 0;
            }
            None => plain += letter.len_utf8(),
        }
    }
    if !rest.is_empty() {
        pieces.push(rest);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_separates_the_name_from_what_it_is_a_name_of() {
        assert_eq!(
            pieces("深圳長江電子有限公司"),
            ["shenzhen", "長江", "electronic", "ltd"]
        );
        assert_eq!(pieces("香港科技"), ["hong", "kong", "technology"]);
        assert_eq!(pieces("평양무역은행"), ["평양", "trading", "bank"]);
        assert!(pieces("王小明").is_empty() && pieces("国际明").is_empty());
        assert!(pieces("").is_empty());
    }
}
