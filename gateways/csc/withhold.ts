/** Characters of a service's own text that a log record holds. */
const charactersMax = 200;

/**
 * What a provider writes about an error, as it may be logged: on one line, printable, cut, and with
 * nothing in it that the request held, in whichever way a provider may repeat it.
 *
 * @param held by the request: PIN, ids, hash, token
 */
export function withhold(text: string, held: readonly string[]): string {
  const forms = new Set(
    held.filter((value) => value !== "").flatMap(spellings).map(printable)
      .filter((form) => form !== ""),
  );
  // The longest first: one may be part of another.
  const pattern = [...forms].toSorted((one, other) => other.length - one.length)
    .map(RegExp.escape).join("|");
  const line = printable(text);
  const kept = pattern === "" ? line : line.replaceAll(new RegExp(pattern, "giu"), "…");
  return [...kept].slice(0, charactersMax).join("");
}

/** A value as it is, and as JSON, an address, HTML, base64, base64url and hexadecimal digits have it. */
function spellings(value: string): readonly string[] {
  const bytes = new TextEncoder().encode(value);
  const html = value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value.toWellFormed()),
    new URLSearchParams([["", value]]).toString().slice(1),
    html,
    html.replaceAll('"', "&quot;").replaceAll("'", "&#39;"),
    bytes.toBase64({ omitPadding: true }),
    bytes.toBase64({ alphabet: "base64url", omitPadding: true }),
    bytes.toHex(),
  ];
}

/** Without line ends, control and format characters; blanks as they are. */
function printable(text: string): string {
  return text.replaceAll(/\s+/gu, " ").replaceAll(/[\p{C}]/gu, "").trim();
}
