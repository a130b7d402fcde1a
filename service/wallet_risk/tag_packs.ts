import { ok, type Result } from "../../base/result.ts";
import type { ListRules } from "../../core/policy/lists.ts";
import { openSwappable } from "../../core/publications/swappable.ts";
import { corpusManifests, sameCorpus } from "../../core/wallet_risk/corpus_manifest.ts";
import type { CorpusInForce, TagCorpora } from "../../core/wallet_risk/ports.ts";
import { readSnapshot, withoutSecrets } from "../../gateways/publications/publication.ts";
import { openCorpus } from "../../sources/tag_packs/open_corpus.ts";
import type { Config } from "../config/config.ts";
import type { OpenedRuntime } from "../process/runtime.ts";
import {
  loadPublished,
  openRefresh,
  type SnapshotLocation,
  type SnapshotRefusal,
  unusable,
} from "../publications/load_published.ts";
import { openSandboxCorpus } from "../../sandbox/invented/tag_packs.ts";

const variable = "AVAL_TAGPACKS";

/** The tag corpora of each mode. */
export interface OpenedTagPacks {
  readonly sandbox: TagCorpora;
  /** Null in a sandbox deployment, and in a live one without a corpus. */
  readonly live: TagCorpora | null;
  /** Loads a newer corpus if there is one; null if it cannot change. Never rejects. */
  readonly refresh: (() => Promise<void>) | null;
}

/**
 * Opens the invented corpus of the sandbox and, in live, the published one.
 *
 * @param signal aborts current and later fetches
 * @throws Error with the remedy, when a corpus cannot be opened
 */
export async function openTagPacks(
  { mode, tagPacks: location, policy: { lists: rules } }: Pick<
    Config,
    "mode" | "tagPacks" | "policy"
  >,
  runtime: Pick<OpenedRuntime, "clock" | "log" | "telemetry">,
  signal: AbortSignal,
): Promise<OpenedTagPacks> {
  const sandbox = openSandboxCorpus();
  if (mode !== "live" || location === null) return { sandbox, live: null, refresh: null };
  const { clock, log } = runtime;
  const loaded = await loadPublished(location, {
    variable,
    noun: "corpus",
    kindOf: (publication) => corpusManifests({ publication, openCorpus, rules }),
    isSame: sameCorpus,
    loadOne: (one) => readCorpus(one, { rules, signal }),
  }, { rules, clock, signal });
  if (!loaded.ok) throw new Error(loaded.refusal.message);
  const { inForce, follower } = loaded.value;
  // Memory of a corpus is the runtime's to free.
  const live = openSwappable(inForce, { isSame: sameCorpus, free: () => {} });
  const refresh = openRefresh({
    inForce: live,
    follower,
    signal,
    metric: "aval.tagpacks.updates",
    logTaken: ({ corpus: { meta } }) =>
      log.info("tagpacks_taken", { tagCorpusId: meta.id, tagpackEtlRunId: meta.etlRunId }),
    events: { refused: "tagpacks_refused", failed: "tagpacks_not_looked_at" },
  }, runtime);
  return { sandbox, live, refresh };
}

/** Reads one corpus, compares it with its pin and opens it. */
async function readCorpus(
  { at, sha256 }: SnapshotLocation,
  { rules, signal }: { readonly rules: ListRules; readonly signal: AbortSignal },
): Promise<Result<CorpusInForce, SnapshotRefusal>> {
  const read = await readSnapshot(at, { rules, bytesMax: rules.snapshotBytesMax, signal });
  if (!read.ok) return unusable(variable, read.refusal.message);
  const opened = openCorpus(read.value);
  if (!opened.ok) {
    const reason = opened.refusal.message;
    return unusable(
      variable,
      `${withoutSecrets(at)} is not a tag corpus of this version (${reason})`,
    );
  }
  const staleAfterDays = rules.tagPacksStaleDays;
  return sha256 === null || opened.value.meta.id === sha256
    ? ok({ corpus: opened.value, isInvented: false, staleAfterDays, manifestAt: null })
    : unusable(variable, `${withoutSecrets(at)} is not the corpus that its sha256 pins`);
}
