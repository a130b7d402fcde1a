/** Maximum characters of a service's own text in a log record. */
const charactersMax = 200;

/**
 * Prepares a provider's error text for the log: one line, printable, cut, and without any value of
 * the request in any encoding in which a provider may repeat it.
 *
 * @param held values of the request: PIN, ids, hash, token
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

/** A value in plain text and as encoded in JSON, URLs, HTML, base64, base64url and hexadecimal. */
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

/** Removes line ends, control and format characters; spaces stay. */
function printable(text: string): string {
  return text.replaceAll(/\s+/gu, " ").replaceAll(/[\p{C}]/gu, "").trim();
}
