import type { Clock } from "../../base/clock.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import {
  type AnchorsInForce,
  sameAnchors,
  type TrustAnchors,
} from "../../core/presentation/anchors_in_force.ts";
import {
  followAnchors,
  type ReadAnchors,
  type ReadAnchorSource,
} from "../../core/presentation/follow_anchors.ts";
import { mergeAnchors, parseTrustAnchors } from "../../core/presentation/trust_anchors.ts";
import { keepFresh } from "../../core/publications/keep_fresh.ts";
import type { ManifestFollower } from "../../core/publications/follow_manifest.ts";
import type { UpdateRefusalReason } from "../../core/publications/ports.ts";
import { openSwappable, type Swappable } from "../../core/publications/swappable.ts";
import { readAnchorFolder } from "./anchor_files.ts";
import type { Config } from "../config/config.ts";
import type { OpenedRuntime } from "../process/runtime.ts";
import type { TrustListKeys } from "./trust_list_keys.ts";
import { sandboxAcademicAuthority } from "../../sandbox/invented/academic.ts";
import { sandboxAuthority } from "../../sandbox/invented/credentials.ts";

/** The operator's anchors, and their refresh. */
export interface OpenedTrustAnchors {
  readonly inForce: Swappable<AnchorsInForce>;
  /** Null if they cannot change: there are none, or they are in the variable itself. */
  readonly follower: ManifestFollower<AnchorsInForce> | null;
}

/** Anchors that cannot be used, for the operator. */
export interface TrustAnchorsRefusal {
  readonly code: UpdateRefusalReason;
  /** One line for each problem, without the variable's name. */
  readonly problems: readonly string[];
}

type AnchorSettings = Pick<Config, "mode" | "trustAnchors" | "policy">;

/**
 * Reads `AVAL_TRUST_ANCHORS`: PEM in the variable itself, or a folder whose changes are followed.
 *
 * @param keys keys whose signed lists are trusted
 */
export async function openTrustAnchors(
  { mode, trustAnchors: source, policy: { trust: rules } }: AnchorSettings,
  keys: TrustListKeys,
  clock: Clock,
): Promise<Result<OpenedTrustAnchors, TrustAnchorsRefusal>> {
  const seconds = () => clock.now().epochMilliseconds / 1000;
  const readOnce = async (
    known: string | null,
  ): Promise<Result<ReadAnchors | null, TrustAnchorsRefusal>> => {
    const read = source === null
      ? ok(nothingRead)
      : source.kind === "text"
      ? readText(source.text)
      : await readAnchorFolder(source.path, { ...rules, keys, known, now: seconds() });
    return read.ok && mode === "live" && read.value !== null && holdsSandbox(read.value)
      ? refuse({ code: "unusable", problems: [sandboxAnchor] })
      : read;
  };
  const first = await readOnce(null);
  if (!first.ok) return first;
  const { anchors } = first.value ?? nothingRead;
  // Memory of anchors is the runtime's to free.
  const inForce = openSwappable({ anchors, readAt: clock.now() }, {
    isSame: sameAnchors,
    free: () => {},
  });
  if (source?.kind !== "path") return ok({ inForce, follower: null });
  const read: ReadAnchorSource = async (known) => {
    const again = await readOnce(known);
    if (again.ok) return again;
    const { code, problems } = again.refusal;
    return refuse({ code, message: problems.join("; ") });
  };
  return ok({
    inForce,
    follower: followAnchors({ read, rules, clock, first: first.value ?? nothingRead }),
  });
}

/** Opens the refresh of the anchors; null if they cannot change. */
export function refreshTrustAnchors(
  { inForce, follower }: OpenedTrustAnchors,
  { clock, log, telemetry }: Pick<OpenedRuntime, "clock" | "log" | "telemetry">,
  signal: AbortSignal,
): (() => Promise<void>) | null {
  if (follower === null) return null;
  return keepFresh({
    inForce,
    follower,
    clock,
    log,
    signal,
    count: (kind, reason) =>
      telemetry.count("aval.trust_anchors.updates", {
        "aval.outcome": kind,
        "aval.reason": reason,
      }),
    logTaken: ({ anchors }) => log.info("trust_anchors_taken", { anchors: anchors.length }),
    events: { refused: "trust_anchors_refused", failed: "trust_anchors_not_looked_at" },
  });
}

/** The part of `/health` about followed anchors; null for anchors that cannot change. */
export function anchorsRead(
  { inForce, follower }: { readonly inForce: TrustAnchors; readonly follower: unknown },
): (() => { readonly anchors: number; readonly readAt: Temporal.Instant }) | null {
  if (follower === null) return null;
  return () => {
    const { anchors, readAt } = inForce.current();
    return { anchors: anchors.length, readAt };
  };
}

const nothingRead: ReadAnchors = {
  anchors: [],
  version: "",
  issuedAt: new Map(),
  nextUpdate: null,
};

function readText(text: string): Result<ReadAnchors, TrustAnchorsRefusal> {
  const read = parseTrustAnchors(text);
  return read.ok
    ? ok({ ...nothingRead, anchors: mergeAnchors(read.value) })
    : refuse({ code: "unusable", problems: [read.refusal.message] });
}

const sandboxAnchor =
  "contains a published sandbox authority, under which anyone can issue credentials; live must not trust it";

function holdsSandbox({ anchors }: ReadAnchors): boolean {
  const own = [sandboxAuthority().fingerprint, sandboxAcademicAuthority().fingerprint];
  return anchors.some(({ fingerprint }) => own.includes(fingerprint));
}
