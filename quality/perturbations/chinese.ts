import { type Family, type ListedParty, mapOf, wordsOf } from "./family.ts";
import { changed } from "./spellings.ts";

const initials = "zh ch sh b p m f d t n l g k h j q x r z c s y w".split(" ");
const finals =
  `iang iong uang ueng ian iao ang eng ing ong uai uan van ia ie iu in un ua ui uo ue ve
  ai ei ao ou an en er a o e i u v`.trim().split(/\s+/);

/** Wade-Giles syllables that no rule below gives; from H. A. Giles' dictionary (1892). */
const wholes = mapOf(`si=ssu zi=tzu ci=tz'u zhi=chih chi=ch'ih shi=shih ri=jih yan=yen ye=yeh you=yu
  yong=yung he=ho ke=k'o ge=ko e=o yi=i er=erh guo=kuo luo=lo duo=to tuo=t'o zuo=tso cuo=ts'o
  suo=so nuo=no zhuo=cho shuo=shuo ruo=jo kuo=k'uo huo=huo gui=kuei kui=k'uei`);
const wadeInitials = mapOf(
  `b=p p=p' d=t t=t' g=k k=k' j=ch q=ch' x=hs zh=ch ch=ch' r=j z=ts c=ts'`,
);
const wadeFinals = mapOf("ian=ien ie=ieh ue=ueh ve=ueh ong=ung iong=iung");

/** Hong Kong spellings of Cantonese readings, by the commonest character of a pinyin; by hand. */
const cantonese = mapOf(
  `chen=chan wang=wong huang=wong zhang=cheung lin=lam liang=leung wu=ng zhou=chow
  yang=yeung liu=lau guo=kwok zeng=tsang zheng=cheng xu=hui xie=tse lu=lui mai=mak su=so deng=tang
  feng=fung ye=yip he=ho li=lee cai=choi xiao=siu pan=poon zhao=chiu guan=kwan zhu=chu hu=wu ma=ma
  sun=suen gao=ko luo=law tang=tong du=to jiang=kong wei=wai zhi=chi yong=wing jia=ka jian=kin yu=yuk
  xiu=sau mei=mei fang=fong hai=hoi jun=chun wen=man de=tak qiang=keung hua=wah sheng=shing yao=yiu
  hong=hung long=lung hui=fai jie=kit le=lok ren=yan guang=kwong ping=ping an=on xiang=cheung
  yuan=yuen bao=po tian=tin dong=tung nan=nam bei=pak xi=sai zhong=chung qi=kei ling=ling shan=shan
  yi=yee ming=ming min=man ting=ting guo=kwok ying=ying lei=lui tao=to bin=pan bo=bok peng=pang
  xin=sun xue=suet yan=yin qing=ching rong=wing fu=fu chun=chun gang=kong hao=ho jing=king`,
);

/** Listed Chinese in spellings other than pinyin. */
export const chinese: readonly Family[] = [
  {
    name: "Chinese names in Wade-Giles",
    of: "INDIVIDUAL",
    perturb: (party) => respelled(party, wadeGiles, "-"),
  },
  {
    name: "Chinese names as read in Cantonese",
    of: "INDIVIDUAL",
    perturb: (party) => respelled(party, (syllable) => cantonese.get(syllable) ?? null, " "),
  },
];

const places = new Set(wordsOf("CN HK TW MO"));

function respelled(
  { entity, words, family }: ListedParty,
  spell: (syllable: string) => string | null,
  join: string,
): string | null {
  if (!entity.nationalities.some((one) => places.has(one)) || words.length !== 2) return null;
  const [first = "", second = ""] = words;
  const [surname, given] = family === second ? [second, first] : [first, second];
  const syllables = [surname, given].map((word) => syllablesOf(word.toLowerCase()));
  const [one, rest] = syllables;
  if (one?.length !== 1 || rest === undefined || rest === null || rest.length > 2) return null;
  const spelled = [...one, ...rest].map(spell);
  if (spelled.includes(null)) return null;
  const [head = "", ...tail] = spelled as readonly string[];
  const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);
  const name = tail.map((word, at) => (at === 0 || join === " " ? capital(word) : word));
  return changed(words.join(" "), `${capital(head)} ${name.join(join)}`);
}

/** Splits a word into syllables of pinyin, the longest first; null where it is no pinyin. */
function syllablesOf(word: string): readonly string[] | null {
  if (word === "") return [];
  for (let length = Math.min(6, word.length); length > 0; length--) {
    if (!isSyllable(word.slice(0, length))) continue;
    const rest = syllablesOf(word.slice(length));
    if (rest !== null) return [word.slice(0, length), ...rest];
  }
  return null;
}

function isSyllable(text: string): boolean {
  const [initial, final] = split(text);
  return finals.includes(final) && (initial !== "" || /^[aeo]/.test(final));
}

function split(syllable: string): readonly [string, string] {
  const initial = initials.find((one) => syllable.startsWith(one)) ?? "";
  return [initial, syllable.slice(initial.length)];
}

function wadeGiles(syllable: string): string {
  const [initial, final] = split(syllable);
  return wholes.get(syllable) ??
    (wadeInitials.get(initial) ?? initial) + (wadeFinals.get(final) ?? final);
}
