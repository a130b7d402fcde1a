import { Buffer } from "node:buffer";
import type { Json } from "../../base/json.ts";
import { type Cbor, isBytes, isEmbedded, isList, isMap } from "../../standards/mdoc/cbor.ts";

/**
 * Converts a value of a mobile document to JSON, so that queries and checks read one form: dates as
 * text, bytes in base64url, numbers above the safe range as text.
 */
export function jsonOf(value: Cbor): Json {
  if (isMap(value)) {
    const members = [...value].map(([name, member]) => [String(name), jsonOf(member)]);
    return Object.fromEntries(members);
  }
  if (typeof value === "bigint") return value.toString();
  if (isBytes(value)) return Buffer.from(value).toString("base64url");
  if (isList(value)) return value.map((element) => jsonOf(element));
  if (isEmbedded(value)) return Buffer.from(value.content).toString("base64url");
  return typeof value === "object" && value !== null ? value.text : value;
}
