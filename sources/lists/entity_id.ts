import { sha1 } from "@noble/hashes/legacy.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/**
 * The namespace of listed entities, which must never change, so that ids in old decisions keep
 * their meaning. It is the UUIDv5 of `urn:aval:listed-entity` in the namespace of URLs (RFC 9562
 * §6.6).
 */
export const LISTED_ENTITY_NAMESPACE = "f91ec1da-fe04-5345-bd13-a07446435d8d";

/**
 * The id of a listed entity: UUIDv5 (RFC 9562 §5.5) of the JSON array `[source, listRef]`. JSON
 * ensures that different pairs have different texts.
 */
export function entityId(source: string, listRef: string): string {
  return uuidV5(LISTED_ENTITY_NAMESPACE, JSON.stringify([source, listRef]));
}

/** A name-based UUID by SHA-1 (RFC 9562 §5.5). SHA-1 is used as a name only, not for protection. */
export function uuidV5(namespace: string, name: string): string {
  const input = concatBytes(hexToBytes(namespace.replaceAll("-", "")), utf8ToBytes(name));
  const bytes = sha1(input).slice(0, 16);
  bytes[6] = 0x50 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytesToHex(bytes);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)]
    .join("-");
}
