import type { ListRules } from "../policy/lists.ts";
import type { Clock } from "../../base/clock.ts";
import type {
  ListPublication,
  ListsInForce,
  ManifestVersion,
  UpdateOutcome,
  UpdateRefusalReason,
} from "./ports.ts";
import type { ListInfo, Matcher, SnapshotHandle } from "../matching/ports.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { type Manifest, openManifest } from "./manifest.ts";
import { shrunkenLists } from "./shrinkage.ts";

/** What following a manifest stands on. */
export interface FollowManifest {
  readonly publication: ListPublication;
  readonly verifierKeys: readonly string[];
  readonly matcher: Pick<Matcher, "load" | "unload">;
  readonly clock: Clock;
  readonly rules: ListRules;
}

/** Why what is published was not taken. */
export interface UpdateRefusal {
  readonly code: UpdateRefusalReason;
  /** For the operator, without a full stop; names lists and numbers, never an entry. */
  readonly message: string;
}

/** What a look at the manifest came to; with other lists, those to put in force. */
export interface Look {
  readonly outcome: UpdateOutcome;
  /** What to put in force; null: nothing changes. */
  readonly next: ListsInForce | null;
  /** For the operator; null unless it was refused. */
  readonly message: string | null;
}

/** Looks at a manifest again and again, and tells what to put in force. */
export interface ManifestFollower {
  /** @param inForce null at the start */
  look(inForce: ListsInForce | null): Promise<Look>;
}

/** Minutes by which the signer's clock may be ahead of this one. */
const clockMinutesMax = 10;

/**
 * Follows a signed manifest (decisions.md part 6). What it names is verified before anything
 * changes: signature, age, sizes, hash, then opened by the engine beside what is in force. A
 * manifest that was judged is not read again until it changes, unless what was wrong may pass.
 */
export function followManifest(
  { publication, verifierKeys, matcher, clock, rules }: FollowManifest,
): ManifestFollower {
  /** The last state of the manifest that needs no second look, and what it came to. */
  let judged: { readonly version: ManifestVersion; readonly look: Look } | null = null;

  async function judge(
    note: string,
    inForce: ListsInForce | null,
  ): Promise<Result<ListsInForce, UpdateRefusal>> {
    const opened = await openManifest(note, verifierKeys);
    if (!opened.ok) return refuse(unread[opened.refusal.code]);
    const manifest = opened.value;
    const manifestAt = Temporal.Instant.from(manifest.createdAt);
    const times = { manifestAt, checkedAt: checkedOf(manifest, manifestAt) };
    if (minutesAhead(manifestAt, clock.now()) > clockMinutesMax) {
      return no(
        "from_future",
        `the manifest was signed at ${manifest.createdAt}, which is to come`,
      );
    }
    if (inForce !== null) {
      const sameLists = inForce.snapshot.id === manifest.snapshot.sha256;
      const order = Temporal.Instant.compare(manifestAt, inForce.manifestAt ?? manifestAt);
      if (order < 0 || (order === 0 && !sameLists)) {
        return no(
          "older",
          `the manifest of ${manifest.createdAt} is not newer than the one in force`,
        );
      }
      if (sameLists) return ok({ ...inForce, ...times });
      const lost = shrunkenLists(inForce.snapshot.lists, manifest.lists, {
        shrinkPercentMax: rules.shrinkPercentMax,
        accepted: manifest.shrunken,
      });
      if (lost.length > 0) {
        const told = lost.map(({ source, before, entities }) =>
          `${source} ${before} to ${entities}`
        );
        return no("shrunken", `lists lost more than is believed: ${told.join(", ")}`);
      }
    }
    const loaded = await load(manifest);
    if (!loaded.ok) return loaded;
    const snapshot = loaded.value;
    const snapshotIds = [snapshot.id];
    return ok({ snapshot, snapshotIds, staleAfterHours: rules.staleHours, ...times });
  }

  async function load(manifest: Manifest): Promise<Result<SnapshotHandle, UpdateRefusal>> {
    const read = await publication.snapshot(manifest.snapshot);
    if (!read.ok) return read;
    let snapshot: SnapshotHandle;
    try {
      snapshot = matcher.load(read.value);
    } catch (thrown) {
      const reason = thrown instanceof Error ? thrown.message : "not readable";
      return no("unusable", `the snapshot is none of this version (${reason})`);
    }
    if (sameLists(snapshot.lists, manifest.lists)) return ok(snapshot);
    matcher.unload(snapshot);
    return no(
      "snapshot_differs",
      "the lists of the snapshot are not those that the manifest names",
    );
  }

  return {
    look: async (inForce) => {
      const read = await publication.manifest(judged?.version ?? null);
      if (!read.ok) return refused(read.refusal);
      if (read.value === null) {
        const last = judged?.look.outcome ?? unchanged;
        return last.kind === "refused" && judged !== null
          ? judged.look
          : { outcome: unchanged, next: null, message: null };
      }
      const { note, version } = read.value;
      const taken = await judge(note, inForce);
      const look: Look = taken.ok
        ? {
          outcome: taken.value.snapshot === inForce?.snapshot ? unchanged : { kind: "taken" },
          next: taken.value,
          message: null,
        }
        : refused(taken.refusal);
      judged = taken.ok || lasting.has(taken.refusal.code) ? { version, look } : null;
      return look;
    },
  };
}

const unchanged: UpdateOutcome = { kind: "unchanged" };

/** What stays wrong until the manifest changes. */
const lasting: ReadonlySet<UpdateRefusalReason> = new Set([
  "signature",
  "manifest",
  "older",
  "unusable",
  "shrunken",
]);

const unread = {
  signature: {
    code: "signature",
    message: "the manifest is not signed by the key that AVAL_LISTS names, or was changed",
  },
  manifest: { code: "manifest", message: "it is signed, but no manifest that this version reads" },
} as const;

function refused({ code, message }: UpdateRefusal): Look {
  return { outcome: { kind: "refused", reason: code }, next: null, message };
}

function no(code: UpdateRefusalReason, message: string): Result<never, UpdateRefusal> {
  return refuse({ code, message });
}

/** Nobody can have known after the manifest was signed: a manifest that is not renewed gets stale. */
function checkedOf(
  { lists }: Manifest,
  manifestAt: Temporal.Instant,
): ListsInForce["checkedAt"] {
  return new Map(
    lists.flatMap(({ source, checkedAt }) => {
      if (checkedAt === undefined) return [];
      const checked = Temporal.Instant.from(checkedAt);
      return [[source, Temporal.Instant.compare(checked, manifestAt) < 0 ? checked : manifestAt]];
    }),
  );
}

function minutesAhead(then: Temporal.Instant, now: Temporal.Instant): number {
  return (then.epochMilliseconds - now.epochMilliseconds) / 60_000;
}

function sameLists(own: readonly ListInfo[], named: Manifest["lists"]): boolean {
  return own.length === named.length && own.every(({ source, asOf, entities }, at) => {
    const other = named[at];
    return other?.source === source && other.asOf === asOf && other.entities === entities;
  });
}
