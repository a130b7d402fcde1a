//! Chinese family names of one syllable in Pinyin. Compiled by hand from the commonest of the
//! mainland and of Taiwan. Sorted.

const SURNAMES: &[&str] = &[
    "ai", "an", "bai", "bao", "bi", "bian", "cai", "cao", "cen", "chai", "chang", "chao", "che",
    "chen", "cheng", "chi", "chu", "cui", "dai", "deng", "di", "ding", "dong", "dou", "du", "duan",
    "fan", "fang", "fei", "feng", "fu", "gan", "gao", "ge", "geng", "gong", "gu", "guan", "guo",
    "han", "hao", "he", "hong", "hou", "hu", "hua", "huang", "huo", "ji", "jia", "jian", "jiang",
    "jiao", "jin", "jing", "ju", "kang", "ke", "kong", "kuang", "lai", "lan", "lang", "lei",
    "leng", "li", "lian", "liang", "liao", "lin", "ling", "liu", "long", "lou", "lu", "luo", "ma",
    "mao", "mei", "meng", "mi", "miao", "min", "mo", "mu", "nan", "ni", "nie", "ning", "niu", "ou",
    "pan", "pang", "pei", "peng", "pi", "ping", "pu", "qi", "qian", "qiang", "qiao", "qin", "qiu",
    "qu", "quan", "rao", "ren", "rong", "ruan", "shan", "shang", "shao", "she", "shen", "sheng",
    "shi", "shu", "si", "song", "su", "sui", "sun", "tai", "tan", "tang", "tao", "teng", "tian",
    "tong", "tu", "wan", "wang", "wei", "wen", "weng", "wu", "xi", "xia", "xian", "xiang", "xiao",
    "xie", "xin", "xing", "xiong", "xu", "xuan", "xue", "yan", "yang", "yao", "ye", "yi", "yin",
    "ying", "you", "yu", "yuan", "yue", "yun", "zang", "zeng", "zha", "zhai", "zhan", "zhang",
    "zhao", "zhen", "zheng", "zhong", "zhou", "zhu", "zhuang", "zhuo", "zong", "zou", "zu", "zuo",
];

/// Whether a syllable of Pinyin is a family name.
#[must_use]
pub fn is_surname(pinyin: &str) -> bool {
    SURNAMES.binary_search(&pinyin).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surnames_are_sorted() {
        assert!(SURNAMES.is_sorted());
    }
}
