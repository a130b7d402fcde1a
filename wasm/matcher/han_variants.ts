/**
 * Makes `src/text/han/variants.bin` from the lines of Unihan that say which characters are forms of
 * one: in simplified and traditional Chinese, and in print. Source and licence are in
 * `src/text/han/README.md`.
 *
 *   deno run --allow-read --allow-write wasm/matcher/han_variants.ts kSimplifiedVariant.txt \
 *     kTraditionalVariant.txt kZVariant.txt
 */

/** The block of unified ideographs: all that names are written with. */
const first = 0x4e00;
const last = 0x9fff;

/** Japanese forms beside the old ones, which Unihan does not call variants; compiled by hand. */
const japanese =
  `沢澤 浜濱 斎齋 広廣 桜櫻 竜龍 滝瀧 辺邊 栄榮 円圓 徳德 恵惠 実實 寿壽 恒恆 高髙 島嶋 峰峯 富冨
  静靜 真眞 弥彌 黒黑 関關 歩步 緑綠 青靑 戸戶 仏佛 鉄鐵 剣劍 児兒 亜亞 浅淺 壮壯 荘莊 蔵藏 従從
  薫薰 顕顯 暁曉 勲勳 県縣 芸藝 継繼 絵繪 郎郞 塩鹽 団團 検檢 渋澁 将將 焼燒 縄繩 麦麥 満滿
  豊豐 毎每 翻飜 頼賴 礼禮 塁壘 戦戰 聡聰 総總 伝傳 鶏鷄`;

const parents = new Map<number, number>();
function rootOf(code: number): number {
  const parent = parents.get(code) ?? code;
  return parent === code ? code : rootOf(parent);
}
/** Makes the lesser of two groups' least characters the least of both. */
function join(a: number, b: number): void {
  const [least, other] = [rootOf(a), rootOf(b)].toSorted((a, b) => a - b);
  parents.set(other!, least!);
}

const isHeld = (code: number) => code >= first && code <= last;
for (const path of Deno.args) {
  for (const line of (await Deno.readTextFile(path)).split("\n")) {
    const [from, ...to] = [...line.matchAll(/U\+([0-9A-F]{4,5})/g)].map(([, hex]) =>
      parseInt(hex!, 16)
    );
    for (const other of to) if (isHeld(from!) && isHeld(other)) join(from!, other);
  }
}
for (const pair of japanese.split(/\s+/)) join(pair.codePointAt(0)!, pair.codePointAt(1)!);

const rows = [...parents.keys()].toSorted((a, b) => a - b).map((code) => [code, rootOf(code)]);
const pairs = rows.filter(([code, root]) => code !== root).flat();
const table = new DataView(new ArrayBuffer(2 * pairs.length));
pairs.forEach((code, at) => table.setUint16(2 * at, code, true));
const file = new URL("src/text/han/variants.bin", import.meta.url);
await Deno.writeFile(file, new Uint8Array(table.buffer));
