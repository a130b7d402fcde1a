import { mapOf } from "../family.ts";
import { type HeldOutKind, type PlainName } from "./kind.ts";

/** Family names of Japan in their commonest characters; by hand. */
const families = mapOf(
  `sato=佐藤 suzuki=鈴木 takahashi=高橋 tanaka=田中 watanabe=渡辺 ito=伊藤 yamamoto=山本 nakamura=中村
  kobayashi=小林 kato=加藤 yoshida=吉田 yamada=山田 sasaki=佐々木 yamaguchi=山口 matsumoto=松本
  inoue=井上 kimura=木村 hayashi=林 shimizu=清水 yamazaki=山崎 mori=森 abe=阿部 ikeda=池田
  hashimoto=橋本 ishikawa=石川 ogawa=小川 goto=後藤 okada=岡田 hasegawa=長谷川 murakami=村上
  kondo=近藤 ishii=石井 sakamoto=坂本 endo=遠藤 aoki=青木 fujita=藤田 nishimura=西村 fukuda=福田
  ota=太田 miura=三浦 fujiwara=藤原 okamoto=岡本 matsuda=松田 nakagawa=中川 nakano=中野 harada=原田
  ono=小野 tamura=田村 takeuchi=竹内 kaneko=金子 wada=和田 nakayama=中山 ishida=石田 ueda=上田
  morita=森田 shibata=柴田 sakai=酒井 kudo=工藤 yokoyama=横山 miyazaki=宮崎 uchida=内田 takagi=高木
  ando=安藤 ohno=大野 maruyama=丸山 shinoda=篠田 takayama=高山 irie=入江 nishiguchi=西口 seki=関
  uchibori=内堀 kiyota=清田 kanayama=金山 asahara=麻原 shigenobu=重信 inagawa=稲川`,
);
/** Given names of Japan in their commonest characters; by hand. */
const given = mapOf(
  `hiroshi=浩 takashi=隆 kenji=健二 kenichi=健一 kiyoshi=清 shigeru=茂 minoru=実 isamu=勇 masao=正男
  toshio=敏夫 kazuo=和夫 akira=明 makoto=誠 satoshi=聡 osamu=修 tadashi=正 kunio=邦夫 shinji=真司
  yoshio=義雄 jiro=次郎 ichiro=一郎 haruto=陽翔 yuto=悠斗 sota=颯太 yuki=優希 riku=陸 minato=湊
  hinata=陽向 aoi=葵 sakura=さくら yui=結衣 hina=陽菜 himari=陽葵 mei=芽依 akari=明里 yuna=結菜
  keiko=恵子 fusako=房子 hiroko=裕子 tsuyoshi=剛 mitsuru=満 teruaki=輝明 tadamasa=忠政 shoko=彰晃
  hareaki=晴明 katsumi=克己 susumu=進 noboru=昇 hitoshi=仁 haruki=春樹 ren=蓮 asahi=朝陽 itsuki=樹
  hiroto=大翔 kaito=海斗 ayumu=歩 rin=凛 ema=咲茉 tsumugi=紬 koharu=心春 ichika=一華 honoka=穂香`,
);

/** Japanese persons by the commonest characters of their reading. */
export const japanese: readonly HeldOutKind[] = [
  { name: "persons: Japanese names in kanji", of: "INDIVIDUAL", perturb: inKanji },
];

/** The family name first; a blank between the two in half of the names. */
function inKanji({ words }: PlainName, draw: { below(limit: number): number }): string | null {
  if (words.length !== 2) return null;
  const [first = "", second = ""] = words.map((word) => word.toLowerCase());
  const [last, name] = families.has(first) && given.has(second) ? [first, second] : [second, first];
  const [familyKanji, givenKanji] = [families.get(last), given.get(name)];
  if (familyKanji === undefined || givenKanji === undefined) return null;
  return `${familyKanji}${draw.below(2) === 0 ? " " : ""}${givenKanji}`;
}
