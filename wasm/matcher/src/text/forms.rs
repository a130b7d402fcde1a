//! Legal forms of bodies, and what is written before the names of vessels.
//!
//! In the form that [`super::normalise`] gives. A row is a class: its forms are the same kind of body
//! in one language or another. After ISO 20275 (GLEIF's list of entity legal forms, CC0), with the
//! abbreviations in use in each country, and, for the prefixes of vessels, common maritime use. What is
//! written out in several words stands in [`super::form_phrases`].

/// Legal forms by class.
pub const FORMS: &[&str] = &[
    // Companies of limited liability: English, German, Romance, Dutch, Nordic, Slavic, Baltic, Turkic,
    // Albanian, Hungarian, Greek, Malay, Vietnamese, Arabic in dotted letters, Mongolian.
    "llc ltd limited lc wll spc pllc ulc lllc proprietary \
     gmbh gesmbh mbh ggmbh ug unternehmergesellschaft bv bvba sprl \
     aps anpartsselskab ehf einkahlutafelag ou oue osauhing \
     sarl sarlu srl srls srlu suarl sasu eurl eirl eireli lda ltda limitada limitee limite ltee sl slu slne unipessoal \
     ooo oooo osoo odo tov too tdv odgovornoscu odgovornostu doo jdoo dooel ood eood sro spzoo zoo \
     sia uab mchj mmc mpp zhshs khkhk kft shpk epe mepe \
     bhd sdn sendirian berhad pvt pte pty private ptd tnhh aee sti dhmm zmm \
     partnerschaftsgesellschaft kabushikigaisha kabushikikaisha korlatolt felelossegu tarsasag vennootschap besloten naamloze",
    // Joint stock companies.
    "jsc ojsc cjsc pjsc pjs prjsc pjsco prjsco ag aktiengesellschaft ao oao pao zao nao prat ab aktiebolag as \
     aktieselskab aksjeselskap asa allmennaksjeselskap ad ead nv oy oyj osakeyhtio \
     plc sa sab sabcv sapi saic saca saici saicf sae ae sal saoc saog saspa \
     sas sasa se spa saipa sicav sicaf sgps psc qsc qpsc ksc kscc kscp bsc bscc aat zat pat hf hlutafelag cv anonim \
     anonima anonyme sahami azsc asmc aktsiaselts soparfi ctcp tbk zrt nyrt reszvenytarsasag shmm shml shma shmk shmq shmb jusikhoesa",
    // A company, however its members are liable.
    "co company companies compagnie compania companhia cia cie kompaniya kompaniia kompanii kompani \
     firm firma gongsi hoesa sirketi sherkat sherkate sharikat empresa cos",
    "corp corporation corporacion corporacao incorporated inc korporatsiya korporatsiia korporasi \
     goskorporatsiya goskorporatsiia",
    "est establishment etablissement etablissements muessese",
    // Of a free zone.
    "fz fzc fzco fze fzllc dmcc",
    // Partnerships.
    "gp kg kgaa llp lllp lp scsp amba spk ohg gbr scs snc vof cvoa partnership kommanditgesellschaft handelsgesellschaft \
     handelsbolag kommanditbolag kommandiittiyhtio kd kkt scarl scrl scop scpa gie geie ewiv eeig",
    // Enterprises and institutions of a state.
    "fgup gup mup rup fsue sue fgbu fgau fgku gbu kup chup",
    // Not for profit.
    "ano nko asbl aisbl ivzw vzw npc nonprofit ev cic stichting stiftelsen stiftung",
    // A sole trader.
    "fop chp einzelunternehmen enkeltmandsvirksomhed",
    // Vessels.
    "imo mmsi fv mt mts ms mv ss tb vlcc ulcc",
];

/// Letters that are a legal form at the end of a body's name alone: elsewhere they are words, short for
/// others, or what people are called.
pub const FORMS_AT_END: &[&str] = &[
    "asc", "bt", "dd", "eg", "ek", "hb", "ike", "ip", "kk", "ks", "ky", "mb", "mm", "ngo", "oe",
    "pc", "pcl", "pk", "pp", "psa", "pt", "qmj", "saa", "sac", "sau", "sca", "sci", "sh", "sha",
    "shpa", "ta", "ud", "vos", "xk", "yk",
];

/// Letters that are one at the beginning alone.
pub const FORMS_AT_START: &[&str] = &["ip", "ngo", "pp", "prat", "pt", "sca", "sci", "ud", "up"];

/// What is written out or in short: the beginnings of the words, and the short form.
///
/// In their order, the longer before the shorter; words of three letters or less are meant whole. Then the
/// kinds of bodies that Russian abbreviates and the names of states and of what belongs to them.
pub const PHRASES: &[(&[&str], &str)] = &[
    // Legal forms in letters that stand apart.
    (&["sp", "z", "o", "o"], "spzoo"),
    (&["sp", "z", "oo"], "spzoo"),
    (&["sp", "k"], "spk"),
    (&["sp", "j"], "spk"),
    (&["spol", "s", "r", "o"], "sro"),
    (&["s", "de", "r", "l", "de", "c", "v"], "srl"),
    (&["s", "de", "rl", "de", "cv"], "srl"),
    (&["s", "de", "r", "l"], "srl"),
    (&["s", "de", "rl"], "srl"),
    (&["s", "en", "c"], "scs"),
    (&["c", "por", "a"], "sa"),
    (&["soc", "coop"], "scarl"),
    (&["sh", "p", "k"], "shpk"),
    (&["cong", "ty", "co", "phan"], "jsc"),
    (&["cong", "ty", "tnhh"], "llc"),
    (&["cong", "ty"], "company"),
    (&["non", "governmental", "organi"], "nko"),
    // Enterprises and bodies of a state, and traders.
    (&["federal", "state", "budgetary"], "fgbu"),
    (&["federaln", "gosudarstvenn", "byudzhetn"], "fgbu"),
    (&["autonom", "non", "profit", "organi"], "ano"),
    (&["autonom", "nonprofit", "organi"], "ano"),
    (&["avtonomn", "nekommerchesk", "organizats"], "ano"),
    (&["non", "profit"], "nonprofit"),
    (&["individualn", "predprinimatel"], "fop"),
    (&["individual", "entrepreneur"], "fop"),
    (&["general", "trading"], "trading"),
    (&["trade", "house"], "td"),
    (&["trading", "house"], "td"),
    (&["torgov", "dom"], "td"),
    (&["torhov", "dim"], "td"),
    (&["central", "scientific", "research", "institute"], "tsnii"),
    (&["central", "research", "institute"], "tsnii"),
    (
        &["tsentraln", "nauchno", "issledovatelsk", "institut"],
        "tsnii",
    ),
    (&["scientific", "and", "production", "association"], "npo"),
    (&["scientific", "production", "association"], "npo"),
    (&["research", "and", "production", "association"], "npo"),
    (&["research", "production", "association"], "npo"),
    (&["nauchno", "proizvodstvenn", "obedineni"], "npo"),
    (&["scientific", "and", "production", "enterprise"], "npp"),
    (&["scientific", "production", "enterprise"], "npp"),
    (&["research", "and", "production", "enterprise"], "npp"),
    (&["research", "production", "enterprise"], "npp"),
    (&["nauchno", "proizvodstvenn", "predpriyati"], "npp"),
    (&["scientific", "and", "production", "company"], "npk"),
    (&["scientific", "production", "company"], "npk"),
    (&["research", "and", "production", "company"], "npk"),
    (&["research", "production", "company"], "npk"),
    (&["scientific", "and", "production", "corporation"], "npk"),
    (&["scientific", "production", "corporation"], "npk"),
    (&["research", "and", "production", "corporation"], "npk"),
    (&["research", "production", "corporation"], "npk"),
    (&["scientific", "and", "production", "complex"], "npk"),
    (&["scientific", "production", "complex"], "npk"),
    (&["research", "and", "production", "complex"], "npk"),
    (&["research", "production", "complex"], "npk"),
    (&["scientific", "and", "production", "concern"], "npk"),
    (&["scientific", "production", "concern"], "npk"),
    (&["research", "and", "production", "concern"], "npk"),
    (&["research", "production", "concern"], "npk"),
    (&["nauchno", "proizvodstvenn", "kompani"], "npk"),
    (&["nauchno", "proizvodstvenn", "korporatsi"], "npk"),
    (&["nauchno", "proizvodstvenn", "kompleks"], "npk"),
    (&["nauchno", "proizvodstvenn", "kontsern"], "npk"),
    (&["scientific", "and", "production", "cent"], "npts"),
    (&["scientific", "production", "cent"], "npts"),
    (&["research", "and", "production", "cent"], "npts"),
    (&["research", "production", "cent"], "npts"),
    (&["nauchno", "proizvodstvenn", "tsentr"], "npts"),
    (&["scientific", "research", "institute"], "nii"),
    (&["research", "institute"], "nii"),
    (&["nauchno", "issledovatelsk", "institut"], "nii"),
    (&["nauchn", "issledovatelsk", "institut"], "nii"),
    (&["issledovatelsk", "institut"], "nii"),
    (&["central", "design", "bureau"], "tskb"),
    (&["tsentraln", "konstruktorsk", "byuro"], "tskb"),
    (&["special", "design", "bureau"], "skb"),
    (&["spetsialn", "konstruktorsk", "byuro"], "skb"),
    (&["production", "association"], "po"),
    (&["proizvodstvenn", "obedinen"], "po"),
    (&["experimental", "design", "bureau"], "okb"),
    (&["opytn", "konstruktorsk", "byuro"], "okb"),
    (&["design", "bureau"], "kb"),
    (&["konstruktorsk", "byuro"], "kb"),
    (&["scientific", "and", "production"], "np"),
    (&["scientific", "production"], "np"),
    (&["science", "and", "production"], "np"),
    (&["scientific", "and", "industrial"], "np"),
    (&["scientific", "industrial"], "np"),
    (&["research", "and", "production"], "np"),
    (&["research", "production"], "np"),
    (&["research", "and", "manufacturing"], "np"),
    (&["nauchno", "proizvodstvenn"], "np"),
    (&["naukovo", "vyrobnych"], "np"),
    (&["all", "russia"], "all-russian"),
    (&["vserossiy"], "all-russian"),
    (&["engine", "building"], "motor-building"),
    (&["machine", "building"], "machine-building"),
    (&["machine", "engineering"], "machine-building"),
    (&["mechanical", "engineering"], "machine-building"),
    (&["instrument", "engineering"], "instrument-making"),
    (&["instrument", "making"], "instrument-making"),
    (&["instrument", "building"], "instrument-making"),
    (&["instrument", "manufacturing"], "instrument-making"),
    (&["ship", "building"], "shipbuilding"),
    (&["ship", "repair"], "shiprepair"),
    (&["ship", "maintenance"], "shiprepair"),
    (&["radio", "engineering"], "radioengineering"),
    (&["radio", "technical"], "radioengineering"),
    (&["power", "engineering"], "power-engineering"),
    (&["sri", "lanka"], "srilanka"),
    (&["hong", "kong"], "hongkong"),
    (&["north", "korea"], "northkorea"),
    (&["united", "kingdom"], "uk"),
    (&["united", "states"], "usa"),
    (&["saudi", "arabia"], "saudi"),
    (&["named", "after"], "imeni"),
    (&["in", "the", "name", "of"], "imeni"),
    (&["russian", "federation"], "russia"),
    (&["rossiysk", "federatsi"], "russia"),
];
