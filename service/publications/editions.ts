import { openSteps } from "../../base/turns.ts";
import type { Units } from "../../base/unit.ts";
import type { Audit } from "../../core/audit/ports.ts";
import { listEdition } from "../../core/lists_in_force/list_edition.ts";
import type { Lists } from "../../core/lists_in_force/ports.ts";
import type { Matcher } from "../../core/matching/ports.ts";
import type { EditionKind, Editions } from "../../core/publications/edition_ports.ts";
import { keepRecord } from "../../core/publications/keep_record.ts";
import type { RecordEditionDependencies } from "../../core/publications/record_edition.ts";
import { corpusEdition } from "../../core/wallet_risk/corpus_edition.ts";
import type { TagCorpora } from "../../core/wallet_risk/ports.ts";
import { openEditions } from "../../kv/publications/editions.ts";
import type { Store } from "../../kv/store/store.ts";
import type { Config } from "../config/config.ts";
import { nextTurn } from "../process/next_turn.ts";
import type { OpenedRuntime } from "../process/runtime.ts";

/** Data that came into force, shared by the servers of one store. */
export interface EditionAdapters {
  readonly listEditions: Editions;
  readonly corpusEditions: Editions;
}

/** Opens the record of data that came into force. */
export function openEditionAdapters(
  { policy: { lists: { changesKeptDays: keptDays } } }: Pick<Config, "policy">,
  runtime: OpenedRuntime,
  store: Store,
): EditionAdapters {
  const open = (kind: EditionKind) => openEditions({ store, ...runtime, kind, keptDays });
  return { listEditions: open("lists"), corpusEditions: open("corpus") };
}

/** Dependencies of recording. */
export interface RecordDependencies {
  readonly adapters: EditionAdapters & { readonly audit: Audit; readonly units: Units };
  readonly closing: AbortSignal;
}

/** Opens the check that records lists that came into force, with their changes. Never rejects. */
export function recordLists(
  runtime: OpenedRuntime,
  { lists, matcher, ...dependencies }: RecordDependencies & {
    readonly lists: Lists;
    readonly matcher: Pick<Matcher, "walk">;
  },
): () => Promise<void> {
  const { adapters: { audit, listEditions: editions, units }, closing } = dependencies;
  return keepRecord({
    ...{ inForce: lists, editions, units, closing },
    ...runtime,
    editionOf: (inForce) => listEdition(matcher, inForce),
    step: openSteps({ clock: runtime.clock, nextTurn }),
    audit: recordingParts(audit, "LISTS_IN_FORCE"),
    events: { recorded: "lists_recorded", failed: "lists_not_recorded" },
  });
}

/** Opens the check that records the tag corpus that came into force. Never rejects. */
export function recordCorpus(
  runtime: OpenedRuntime,
  { corpora, ...dependencies }: RecordDependencies & { readonly corpora: TagCorpora },
): () => Promise<void> {
  const { adapters: { audit, corpusEditions: editions, units }, closing } = dependencies;
  return keepRecord({
    ...{ inForce: corpora, editions, units, closing },
    ...runtime,
    editionOf: corpusEdition,
    step: openSteps({ clock: runtime.clock, nextTurn }),
    audit: recordingParts(audit, "CORPUS_IN_FORCE"),
    events: { recorded: "tagpacks_recorded", failed: "tagpacks_not_recorded" },
  });
}

/** Records each source of an edition on the audit chain. */
function recordingParts(
  audit: Audit,
  kind: "LISTS_IN_FORCE" | "CORPUS_IN_FORCE",
): RecordEditionDependencies["audit"] {
  return (unit, { id, parts }) => {
    for (const { isBaseline: _, ...part } of parts) {
      audit.record(unit, { kind, snapshotId: id, ...part });
    }
  };
}
