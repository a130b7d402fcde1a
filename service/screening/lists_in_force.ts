import type { Config } from "../config/config.ts";
import type { ListsLocation } from "../config/lists_location.ts";
import {
  openPublication,
  readSnapshot,
  withoutSecrets,
} from "../../gateways/publications/publication.ts";
import { listManifests } from "../../core/lists_in_force/list_manifests.ts";
import { openLiveLists, sameSnapshot } from "../../core/lists_in_force/live_lists.ts";
import { followManifest, type ManifestFollower } from "../../core/publications/follow_manifest.ts";
import { keepFresh } from "../../core/publications/keep_fresh.ts";
import type { ListRules } from "../../core/policy/lists.ts";
import type { Clock } from "../../base/clock.ts";
import type { Lists, ListsInForce } from "../../core/lists_in_force/ports.ts";
import type { Matcher, SnapshotHandle } from "../../core/matching/ports.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { openSnapshotBuilder } from "../../wasm/matcher.ts";
import type { OpenedRuntime } from "../process/runtime.ts";
import { sandboxSnapshot } from "../../sandbox/invented/snapshot.ts";

/** The lists of each mode. */
export interface OpenedLists {
  readonly sandbox: Lists;
  /** Null in a sandbox deployment. */
  readonly live: Lists | null;
  /** Takes newer lists where there are any; null where they cannot change. Never rejects. */
  readonly refresh: (() => Promise<void>) | null;
}

/**
 * Opens the lists of the sandbox and, in live, the published ones.
 *
 * @param signal aborts what is fetched, now and later
 * @throws Error that says what to do, when a list cannot be opened
 */
export async function openLists(
  config: Config,
  runtime: Pick<OpenedRuntime, "clock" | "log" | "telemetry">,
  { matcher, signal }: { readonly matcher: Matcher; readonly signal: AbortSignal },
): Promise<OpenedLists> {
  const sandbox = openSandboxLists(matcher);
  if (config.mode !== "live") return { sandbox, live: null, refresh: null };
  return { sandbox, ...await openPublishedLists(config, runtime, { matcher, signal }) };
}

/** The invented list, which no decision names. Built when it is first asked for: live may never. */
function openSandboxLists(matcher: Matcher): Lists {
  let inForce: ListsInForce | null = null;
  const open = () => ({
    snapshot: loadSandboxList(matcher),
    snapshotIds: [],
    staleAfterHours: null,
    manifestAt: null,
    checkedAt: new Map(),
  });
  const current = () => inForce ??= open();
  return { current, use: (run) => run(current()), lastUpdate: () => null };
}

/** The published lists of a live deployment, and what takes newer ones where they can change. */
async function openPublishedLists(
  { lists: location, policy }: Config,
  { clock, log, telemetry }: Pick<OpenedRuntime, "clock" | "log" | "telemetry">,
  { matcher, signal }: { readonly matcher: Matcher; readonly signal: AbortSignal },
): Promise<Pick<OpenedLists, "live" | "refresh">> {
  if (location === null) throw new Error("AVAL_LISTS: live needs a list snapshot");
  const loaded = await loadLists(matcher, location, { rules: policy.lists, clock, signal });
  if (!loaded.ok) throw new Error(loaded.refusal.message);
  const { inForce, follower } = loaded.value;
  const live = openLiveLists(matcher, inForce);
  if (follower === null) return { live, refresh: null };
  const refresh = keepFresh({
    inForce: live,
    follower,
    clock,
    log,
    signal,
    count: (kind, reason) =>
      telemetry.count("aval.lists.updates", { "aval.outcome": kind, "aval.reason": reason }),
    logTaken: ({ snapshot: { id } }) => log.info("lists_taken", { listSnapshotId: id }),
    events: { refused: "lists_refused", failed: "lists_not_looked_at" },
  });
  return { live, refresh };
}

/** A snapshot that can't be used. */
export interface SnapshotRefusal {
  readonly code: "snapshot_unusable";
  /** For the operator, without a full stop. */
  readonly message: string;
}

/** Loads the invented list of the sandbox, built in memory from its readable form. */
export function loadSandboxList(matcher: Pick<Matcher, "load">): SnapshotHandle {
  return matcher.load(sandboxSnapshot(openSnapshotBuilder()));
}

/** Lists to screen against, and what finds newer ones where a manifest is followed. */
export interface PublishedLists {
  readonly inForce: ListsInForce;
  readonly follower: ManifestFollower<ListsInForce> | null;
}

/** Loads what `AVAL_LISTS` names: one snapshot, or the one that its manifest names now. */
export async function loadLists(
  matcher: Pick<Matcher, "load" | "unload">,
  location: ListsLocation,
  { rules, clock, signal }: {
    readonly rules: ListRules;
    readonly clock: Clock;
    /** Aborts what is under way, now and later. */
    readonly signal?: AbortSignal;
  },
): Promise<Result<PublishedLists, SnapshotRefusal>> {
  if (location.kind === "snapshot") {
    const loaded = await loadSnapshot(matcher, location, { rules, signal });
    if (!loaded.ok) return loaded;
    const { snapshot } = loaded.value;
    return ok({
      inForce: {
        snapshot,
        snapshotIds: [snapshot.id],
        staleAfterHours: rules.staleHours,
        manifestAt: null,
        checkedAt: new Map(),
      },
      follower: null,
    });
  }
  const { at, verifierKeys } = location;
  const publication = openPublication(at, rules, signal);
  const kind = listManifests({ publication, matcher, rules });
  const follower = followManifest(publication, {
    kind,
    verifierKeys,
    clock,
    isSame: sameSnapshot,
  });
  const { next, message } = await follower.poll(null);
  return next === null
    ? unusable(message ?? `${withoutSecrets(at)} names no snapshot`)
    : ok({ inForce: next, follower });
}

/** A snapshot that is loaded, and the bytes that it was loaded from. */
export interface LoadedSnapshot {
  readonly snapshot: SnapshotHandle;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Reads one snapshot, holds it against its pin and loads it. */
export async function loadSnapshot(
  matcher: Pick<Matcher, "load">,
  { at, sha256 }: Extract<ListsLocation, { kind: "snapshot" }>,
  { rules, signal }: { readonly rules: ListRules; readonly signal?: AbortSignal | undefined },
): Promise<Result<LoadedSnapshot, SnapshotRefusal>> {
  const read = await readSnapshot(at, { rules, bytesMax: rules.snapshotBytesMax, signal });
  if (!read.ok) return unusable(read.refusal.message);
  const bytes = read.value;
  if (sha256 !== null && await sha256Of(bytes) !== sha256) {
    return unusable(`${withoutSecrets(at)} is not the snapshot that its sha256 pins`);
  }
  try {
    return ok({ snapshot: matcher.load(bytes), bytes });
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : "not readable";
    return unusable(`${withoutSecrets(at)} is no list snapshot of this version (${reason})`);
  }
}

async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

function unusable(message: string): Result<never, SnapshotRefusal> {
  return refuse({ code: "snapshot_unusable", message: `AVAL_LISTS: ${message}` });
}
