import { signManifest } from "../../core/lists_in_force/manifest.ts";
import type { ListedEntity } from "../../core/matching/ports.ts";
import { defaultWeights } from "../../core/matching/weights.ts";
import { importSigningKey } from "../../kv/keys/signing_key.ts";
import { type NoteSigner, verifierKeyOf } from "../../standards/tlog/note.ts";
import { openMatcher, openSnapshotBuilder } from "../../wasm/matcher.ts";
import { entity } from "./entity.ts";
import { createHash } from "node:crypto";

/** A list of one kind with the names of its entities. */
export interface SmallList {
  readonly source: string;
  readonly asOf: string;
  /** Primary names, one for each entity. */
  readonly names: readonly string[];
}

/** A snapshot that is not in a file. */
export interface SmallSnapshot {
  readonly id: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly lists: readonly {
    readonly source: string;
    readonly asOf: string;
    readonly entities: number;
  }[];
}

/**
 * Difference between the first entity numbers of two lists: more than the entities of a test list.
 */
const namesMax = 1_000_000;

/** Builds a snapshot of lists with these names. */
export function smallSnapshot(lists: readonly SmallList[]): SmallSnapshot {
  return snapshotOf(lists.map(({ source, asOf, names }, n) => ({
    source,
    asOf,
    entities: names.map((name, at) => entity(n * namesMax + at, [[name, "primary"]], { source })),
  })));
}

/** Builds a snapshot of lists with these entities. */
export function snapshotOf(
  lists: readonly {
    readonly source: string;
    readonly asOf: string;
    readonly entities: readonly ListedEntity[];
  }[],
): SmallSnapshot {
  const builder = openSnapshotBuilder();
  for (const { entities } of lists) builder.add(entities);
  const bytes = builder.finish(lists.map(({ source, asOf }) => ({
    source,
    title: source,
    publisher: "A publisher",
    licence: "Public domain",
    asOf,
  })));
  return {
    id: createHash("sha256").update(bytes).digest("hex"),
    bytes,
    lists: lists.map(({ source, asOf, entities }) => ({
      source,
      asOf,
      entities: entities.length,
    })),
  };
}

/** Reads a snapshot from a file. */
export async function snapshotIn(path: string): Promise<SmallSnapshot> {
  const bytes = await Deno.readFile(path);
  const { id, lists } = openMatcher(defaultWeights).load(bytes);
  return {
    id,
    bytes,
    lists: lists.map(({ source, asOf, entities }) => ({ source, asOf, entities })),
  };
}

/** Makes `count` invented names; no two share more than a syllable. */
export function manyNames(count: number): readonly string[] {
  const syllables = ["bar", "dol", "fen", "gur", "hat", "jor", "kel", "lum", "mir", "nov"];
  const word = (number: number) =>
    [...String(number).padStart(4, "0")].map((digit) => syllables[Number(digit)]).join("");
  return Array.from({ length: count }, (_, at) => `${word(at)} ${word(count * 7 + at)}`);
}

/** Signs manifests with a key of its own. */
export async function testSigner(seed = 1, name = "test-lists"): Promise<NoteSigner> {
  const { cryptoKey, publicKey } = await importSigningKey(new Uint8Array(32).fill(seed));
  return {
    verifierKey: verifierKeyOf(name, publicKey as Uint8Array),
    sign: async (bytes) => new Uint8Array(await crypto.subtle.sign("Ed25519", cryptoKey, bytes)),
  };
}

/** Makes a signed manifest of a snapshot. */
export async function manifestOf(
  { id, bytes, lists }: SmallSnapshot,
  signer: NoteSigner,
  {
    createdAt,
    url = `${id.slice(0, 16)}.bin`,
    shrunken = [],
    checkedAt,
    bytesNamed = bytes.length,
  }: {
    readonly createdAt: string;
    readonly url?: string;
    readonly shrunken?: readonly string[];
    readonly checkedAt?: string;
    readonly bytesNamed?: number;
  },
): Promise<string> {
  return await signManifest({
    createdAt,
    snapshot: { url, sha256: id, bytes: bytesNamed },
    lists: lists.map((list) => ({ ...list, ...(checkedAt === undefined ? {} : { checkedAt }) })),
    shrunken: [...shrunken],
  }, signer);
}

/** Writes a snapshot and then its manifest into a folder, as `lists publish` does. */
export async function publishInto(
  folder: string,
  snapshot: SmallSnapshot,
  manifest: string,
): Promise<void> {
  await Deno.writeFile(`${folder}/${snapshot.id.slice(0, 16)}.bin`, snapshot.bytes);
  await Deno.writeTextFile(`${folder}/lists.note.new`, manifest);
  await Deno.rename(`${folder}/lists.note.new`, `${folder}/lists.note`);
}
