import { ok, refuse, type Result } from "../../base/result.ts";
import type { Unit } from "../../base/unit.ts";
import type { ActingPerson } from "../access/person_identity.ts";
import type { SubjectRef } from "../screening/request_schema.ts";
import { type CursorRefusal, pageOf } from "../screening/queue/page.ts";
import { type Monitored, type NotEnabled, requireEnabled } from "./enabled.ts";
import type { Book, DamagedSlot, FilledSlot, MonitoringPorts, Slot } from "./ports.ts";
import type {
  MonitoredSubjectPage,
  MonitoredSubjectRead,
  MonitoringPageQuery,
  SubjectsRemoved,
} from "./schema.ts";

/** A customer, identified by its client's reference. */
export interface NamedSubject extends Monitored {
  readonly subjectRef: SubjectRef;
}

/** Monitoring is off, or the customer is not monitored. */
export type SubjectRefusal = NotEnabled | { readonly code: "not_found" };

/** Reads a monitored customer. */
export async function readMonitoredSubject(
  ports: MonitoringPorts,
  named: NamedSubject,
): Promise<Result<MonitoredSubjectRead, SubjectRefusal>> {
  const found = await findSubject(ports, named);
  if (!found.ok) return found;
  const { slot } = found.value;
  if (!isFilled(slot)) throw slot.fault;
  return ok(shownSubject(slot));
}

/** Input of {@link removeMonitoredSubject}. */
export interface RemoveMonitoredSubject extends NamedSubject {
  readonly unit: Unit;
  /** The person who acts at the desk; absent for a call of the API. */
  readonly by?: ActingPerson;
}

/** Removes a customer. Its data and their key are deleted; decisions stay. */
export async function removeMonitoredSubject(
  ports: MonitoringPorts,
  { unit, by, ...named }: RemoveMonitoredSubject,
): Promise<Result<SubjectsRemoved, SubjectRefusal>> {
  const found = await findSubject(ports, named);
  if (!found.ok) return found;
  const { book, slot } = found.value;
  const { caller: { clientId }, mode } = named;
  const total = Math.max(0, await book.count() - 1);
  book.remove(unit, slot);
  ports.audit.record(unit, {
    ...{ kind: "MONITORED_SUBJECT_REMOVED", clientId, mode },
    ...{ cause: "removed", subjects: 1 },
    ...by,
  });
  return ok({ removed: 1, total });
}

/** Lists the monitored customers in the order of their places, which reveals nothing about them. */
export async function listMonitoredSubjects(
  ports: MonitoringPorts,
  { caller, query }: Monitored & { readonly query: MonitoringPageQuery },
): Promise<Result<MonitoredSubjectPage, NotEnabled | CursorRefusal>> {
  const enabled = await requireEnabled(ports, caller);
  if (!enabled.ok) return enabled;
  const { clientId } = caller;
  const book = await ports.monitoring.find(clientId);
  const page = await pageOf<FilledSlot, MonitoredSubjectPage["subjects"][number]>(query, {
    bound: ["monitored subjects", clientId],
    now: ports.clock.now(),
    rows: (after) => book === null ? none() : filledIn(book, after),
    idOf: ({ place }) => place,
    shown: (slot) => {
      const { request: _, ...rest } = shownSubject(slot);
      return rest;
    },
  });
  if (!page.ok) return page;
  const { shown: subjects, nextCursor } = page.value;
  return ok({ subjects, total: await book?.count() ?? 0, nextCursor });
}

async function* none(): AsyncGenerator<never> {}

/** Customers after a place, without those that cannot be read: runs report these. */
async function* filledIn(book: Book, after: string | null): AsyncGenerator<FilledSlot> {
  for await (const slot of book.list(after)) if (isFilled(slot)) yield slot;
}

/** The slot of a monitored customer, whether or not its data can be read. */
export async function findSubject(
  ports: MonitoringPorts,
  { caller, subjectRef }: NamedSubject,
): Promise<
  Result<{ readonly book: Book; readonly slot: FilledSlot | DamagedSlot }, SubjectRefusal>
> {
  const enabled = await requireEnabled(ports, caller);
  if (!enabled.ok) return enabled;
  const book = await ports.monitoring.find(caller.clientId);
  const slot = await book?.find(subjectRef);
  if (book === null || slot === undefined) return refuse({ code: "not_found" });
  return isFilled(slot) || isDamaged(slot) ? ok({ book, slot }) : refuse({ code: "not_found" });
}

/** Whether a slot has a customer whose data can be read. */
export function isFilled(slot: Slot): slot is FilledSlot {
  return slot.subject !== null;
}

function isDamaged(slot: Slot): slot is DamagedSlot {
  return slot.fault !== null;
}

/** A customer as API answers show it. */
export function shownSubject(
  { subject: { subjectRef, request, putAt, decisionId }, generation }: FilledSlot,
): MonitoredSubjectRead {
  return { subjectRef, request, generation, putAt, decisionId };
}
