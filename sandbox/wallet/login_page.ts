/** The data in a login's page for a wallet that reads its HTML. */
export interface LoginPage {
  /** The authorization request, `openid4vp://…`. */
  readonly walletUri: string;
  /** The URL at which the page polls the status, as written. */
  readonly statusUrl: string;
}

/** An element's start tag; a quoted value may contain `>`. */
const startTag = /<[a-z][a-z0-9-]*(?:\s(?:"[^"]*"|'[^']*'|[^"'>])*)?>/gi;
const attribute = /([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Finds the wallet link and the status URL of a login's page; null if one is missing. */
export function readLoginPage(html: string): LoginPage | null {
  const tags = [...html.matchAll(startTag)].map(([tag]) => tag);
  const walletUri = tags.filter((tag) => /\sdata-wallet-link(?=[\s=>/])/.test(tag))
    .map((tag) => attributesOf(tag).get("href")).find((href) => href !== undefined);
  const statusUrl = tags.map((tag) => attributesOf(tag).get("data-status-url"))
    .find((url) => url !== undefined);
  return walletUri === undefined || statusUrl === undefined ? null : { walletUri, statusUrl };
}

/** The text of another page: heading and first paragraph, shortened. */
export function textOfPage(html: string): string {
  const [, heading, paragraph] =
    /<h1[^>]*>([\s\S]*?)<\/h1>(?:\s*<p[^>]*>([\s\S]*?)<\/p>)?/i.exec(html) ?? [];
  const [, title] = /<title[^>]*>([\s\S]*?)<\/title>/i.exec(html) ?? [];
  const said = paragraph === undefined ? heading : `${heading}: ${paragraph}`;
  const text = decodeEntities((said ?? title ?? html).replace(/<[^>]*>/g, " "));
  return text.replace(/\s+/g, " ").trim().slice(0, 300);
}

function attributesOf(tag: string): ReadonlyMap<string, string> {
  return new Map(
    [...tag.matchAll(attribute)].map((
      [, name = "", double, single],
    ) => [name.toLowerCase(), decodeEntities(double ?? single ?? "")]),
  );
}

const named: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  gt: ">",
  lt: "<",
  quot: '"',
};

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, dec, hex, name) => {
    if (name !== undefined) return named[name] ?? whole;
    const point = dec === undefined ? parseInt(hex, 16) : Number(dec);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}
