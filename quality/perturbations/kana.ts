/** Vowels in the order of the rows. */
export const vowels = "aeiou";
/** Rows of the kana table by consonant, in the order of the vowels; compiled by hand. */
export const kana: Readonly<Record<string, string>> = {
  "": "ア エ イ オ ウ",
  k: "カ ケ キ コ ク",
  g: "ガ ゲ ギ ゴ グ",
  s: "サ セ シ ソ ス",
  z: "ザ ゼ ジ ゾ ズ",
  t: "タ テ ティ ト トゥ",
  d: "ダ デ ディ ド ドゥ",
  n: "ナ ネ ニ ノ ヌ",
  h: "ハ ヘ ヒ ホ フ",
  f: "ファ フェ フィ フォ フ",
  v: "ヴァ ヴェ ヴィ ヴォ ヴ",
  b: "バ ベ ビ ボ ブ",
  p: "パ ペ ピ ポ プ",
  m: "マ メ ミ モ ム",
  y: "ヤ イェ イ ヨ ユ",
  r: "ラ レ リ ロ ル",
  l: "ラ レ リ ロ ル",
  w: "ワ ウェ ウィ ウォ ウ",
  sh: "シャ シェ シ ショ シュ",
  ch: "チャ チェ チ チョ チュ",
  j: "ジャ ジェ ジ ジョ ジュ",
  zh: "ジャ ジェ ジ ジョ ジュ",
  kh: "ハ ヘ ヒ ホ フ",
  ts: "ツァ ツェ ツィ ツォ ツ",
};

/** The small letters of the same vowels behind a consonant with a `w` or `y`. */
const small: Readonly<Record<string, string>> = { w: "ァェィォゥ", y: "ャェィョュ" };
/** The glide and the vowel of a vowel of the Revised Romanisation. */
const korean: Readonly<Record<string, string>> = {
  ...{ a: "a", ae: "e", eo: "o", e: "e", o: "o", u: "u", eu: "u", i: "i" },
  ...{ ya: "ya", yae: "ye", yeo: "yo", ye: "e", yo: "yo", yu: "yu" },
  ...{ wa: "wa", wae: "we", oe: "we", wo: "wo", we: "we", wi: "wi", ui: "i" },
};
const codas: Readonly<Record<string, string>> = {
  ...{ n: "ン", ng: "ン", k: "ク", g: "ク", l: "ル", m: "ム", p: "プ", b: "プ", t: "ッ" },
};
const voiceless: Readonly<Record<string, string>> = { g: "k", d: "t", b: "p", j: "ch" };

/**
 * A Korean syllable of the Revised Romanisation in katakana, as the Japanese press writes it: stops
 * at the start of a name are voiceless, others are voiced. Null for another text.
 */
export function koreanKana(syllable: string, opens: boolean): string | null {
  const parts = /^(ch|[gndrmbsjktph])?([aeiouyw]+)(ng|[kglmnpbt])?$/.exec(syllable);
  if (parts === null) return null;
  const [, onset = "", vowel = "", coda = ""] = parts;
  const sound = korean[vowel];
  if (sound === undefined) return null;
  const consonant = opens ? voiceless[onset] ?? onset : onset;
  return `${opening(consonant, sound)}${codas[coda] ?? ""}`;
}

function opening(consonant: string, sound: string): string {
  const [glide, vowel] = sound.length === 2 ? [sound[0]!, sound[1]!] : ["", sound];
  const at = vowels.indexOf(vowel);
  const letter = (row: string, column: number) => kana[row]!.split(" ")[column]!;
  if (glide === "" || consonant === "") return letter(consonant === "" ? glide : consonant, at);
  // Consonants that are soft as they are take no second sign for it.
  if (consonant === "ch" || consonant === "j") return letter(consonant, at);
  return `${letter(consonant, vowels.indexOf(glide === "y" ? "i" : "u"))}${small[glide]![at]!}`;
}
