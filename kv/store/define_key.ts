import type { Key } from "./key.ts";

/** The description of one kind of key, for the inventories in `kv/README.md` and `docs/data.md`. */
export interface KeyDeclaration {
  /** First part of every key of the kind. */
  readonly name: string;
  /** The further parts of the key, described for people. */
  readonly parts: readonly string[];
  /** The stored value, described for people. */
  readonly value: string;
  /** The end of storage; null: there is none. */
  readonly lifetime: string | null;
  /** Whether it contains data of natural persons, and which. */
  readonly personal: string;
  /** Protection beyond that of the disk, the database and the connection; null: none. */
  readonly protected: string | null;
}

/** A kind of key. */
export interface KeyKind extends KeyDeclaration {
  /** A key of the kind; with fewer parts, the prefix of a range. */
  key(...parts: readonly (string | number)[]): Key;
}

/** Declares a kind of key, once, in the module that reads and writes its values. */
export function defineKey(declaration: KeyDeclaration): KeyKind {
  return { ...declaration, key: (...parts) => [declaration.name, ...parts] };
}
