import assert from "node:assert/strict";
import { entity } from "../support/entity.ts";
import { nativeNames } from "./native_names.ts";
import { loadList, screenOn } from "./small_list.ts";

/** Names as OFAC, the EU and the UK list them in Latin letters, and in their original script. */
const persons: readonly (readonly [script: string, listed: string, original: string])[] = [
  ["Hangul", "KIM, Jong Un", "김정은"],
  ["Hangul", "KIM, Yo Jong", "김여정"],
  ["Hangul", "CHOE, Ryong Hae", "최룡해"],
  ["Hangul", "RI, Yong Gil", "리영길"],
  ["Hangul", "PAK, To Chun", "박도춘"],
  ["Hangul", "HWANG, Pyong So", "황병서"],
  ["Hangul", "JO, Yong Won", "조용원"],
  ["Han, simplified", "LI, Fangwei", "李方伟"],
  ["Han, simplified", "XIA, Baolong", "夏宝龙"],
  ["Han, simplified", "LUO, Huining", "骆惠宁"],
  ["Han, simplified", "CHEN, Quanguo", "陈全国"],
  ["Han, simplified", "ZHU, Hailun", "朱海仑"],
  ["Han, Wade-Giles", "TSAI, Ing-wen", "蔡英文"],
  ["Han, traditional", "ZHENG, Yanxiong", "鄭雁雄"],
  ["kana", "SHINODA, Kenichi", "しのだ けんいち"],
  ["kana", "GOTO, Tadamasa", "ゴトウ タダマサ"],
  ["kana", "TAKAYAMA, Kiyoshi", "たかやま きよし"],
  ["Greek", "MAZIOTIS, Nikolaos", "Νικόλαος Μαζιώτης"],
  ["Greek", "XIROS, Christodoulos", "Χριστόδουλος Ξηρός"],
  ["Hebrew", "MARZEL, Baruch", "ברוך מרזל"],
  ["Hebrew", "ETTINGER, Meir Mordechai", "מאיר מרדכי אטינגר"],
  ["Hebrew", "LEVI, Yinon", "ינון לוי"],
  ["Armenian", "KARAPETYAN, Samvel", "Սամվել Կարապետյան"],
  ["Georgian", "IVANISHVILI, Bidzina", "ბიძინა ივანიშვილი"],
  ["Georgian", "GOMELAURI, Vakhtang", "ვახტანგ გომელაური"],
  ["Georgian", "CHINCHALADZE, Mikheil", "მიხეილ ჩინჩალაძე"],
  ["Devanagari", "IBRAHIM, Dawood", "दाऊद इब्राहीम"],
  ["Bengali", "AHMED, Benazir", "বেনজীর আহমেদ"],
  ["Gurmukhi", "BABBAR, Wadhawa Singh", "ਵਧਾਵਾ ਸਿੰਘ ਬੱਬਰ"],
  ["Cyrillic, Russian", "GORBACHEV, Semyon", "Семён Горбачёв"],
  ["Cyrillic, Ukrainian", "HLIB, Serhii", "Сергій Гліб"],
  ["Cyrillic, Belarusian from Russian", "ZIAMTSAU, Ihar Fiodaravich", "Игорь Федорович ЗЕМЦОВ"],
  ["Cyrillic, Belarusian", "KARPENKA, Ihar Vasilievich", "Ігар Васільевіч КАРПЕНКА"],
  ["Cyrillic, Serbian", "SESELJ, Vojislav", "Војислав Шешељ"],
  ["Cyrillic, Serbian", "MLADIC, Ratko", "Ратко Младић"],
  ["Cyrillic, Bulgarian", "PEEVSKI, Delyan Slavchev", "Делян Славчев Пеевски"],
  ["Cyrillic, Kazakh", "NAZARBAYEV, Qairat", "Қайрат Назарбаев"],
  ["Cyrillic, Tajik", "KHOLIQOV, Jovid", "Ҷовид Холиқов"],
  ["Arabic", "AL-ASSAD, Bashar", "بشار الأسد"],
  ["Arabic, written together", "ABD AL-AZIZ, Nur al-Din", "نورالدين عبدالعزيز"],
  ["Arabic, Egyptian", "RAGAB, Mohamed", "محمد رجب"],
  ["Persian", "MOSTAFAVI, Mojtaba", "مجتبی مصطفوى"],
  ["Persian", "MOVAHEDI-AZAD, Mohammad", "محمد موحدى آزاد"],
  ["Pashto", "RAHIM, Fazal", "فضل رحيم"],
  ["Urdu", "CHAUDHRY, Aamir Ali", "عامر علی چوہدری"],
];

const list = loadList(
  persons.map(([, name], at) => entity(at + 1, [[name, "primary", name.split(",")[0] ?? ""]])),
);

Deno.test("match() finds a listed person by the name in its own script", async (t) => {
  for (const [at, [script, name, original]] of persons.entries()) {
    await t.step(`${script}: ${original} is ${name}`, () => {
      const { candidates, untransliterated } = screenOn(list, original);
      assert.deepEqual(untransliterated, []);
      const [first] = candidates;
      assert.equal(first?.listRef, String(at + 1), JSON.stringify(candidates));
      assert(first.score >= 70, `${first.score}`);
    });
  }
});

Deno.test("match() reads a script without a table where a list has it, and says so where none has", () => {
  const tibetan = loadList([entity(1, [["Tenzin", "primary"], ["བསྟན་འཛིན", "strong"]])]);
  const read = screenOn(tibetan, "བསྟན་འཛིན");
  assert.deepEqual([read.untransliterated, read.unread], [["Tibt"], []]);
  assert.equal(read.candidates[0]?.listRef, "1");
  assert.deepEqual(screenOn(tibetan, "ꆈꌠ").unread, ["Yiii"]);
  // Of letters that are of no known script none is like another's.
  const gothic = loadList([entity(1, [["Wulfila", "primary"], ["𐍅𐌿𐌻𐍆𐌹𐌻𐌰", "strong"]])]);
  assert.deepEqual(screenOn(gothic, "𐰋𐰃𐰠𐰏𐰀").unread, ["Zzzz"]);
});

/**
 * Minimum share of the names of a script that must be found first; below the measured share by less
 * than one name.
 */
const sharesOfScripts: Readonly<Record<string, number>> = {
  Ethi: 0.97,
  Khmr: 0.86,
  Knda: 0.97,
  Laoo: 0.96,
  Mlym: 0.92,
  Mymr: 0.92,
  Orya: 0.97,
  Sinh: 0.93,
  Taml: 0.97,
  Telu: 0.97,
  Thaa: 0.97,
  Thai: 0.92,
};

Deno.test("match() finds names in scripts that are read by tables of romanisation", async (t) => {
  const listed = loadList(nativeNames.map(([, name], at) => entity(at + 1, [[name, "primary"]])));
  const byScript = Map.groupBy(
    nativeNames.map(([script, , original], at) => ({ script, original, ref: String(at + 1) })),
    ({ script }) => script,
  );
  assert.deepEqual([...byScript.keys()].toSorted(), Object.keys(sharesOfScripts));
  for (const [script, names] of byScript) {
    await t.step(script, () => {
      const missed = names.filter(({ original, ref }) => {
        const { candidates: [first], untransliterated, unread } = screenOn(listed, original);
        assert.deepEqual([untransliterated, unread], [[], []], original);
        return first?.listRef !== ref || first.score < 70;
      });
      const found = 1 - missed.length / names.length;
      const least = sharesOfScripts[script] ?? 1;
      assert(found >= least, `${found}: ${missed.map(({ original }) => original).join("; ")}`);
    });
  }
});

Deno.test("match() takes a form of address before a name in such a script for what it is", async (t) => {
  const cases = [
    ["SAETANG, Narong", "นายณรงค์ แซ่ตั้ง"],
    ["THEIN SEIN", "ဦးသိန်းစိန်"],
    ["TESFAYE ALEMU", "ዶክተር ተስፋዬ ዓለሙ"],
    ["BALAKRISHNAN, Dinesh", "திரு தினேஷ் பாலகிருஷ்ணன்"],
  ] as const;
  const listed = loadList(cases.map(([name], at) => entity(at + 1, [[name, "primary"]])));
  for (const [at, [, original]] of cases.entries()) {
    await t.step(original, () => {
      const [first] = screenOn(listed, original).candidates;
      assert.equal(first?.listRef, String(at + 1));
      assert(first.score >= 90, `${first.score}`);
    });
  }
});

Deno.test("match() keeps people of other names apart in scripts that are read by tables", async (t) => {
  const listed = loadList(nativeNames.map(([, name], at) => entity(at + 1, [[name, "primary"]])));
  const others = [
    "สุดารัตน์ แก้วใส",
    "ວັນນາ ພິມມະສອນ",
    "ចាន់ ធារី",
    "နှင်းဝတ်ရည်",
    "மாலதி குணசேகரன்",
    "పద్మావతి గుప్తా",
    "ಲತಾ ಕುಲಕರ್ಣಿ",
    "ബിന്ദു ഗോപിനാഥ്",
    "දිල්හානි ඒකනායක",
    "ሰናይት ታደሰ",
    "ޝަމްޢާ އިނާޔަތު",
    "ସୁନୀତା ମହାନ୍ତି",
  ];
  for (const name of others) {
    await t.step(name, () => {
      const { candidates: [first], unread } = screenOn(listed, name);
      assert.deepEqual(unread, []);
      assert((first?.score ?? 0) < 70, `${first?.matchedName} ${first?.score}`);
    });
  }
});

/** Minimum share of the excerpt that must be found first; 0.5 points below the measured share. */
const shares: Readonly<Record<string, number>> = { Arab: 0.94, Cyrl: 0.99 };

Deno.test("match() finds persons of the UN list by NAME_ORIGINAL_SCRIPT", async (t) => {
  interface Row {
    readonly ref: string;
    readonly script: string;
    readonly name: string;
    readonly original: string;
  }
  const text = await Deno.readTextFile("fixtures/names/un_original_script.jsonl");
  const rows = text.trim().split("\n").map((line) => JSON.parse(line) as Row);
  const listed = loadList(rows.map(({ name }, at) => entity(at + 1, [[name, "primary"]])));
  const isFound = ({ original }: Row, at: number) =>
    screenOn(listed, original).candidates
      .some(({ listRef, score }) => listRef === String(at + 1) && score >= 70);
  for (const [script, share] of Object.entries(shares)) {
    await t.step(script, () => {
      const asked = rows.map((row, at) => ({ row, at })).filter(({ row }) => row.script === script);
      const missed = asked.filter(({ row, at }) => !isFound(row, at));
      const found = 1 - missed.length / asked.length;
      assert(found >= share, `${found}: ${missed.map(({ row }) => row.name).join("; ")}`);
    });
  }
});

Deno.test("match() reads through letters that only look like those of the name", async (t) => {
  const putin = loadList([entity(1, [["PUTIN, Vladimir Vladimirovich", "primary", "PUTIN"]])]);
  const cases = [
    { why: "a Cyrillic letter in a Latin word", name: "Vlаdimir Рutin" },
    { why: "a Latin letter in a Cyrillic word", name: "Bладимир Пyтин" },
    { why: "a Greek letter in a Latin word", name: "Vladimir Ρutin" },
    { why: "full-width letters", name: "Ｖｌａｄｉｍｉｒ Ｐｕｔｉｎ" },
    { why: "mathematical letters", name: "𝐕𝐥𝐚𝐝𝐢𝐦𝐢𝐫 𝐏𝐮𝐭𝐢𝐧" },
    { why: "bidirectional and zero-width marks", name: "\u202eVla\u200bdimir\u2069 Pu\u2060tin" },
    { why: "stress marks", name: "Влади́мир Пу́тин" },
  ];
  for (const { why, name } of cases) {
    await t.step(why, () => {
      const [first] = screenOn(putin, name).candidates;
      assert((first?.score ?? 0) >= 90, `${first?.score}`);
    });
  }
  const arabic = loadList([entity(1, [["Muhammad Karim", "primary"]])]);
  for (const name of ["ﻤﺤﻤﺪ ﻛﺮﻴﻡ", "محـــمد كـريم", "مُحَمَّد كَرِيم"]) {
    await t.step(`presentation forms, kashida, vowel signs: ${name}`, () => {
      assert((screenOn(arabic, name).candidates[0]?.score ?? 0) >= 90);
    });
  }
});

Deno.test("match() keeps people of other names apart in every script", async (t) => {
  for (
    const name of [
      "박정희",
      "王小明",
      "Γιώργος Παπαδόπουλος",
      "דוד לוי",
      "ზურაბ ჟვანია",
      "たなか ひろし",
    ]
  ) {
    await t.step(name, () => {
      const flagged = screenOn(list, name).candidates.filter(({ score }) => score >= 70);
      assert.deepEqual(flagged.map(({ listRef }) => listRef), []);
    });
  }
});

Deno.test("match() finds foreign names in Arabic, which has no p", () => {
  const foreign = loadList([
    entity(1, [["PUTIN, Vladimir", "primary", "PUTIN"]]),
    entity(2, [["PESKOV, Dmitry", "primary", "PESKOV"]]),
    entity(3, [["PATRUSHEV, Nikolai", "primary", "PATRUSHEV"]]),
  ]);
  const cases = [["فلاديمير بوتين", "1"], ["دميتري بيسكوف", "2"], ["نيكولاي باتروشيف", "3"]];
  for (const [name = "", ref = ""] of cases) {
    const found = screenOn(foreign, name).candidates.filter(({ score }) => score >= 70);
    assert.deepEqual(found.map(({ listRef }) => listRef), [ref], name);
  }
});

Deno.test("match() hears the last long i of a name in Arabic letters, which may also be an a", () => {
  const heard = loadList([
    entity(1, [["HUSAYN, Muhammad", "primary", "HUSAYN"]]),
    entity(2, [["MOHAMMADI, Hossein", "primary", "MOHAMMADI"]]),
    entity(3, [["SHEYKHI, Morteza", "primary", "SHEYKHI"]]),
  ]);
  const cases = [["حسین محمدی", "2"], ["محمد حسين", "1"], ["مرتضی شیخی", "3"]];
  for (const [name = "", ref = ""] of cases) {
    const found = screenOn(heard, name).candidates.filter(({ score }) => score >= 70);
    assert.deepEqual(found.map(({ listRef }) => listRef), [ref], name);
  }
});
