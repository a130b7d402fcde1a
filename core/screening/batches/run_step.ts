import { openSteps } from "../../../base/turns.ts";
import type { Result } from "../../../base/result.ts";
import type { Unit } from "../../../base/unit.ts";
import { uuidV7 } from "../../../base/uuid.ts";
import type { ChangedEntities } from "../../lists_in_force/changed_since.ts";
import type { ListsInForce } from "../../lists_in_force/ports.ts";
import type { ReviewRules } from "../ports.ts";
import type { Decide, Decided, DecideRefusal } from "../decide.ts";
import { hasLapsed } from "../cleared/mark_candidates.ts";
import { markDecided } from "../cleared/mark_decided.ts";
import { decisionEvent, decisionOf } from "../decision_of.ts";
import type { QueueRow } from "../queue_schema.ts";
import { queueRow, unsaid } from "../queue/row.ts";
import { raiseMatch } from "../raise_match.ts";
import { DecisionId, type ScreeningDecision } from "../decision_schema.ts";
import { endBatch } from "./end_batch.ts";
import type { FoundBatch, RunBatchesPorts } from "../batch_ports.ts";
import type { BatchCounts, BatchResult, BatchRow, ScreeningBatch } from "../batch_schema.ts";

/**
 * Seconds of a server's lease of a batch, renewed by each commit: many times the duration of one.
 */
const leaseSeconds = 15;
/**
 * Bytes of decisions after which a commit takes no more items. Encrypted, they are a third longer.
 */
const stepBytesMax = 250_000;
/**
 * Number of checks for lapsed pairs after which a commit takes no more items. A commit may have ten
 * checks in all.
 */
const stepChecksMax = 4;

/** A server's work on a batch. */
export interface Work {
  readonly holder: string;
  readonly inForce: ListsInForce;
  /**
   * The changed entities; an item that matches none of them has no result. Null: every item has a
   * result.
   */
  readonly changed: ChangedEntities | null;
  /** Items that are compared while the ones before them are written. */
  ahead: { readonly from: number; readonly items: Promise<readonly FoundItem[]> } | null;
}

/** A row with its result; null if it cannot be screened. */
interface FoundItem {
  readonly row: BatchRow;
  readonly found: Result<Decided, DecideRefusal> | null;
}

/** Compares rows with the lists. */
async function findItems(
  { decider, random, clock }: RunBatchesPorts,
  { mode, sandboxOverride, counts }: ScreeningBatch,
  { inForce }: Work,
  rows: readonly BatchRow[],
): Promise<readonly FoundItem[]> {
  const asked = rows.flatMap((row): readonly Decide[] => {
    if ("fault" in row) return [];
    const decisionId = DecisionId.parse(uuidV7({ clock, random }));
    return [{ decisionId, request: row.request, mode, sandboxOverride }];
  });
  const found = (await decider.decide(inForce, asked, counts.items)).values();
  return rows.map((row) => ({ row, found: "fault" in row ? null : found.next().value ?? null }));
}

/**
 * Starts to compare the next rows, so that they are ready when the rows before them are written.
 */
function lookAhead(
  ports: RunBatchesPorts,
  { batch }: FoundBatch,
  work: Work,
  rows: readonly BatchRow[],
): void {
  const [first] = rows;
  if (first === undefined) return;
  const items = findItems(ports, batch, work, rows);
  // The step that takes them reads the fault.
  items.catch(() => {});
  work.ahead = { from: first.item, items };
}

/**
 * Decides some items in one commit, while the next ones are compared. Writes nothing if another
 * server has changed the batch.
 */
export async function runStep(
  ports: RunBatchesPorts,
  found: FoundBatch,
  work: Work,
): Promise<void> {
  const { batch } = found;
  const { done } = batch.counts;
  const rows = await found.rowsFrom(done);
  if (rows.length === 0) throw new Error("rows of a batch that has not ended are not on file");
  if (work.ahead?.from !== done) lookAhead(ports, found, work, rows);
  const foundItems = await work.ahead?.items ?? [];
  work.ahead = null;
  const rules = await ports.reviewRules.get(batch.clientId, { fresh: false });
  const step = openSteps(ports);
  const unit = ports.units.begin();
  const items: DecidedItem[] = [];
  let [bytes, checks] = [0, 0];
  for (const item of foundItems) {
    await step();
    const decided = await decideItem(ports, item, { unit, batch, ...work, rules });
    items.push(decided);
    bytes += decided.decided === null ? 0 : JSON.stringify(decided.decided.decision).length;
    checks += decided.checks;
    if (bytes >= stepBytesMax || checks >= stepChecksMax) break;
  }
  const { inForce, holder } = work;
  const next = done + items.length;
  if (items.length === foundItems.length) {
    lookAhead(ports, found, work, await found.rowsFrom(next));
  } else {
    work.ahead = { from: next, items: Promise.resolve(foundItems.slice(items.length)) };
  }
  const now = ports.clock.now();
  const decided = items.flatMap(({ decided }) => decided ?? []);
  ports.decisions.addMany(unit, decided);
  for (const one of decided) {
    ports.audit.record(unit, decisionEvent(one.decision));
    raiseMatch(ports, unit, one);
  }
  const results = items.flatMap(({ result }) => result ?? []);
  const counts = countsWith(batch.counts, items);
  const startedAt = batch.startedAt ?? now.toString({ smallestUnit: "millisecond" });
  const begun = batch.startedAt === null ? { listSnapshotIds: inForce.snapshotIds } : {};
  const running: ScreeningBatch = { ...batch, ...begun, state: "RUNNING", startedAt, counts };
  if (counts.done === counts.items) {
    const last = { ...found, batch: running };
    await endBatch(ports, last, { unit, state: "DONE", results });
  } else {
    const lease = { holder, until: now.add({ seconds: leaseSeconds }) };
    found.advance(unit, running, { results, lease });
  }
  await ports.units.commit(unit);
}

/** The outcome for a row. */
interface DecidedItem {
  /** Null if the item matches no changed entry. */
  readonly result: BatchResult | null;
  /** Null if the item was skipped, or has no result. */
  readonly decided: { readonly decision: ScreeningDecision; readonly row: QueueRow } | null;
  /** Whether the client has already cleared all candidates. */
  readonly isCleared: boolean;
  /** Number of checks that the item adds to the commit. */
  readonly checks: number;
}

async function decideItem(
  ports: RunBatchesPorts,
  { row, found }: FoundItem,
  { unit, batch, inForce, changed, rules }: Pick<Work, "inForce" | "changed"> & {
    readonly unit: Unit;
    readonly batch: ScreeningBatch;
    readonly rules: ReviewRules;
  },
): Promise<DecidedItem> {
  const { item, line } = row;
  const skipped = (fault: BatchResult["fault"], subjectRef: string | null): DecidedItem => ({
    decided: null,
    isCleared: false,
    checks: 0,
    result: {
      ...{ item, line, subjectRef, decisionId: null, classification: null, candidates: 0 },
      ...{ topCandidate: null, listSnapshotIds: inForce.snapshotIds, fault },
    },
  });
  if ("fault" in row) return skipped(row.fault, null);
  if (found === null) throw new Error("an item was not compared");
  if (!found.ok) {
    const fault = { property: "row", reason: found.refusal.message };
    return skipped(fault, row.request.subjectRef ?? null);
  }
  if (changed !== null && !isMatchedBy(changed, found.value)) {
    return { decided: null, isCleared: false, checks: 0, result: null };
  }
  const { clientId: client, mode } = batch;
  const { request } = row;
  const { subjectRef: customer } = request;
  const decidedAt = ports.clock.now();
  const pairs = customer === undefined || found.value.response.candidates.length === 0
    ? null
    : await ports.clearedPairs.ofSubject({ owner: client, mode, subjectRef: customer });
  const marked = pairs === null
    ? { response: found.value.response }
    : await markDecided(ports, { unit, client, request, decidedAt, decided: found.value, pairs });
  const decision = decisionOf(marked, {
    clientId: client,
    decidedAt,
    rules,
    batchId: batch.id,
  });
  const queued = queueRow(decision, unsaid, null);
  const { subjectRef, classification, candidates, topCandidate } = queued;
  return {
    decided: { decision, row: queued },
    isCleared: queued.isCleared === true,
    checks: decision.response.candidates.some(hasLapsed) ? pairs?.checks ?? 0 : 0,
    result: {
      ...{ item, line, subjectRef, decisionId: decision.id, classification, candidates },
      ...{ topCandidate, listSnapshotIds: inForce.snapshotIds, fault: null },
    },
  };
}

/** Whether a result contains a changed entity, by name or by address. */
function isMatchedBy(
  { entityIds, sources }: ChangedEntities,
  { response: { candidates, wallet }, beyond }: Decided,
): boolean {
  return [...candidates, ...beyond, ...wallet.matches].some(({ entityId, source }) =>
    entityId === null || entityIds.has(entityId) || sources.has(source)
  );
}

function countsWith(counts: BatchCounts, items: readonly DecidedItem[]): BatchCounts {
  const of = (asked: BatchResult["classification"]) =>
    items.filter(({ result }) => asked === (result === null ? "CLEAR" : result.classification))
      .length;
  return {
    items: counts.items,
    done: counts.done + items.length,
    clear: counts.clear + of("CLEAR"),
    possible: counts.possible + of("POSSIBLE_MATCH"),
    confirmed: counts.confirmed + of("CONFIRMED_MATCH"),
    cleared: counts.cleared + items.filter(({ isCleared }) => isCleared).length,
    skipped: counts.skipped + of(null),
  };
}
