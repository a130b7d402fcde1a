import { ok, refuse, type Result } from "../../base/result.ts";
import type { Unit } from "../../base/unit.ts";
import { endRun } from "./end_run.ts";
import { findBook, type Monitored, type NotEnabled } from "./enabled.ts";
import type { MonitoringPorts } from "./ports.ts";
import type { Generation, SubjectsRemoved } from "./schema.ts";

/** Customers to remove, and their number as the client expects it. */
export interface RemoveSubjects extends Monitored {
  readonly unit: Unit;
  readonly stated: number;
}

/** Monitoring is off, or the number of customers is not the expected one. */
export type RemoveRefusal =
  | NotEnabled
  | { readonly code: "monitoring_count_differs"; readonly message: string };

/**
 * Finishes an import. Removes the customers that it has not named; a run compares the new and
 * changed ones.
 *
 * @see decisions-3.md part 21, Monitoring
 */
export async function finishImport(
  ports: MonitoringPorts,
  { unit, caller, mode, generation, stated }: RemoveSubjects & { readonly generation: Generation },
): Promise<Result<SubjectsRemoved, RemoveRefusal>> {
  const found = await findBook(ports, caller);
  if (!found.ok) return found;
  const { book, standing } = found.value;
  const { clientId } = caller;
  if (book === null || standing === null) {
    return stated === 0 ? ok({ removed: 0, total: 0 }) : differs(0, "finish it with remove=0");
  }
  const { removed, total, remove } = await book.finishing(generation);
  if (removed !== stated) return differs(removed, `remove=${removed} would remove them`);
  remove(unit);
  standing.change(unit, { ...standing.state, isImported: true });
  if (removed > 0) {
    ports.audit.record(unit, {
      ...{ kind: "MONITORED_SUBJECT_REMOVED", clientId, mode },
      ...{ cause: "import", subjects: removed },
    });
  }
  return ok({ removed, total });
}

/** Removes all customers of a client, and the key of the book. Ends an active run. */
export async function removeAllSubjects(
  ports: MonitoringPorts,
  { unit, caller, mode, stated }: RemoveSubjects,
): Promise<Result<SubjectsRemoved, RemoveRefusal>> {
  const found = await findBook(ports, caller);
  if (!found.ok) return found;
  const { book, standing } = found.value;
  const { clientId } = caller;
  if (book === null) {
    return stated === 0 ? ok({ removed: 0, total: 0 }) : differs(0, "there is nothing to remove");
  }
  const { removed, total, remove } = await book.removing();
  if (removed !== stated) return differs(removed, `confirm=${removed} would remove them`);
  remove(unit);
  const active = standing?.state.active ?? null;
  if (active !== null) endRun(ports, { unit, clientId, mode, run: active.run, complete: false });
  if (removed > 0) {
    ports.audit.record(unit, {
      ...{ kind: "MONITORED_SUBJECT_REMOVED", clientId, mode },
      ...{ cause: "book", subjects: removed },
    });
  }
  return ok({ removed, total });
}

function differs(there: number, remedy: string): Result<never, RemoveRefusal> {
  const customers = there === 1 ? "1 customer" : `${there} customers`;
  const message = `That would be ${customers}, not as many as the request names: ${remedy}`;
  return refuse({ code: "monitoring_count_differs", message });
}
