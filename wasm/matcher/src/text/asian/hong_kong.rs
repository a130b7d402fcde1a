//! Chinese names in Cantonese spelling, put into Pinyin: `Cheung Kwok-wah` is `Zhang Guohua`.
//!
//! One sound of Cantonese is that of many characters, so that only the characters of names are taken: those of
//! the commonest family and given names, compiled by hand, the commoner first. Their readings are Unihan's
//! (see `../han/README.md`), in Jyutping and in the habits of Hong Kong.

use std::sync::LazyLock;

use super::cantonese::spellings;
use super::chinese::{is_otherwise, is_pinyin};
use super::syllables::{Part, Spellings, cuts, is_cut, joined};
use crate::text::by_word::ByWord;
use crate::text::consonants::is_vowel;
use crate::text::han::{jyutping, pinyin};
use crate::text::tables::CANTONESE_SURNAMES;

/// Characters of family names.
const SURNAMES: &str = "陳黃李張林王梁劉吳周楊葉何鄧馮郭鄭謝蔡許羅曾余朱胡趙蘇麥徐潘關蕭盧馬唐鍾霍孔譚\
    江方杜高莊袁蔣孫姚施溫魏湯丁任沈彭石黎歐區呂戴范顏賴岑邱韓董尹白葛龔龍雷倪倫甄簡翁邵尤宋田文卓\
    古冼賀傅程廖陸崔賈夏姜錢金汪康史侯邢涂駱翟樊凌柳包洪陶殷俞萬畢武裴柯左嚴紀薛詹";

/// Characters of given names.
const GIVEN: &str = "明國華文偉志強建平永家德英麗玉珍美芳慧敏靜秀嘉俊傑榮輝光宏軍勇濤斌波超飛鵬\
    浩宇軒晨欣怡雪梅蘭菊蓮香桂春夏秋冬東南西北中正大小曉少子生仁義禮智信福祿壽喜貴富金銀銅鐵寶慶祥瑞\
    龍虎鳳鶴雲霞月星海江河山林森峰嶺松柏竹石天地人和安寧康健樂成功業興旺昌盛達通順利元亨貞誠忠孝廉恩惠\
    賢良善惟思敬學士才能書詩琴琪琳瑜瑩瑤珊珠瓊瑛瑋璋璇玲珀潔淑婷娟娜婉嫻妍妮姍媚嬌嫣倩雅雯霖露雨晴\
    朗昊旭日昇昭晶曦亮耀炎煒燕焯煌輝培基堅城增坤垣均壯威武毅剛烈雄彪鋒銘鈞鋼錦鎮鑫鴻鵬翔翰翠羽飛揚\
    凱啟世界民族伯仲叔季兆一二三四五六七八九十萬千百全先立章彰景清源淵深湛澤潤浚濱漢洋洪浪泉淇涵溢\
    紅蘭芬芝芷茵莉菲萍葉蓉薇蕾藝蘇若英苑荷琬韻音樂歌舞可君尚善吉祖宗耀紹繼承啟敦厚維綱紀紫綺絲綠蔚\
    道理德行遠近進退逸遊連運邦都郁重里野量長開闊關隆陽階雁集雄雙雲青靖靜順須頌預顯風高魁魯鮮鳴麟黎齊\
    松柱標棟楷棋樹楓榕檀權欽正步武毓比永求汝沛沁泰浩消添淳渝漫為然照熙熹燦爾牧物特玄王玫琛理瑾用田由甲申\
    男畅疆登發白皓盈直相真眉睿知碧磊社祐神祺福秉科程穎空立竣筠箐節簡粵精素索紋純細絢絡經緯羣習耘聖聲職聰肇育\
    腾航良艷芸茂荃莊菁萱蒙蓓虹融衍裕西言計訓訪詠詒誼諾諺謙議護豐象貝貞財贊起超越躍輔轩辉辰迎述通造逢鄉采\
    釗鈴錫鏗門閔阡陸陶雷霆霜靈韜韋韶頤願馥駿騏驊驥魂鶯鷹鹿麒黛鼎倫佑佩佳侃依俠保修倍健傲儀儒元兒克兵其典冠冰\
    博滔凌凝凡出初別劍力勁勤勝化卓卿友受召向含吟周唯唐喬圖坦堃墨夢天奇奕奮好如妙姿孟宜宣富寬寶尊尋小屏岐岩\
    岳崇嵐嶸川州工巧巨帆希帥平年广序康廷弘強彤彥彬影心志忍念性恆恬恩悅情惠愉愛慈慕憲懷應戈成才承持振捷揮擎政敏教";

/// The syllables of Pinyin by how Cantonese spells the characters of names, the commoner first.
struct Table {
    surnames: ByWord<String, Vec<&'static str>>,
    given: ByWord<String, Vec<&'static str>>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut surnames = of_characters(SURNAMES);
    for (written, pinyin) in &CANTONESE_SURNAMES {
        let known = surnames.entry((*written).to_owned()).or_default();
        known.retain(|other| other != pinyin);
        known.insert(0, pinyin);
    }
    Table {
        surnames,
        given: of_characters(GIVEN),
    }
});

fn of_characters(characters: &str) -> ByWord<String, Vec<&'static str>> {
    let mut table: ByWord<String, Vec<&'static str>> = ByWord::default();
    for character in characters.chars() {
        let Some((heard, pinyin)) = jyutping(character).zip(pinyin(character)) else {
            continue;
        };
        for written in spellings(heard).into_iter().chain([heard.to_owned()]) {
            let known = table.entry(written).or_default();
            if !known.contains(&pinyin) {
                known.push(pinyin);
            }
        }
    }
    table
}

/// Ways to spell a given name that are kept.
const GIVEN_SPELLINGS_MAX: usize = 256;

/// A Chinese name of two to three lower-case syllables in Cantonese spelling, its given names as one word in
/// Pinyin. None of a name that may as well be Pinyin or Wade-Giles throughout.
///
/// ```
/// # use matcher::text::asian::hong_kong::name;
/// let readings = name(&["cheung", "kwok", "wah"]);
/// assert_eq!(readings[0][0].spellings[0], "zhang");
/// assert!(readings[0][1].spellings.contains(&"guohua".to_owned()));
/// assert!(name(&["wang", "guohua"]).is_empty());
/// ```
pub fn name(words: &[&str]) -> Vec<Vec<Part>> {
    let is_latin = words.iter().all(|word| word.is_ascii());
    if !is_latin || !(2..=3).contains(&words.len()) {
        return Vec::new();
    }
    let last = words.len() - 1;
    let has_surname = [0, last]
        .iter()
        .any(|at| TABLE.surnames.contains_key(words[*at]));
    // Nobody is called by a syllable without a vowel but in Cantonese.
    let is_syllable = |syllable: &str| {
        (is_pinyin(syllable) || is_otherwise(syllable)) && syllable.bytes().any(is_vowel)
    };
    if !has_surname || words.iter().all(|word| is_cut(word, is_syllable)) {
        return Vec::new();
    }
    [0, last]
        .into_iter()
        .filter_map(|family| reading(words, family))
        .collect()
}

/// A name whose family name stands at a place.
fn reading(words: &[&str], family: usize) -> Option<Vec<Part>> {
    let surname: Spellings = own(TABLE.surnames.get(words[family])?);
    let others: Vec<usize> = (0..words.len()).filter(|at| *at != family).collect();
    let given = |written: &str| {
        TABLE
            .given
            .get(written)
            .map(|known| own(known))
            .unwrap_or_default()
    };
    let syllables: Vec<Spellings> = match *others {
        [only] => {
            let mut cuts = cuts(words[only], given).into_iter();
            cuts.next()?
        }
        _ => others.iter().map(|at| given(words[*at])).collect(),
    };
    let spelt = joined(&syllables, GIVEN_SPELLINGS_MAX);
    if spelt.is_empty() || syllables.is_empty() {
        return None;
    }
    let mut parts = vec![Part::new(others[0], spelt, false)];
    parts.insert(usize::from(family > 0), Part::new(family, surname, true));
    Some(parts)
}

fn own(known: &[&'static str]) -> Spellings {
    known.iter().map(|pinyin| (*pinyin).to_owned()).collect()
}
