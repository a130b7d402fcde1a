import type { Clock } from "../../base/clock.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { ListRules } from "../../core/policy/lists.ts";
import { followManifest, type ManifestFollower } from "../../core/publications/follow_manifest.ts";
import type { PublicationKind } from "../../core/publications/judge_manifest.ts";
import { keepFresh, type RefreshDependencies } from "../../core/publications/keep_fresh.ts";
import type { AnyManifest } from "../../core/publications/manifest.ts";
import type { Dated, Publication } from "../../core/publications/ports.ts";
import { openPublication, withoutSecrets } from "../../gateways/publications/publication.ts";
import type { ListsLocation } from "../config/lists_location.ts";
import type { OpenedRuntime } from "../process/runtime.ts";

/** The location of one snapshot without a manifest. */
export type SnapshotLocation = Extract<ListsLocation, { kind: "snapshot" }>;

/** A published snapshot that cannot be used. */
export interface SnapshotRefusal {
  readonly code: "snapshot_unusable";
  /** A message for the operator, without a full stop; begins with the variable. */
  readonly message: string;
}

/** Data to put in force, and the follower of their manifest if there is one. */
export interface Published<Data> {
  readonly inForce: Data;
  readonly follower: ManifestFollower<Data> | null;
}

/** Refuses the value of a variable. */
export function unusable(variable: string, message: string): Result<never, SnapshotRefusal> {
  return refuse({ code: "snapshot_unusable", message: `${variable}: ${message}` });
}

/** Loads the value of a variable: one snapshot, or the one that its manifest currently names. */
export async function loadPublished<Manifest extends AnyManifest, Data extends Dated>(
  location: ListsLocation,
  { variable, noun, kindOf, isSame, loadOne }: {
    readonly variable: string;
    /** The noun for a manifest's content, for the operator. */
    readonly noun: string;
    readonly kindOf: (publication: Publication) => PublicationKind<Manifest, Data>;
    /** Whether two values belong to the same snapshot. */
    readonly isSame: (a: Data, b: Data) => boolean;
    readonly loadOne: (location: SnapshotLocation) => Promise<Result<Data, SnapshotRefusal>>;
  },
  { rules, clock, signal }: {
    readonly rules: ListRules;
    readonly clock: Clock;
    /** Aborts current and later work. */
    readonly signal?: AbortSignal;
  },
): Promise<Result<Published<Data>, SnapshotRefusal>> {
  if (location.kind === "snapshot") {
    const loaded = await loadOne(location);
    return loaded.ok ? ok({ inForce: loaded.value, follower: null }) : loaded;
  }
  const { at, verifierKeys } = location;
  const publication = openPublication(at, rules, signal);
  const kind = kindOf(publication);
  const follower = followManifest(publication, { kind, verifierKeys, clock, isSame });
  const { next, message } = await follower.poll(null);
  return next === null
    ? unusable(variable, message ?? `${withoutSecrets(at)} names no ${noun}`)
    : ok({ inForce: next, follower });
}

/** Opens the refresh to newer data. @returns null without a manifest */
export function openRefresh<Data>(
  { follower, inForce, metric, ...more }:
    & Pick<RefreshDependencies<Data>, "inForce" | "signal" | "logTaken" | "events">
    & Pick<Published<Data>, "follower">
    & { readonly metric: "aval.lists.updates" | "aval.tagpacks.updates" },
  { clock, log, telemetry }: Pick<OpenedRuntime, "clock" | "log" | "telemetry">,
): (() => Promise<void>) | null {
  return follower === null ? null : keepFresh({
    ...more,
    ...{ inForce, follower, clock, log },
    count: (kind, reason) =>
      telemetry.count(metric, { "aval.outcome": kind, "aval.reason": reason }),
  });
}
