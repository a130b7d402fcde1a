/**
 * Unseen characters that people copy along with an address: controls, white space of every script,
 * soft hyphen, zero-width characters, marks of writing direction, byte order mark.
 */
const unseenCharacter = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}]/u;

/** Invisible characters that are not white space; such a character within an address is ignored. */
const invisibleCharacters = /[\p{Default_Ignorable_Code_Point}]/gu;

/** Removes invisible characters at the ends of a text. Reads each character once. */
export function trimUnseen(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && unseenCharacter.test(text.charAt(start))) start++;
  while (start < end && unseenCharacter.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Removes zero-width characters and direction marks anywhere in a text. */
export function withoutInvisible(text: string): string {
  return text.replace(invisibleCharacters, "");
}

/** Maximum characters, more than any address, including Zcash's unified ones. */
export const addressCharactersMax = 256;

/**
 * Returns the address that a text names, without invisible characters; else the text without them
 * at its ends.
 */
export function writtenAddress(raw: string): string {
  const trimmed = trimUnseen(raw);
  return trimUnseen(addressInLink(trimUnseen(withoutInvisible(trimmed))) ?? trimmed);
}

/** Schemes of payment links that start with the address. */
const schemes: ReadonlySet<string> = new Set([
  "bitcoin",
  "bitcoincash",
  "bitcoingold",
  "bitcoinsv",
  "litecoin",
  "dogecoin",
  "dash",
  "verge",
  "ethereum",
  "tron",
  "monero",
  "ripple",
  "xrpl",
  "zcash",
  "solana",
  "cardano",
  "web+cardano",
  "polkadot",
  "substrate",
  "eos",
  "eosio",
]);

/** Parameters of payment links that name a further address to pay (ERC-681, ZIP 321, BIP-321). */
const addressParameter = /^(?:address(?:\.\d+)?|bc|tb)$/i;

/**
 * Returns the only address in a text: `bitcoin:1...?amount=1`, `ethereum:pay-0x...@1`,
 * `ethereum:0xToken@1/transfer?address=0xPayee` (the payee, not the token) or the bare address.
 * Null when the text names none or several, since an answer about one of them could be taken for
 * all.
 *
 * @see BIP-21, BIP-321, ERC-681, ZIP 321
 */
export function addressInLink(text: string): string | null {
  const [, scheme, rest] = /^([a-z+]{1,20}):(?:\/\/)?(.*)$/is.exec(text) ?? [];
  const isLink = scheme !== undefined && schemes.has(scheme.toLowerCase());
  const link = isLink ? rest ?? "" : text;
  const [target = "", query = ""] = splitOnce(splitOnce(link, "#")[0], "?");
  const [account, call = ""] = splitOnce(target, "/");
  const payees = [...new URLSearchParams(query)]
    .filter(([name]) => addressParameter.test(name)).map(([, value]) => value);
  const written = splitOnce(account, "@")[0].replace(/^pay-/, "");
  const isTransfer = isLink && call === "transfer";
  if (call !== "" && !isTransfer) return null;
  const named = isTransfer || written === "" ? payees : [written, ...payees];
  return named.length === 1 ? named[0] ?? null : null;
}

function splitOnce(text: string, separator: string): readonly [before: string, after: string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
