/**
 * The matching core for the domain: a typed wrapper of the compiled module, and the only importer
 * of `built/`. Each question crosses the boundary in one call. A wrong handle or a broken snapshot
 * is a fault and throws; it is never a refusal.
 */

import { createHash } from "node:crypto";
import type {
  EntryKey,
  ExaminedEntry,
  ListedEntity,
  ListInfo,
  Matcher,
  MatchQuery,
  MatchResult,
  NamePair,
  OrphanAddress,
  SnapshotHandle,
} from "../core/matching/ports.ts";
import type { Weights } from "../core/matching/weights.ts";
import { Builder, Core, engineVersion } from "./built/matcher.js";
import pin from "./engine.json" with { type: "json" };
import { type EntryPart, openEntryPart, openEntryPartWriter } from "./entry_part.ts";
import { openGuard } from "./guard.ts";

/** A reader's description of a list; the builder adds the counts. */
export type ListDescription = Omit<ListInfo, "entities" | "names" | "addresses">;

/** Collects list entries and makes one snapshot of them. */
export interface SnapshotBuilder {
  /**
   * Adds entities, in any number of batches. Order matters: equal entities in equal order give
   * equal bytes. Batches of a few thousand keep memory use low.
   *
   * @throws Error that names the entity if one violates the contract; the builder cannot be used
   * afterwards
   */
  add(entities: readonly ListedEntity[]): void;
  /** Adds listed addresses that belong to no entity. */
  addAddresses(addresses: readonly OrphanAddress[]): void;
  /**
   * Closes the builder.
   *
   * @param lists every list that an entity or address names, in the order of display
   * @returns the snapshot; its SHA-256 is its id
   * @throws Error if an entity names a list without a description, or a list is described twice
   */
  finish(lists: readonly ListDescription[]): Uint8Array<ArrayBuffer>;
}

/** Hex digits of the digest in a decision's engine version. */
const pinDigits = 8;
/** The guard of the only instance of the module. */
const { inside, isRunning } = openGuard();

/** JSON that Rust can read: a lone surrogate becomes U+FFFD, as in UTF-8. */
function toJson(value: unknown): string {
  const text = JSON.stringify(value);
  // Half a pair is written as its escape. Few texts have one, and looking at each part is slow.
  return !text.includes("\\ud") ? text : JSON.stringify(
    value,
    (_, part: unknown) => typeof part === "string" ? part.toWellFormed() : part,
  );
}

/** Opens an empty builder. */
export function openSnapshotBuilder(): SnapshotBuilder {
  let open: Builder | null = inside("openSnapshotBuilder()", () => new Builder());
  const entries = openEntryPartWriter();

  function builder(): Builder {
    if (open === null) throw new Error("Snapshot builder: finish() was called before");
    return open;
  }

  return {
    add(entities) {
      const batch = toJson(entities);
      inside("add()", () => builder().add(batch));
      entries.add(entities);
    },
    addAddresses(addresses) {
      const batch = toJson(addresses);
      inside("addAddresses()", () => builder().addAddresses(batch));
    },
    finish(lists) {
      const described = toJson(lists);
      const bytes = inside("finish()", () => builder().finish(described));
      inside("finish()", () => builder().free());
      open = null;
      return joined(bytes, entries.finish());
    },
  };
}

/**
 * The end of the core's part according to its header; the end of the bytes if there is no such
 * header.
 */
function coreLength(bytes: Uint8Array): number {
  if (bytes.length < 24) return bytes.length;
  const stated = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(16, true);
  return stated < BigInt(bytes.length) ? Number(stated) : bytes.length;
}

function joined(core: Uint8Array, entries: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(core.length + entries.length);
  bytes.set(core);
  bytes.set(entries, core.length);
  return bytes;
}

/** A loaded snapshot: its slot in the module, and its entries outside it. */
interface Loaded {
  readonly slot: number;
  readonly entries: EntryPart;
}

/** Opens a matcher with these weights. */
export function openMatcher(weights: Weights): Matcher {
  const core = inside("openMatcher()", () => new Core(JSON.stringify(weights)));
  const release = inside("engineVersion()", engineVersion);
  const snapshots = new WeakMap<SnapshotHandle, Loaded>();

  function loadedOf(snapshot: SnapshotHandle): Loaded {
    const loaded = snapshots.get(snapshot);
    if (loaded === undefined) {
      throw new Error("Snapshot handle is not one of this matcher, or was unloaded");
    }
    return loaded;
  }

  /** A query in the module's form, with the numbers of entries that its identifiers name. */
  function askedOf({ identifiers = [], ...compared }: MatchQuery, entries: EntryPart): string {
    const bearers = identifiers.flatMap((one) => entries.bearers(one));
    return toJson(bearers.length === 0 ? compared : { ...compared, bearers });
  }

  /** Runs a function with the entries; null if the entry does not exist. */
  function read<Value>(
    snapshot: SnapshotHandle,
    key: EntryKey,
    run: (entries: EntryPart, entry: number) => Value,
  ): Value | null {
    const { entries } = loadedOf(snapshot);
    const entry = entries.find(key);
    return entry === null ? null : run(entries, entry);
  }

  return {
    engineVersion: `${release}+${pin.digest.slice(0, pinDigits)}`,
    release,
    isRunning,
    load(bytes) {
      const end = coreLength(bytes);
      const slot = inside("load()", () => core.load(bytes.subarray(0, end)));
      try {
        const lists = JSON.parse(inside("load()", () => core.lists(slot))) as readonly ListInfo[];
        // A copy, so that the bytes of the core, which the module has, need not be kept.
        const entries = openEntryPart(bytes.slice(end));
        const listed = lists.reduce((sum, list) => sum + list.entities, 0);
        if (entries.count !== listed) {
          throw new Error("snapshot: expected an entry for each entity");
        }
        const id = createHash("sha256").update(bytes).digest("hex");
        const snapshot: SnapshotHandle = Object.freeze({ id, lists, holds: entries.kinds() });
        snapshots.set(snapshot, { slot, entries });
        return snapshot;
      } catch (thrown) {
        inside("load()", () => core.unload(slot));
        throw thrown;
      }
    },
    unload(snapshot) {
      const { slot } = loadedOf(snapshot);
      snapshots.delete(snapshot);
      inside("unload()", () => core.unload(slot));
    },
    match(snapshot: SnapshotHandle, query: MatchQuery): MatchResult {
      const { slot, entries } = loadedOf(snapshot);
      const { identifiers = [] } = query;
      const asked = askedOf(query, entries);
      const result = JSON.parse(inside("match()", () => core.match(slot, asked))) as MatchResult;
      return identifiers.length === 0 ? result : {
        ...result,
        candidates: result.candidates.map((candidate) => {
          const entry = entries.find(candidate);
          return entry === null
            ? candidate
            : { ...candidate, identifiers: entries.relate(entry, identifiers) };
        }),
      };
    },
    reaches(snapshot, query, { from, bornFrom }) {
      const { slot, entries } = loadedOf(snapshot);
      const asked = askedOf(query, entries);
      return inside("reaches()", () => core.reaches(slot, asked, from, bornFrom));
    },
    facts: (snapshot, key) => read(snapshot, key, (entries, entry) => entries.facts(entry)),
    entry: (snapshot, key) => read(snapshot, key, (entries, entry) => entries.entry(entry)),
    walk: (snapshot) => loadedOf(snapshot).entries.walk(),
    examine(snapshot, query, listRef) {
      const { slot } = loadedOf(snapshot);
      const asked = toJson(query);
      const examined = inside("examine()", () => core.examine(slot, asked, listRef));
      return JSON.parse(examined) as readonly ExaminedEntry[];
    },
    compare(pairs: readonly NamePair[]): readonly number[] {
      const asked = toJson(pairs);
      return JSON.parse(inside("compare()", () => core.compare(asked))) as readonly number[];
    },
  };
}
