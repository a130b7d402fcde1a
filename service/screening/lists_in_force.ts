import type { Config } from "../config/config.ts";
import type { ListsLocation } from "../config/lists_location.ts";
import { readSnapshot, withoutSecrets } from "../../gateways/publications/publication.ts";
import { listManifests } from "../../core/lists_in_force/list_manifests.ts";
import { openLiveLists, sameSnapshot } from "../../core/lists_in_force/live_lists.ts";
import type { ListRules } from "../../core/policy/lists.ts";
import type { Clock } from "../../base/clock.ts";
import type { Lists, ListsInForce } from "../../core/lists_in_force/ports.ts";
import type { Matcher, SnapshotHandle } from "../../core/matching/ports.ts";
import { ok, type Result } from "../../base/result.ts";
import { openSnapshotBuilder } from "../../wasm/matcher.ts";
import type { OpenedRuntime } from "../process/runtime.ts";
import {
  loadPublished,
  openRefresh,
  type Published,
  type SnapshotLocation,
  type SnapshotRefusal,
  unusable,
} from "../publications/load_published.ts";
import { type InventedVersion, sandboxSnapshot } from "../../sandbox/invented/snapshot.ts";

const variable = "AVAL_LISTS";

/** The lists of each mode. */
export interface OpenedLists {
  readonly sandbox: Lists;
  /** Null in a sandbox deployment. */
  readonly live: Lists | null;
  /** Loads newer lists if there are any; null if they cannot change. Never rejects. */
  readonly refresh: (() => Promise<void>) | null;
}

/**
 * Opens the lists of the sandbox and, in live, the published ones.
 *
 * @param signal aborts current and later fetches
 * @throws Error with the remedy, when a list cannot be opened
 */
export async function openLists(
  config: Config,
  runtime: Pick<OpenedRuntime, "clock" | "log" | "telemetry">,
  { matcher, signal }: { readonly matcher: Matcher; readonly signal: AbortSignal },
): Promise<OpenedLists> {
  const sandbox = inventedLists(matcher, "first");
  if (config.mode !== "live") return { sandbox, live: null, refresh: null };
  return { sandbox, ...await openPublishedLists(config, runtime, { matcher, signal }) };
}

/** One version of the invented lists, built at the first use. No live decision uses it. */
export function inventedLists(matcher: Pick<Matcher, "load">, version: InventedVersion): Lists {
  let inForce: ListsInForce | null = null;
  const open = () => ({
    snapshot: matcher.load(sandboxSnapshot(openSnapshotBuilder(), version)),
    readAgain: () => Promise.resolve(sandboxSnapshot(openSnapshotBuilder(), version)),
    snapshotIds: [],
    staleAfterHours: null,
    manifestAt: null,
    checkedAt: new Map(),
  });
  const current = () => inForce ??= open();
  return { current, use: (run) => run(current()), lastUpdate: () => null };
}

/** The published lists of a live deployment, with their refresh if they can change. */
async function openPublishedLists(
  { lists: location, policy }: Config,
  runtime: Pick<OpenedRuntime, "clock" | "log" | "telemetry">,
  { matcher, signal }: { readonly matcher: Matcher; readonly signal: AbortSignal },
): Promise<Pick<OpenedLists, "live" | "refresh">> {
  const { clock, log } = runtime;
  if (location === null) throw new Error("AVAL_LISTS: live needs a list snapshot");
  const loaded = await loadLists(matcher, location, { rules: policy.lists, clock, signal });
  if (!loaded.ok) throw new Error(loaded.refusal.message);
  const { inForce, follower } = loaded.value;
  const live = openLiveLists(matcher, inForce);
  const refresh = openRefresh({
    inForce: live,
    follower,
    signal,
    metric: "aval.lists.updates",
    logTaken: ({ snapshot: { id } }) => log.info("lists_taken", { listSnapshotId: id }),
    events: { refused: "lists_refused", failed: "lists_not_looked_at" },
  }, runtime);
  return { live, refresh };
}

/** Loads the invented list of the sandbox, built in memory from its readable form. */
export function loadSandboxList(matcher: Pick<Matcher, "load">): SnapshotHandle {
  return matcher.load(sandboxSnapshot(openSnapshotBuilder()));
}

/** Loads the value of `AVAL_LISTS`: one snapshot, or the one that its manifest currently names. */
export async function loadLists(
  matcher: Pick<Matcher, "load" | "unload">,
  location: ListsLocation,
  tools: {
    readonly rules: ListRules;
    readonly clock: Clock;
    /** Aborts current and later work. */
    readonly signal?: AbortSignal;
  },
): Promise<Result<Published<ListsInForce>, SnapshotRefusal>> {
  const { rules, signal } = tools;
  return await loadPublished(location, {
    variable,
    noun: "snapshot",
    kindOf: (publication) => listManifests({ publication, matcher, rules }),
    isSame: sameSnapshot,
    loadOne: async (one) => {
      const loaded = await loadSnapshot(matcher, one, { rules, signal });
      if (!loaded.ok) return loaded;
      const { snapshot } = loaded.value;
      return ok({
        snapshot,
        readAgain: async () => {
          const bytesMax = rules.snapshotBytesMax;
          const read = await readSnapshot(one.at, { rules, bytesMax, signal });
          return read.ok ? read.value : null;
        },
        snapshotIds: [snapshot.id],
        staleAfterHours: rules.staleHours,
        manifestAt: null,
        checkedAt: new Map(),
      });
    },
  }, tools);
}

/** A loaded snapshot with its bytes. */
export interface LoadedSnapshot {
  readonly snapshot: SnapshotHandle;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Reads one snapshot, compares it with its pin and loads it. */
export async function loadSnapshot(
  matcher: Pick<Matcher, "load">,
  { at, sha256 }: SnapshotLocation,
  { rules, signal }: { readonly rules: ListRules; readonly signal?: AbortSignal | undefined },
): Promise<Result<LoadedSnapshot, SnapshotRefusal>> {
  const read = await readSnapshot(at, { rules, bytesMax: rules.snapshotBytesMax, signal });
  if (!read.ok) return unusable(variable, read.refusal.message);
  const bytes = read.value;
  if (sha256 !== null && await sha256Of(bytes) !== sha256) {
    return unusable(variable, `${withoutSecrets(at)} is not the snapshot that its sha256 pins`);
  }
  try {
    return ok({ snapshot: matcher.load(bytes), bytes });
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : "not readable";
    return unusable(
      variable,
      `${withoutSecrets(at)} is not a list snapshot of this version (${reason})`,
    );
  }
}

async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}
