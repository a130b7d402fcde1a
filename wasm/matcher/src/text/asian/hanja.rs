//! Korean names in Han characters, as Chinese, Japanese and South Korean texts write them.
//!
//! Unihan's Korean readings are not at hand: compiled by hand are the characters of the commonest
//! family and given names, in the spelling of the North's lists.

use super::syllables::{Part, Spellings, add};

/// Family names: characters of one sound, then how lists spell it.
const SURNAMES: &[(&str, &[&str])] = &[
    ("金", &["kim"]),
    ("李", &["ri", "lee", "yi"]),
    ("朴", &["pak", "park"]),
    ("崔", &["choe", "choi"]),
    ("鄭郑丁", &["jong", "chong"]),
    ("全田錢钱", &["jon", "chon"]),
    ("姜康", &["kang"]),
    ("趙赵曺曹", &["jo", "cho"]),
    ("尹", &["yun"]),
    ("張张章", &["jang", "chang"]),
    ("林任", &["rim", "im"]),
    ("韓韩", &["han"]),
    ("吳吴", &["o"]),
    ("徐", &["so"]),
    ("申辛", &["sin", "shin"]),
    ("權权", &["kwon"]),
    ("黃黄", &["hwang"]),
    ("安", &["an"]),
    ("宋成", &["song"]),
    ("柳劉刘兪俞", &["ryu", "yu"]),
    ("洪", &["hong"]),
    ("高", &["ko"]),
    ("文", &["mun"]),
    ("梁楊杨", &["ryang", "yang"]),
    ("孫孙", &["son"]),
    ("裵裴", &["pae"]),
    ("白", &["paek"]),
    ("許许", &["ho"]),
    ("南", &["nam"]),
    ("沈", &["sim"]),
    ("盧卢魯鲁", &["ro", "no"]),
    ("河", &["ha"]),
    ("郭", &["kwak"]),
    ("車车", &["cha"]),
    ("朱周", &["ju", "chu"]),
    ("禹", &["u"]),
    ("具", &["ku"]),
    ("閔闵", &["min"]),
    ("羅罗", &["ra", "na"]),
    ("陳陈秦", &["jin", "chin"]),
    ("池", &["ji", "chi"]),
    ("嚴严", &["om"]),
    ("蔡", &["chae"]),
    ("元", &["won"]),
    ("方房", &["pang"]),
    ("孔", &["kong"]),
    ("玄", &["hyon"]),
    ("咸", &["ham"]),
    ("卞邊边", &["pyon"]),
    ("廉", &["ryom"]),
    ("吉", &["kil"]),
    ("石", &["sok"]),
    ("延", &["yon"]),
    ("太", &["thae", "tae"]),
];

/// Characters of given names by their sound: as lists spell it, voiced or not.
const GIVEN: &[(&str, &[&str])] = &[
    ("正貞贞政廷靜静晶鐘钟鍾宗種", &["jong", "chong"]),
    ("恩銀银殷", &["un"]),
    ("日一逸", &["il"]),
    ("成聖圣星誠诚", &["song"]),
    ("永英榮荣泳映", &["yong"]),
    ("龍龙勇容用鎔镕", &["yong", "ryong"]),
    ("哲喆徹彻", &["chol"]),
    ("海解", &["hae"]),
    ("與与汝呂", &["yo"]),
    ("炳秉丙", &["pyong", "byong"]),
    ("平", &["pyong"]),
    ("誓書书瑞西", &["so"]),
    ("植式", &["sik"]),
    ("己基起氣气奇", &["ki", "gi"]),
    ("男南楠", &["nam"]),
    ("光廣广", &["kwang", "gwang"]),
    ("赫革爀", &["hyok"]),
    ("春椿", &["chun"]),
    ("俊準准駿骏", &["jun", "chun"]),
    ("東东同", &["tong", "dong"]),
    ("明鳴", &["myong"]),
    ("浩虎鎬镐昊", &["ho"]),
    ("秀洙守壽寿修洙水", &["su"]),
    ("敬京慶庆景卿", &["kyong", "gyong"]),
    ("姬姫熙喜希", &["hui"]),
    ("玉", &["ok"]),
    ("國国", &["kuk", "guk"]),
    ("烈", &["ryol", "yol"]),
    ("吉", &["kil", "gil"]),
    ("萬万滿满", &["man"]),
    ("建健乾", &["kon", "gon"]),
    ("根", &["kun", "gun"]),
    ("原元源", &["won"]),
    ("勳勋訓训勛", &["hun"]),
    ("鎭鎮镇鎮真珍進进", &["jin", "chin"]),
    ("鶴鹤學学", &["hak"]),
    ("相尙尚祥象", &["sang"]),
    ("善宣先仙", &["son"]),
    ("勝胜承昇升", &["sung"]),
    ("賢贤鉉铉現现", &["hyon"]),
    ("華华花化和", &["hwa"]),
    ("煥焕桓", &["hwan"]),
    ("德", &["tok", "dok"]),
    ("福", &["pok", "bok"]),
    ("奉鳳凤峰", &["pong", "bong"]),
    ("泰太", &["thae", "tae"]),
    ("武茂", &["mu"]),
    ("林琳", &["rim"]),
    ("松", &["song"]),
    ("柱周珠", &["ju", "chu"]),
    ("昌創创", &["chang"]),
    ("長长", &["jang", "chang"]),
    ("在才宰", &["jae", "chae"]),
    ("大", &["tae", "dae"]),
    ("民敏", &["min"]),
    ("仁寅", &["in"]),
    ("義义", &["ui"]),
    ("安", &["an"]),
    ("心", &["sim"]),
    ("美", &["mi"]),
    ("雪", &["sol"]),
    ("主", &["ju"]),
    ("愛爱", &["ae"]),
    ("淑", &["suk"]),
    ("順顺淳", &["sun"]),
    ("子", &["ja"]),
    ("河夏", &["ha"]),
    ("宇佑雨", &["u"]),
    ("雄", &["ung"]),
    ("植", &["sik"]),
    ("燮", &["sop"]),
    ("圭奎", &["kyu", "gyu"]),
    ("石錫锡奭", &["sok"]),
    ("燦灿贊赞", &["chan"]),
    ("弼", &["phil", "pil"]),
    ("三", &["sam"]),
    ("範范", &["pom", "bom"]),
    ("鐵铁", &["chol"]),
    ("衍延淵渊連", &["yon", "ryon"]),
];

fn spellings(table: &[(&str, &[&str])], character: char) -> Spellings {
    let mut found = Spellings::new();
    for (characters, spelt) in table {
        for spelling in spelt.iter().filter(|_| characters.contains(character)) {
            add(&mut found, (*spelling).to_owned());
        }
    }
    found
}

/// A name of two or three characters that is written as one word, character by character. None where
/// one of them is none of the tables.
#[must_use]
pub fn name(word: &str) -> Option<Vec<Part>> {
    let count = word.chars().count();
    if !(2..=3).contains(&count) {
        return None;
    }
    let part = |(at, character)| {
        let is_family = at == 0;
        let table = if is_family { SURNAMES } else { GIVEN };
        let spellings = spellings(table, character);
        (!spellings.is_empty()).then_some(Part {
            place: 0,
            spellings,
            is_family,
            skeletons: Vec::new(),
        })
    };
    word.chars().enumerate().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_spelt_as_on_the_lists_of_the_north() {
        for (han, spelt) in [
            ("金日成", "kim il song"),
            ("朴鳳柱", "pak pong ju"),
            ("張成哲", "jang song chol"),
        ] {
            let parts = name(han).unwrap_or_default();
            let likeliest: Vec<&str> = parts.iter().map(|part| &*part.spellings[0]).collect();
            assert_eq!(likeliest.join(" "), spelt, "{han}");
        }
        assert_eq!(name("王小明"), None);
        assert_eq!(name("金"), None);
    }
}
