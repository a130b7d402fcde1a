import type { Key } from "./key.ts";

/** What stands under one kind of key, as the inventories of `kv/README.md` and `docs/data.md` say. */
export interface KeyDeclaration {
  /** First part of every key of the kind. */
  readonly name: string;
  /** The further parts, for people. */
  readonly parts: readonly string[];
  /** What stands there, for people. */
  readonly value: string;
  /** Until when it is kept; null: nothing is. */
  readonly lifetime: string | null;
  /** Whether it holds data of natural persons, and which. */
  readonly personal: string;
  /** Protection beyond that of the disk, the database and the connection; null: none. */
  readonly protected: string | null;
}

/** A kind of key that values stand under. */
export interface KeyKind extends KeyDeclaration {
  /** A key of the kind; with fewer parts, the prefix of a range of them. */
  key(...parts: readonly (string | number)[]): Key;
}

/** Declares a kind of key: once, in the module that reads and writes what stands there. */
export function defineKey(declaration: KeyDeclaration): KeyKind {
  return { ...declaration, key: (...parts) => [declaration.name, ...parts] };
}
