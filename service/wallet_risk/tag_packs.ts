import type { Clock } from "../../base/clock.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { ListRules } from "../../core/policy/lists.ts";
import { followManifest, type ManifestFollower } from "../../core/publications/follow_manifest.ts";
import { keepFresh } from "../../core/publications/keep_fresh.ts";
import { openSwappable } from "../../core/publications/swappable.ts";
import { corpusManifests, sameCorpus } from "../../core/wallet_risk/corpus_manifest.ts";
import type { CorpusInForce, TagCorpora } from "../../core/wallet_risk/ports.ts";
import {
  openPublication,
  readSnapshot,
  withoutSecrets,
} from "../../gateways/publications/publication.ts";
import { openCorpus } from "../../sources/tag_packs/open_corpus.ts";
import type { Config } from "../config/config.ts";
import type { ListsLocation } from "../config/lists_location.ts";
import type { OpenedRuntime } from "../process/runtime.ts";
import { openSandboxCorpus } from "../../sandbox/invented/tag_packs.ts";

/** The tag corpora of each mode. */
export interface OpenedTagPacks {
  readonly sandbox: TagCorpora;
  /** Null in a sandbox deployment, and in a live one that has none. */
  readonly live: TagCorpora | null;
  /** Takes a newer corpus where there is one; null where it cannot change. Never rejects. */
  readonly refresh: (() => Promise<void>) | null;
}

/**
 * Opens the invented corpus of the sandbox and, in live, the published one.
 *
 * @param signal aborts what is fetched, now and later
 * @throws Error that says what to do, when a corpus cannot be opened
 */
export async function openTagPacks(
  { mode, tagPacks: location, policy: { lists: rules } }: Pick<
    Config,
    "mode" | "tagPacks" | "policy"
  >,
  { clock, log, telemetry }: Pick<OpenedRuntime, "clock" | "log" | "telemetry">,
  signal: AbortSignal,
): Promise<OpenedTagPacks> {
  const sandbox = openSandboxCorpus();
  if (mode !== "live" || location === null) return { sandbox, live: null, refresh: null };
  const loaded = await loadCorpus(location, { rules, clock, signal });
  if (!loaded.ok) throw new Error(loaded.refusal.message);
  const { inForce, follower } = loaded.value;
  // Memory of a corpus is the runtime's to free.
  const live = openSwappable(inForce, { isSame: sameCorpus, free: () => {} });
  if (follower === null) return { sandbox, live, refresh: null };
  const refresh = keepFresh({
    inForce: live,
    follower,
    clock,
    log,
    signal,
    count: (kind, reason) =>
      telemetry.count("aval.tagpacks.updates", { "aval.outcome": kind, "aval.reason": reason }),
    logTaken: ({ corpus: { meta } }) =>
      log.info("tagpacks_taken", { tagCorpusId: meta.id, tagpackEtlRunId: meta.etlRunId }),
    events: { refused: "tagpacks_refused", failed: "tagpacks_not_looked_at" },
  });
  return { sandbox, live, refresh };
}

/** A corpus that can't be used. */
interface CorpusLoadRefusal {
  readonly code: "corpus_unusable";
  /** For the operator, without a full stop. */
  readonly message: string;
}

/** Loads what `AVAL_TAGPACKS` names: one corpus, or the one that its manifest names now. */
async function loadCorpus(
  location: ListsLocation,
  { rules, clock, signal }: {
    readonly rules: ListRules;
    readonly clock: Clock;
    readonly signal: AbortSignal;
  },
): Promise<
  Result<
    {
      readonly inForce: CorpusInForce;
      readonly follower: ManifestFollower<CorpusInForce> | null;
    },
    CorpusLoadRefusal
  >
> {
  const { at } = location;
  if (location.kind === "snapshot") {
    const inForce = await readCorpus(location, { rules, signal });
    return inForce.ok ? ok({ inForce: inForce.value, follower: null }) : inForce;
  }
  const publication = openPublication(at, rules, signal);
  const follower = followManifest(publication, {
    kind: corpusManifests({ publication, openCorpus, rules }),
    verifierKeys: location.verifierKeys,
    clock,
    isSame: sameCorpus,
  });
  const { next, message } = await follower.poll(null);
  return next === null
    ? unusable(message ?? `${withoutSecrets(at)} names no corpus`)
    : ok({ inForce: next, follower });
}

/** Reads one corpus, holds it against its pin and opens it. */
async function readCorpus(
  { at, sha256 }: Extract<ListsLocation, { kind: "snapshot" }>,
  { rules, signal }: { readonly rules: ListRules; readonly signal: AbortSignal },
): Promise<Result<CorpusInForce, CorpusLoadRefusal>> {
  const read = await readSnapshot(at, { rules, bytesMax: rules.snapshotBytesMax, signal });
  if (!read.ok) return unusable(read.refusal.message);
  const opened = openCorpus(read.value);
  if (!opened.ok) {
    const reason = opened.refusal.message;
    return unusable(`${withoutSecrets(at)} is no tag corpus of this version (${reason})`);
  }
  const staleAfterDays = rules.tagPacksStaleDays;
  return sha256 === null || opened.value.meta.id === sha256
    ? ok({ corpus: opened.value, isInvented: false, staleAfterDays, manifestAt: null })
    : unusable(`${withoutSecrets(at)} is not the corpus that its sha256 pins`);
}

function unusable(message: string): Result<never, CorpusLoadRefusal> {
  return refuse({ code: "corpus_unusable", message: `AVAL_TAGPACKS: ${message}` });
}
