import type { Once } from "../../base/once.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { Unit } from "../../base/unit.ts";
import { UnavailableError } from "../../base/unavailable.ts";
import { type BadRows, judgeRows } from "../screening/batches/judge_rows.ts";
import { readRows, type RowsRefusal } from "../screening/batches/read_rows.ts";
import type { BatchRow, SubmittedBatch } from "../screening/batch_schema.ts";
import type { SubjectRef } from "../screening/request_schema.ts";
import { bookToWrite, type Monitored, type NotEnabled, requireEnabled } from "./enabled.ts";
import type { MonitoringPorts, PutSubject, Slot } from "./ports.ts";
import { isSameRequest } from "./put_subject.ts";
import type { Generation, MonitoredRequest, SubjectsImported } from "./schema.ts";

/** One part of an import. */
export interface ImportSubjects extends Monitored {
  readonly unit: Unit;
  readonly once: Once;
  readonly generation: Generation;
  readonly submitted: SubmittedBatch;
}

/**
 * Monitoring is off, the book is full, or rows cannot be screened. Nothing is stored in each case.
 */
export type ImportRefusal =
  | NotEnabled
  | RowsRefusal
  | BadRows
  | { readonly code: "too_many_subjects" };

/** Maximum customers of one commit. */
const subjectsAtOnce = 250;
/** Maximum tries of a commit that loses to other changes of the book. */
const triesMax = 20;

/** The customer in a row. */
interface Row {
  readonly subjectRef: SubjectRef;
  readonly request: MonitoredRequest;
}

/** How many customers were added, changed or left. */
type Counts = Pick<SubjectsImported, "added" | "changed" | "unchanged">;

/**
 * Puts the customers of some rows into the book, under a generation. The next run compares those
 * that are new or changed. Sending a part again has no further effect.
 *
 * @see decisions-3.md part 21, Monitoring
 */
export async function importSubjects(
  ports: MonitoringPorts,
  { unit, once, generation, submitted, ...monitored }: ImportSubjects,
): Promise<Result<SubjectsImported, ImportRefusal>> {
  const enabled = await requireEnabled(ports, monitored.caller);
  if (!enabled.ok) return enabled;
  const read = await readRows(ports, submitted);
  if (!read.ok) return read;
  const judged = judgeRows(
    read.value,
    ({ subjectRef }) =>
      subjectRef === undefined ? { property: "subjectRef", reason: "is missing" } : null,
  );
  if (!judged.ok) return judged;
  const rows = read.value.flatMap(rowOf);
  const counts = await once(() => importRows(ports, { ...monitored, generation, rows }));
  if (!counts.ok) return counts;
  const { added, changed } = counts.value;
  const { caller: { clientId }, mode } = monitored;
  if (added + changed > 0) {
    ports.audit.record(unit, {
      ...{ kind: "MONITORED_SUBJECT_PUT", clientId, mode },
      subjects: added + changed,
    });
  }
  const total = await (await ports.monitoring.find(clientId))?.count() ?? 0;
  return ok({ generation, rows: rows.length, ...counts.value, total });
}

async function importRows(
  ports: MonitoringPorts,
  { generation, rows, ...monitored }: Monitored & {
    readonly generation: Generation;
    readonly rows: readonly Row[];
  },
): Promise<Result<Counts, { readonly code: "too_many_subjects" }>> {
  const sum = { added: 0, changed: 0, unchanged: 0 };
  let size = subjectsAtOnce;
  for (let at = 0; at < rows.length;) {
    const piece = rows.slice(at, at + size);
    const put = await importPiece(ports, { ...monitored, generation, rows: piece });
    if (!put.ok) return put;
    for (const outcome of put.value) sum[outcome]++;
    at += put.value.length;
    // Large customers come together: few of them are read again.
    size = Math.min(subjectsAtOnce, 2 * put.value.length);
    await ports.nextTurn();
  }
  return ok(sum);
}

/**
 * Puts the first customers by one commit; tries again if others have changed the book.
 *
 * @returns the outcome of each customer that was put
 */
async function importPiece(
  ports: MonitoringPorts,
  { generation, rows, ...monitored }: Monitored & {
    readonly generation: Generation;
    readonly rows: readonly Row[];
  },
): Promise<Result<readonly (keyof Counts)[], { readonly code: "too_many_subjects" }>> {
  const putAt = ports.clock.now().toString({ smallestUnit: "millisecond" });
  for (let tries = 0; tries < triesMax; tries++) {
    const book = await bookToWrite(ports, monitored);
    const many = await book.many(rows.map(({ subjectRef }) => subjectRef));
    const outcomes: (keyof Counts)[] = [];
    const puts = rows.map(({ subjectRef, request }, at): PutSubject | null => {
      const slot = many.slots[at];
      const subject = sameIn(slot, request);
      const isNew = slot?.subject == null && slot?.fault == null;
      outcomes.push(subject !== null ? "unchanged" : isNew ? "added" : "changed");
      if (subject !== null && slot?.generation === generation) return null;
      const put = { subjectRef, request, putAt, decisionId: null, hits: [] };
      return { subject: subject ?? put, generation };
    });
    const added = outcomes.filter((outcome) => outcome === "added").length;
    if (added > 0 && await book.count() + added > ports.monitoringRules.subjectsMax) {
      return refuse({ code: "too_many_subjects" });
    }
    if (puts.every((put) => put === null)) return ok(outcomes);
    const unit = ports.units.begin();
    const taken = many.put(unit, puts);
    if ((await ports.units.commit(unit)).kind === "committed") return ok(outcomes.slice(0, taken));
  }
  throw new UnavailableError("monitoring: the book is changed by too many at once");
}

/** The customer in a slot if its data equal the request; else null. */
function sameIn(slot: Slot | undefined, request: MonitoredRequest) {
  const subject = slot?.subject ?? null;
  return subject !== null && isSameRequest(subject.request, request) ? subject : null;
}

function rowOf(row: BatchRow): readonly Row[] {
  if ("fault" in row) return [];
  const { subjectRef, mode: _, ...request } = row.request;
  return subjectRef === undefined ? [] : [{ subjectRef, request }];
}
