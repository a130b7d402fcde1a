/**
 * The matching core as the domain sees it: a typed wrapper over the compiled module, and the only
 * importer of `built/`. Everything crosses the boundary whole, one call a question; what cannot be
 * answered is thrown, because a wrong handle or a broken snapshot is a fault and never a refusal.
 */

import { createHash } from "node:crypto";
import type {
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
import { openGuard } from "./guard.ts";

/** A list as its reader describes it; the counts are the builder's. */
export type ListDescription = Omit<ListInfo, "entities" | "names" | "addresses">;

/** Collects list entries and turns them into one snapshot. */
export interface SnapshotBuilder {
  /**
   * Takes entities over, in any number of batches. Order counts: the same entities in the same order
   * make the same bytes. A batch of some thousands keeps the memory low.
   *
   * @throws Error that names the entity when one is not as the contract says; the builder is then
   *   of no more use
   */
  add(entities: readonly ListedEntity[]): void;
  /** Takes addresses over that a list holds without an entity. */
  addAddresses(addresses: readonly OrphanAddress[]): void;
  /**
   * Closes the builder.
   *
   * @param lists every list that an entity or address names, in the order to be shown
   * @returns the snapshot; its SHA-256 is its id
   * @throws Error when an entity names a list that is not described, or one is described twice
   */
  finish(lists: readonly ListDescription[]): Uint8Array<ArrayBuffer>;
}

/** One guard for the one instance of the module. */
const { inside, isRunning } = openGuard();

/** JSON that Rust can read: half a surrogate pair becomes U+FFFD, as it does in UTF-8. */
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

  function builder(): Builder {
    if (open === null) throw new Error("Snapshot builder: finish() was called before");
    return open;
  }

  return {
    add(entities) {
      const batch = toJson(entities);
      inside("add()", () => builder().add(batch));
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
      return bytes as Uint8Array<ArrayBuffer>;
    },
  };
}

/** Opens a matcher that compares by these numbers. */
export function openMatcher(weights: Weights): Matcher {
  const core = inside("openMatcher()", () => new Core(JSON.stringify(weights)));
  const slots = new WeakMap<SnapshotHandle, number>();

  function slotOf(snapshot: SnapshotHandle): number {
    const slot = slots.get(snapshot);
    if (slot === undefined) {
      throw new Error("Snapshot handle is not one of this matcher, or was unloaded");
    }
    return slot;
  }

  return {
    engineVersion: inside("engineVersion()", engineVersion),
    isRunning,
    load(bytes) {
      const slot = inside("load()", () => core.load(bytes));
      const lists = JSON.parse(inside("load()", () => core.lists(slot))) as readonly ListInfo[];
      const id = createHash("sha256").update(bytes).digest("hex");
      const snapshot: SnapshotHandle = Object.freeze({ id, lists });
      slots.set(snapshot, slot);
      return snapshot;
    },
    unload(snapshot) {
      const slot = slotOf(snapshot);
      slots.delete(snapshot);
      inside("unload()", () => core.unload(slot));
    },
    match(snapshot: SnapshotHandle, query: MatchQuery): MatchResult {
      const slot = slotOf(snapshot);
      const asked = toJson(query);
      return JSON.parse(inside("match()", () => core.match(slot, asked))) as MatchResult;
    },
    examine(snapshot, query, listRef) {
      const slot = slotOf(snapshot);
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
