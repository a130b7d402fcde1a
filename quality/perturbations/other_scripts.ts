import { type Family, type ListedParty, mapOf } from "./family.ts";
import { kana, vowels } from "./kana.ts";

/** A consonant without a vowel. */
const kanaAlone = mapOf(
  `k=ク g=グ s=ス z=ズ t=ト d=ド n=ン h=フ f=フ v=フ b=ブ p=プ m=ム y=イ r=ル l=ル w=ウ
  sh=シュ ch=チ j=ジ zh=ジ kh=フ ts=ツ`,
);
/** Romanisation of Hangul: initial consonants, and those that may close a syllable. */
const hangulInitials = mapOf(
  `=11 k=15 g=0 s=9 z=12 t=16 d=3 n=2 h=18 f=17 v=7 b=7 p=17 m=6 y=11 r=5 l=5 w=11
  sh=9 ch=14 j=12 zh=12 kh=18 ts=14`,
);
const hangulFinals = mapOf("n=4 m=16 r=8 l=8 ng=21");
const hangulVowels = mapOf("a=0 e=5 i=20 o=8 u=13");
/** Rows of the characters by which Xinhua writes foreign names; a selection, compiled by hand. */
const han: Readonly<Record<string, string>> = {
  "": "阿 埃 伊 奥 乌",
  b: "巴 贝 比 博 布",
  p: "帕 佩 皮 波 普",
  d: "达 德 迪 多 杜",
  t: "塔 特 蒂 托 图",
  g: "加 格 吉 戈 古",
  k: "卡 克 基 科 库",
  v: "瓦 韦 维 沃 武",
  w: "瓦 韦 威 沃 伍",
  f: "法 费 菲 福 富",
  z: "扎 泽 齐 佐 祖",
  s: "萨 谢 西 索 苏",
  sh: "沙 舍 希 绍 舒",
  zh: "扎 热 日 若 茹",
  j: "贾 杰 吉 乔 朱",
  ch: "恰 切 奇 乔 丘",
  kh: "哈 赫 希 霍 胡",
  h: "哈 赫 希 霍 胡",
  m: "马 梅 米 莫 穆",
  n: "纳 内 尼 诺 努",
  l: "拉 列 利 洛 卢",
  r: "拉 列 里 罗 鲁",
  y: "亚 耶 伊 约 尤",
  ts: "察 采 齐 措 楚",
};
const hanAlone = mapOf(
  `k=克 g=格 s=斯 z=兹 t=特 d=德 n=恩 h=赫 f=夫 v=夫 b=布 p=普 m=姆 y=伊 r=尔 l=尔 w=夫
  sh=什 ch=奇 j=吉 zh=日 kh=赫 ts=茨`,
);
/** Letters by which Hebrew writes Arabic, and forms at a word's end. */
const hebrew = mapOf(
  `ا=א أ=א إ=א آ=א ب=ב ت=ת ث=ת ج=ג ح=ח خ=ח د=ד ذ=ד ر=ר ز=ז س=ס ش=ש ص=צ ض=צ ط=ט ظ=ט ع=ע
  غ=ע ف=פ ق=ק ك=כ ل=ל م=מ ن=נ ه=ה و=ו ؤ=ו ى=א ي=י ی=י ک=כ ئ=י ة=ה`,
);
const hebrewFinals = mapOf("כ=ך מ=ם נ=ן פ=ף צ=ץ");

/** Names of persons as other scripts write them by sound. */
export const otherScripts: readonly Family[] = [
  bySound(
    "kana",
    "・",
    (pieces) =>
      pieces.map(([consonant, vowel]) => syllable(kana, kanaAlone, consonant, vowel)).join(""),
  ),
  bySound("Hangul", " ", inHangul),
  bySound(
    "Han",
    "·",
    (pieces) =>
      pieces.map(([consonant, vowel]) => syllable(han, hanAlone, consonant, vowel)).join(""),
  ),
  inHebrew("Arabic names in Hebrew", true),
  inHebrew("Arabic names in Hebrew without final letters", false),
];

/** Countries whose names Latin letters spell by sound. */
const spelledBySound = new Set(
  "RU BY UA KZ SY IR IQ LB SA EG LY YE AF JO PS SD SO TN DZ MA KW QA AE BH OM RS BA".split(" "),
);

/** Two words of a name that comes from Cyrillic or Arabic. */
function bySound(
  script: string,
  join: string,
  write: (pieces: readonly (readonly [string, string])[]) => string,
): Family {
  return {
    name: `foreign names in ${script}`,
    of: "INDIVIDUAL",
    perturb: ({ entity, words }) => {
      if (
        !entity.nationalities.some((one) => spelledBySound.has(one)) || words.length !== 2 ||
        !words.every((word) => /^[A-Za-z]{4,}$/.test(word))
      ) {
        return null;
      }
      return words.map((word) => write(piecesOf(word.toLowerCase()))).join(join);
    },
  };
}

/** The consonants of a word, each with its following vowel, if any. */
function piecesOf(word: string): readonly (readonly [string, string])[] {
  const plain = word.replace(/ck|q/g, "k").replace(/x/g, "ks").replace(/c(?!h)/g, "k")
    .replace(/ph/g, "f").replace(/th/g, "t").replace(/gh|dh/g, (two) => two[0]!)
    .replace(/([b-df-hj-np-tv-z])\1/g, "$1").replace(/ou|oo/g, "u").replace(/ee/g, "i")
    .replace(/([aiueo])\1+/g, "$1")
    .replace(/y(?![aeiou])/g, "i");
  const pieces = plain.matchAll(/(sh|ch|zh|kh|ts|[b-df-hj-np-tv-z])?([aeiou])?/g);
  return [...pieces].flatMap(([all, consonant = "", vowel = ""]) =>
    all === "" ? [] : [[consonant, vowel] as const]
  );
}

function syllable(
  rows: Readonly<Record<string, string>>,
  alone: ReadonlyMap<string, string>,
  consonant: string,
  vowel: string,
): string {
  if (vowel === "") return alone.get(consonant) ?? "";
  return rows[consonant]?.split(" ")[vowels.indexOf(vowel)] ?? "";
}

/** Composes syllables (Unicode §3.12); a consonant without vowel closes the one before or takes ㅡ. */
function inHangul(pieces: readonly (readonly [string, string])[]): string {
  const blocks: [number, number, number][] = [];
  for (const [consonant, vowel] of pieces) {
    const last = blocks.at(-1);
    const final = hangulFinals.get(consonant);
    if (vowel === "" && final !== undefined && last?.[2] === 0) last[2] = Number(final);
    else {
      const glide: Readonly<Record<string, number>> = { a: 2, e: 7, i: 20, o: 12, u: 17 };
      const round: Readonly<Record<string, number>> = { a: 9, e: 15, i: 16, o: 14, u: 13 };
      const vowels = /^(y|sh)$/.test(consonant) ? glide : consonant === "w" ? round : null;
      const middle = vowels?.[vowel] ?? hangulVowels.get(vowel) ?? 18;
      if (consonant === "l" && last?.[2] === 0) last[2] = 8;
      blocks.push([Number(hangulInitials.get(consonant) ?? 11), Number(middle), 0]);
    }
  }
  return blocks.map(([first, middle, final]) =>
    String.fromCodePoint(0xac00 + (first * 21 + middle) * 28 + final)
  ).join("");
}

function inHebrew(name: string, withFinals: boolean): Family {
  return {
    name,
    of: "INDIVIDUAL",
    anyScript: true,
    perturb: (party: ListedParty) => {
      const letters = [...party.name.normalize("NFC").replace(/\p{M}/gu, "")];
      if (party.words.length < 2 || letters.some((one) => one !== " " && !hebrew.has(one))) {
        return null;
      }
      const written = letters.map((letter) => hebrew.get(letter) ?? " ").join("");
      const closed = written.replace(/[כמנפצ](?=\s|$)/gu, (letter) => hebrewFinals.get(letter)!);
      if (!/[כמנפצ](?=\s|$)/u.test(written)) return null;
      return withFinals ? closed : written;
    },
  };
}
