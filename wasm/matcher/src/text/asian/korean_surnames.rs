//! Korean family names as their bearers and Russian texts spell them, and as lists do. Compiled by
//! hand; the order of lists' spellings is that of their frequency there.

/// Spellings of one family name: as people write it, and as lists do.
const SURNAMES: &[(&[&str], &[&str])] = &[
    (&["kim", "gim", "ким"], &["kim"]),
    (
        &["lee", "yi", "rhee", "ri", "li", "rhie", "ли", "ри"],
        &["ri", "lee", "yi"],
    ),
    (&["park", "pak", "bak", "bahk", "пак"], &["pak", "park"]),
    (
        &["choi", "choe", "choy", "chwe", "цой", "чхве", "чве", "чой"],
        &["choe", "choi"],
    ),
    (
        &[
            "jung", "jeong", "chung", "chong", "jong", "cheong", "чон", "чен",
        ],
        &["jong", "chong"],
    ),
    (
        &[
            "jeon", "chun", "jun", "chon", "jon", "cheon", "чон", "чен", "чхон",
        ],
        &["jon", "chon"],
    ),
    (&["kang", "gang", "кан"], &["kang"]),
    (&["cho", "jo", "joe", "чо"], &["jo", "cho"]),
    (&["yoon", "yun", "youn", "юн"], &["yun"]),
    (&["jang", "chang", "чан", "чжан"], &["jang", "chang"]),
    (
        &["lim", "im", "rim", "yim", "лим", "рим", "им"],
        &["rim", "im"],
    ),
    (&["han", "hahn", "хан"], &["han"]),
    (&["oh", "o", "о"], &["o"]),
    (&["seo", "suh", "so", "со"], &["so"]),
    (&["shin", "sin", "син", "шин"], &["sin", "shin"]),
    (&["kwon", "gwon", "kweon", "квон"], &["kwon"]),
    (&["hwang", "whang", "хван"], &["hwang"]),
    (&["ahn", "an", "ан"], &["an"]),
    (&["song", "сон"], &["song"]),
    (&["sung", "seong", "сон"], &["song"]),
    (
        &["ryu", "yoo", "yu", "ryoo", "you", "рю", "лю", "ю"],
        &["ryu", "yu"],
    ),
    (&["hong", "хон"], &["hong"]),
    (&["ko", "koh", "go", "goh", "ко", "го"], &["ko"]),
    (&["moon", "mun", "мун"], &["mun"]),
    (&["yang", "ryang", "ян", "рян"], &["ryang", "yang"]),
    (&["son", "sohn", "сон"], &["son"]),
    (&["bae", "pae", "пэ", "бэ"], &["pae"]),
    (&["baek", "paek", "paik", "baik", "пэк", "бэк"], &["paek"]),
    (&["heo", "hur", "huh", "ho", "her", "хо"], &["ho"]),
    (&["nam", "нам"], &["nam"]),
    (&["shim", "sim", "сим"], &["sim"]),
    (&["noh", "roh", "no", "ro", "но", "ро"], &["ro", "no"]),
    (&["ha", "hah", "ха"], &["ha"]),
    (&["kwak", "gwak", "квак"], &["kwak"]),
    (&["cha", "ча", "чха"], &["cha"]),
    (&["joo", "ju", "chu", "choo", "чу", "чжу"], &["ju", "chu"]),
    (&["woo", "u", "wu", "у"], &["u"]),
    (&["koo", "ku", "gu", "goo", "ку", "гу"], &["ku"]),
    (&["min", "мин"], &["min"]),
    (&["na", "ra", "nah", "на", "ра"], &["ra", "na"]),
    (&["jin", "chin", "чин"], &["jin", "chin"]),
    (&["ji", "chi", "jee", "чи"], &["ji", "chi"]),
    (&["eom", "um", "om", "uhm", "ом"], &["om"]),
    (&["chae", "чхэ"], &["chae"]),
    (&["won", "weon", "вон"], &["won"]),
    (&["bang", "pang", "пан", "бан"], &["pang"]),
    (&["kong", "gong", "кон"], &["kong"]),
    (&["hyun", "hyeon", "hyon", "хён", "хен"], &["hyon"]),
    (&["ham", "hahm", "хам"], &["ham"]),
    (&["byun", "byeon", "pyon", "byon", "пён", "пен"], &["pyon"]),
    (
        &["yeom", "yum", "ryom", "yom", "ём", "рём"],
        &["ryom", "yom"],
    ),
    (&["pyo", "пхё"], &["pyo"]),
    (&["kil", "gil", "киль", "гиль"], &["kil"]),
    (&["seok", "suk", "sok", "сок"], &["sok"]),
    (&["yeon", "youn", "yon", "ён"], &["yon"]),
    (&["tae", "thae", "тхэ"], &["thae", "tae"]),
    (&["do", "to", "то"], &["to"]),
    (&["eun", "un", "ын"], &["un"]),
    (&["ki", "gi", "ки"], &["ki"]),
    (&["bong", "pong", "пон"], &["pong"]),
    (&["kook", "gook", "kuk", "guk", "кук"], &["kuk"]),
    (&["maeng", "мэн"], &["maeng"]),
    (&["myung", "myeong", "myong", "мён"], &["myong"]),
    (&["seonu", "sunwoo", "sonu"], &["sonu"]),
    (&["namgung", "namkoong"], &["namgung"]),
    (&["hwangbo"], &["hwangbo"]),
];

/// How lists spell a family name, the likeliest first; none where it is none.
///
/// ```
/// # use matcher::text::asian::korean_surnames::listed;
/// assert_eq!(listed("park").collect::<Vec<_>>(), ["pak", "park"]);
/// assert_eq!(listed("smith").next(), None);
/// ```
pub fn listed(written: &str) -> impl Iterator<Item = &'static str> + '_ {
    let rows = SURNAMES
        .iter()
        .filter(move |(as_written, _)| as_written.contains(&written));
    rows.flat_map(|(_, as_listed)| as_listed.iter().copied())
}
