import assert from "node:assert/strict";
import { entity } from "../support/entity.ts";
import { loadList, screenOn } from "./small_list.ts";

/** A listed name, and other spellings of it. */
const spelt: readonly (readonly [kind: string, listed: string, written: readonly string[]])[] = [
  ["Korean", "PAK, Kyong Su", [
    "Park Gyeong-su",
    "Park Gyeongsu",
    "Kyung-soo Park",
    "Pak Kyŏng-su",
    "Пак Кён Су",
    "Пак Кенсу",
    "박경수",
    "朴慶守",
    "パク・キョンス",
    "パクキョンス",
    "ﾊﾟｸ ｷﾖﾝｽ",
  ]],
  ["Korean", "JONG, Chol Hyok", [
    "Jung Chul-hyuk",
    "Ceng Chel Hyek",
    "Jeong Cheolhyeok",
    "Чон Чхоль Хёк",
    "鄭哲革",
  ]],
  ["Korean", "RI, Tong Hui", ["Lee Dong-hee", "Yi Donghui", "Ли Дон Хи"]],
  ["Korean", "SIN, Pyong Gun", ["Shin Byeong-geun", "Shin Byung Geun", "Sin Byonggun"]],
  ["Chinese", "XU, Zhiqiang", [
    "Hsu Chih-chiang",
    "HSU Chih Ch'iang",
    "Xu Zhi Qiang",
    "Сюй Чжицян",
  ]],
  ["Chinese", "JIANG, Guangrong", ["Chiang Kuang-jung", "Kuang-jung Chiang", "Цзян Гуанжун"]],
  ["Chinese", "CAO, Yuejun", ["Ts'ao Yüeh-chün", "Cao Yue-jun", "Цао Юэцзюнь"]],
  ["Cantonese", "WONG, Kwok-keung", ["黃國強", "黄国强"]],
  ["Cantonese", "CHOW, Tsz Yan", ["周芷茵"]],
  ["Cantonese", "AU YEUNG, Chi-ming", ["歐陽志明"]],
];

/** Names as on lists, and as written in other countries. */
const elsewhere: typeof spelt = [
  ["Somali", "WARSAME, Hassan Abdi", ["Xasan Cabdi Warsame", "Warsame, Xasan Cabdi"]],
  ["Somali", "ROBLE, Abdirahman Ahmed", ["Cabdiraxmaan Axmed Rooble"]],
  ["Turkish", "KHATTAB, Khalid Walid", ["Halit Velit Khattab", "Khattab, Halit Velit"]],
  ["Indonesian", "BAHARUN, Rashid Hashim", ["Rasyid Hasyim Baharun", "Rosyid Hasyim Baharun"]],
  ["German", "KHAZRAJI, Yazid Abdulaziz", [
    "Jasid Abdulasis Chasradschi",
    "CHASRADSCHI, Jasid Abdulasis",
  ]],
  ["German", "ZHUKOVTSEV, Yevgeny", ["Jewgeni Schukowzew", "Jewgenij Schukowzew"]],
  ["Hebrew", "AL-KHAZRAJI, Ramzi Ghazwan", ["רמזי עזואן אלחזרגי"]],
  ["Cantonese", "LIANG, Junxiong", ["Leung Chun-hung", "Leung Chun Hung", "LEUNG, Chunhung"]],
  ["foreign in kana", "VORONIN, Grigory", ["グリゴーリー・ヴォローニン", "グリゴリー ボロニン"]],
  ["foreign in Han", "MEDVETSKY, Valery", ["瓦列里·梅德维茨基", "瓦列里 梅德维茨基"]],
  ["foreign in Han", "TISHCHENKOV, Vladimir", ["弗拉基米尔·季先科夫"]],
  ["foreign in Hangul", "SOKOLOV, Stanislav", ["스타니슬라프 소콜로프"]],
  ["Japanese", "SAKAGUCHI, Kenichiro", ["坂口健一郎", "坂口 健一郎", "阪口賢一朗"]],
  ["Japanese", "HAYASHIDA, Makoto", ["林田誠", "林田　誠"]],
  ["Japanese", "TSUCHIYA, Hirofumi", ["土屋弘文", "土屋 博史"]],
  ["short", "TARAKZAI, Shamsuddin", [
    "Shams Tarakzai",
    "Shams-ud-Din Tarakzai",
    "Shams ad-Din Tarakzai",
  ]],
  ["short", "TANOLI, Fakhreddine", ["Fakhr Tanoli", "Fakhruddin Tanoli", "Fakhr al-Din Tanoli"]],
  ["short", "DURRANZAI, Esmatollah", ["Ismat Durranzai", "Esmat Ullah Durranzai"]],
  ["short", "BOUKHAZNA, Abdelqahhar", ["Qahar Boukhazna", "Abd al-Qahhar Boukhazna"]],
];

const all = [...spelt, ...elsewhere];
const list = loadList(
  all.map(([, name], at) => entity(at + 1, [[name, "primary", name.split(",")[0] ?? ""]])),
);

Deno.test("match() finds names of East Asia however they are put into other letters", async (t) => {
  for (const [at, [kind, name, written]] of spelt.entries()) {
    for (const query of written) {
      await t.step(`${kind}: ${query} is ${name}`, () => {
        const [best] = screenOn(list, query).candidates;
        assert.equal(best?.matchedName, name);
        assert.equal(best?.listRef, `${at + 1}`);
        assert.ok((best?.score ?? 0) >= 90, `${best?.score}`);
      });
    }
  }
});

Deno.test("match() finds names as other countries write and shorten them", async (t) => {
  for (const [at, [kind, name, written]] of elsewhere.entries()) {
    for (const query of written) {
      await t.step(`${kind}: ${query} is ${name}`, () => {
        const [best] = screenOn(list, query).candidates;
        assert.equal(best?.listRef, `${spelt.length + at + 1}`);
        assert.ok((best?.score ?? 0) >= 70, `${best?.score}`);
      });
    }
  }
});

Deno.test("match() takes a query of the very words of a name as it stands", () => {
  const [best] = screenOn(list, "Hassan Abdi Warsame").candidates;
  assert.deepEqual([best?.exact, best?.score], [true, 100]);
});

Deno.test("match() keeps names of East Asia apart that are spelt alike by nobody", async (t) => {
  for (
    const [why, query] of [
      ["another Korean given name", "Park Gyeong-min"],
      ["another Korean family name", "Choi Gyeong-su"],
      ["an English name of the same sounds", "Susan Park"],
      ["another Chinese given name", "Hsu Chih-wei"],
      ["another Chinese family name", "Lin Chih-chiang"],
      ["a Russian of that family name", "Пак Виталий"],
      ["another name in Han characters", "黃國華"],
      ["another Cantonese given name", "Leung Kwok-hung"],
      ["another Somali given name", "Cumar Cabdi Warsame"],
      ["another short name", "Badr Tarakzai"],
      ["another name of a servant", "Jabbar Boukhazna"],
      ["another German spelling", "Jasid Abdulasis Chalidi"],
      ["another foreign name in kana", "グリゴーリー・ボルコフ"],
      ["another foreign name in Han", "瓦列里·沃罗宁"],
      ["another foreign name in Hangul", "스타니슬라프 보로닌"],
    ] as const
  ) {
    await t.step(`${why}: ${query}`, () => {
      const [best] = screenOn(list, query).candidates;
      assert.ok((best?.score ?? 0) < 70, `${best?.matchedName} ${best?.score}`);
    });
  }
});
