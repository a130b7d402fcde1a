import { type Family, type ListedParty, wordsOf } from "./family.ts";
import { koreanKana } from "./kana.ts";

/**
 * Syllables of Korean names as the lists spell them, then by McCune-Reischauer (1939, without its
 * marks), the Revised Romanisation (Korea, 2000), Yale and Kontsevich's Cyrillic; compiled by hand
 * from the published systems.
 */
const table = `
  kim/kim/gim/kim/ким ri/ri/ri/li/ри rim/rim/rim/lim/рим pak/pak/bak/pak/пак
  choe/choe/choe/choy/чхве jong/chong/jeong/ceng/чон jang/chang/jang/cang/чан
  han/han/han/han/хан hong/hong/hong/hong/хон hwang/hwang/hwang/hwang/хван kang/kang/gang/kang/кан
  jo/cho/jo/co/чо chon/chon/jeon/cen/чон ro/ro/ro/lo/ро paek/paek/baek/payk/пэк
  pang/pang/bang/pang/пан ryu/ryu/ryu/lyu/рю sin/sin/sin/sin/син yun/yun/yun/yun/юн
  yang/yang/yang/yang/ян ko/ko/go/ko/ко o/o/o/o/о so/so/seo/se/со song/song/song/song/сон
  son/son/son/son/сон an/an/an/an/ан im/im/im/im/им mun/mun/mun/mun/мун nam/nam/nam/nam/нам
  om/om/eom/em/ом chang/chang/chang/chang/чхан chol/chol/cheol/chel/чхоль
  un/un/eun/un/ын il/il/il/il/иль song/song/seong/seng/сон su/su/su/swu/су
  hyok/hyok/hyeok/hyek/хёк hyon/hyon/hyeon/hyen/хён hyong/hyong/hyeong/hyeng/хён
  ho/ho/ho/ho/хо guk/kuk/guk/kwuk/гук kuk/kuk/guk/kwuk/кук kwang/kwang/gwang/kwang/кван
  gwang/kwang/gwang/kwang/гван chun/chun/chun/chwun/чхун yong/yong/yeong/yeng/ён
  yon/yon/yeon/yen/ён myong/myong/myeong/myeng/мён min/min/min/min/мин nam/nam/nam/nam/нам
  sik/sik/sik/sik/сик sok/sok/seok/sek/сок sop/sop/seop/sep/соп won/won/won/wen/вон
  u/u/u/wu/у ung/ung/ung/wung/ун kyong/kyong/gyeong/kyeng/кён gyong/kyong/gyeong/kyeng/гён
  kyu/kyu/gyu/kyu/кю ki/ki/gi/ki/ки gi/ki/gi/ki/ги kil/kil/gil/kil/киль gil/kil/gil/kil/гиль
  ryong/ryong/ryong/lyong/рён ryol/ryol/ryeol/lyel/рёль rim/rim/rim/lim/рим
  man/man/man/man/ман mi/mi/mi/mi/ми hui/hui/hui/huy/хый hak/hak/hak/hak/хак hae/hae/hae/hay/хэ
  tae/tae/tae/thay/тхэ tok/tok/deok/tek/ток dok/tok/deok/tek/док dong/tong/dong/tong/дон
  tong/tong/dong/tong/тон jin/chin/jin/cin/чин ju/chu/ju/cwu/чу jun/chun/jun/cwun/чун
  jae/chae/jae/cay/чэ pom/pom/beom/pem/пом bom/pom/beom/pem/бом pong/pong/bong/pong/пон
  bong/pong/bong/pong/бон pyong/pyong/byeong/pyeng/пён byong/pyong/byeong/pyeng/бён
  sam/sam/sam/sam/сам sang/sang/sang/sang/сан sun/sun/sun/swun/сун chan/chan/chan/chan/чхан
  hun/hun/hun/hwun/хун ik/ik/ik/ik/ик in/in/in/in/ин kun/kun/geun/kun/кын gun/kun/geun/kun/гын
  mu/mu/mu/mwu/му mok/mok/mok/mok/мок nyon/nyon/nyeon/nyen/нён rak/rak/rak/lak/рак
  rok/rok/rok/lok/рок se/se/se/sey/се sol/sol/seol/sel/соль suk/suk/suk/swuk/сук
  ryon/ryon/ryeon/lyen/рён yo/yo/yeo/ye/ё yol/yol/yeol/yel/ёль yop/yop/yeop/yep/ёп`;

const spelled = new Map(
  wordsOf(table).map((row) => {
    const [listed = "", ...others] = row.split("/");
    return [listed, others] as const;
  }),
);

/** Listed Koreans in katakana. */
const inKana: Family = {
  name: "Korean names in kana",
  of: "INDIVIDUAL",
  perturb: (party) => {
    const revised = syllablesOf(party)?.map((one) => spelled.get(one)![1]!);
    const written = revised?.map((one, at) => koreanKana(one, at === 0));
    if (written === undefined || written.includes(null)) return null;
    const [family, ...given] = written;
    return `${family}・${given.join("")}`;
  },
};

/** Listed Koreans by each system; syllables as the system's own texts join them. */
export const korean: readonly Family[] = [
  inSystem("McCune-Reischauer", 0, "-"),
  inSystem("Revised Romanisation", 1, "-"),
  inSystem("Yale", 2, " "),
  { ...inSystem("Cyrillic", 3, " "), name: "Korean names in Cyrillic" },
  inKana,
];

function inSystem(system: string, column: number, join: string): Family {
  return {
    name: `Korean names in ${system}`,
    of: "INDIVIDUAL",
    perturb: (party) => {
      const syllables = syllablesOf(party);
      if (syllables === null) return null;
      const [family = "", ...given] = syllables.map((one) => spelled.get(one)![column]!);
      const written = given.map((one, at) => (at === 0 || join === " " ? capital(one) : one));
      return `${capital(family)} ${written.join(join)}`;
    },
  };
}

/** The syllables of a Korean's name, the family name's first; null where one is not in the table. */
function syllablesOf({ entity, words, family }: ListedParty): readonly string[] | null {
  if (!entity.nationalities.includes("KP") && !entity.programs.some((one) => /DPRK/.test(one))) {
    return null;
  }
  if (words.length < 2 || words.length > 3) return null;
  const ordered = family !== null && words.at(-1) === family
    ? [family, ...words.slice(0, -1)]
    : words;
  const syllables = ordered.flatMap((word) => word.toLowerCase().split("-"));
  return syllables.length === 3 && syllables.every((one) => spelled.has(one)) ? syllables : null;
}

/** The word with a capital first letter. */
function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
