import { z } from "zod";
import type { Json } from "../../base/json.ts";
import { ClientId } from "../access/schema.ts";
import { IdentifierType } from "../matching/entry_schema.ts";
import { EntityType, Mode, Timestamp, Uuid } from "../nouns.ts";
import { type BatchLimits, longItemIn, type SubmittedBatch } from "../screening/batch_schema.ts";
import { cursorText, pageLimit } from "../screening/page_query.ts";
import { DecisionId } from "../screening/decision_schema.ts";
import {
  type ScreeningLimits,
  type ScreeningRequest,
  screeningRequest,
  SubjectRef,
} from "../screening/request_schema.ts";

const count = z.int().nonnegative();

/** What a client sends about a customer: a screening request without `mode` and `subjectRef`. */
export function monitoredRequest(limits: ScreeningLimits) {
  return screeningRequest(limits).unwrap().omit({ mode: true, subjectRef: true }).readonly().meta({
    id: "MonitoredSubjectRequest",
    examples: [{ name: "Viktor Sandbergov", dob: "1961-04-12", nationality: "RU" }],
  });
}
/** The data of a customer that are compared. */
export type MonitoredRequest = Omit<ScreeningRequest, "mode" | "subjectRef">;

/**
 * The largest request that any policy accepts: what was accepted can be read under every policy.
 */
const keptRequest = monitoredRequest({
  nameCharactersMax: 2_000,
  walletAddressesMax: 1_000,
  notesCharactersMax: 0,
  decisionReviewsMax: 0,
});

/** The data of a customer as its client reads them. */
const MonitoredData = z.object({
  name: z.string(),
  otherNames: z.array(z.string()).readonly().optional(),
  dob: z.string().optional(),
  nationality: z.string().optional(),
  nationalities: z.array(z.string()).readonly().optional(),
  walletAddresses: z.array(z.string()).readonly().optional(),
  entityType: EntityType.optional(),
  sources: z.array(z.string()).readonly().optional(),
  identifiers: z.array(
    z.object({ type: IdentifierType, value: z.string(), country: z.string().optional() })
      .readonly(),
  ).readonly().optional(),
}).readonly().meta({ id: "MonitoredSubjectData" });

/** A generation of imports: the client's name for one state of its whole book. */
export const Generation = z.string().regex(
  /^[A-Za-z0-9._:-]{1,64}$/,
  "expected 1 to 64 of A-Z, a-z, 0-9 and . _ : -",
).meta({
  id: "MonitoringGeneration",
  description: "Your own name of one whole book, such as the day of the export. No personal data",
  examples: ["2026-03-01"],
});
export type Generation = z.infer<typeof Generation>;

/** A match that has a decision: the entry, and the hash of its data. */
export const KnownHit = z.object({ entity: z.string(), form: z.string() }).readonly();
export type KnownHit = z.infer<typeof KnownHit>;

/** A monitored customer as stored, encrypted by its own data key. */
export const MonitoredSubject = z.object({
  subjectRef: SubjectRef,
  request: keptRequest,
  putAt: Timestamp,
  /**
   * The last decision about these data; null if no run has found a match and no PUT has decided.
   */
  decisionId: DecisionId.nullable(),
  /** Matches of these data that have a decision. */
  hits: z.array(KnownHit).readonly(),
}).readonly();
export type MonitoredSubject = z.infer<typeof MonitoredSubject>;

/** A monitored customer, as its client reads it. */
export const MonitoredSubjectRead = z.object({
  subjectRef: SubjectRef,
  request: MonitoredData,
  generation: Generation.nullable().meta({
    description: "The last import that named it; null where none has",
  }),
  putAt: Timestamp.meta({ description: "When these data came" }),
  decisionId: DecisionId.nullable().meta({
    description: "The last decision about these data; null: imported, and nothing was found yet",
  }),
}).readonly().meta({ id: "MonitoredSubject" });
export type MonitoredSubjectRead = z.infer<typeof MonitoredSubjectRead>;

/** A page of monitored customers. */
export const MonitoredSubjectPage = z.object({
  subjects: z.array(MonitoredSubjectRead.unwrap().omit({ request: true }).readonly()).readonly()
    .meta({ description: "In an order of their own" }),
  total: count,
  nextCursor: z.string().nullable().meta({ description: "For the next page; null at the end" }),
}).readonly().meta({ id: "MonitoredSubjectPage" });
export type MonitoredSubjectPage = z.infer<typeof MonitoredSubjectPage>;

/** The query of a page, for all lists of monitoring. */
export const MonitoringPageQuery = z.object({
  cursor: cursorText.optional().meta({
    description: "`nextCursor` of the last page, for 24 hours",
  }),
  limit: pageLimit,
});
export type MonitoringPageQuery = z.infer<typeof MonitoringPageQuery>;

/** The maximum of an expected count. */
const countMax = 999_999_999;

/** A count that the client expects, to be compared with the actual one. */
export const statedCount = z.string().regex(/^[0-9]{1,9}$/, "expected a whole number in digits")
  .transform(Number);

/** The query of one part of an import. */
export const ImportQuery = z.object({ generation: Generation });
export type ImportQuery = z.infer<typeof ImportQuery>;

/** The query that finishes an import. */
export const FinishQuery = z.object({
  remove: statedCount.meta({
    type: "integer",
    minimum: 0,
    maximum: countMax,
    description: "How many customers the import has left out; a 409 says how many there are",
  }),
});
export type FinishQuery = z.infer<typeof FinishQuery>;

/** The query that confirms the removal of a book. */
export const ConfirmQuery = z.object({
  confirm: statedCount.meta({
    type: "integer",
    minimum: 0,
    maximum: countMax,
    description: "How many customers are monitored; a 409 says how many there are",
  }),
});
export type ConfirmQuery = z.infer<typeof ConfirmQuery>;

/** How many were removed, and how many are left. */
export const SubjectsRemoved = z.object({ removed: count, total: count }).readonly()
  .meta({ id: "MonitoredSubjectsRemoved" });
export type SubjectsRemoved = z.infer<typeof SubjectsRemoved>;

/**
 * One part of an import as JSON. The operation validates the items and reports every invalid one.
 */
export function importRequest({ screeningBatchItemsMax: most }: BatchLimits) {
  return z.object({
    items: z.custom<readonly Json[]>(
      (items) => Array.isArray(items) && items.length > 0 && items.length <= most,
      `expected 1 to ${most} items`,
    ).meta({
      type: "array",
      minItems: 1,
      maxItems: most,
      items: { $ref: "#/components/schemas/ScreeningRequest" },
      description: "Each as in `POST /v1/screen`, with its `subjectRef`; its `mode` says nothing",
    }),
  }).transform(({ items }, context): SubmittedBatch => {
    const message = longItemIn(items);
    if (message === null) return { form: "json", items, onRowError: "refuse" };
    context.addIssue({ code: "custom", path: ["items"], message });
    return z.NEVER;
  }).meta({
    id: "MonitoringImportRequest",
    examples: [{
      items: [
        { subjectRef: "c-1", name: "Viktor Sandbergov", dob: "1961-04-12", nationality: "RU" },
        { subjectRef: "c-2", name: "Anna Berg" },
      ],
    }],
  });
}

/** The outcome of one part of an import. */
export const SubjectsImported = z.object({
  generation: Generation,
  rows: count,
  added: count,
  changed: count.meta({ description: "Monitored before, with other data" }),
  unchanged: count,
  total: count.meta({ description: "Monitored customers in all" }),
}).readonly().meta({ id: "MonitoredSubjectsImported" });
export type SubjectsImported = z.infer<typeof SubjectsImported>;

/** Id of a run (UUIDv7). */
export const MonitoringRunId = Uuid.brand<"MonitoringRunId">();
export type MonitoringRunId = z.infer<typeof MonitoringRunId>;

/**
 * A comparison of a client's monitored customers with the lists. Contains no data of the customers.
 */
export const MonitoringRun = z.object({
  runId: MonitoringRunId,
  kind: z.enum(["delta", "whole", "requested"]).meta({
    description:
      "`delta`: with what changed on the lists, and customers who were imported since the last run with all of them. `whole` and `requested`: every customer with all lists",
  }),
  cause: z.enum(["lists", "import", "daily", "request"]),
  listSnapshotIds: z.array(z.string()).readonly().meta({
    description: "Lists in force at its start",
  }),
  subjects: count.meta({ description: "Customers that the run has come past" }),
  compared: count.meta({ description: "Of these, those that it compared with all lists" }),
  skipped: count.meta({
    description:
      "Of these, those that cannot be compared: no list that they name in `sources` is in force, or their record is damaged",
  }),
  hits: count.meta({ description: "Customers of whom a match was found that had no decision yet" }),
  opened: count.meta({
    description: "Decisions that it opened; matches that are cleared open none",
  }),
  startedAt: Timestamp,
  endedAt: Timestamp.nullable().meta({ description: "Null while it runs" }),
}).readonly().meta({ id: "MonitoringRun" });
export type MonitoringRun = z.infer<typeof MonitoringRun>;

/** A page of runs. */
export const MonitoringRunPage = z.object({
  runs: z.array(MonitoringRun).readonly().meta({ description: "The newest first" }),
  nextCursor: z.string().nullable().meta({ description: "For the next page; null at the end" }),
}).readonly().meta({ id: "MonitoringRunPage" });
export type MonitoringRunPage = z.infer<typeof MonitoringRunPage>;

/** A run that has begun and not ended. */
export const ActiveRun = z.object({
  run: MonitoringRun,
  /** For a delta run: the snapshot since which entries count as changed; null: no entry does. */
  since: z.string().nullable(),
  /** The snapshot with which all customers have been compared when the run ends. */
  lists: z.string(),
  /** Imports up to this epoch are compared. */
  epoch: count,
  /** The place of the last customer that was compared; null if none was. */
  place: z.string().nullable(),
}).readonly();
export type ActiveRun = z.infer<typeof ActiveRun>;

/** The state of a client's monitoring. */
export const MonitoringState = z.object({
  clientId: ClientId,
  mode: Mode,
  /** Imports up to this epoch have been compared. */
  comparedEpoch: count,
  /** The snapshot with which all customers have been compared. */
  lists: z.string(),
  /** The last day on which a whole run began, or was not needed. */
  wholeOn: z.iso.date(),
  /** Whether an import is to be compared now. */
  isImported: z.boolean(),
  active: ActiveRun.nullable(),
  lease: z.object({ holder: z.string(), until: Timestamp }).readonly().nullable(),
}).readonly();
export type MonitoringState = z.infer<typeof MonitoringState>;
