//! The sounds of other languages that a Han character may stand for in a foreign name.
//!
//! Compiled by hand from the habits of Xinhua's tables of transcription: the usual characters of Russian,
//! Arabic, Persian and English names.

/// Rows of characters with the same consonants. Vowels are written where they change the consonant.
const ROWS: &[(&str, &[&str])] = &[
    ("阿埃伊奥乌艾欧亚耶约尤叶娅雅优易尧依爱厄俄于也义", &[""]),
    ("安昂翁英扬延因阳永尹殷", &["na"]),
    ("恩", &["na"]),
    ("巴贝比博布鲍别拜保毕宝白卜芭碧", &["ba"]),
    ("伯柏", &["ba", "bara", "pa"]),
    ("本班宾彬邦", &["bana"]),
    ("帕佩皮普珀派彼", &["pa"]),
    ("波", &["pa", "ba"]),
    ("潘蓬彭平", &["pana"]),
    ("达德迪多杜代戴道黛大", &["da"]),
    ("丹登邓丁敦东", &["dana"]),
    ("顿", &["tana", "dana"]),
    ("塔特托图提泰", &["ta"]),
    ("蒂季佳捷得", &["ta", "da"]),
    ("坦滕廷唐通汤", &["tana"]),
    ("京", &["tana", "jana"]),
    ("津", &["tana", "dana", "jana", "zana"]),
    ("久焦", &["ta", "da", "ja"]),
    ("加戈古高葛", &["ga"]),
    ("格盖", &["ga", "ge"]),
    ("根", &["gena", "gana"]),
    ("甘冈贡", &["gana"]),
    ("卡克基科库凯考柯喀", &["ka"]),
    ("坎肯康孔昆", &["kana"]),
    ("金", &["kana", "jana", "tana"]),
    ("瓦韦维威沃武伍卫", &["va", ""]),
    ("温文旺", &["na", "vana"]),
    ("法费菲福富夫弗伏", &["fa"]),
    ("芬凡范丰冯", &["fana"]),
    ("扎", &["za", "ja", "da"]),
    ("泽", &["za", "ja"]),
    ("佐祖", &["za"]),
    ("兹", &["za", "tsa"]),
    ("赞曾", &["zana", "jana"]),
    ("萨西索苏塞斯瑟赛素丝", &["sa"]),
    ("谢史", &["sa", "sha"]),
    ("桑森孙松圣辛", &["sana"]),
    ("沙舍绍舒夏", &["sha"]),
    ("什", &["sha"]),
    ("申尚顺先", &["shana"]),
    ("热日若茹儒", &["ja"]),
    ("让", &["jana"]),
    ("贾朱", &["ja"]),
    ("杰", &["ja", "da"]),
    ("吉", &["ja", "ga"]),
    ("乔", &["ja", "cha"]),
    ("詹", &["jana"]),
    ("恰切查", &["cha"]),
    ("奇齐", &["cha", "tsa"]),
    ("丘秋", &["cha", "ta"]),
    ("察采措楚茨", &["tsa"]),
    ("钦琴", &["tsana", "chana"]),
    ("哈赫霍胡海侯豪何", &["ha", "kha"]),
    ("希", &["ha", "kha", "sha"]),
    ("汉韩亨洪翰", &["hana", "khana"]),
    ("罕", &["hama", "hana", "khana"]),
    ("欣", &["hama", "sana", "shana"]),
    ("马梅米莫穆姆迈毛默玛密", &["ma"]),
    ("曼门明蒙", &["mana"]),
    ("纳内尼诺努奈瑙娜妮涅", &["na"]),
    ("宁南农", &["nana"]),
    ("利洛卢莱劳莉丽", &["la"]),
    ("拉列尔勒里罗鲁雷留历理", &["ra", "la"]),
    ("兰伦朗林连", &["lana", "rana"]),
];

/// Names whose characters are a matter of custom.
const CUSTOMARY: &[(&str, &str)] = &[
    ("亚历山大", "aleksandr"),
    ("亚历山德拉", "aleksandra"),
    ("弗拉基米尔", "vladimir"),
    ("弗拉季米尔", "vladimir"),
    ("叶卡捷琳娜", "ekaterina"),
    ("叶夫根尼", "evgeni"),
    ("瓦西里", "vasili"),
    ("格奥尔基", "georgi"),
    ("穆罕默德", "muhammad"),
    ("约翰", "john"),
    ("约瑟夫", "joseph"),
];

/// The sounds of a word, each with all that it may stand for; none where a character is in no foreign name.
#[must_use]
pub fn syllables(word: &str) -> Option<Vec<Vec<&'static str>>> {
    if let Some((_, latin)) = CUSTOMARY.iter().find(|(han, _)| *han == word) {
        return Some(vec![vec![*latin]]);
    }
    let row = |character: char| {
        let row = ROWS.iter().find(|(row, _)| row.contains(character))?;
        Some(row.1)
    };
    let rows: Option<Vec<&[&str]>> = word.chars().map(row).collect();
    let rows = rows?;
    let sounds = rows.iter().enumerate().map(|(at, row)| {
        let next = rows.get(at + 1).map_or("", |next| next[0]);
        // `Mani` is written as `man` and `ni`.
        let nasal = |sound: &&'static str| match sound.strip_suffix(['a']) {
            Some(open) if sound.len() > 2 && next.starts_with(['m', 'n']) => {
                open.strip_suffix(['m', 'n']).unwrap_or(sound)
            }
            _ => sound,
        };
        row.iter().map(nasal).collect()
    });
    Some(sounds.collect())
}
