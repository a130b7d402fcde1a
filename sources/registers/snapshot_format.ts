import type { RegisteredEntity } from "./schema.ts";

/**
 * The binary of a register snapshot. Little-endian, loaded in place, every section at a multiple of
 * four bytes:
 *
 * | Section     | Type              | Content                                                    |
 * | ----------- | ----------------- | ---------------------------------------------------------- |
 * | magic       | 8 bytes           | `AVALREG1`                                                 |
 * | description | `u32`, then bytes | length and JSON of a {@link RegisterDescription}            |
 * | counts      | 3 `u32`           | records, keys, bytes of texts                               |
 * | starts      | `u32` a record, 1 | where each record's text begins, and the end of the last   |
 * | hashes      | `u32` a key       | hash of a register's number, ascending                      |
 * | owners      | `u32` a key       | the record that has this number                             |
 * | LEIs        | 20 bytes a record | ascending                                                  |
 * | texts       | bytes             | a JSON array a record, see {@link encodeEntity}             |
 * | digest      | 32 bytes          | SHA-256 of all before it                                   |
 */
export const magic = "AVALREG1";

/** Bytes of an LEI. */
export const leiBytes = 20;
/** Bytes of the digest at the end. */
export const digestBytes = 32;

/** Rounds a number of bytes up to a multiple of four. */
export function aligned(bytes: number): number {
  return (bytes + 3) & ~3;
}

/**
 * Position of a key in the index: FNV-1a of its UTF-16 code units. Keys with equal hashes are
 * compared.
 */
export function hashOfKey(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) {
    hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}

/** The text of a record: a JSON array of its members except the LEI. */
export function encodeEntity(entity: RegisteredEntity): Uint8Array {
  return new TextEncoder().encode(JSON.stringify([
    entity.legalName,
    entity.otherNames,
    entity.jurisdiction,
    entity.legalForm,
    entity.legalFormText,
    entity.entityStatus,
    entity.registrationStatus,
    entity.registrationAuthority,
    entity.registerNumber,
    entity.lastUpdate,
  ]));
}

/**
 * The members that {@link encodeEntity} writes. The digest proves that it wrote them, so that they
 * are not checked again.
 */
type Encoded = readonly [
  string,
  readonly string[],
  string,
  string | null,
  string | null,
  string,
  string,
  string | null,
  string | null,
  string,
];

/** The opposite of {@link encodeEntity}. */
export function decodeEntity(lei: string, text: Uint8Array): RegisteredEntity {
  const [
    legalName,
    otherNames,
    jurisdiction,
    legalForm,
    legalFormText,
    entityStatus,
    registrationStatus,
    registrationAuthority,
    registerNumber,
    lastUpdate,
  ] = JSON.parse(new TextDecoder().decode(text)) as Encoded;
  return {
    lei,
    legalName,
    otherNames,
    jurisdiction,
    legalForm,
    legalFormText,
    entityStatus,
    registrationStatus,
    registrationAuthority,
    registerNumber,
    lastUpdate,
  };
}
