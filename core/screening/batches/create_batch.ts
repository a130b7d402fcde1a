import type { Once } from "../../../base/once.ts";
import { ok, refuse, type Result } from "../../../base/result.ts";
import type { Unit } from "../../../base/unit.ts";
import { uuidV7 } from "../../../base/uuid.ts";
import type { PersonId, TenantCaller } from "../../access/schema.ts";
import { beginOfSnapshot } from "../../lists_in_force/list_changes.ts";
import type { Mode } from "../../nouns.ts";
import { ScreeningBatchId } from "../decision_schema.ts";
import type { PreparedBatch, ScreeningBatchPorts } from "../batch_ports.ts";
import { type BadRows, judgeRows } from "./judge_rows.ts";
import { readRows, type RowsRefusal } from "./read_rows.ts";
import type { BatchAccepted, ScreeningBatch, StartId, SubmittedBatch } from "../batch_schema.ts";

/**
 * The client has too many unfinished batches or items, `changedSince` names unknown lists, or rows
 * cannot be screened.
 */
export type CreateBatchRefusal<Limit> =
  | RowsRefusal
  | Limit
  | BadRows
  | { readonly code: "too_many_batches" };

/** A batch to create. */
export interface CreateScreeningBatch<Limit> {
  readonly unit: Unit;
  readonly once: Once;
  readonly caller: TenantCaller;
  readonly mode: Mode;
  readonly sandboxOverride: boolean;
  readonly submitted: SubmittedBatch;
  /** Id of the form. If one of the last batches has it, that batch is answered again. */
  readonly startId?: StartId | undefined;
  /** The person who acts; absent for an API call. */
  readonly person?: PersonId;
  /** Takes this number from the client's daily limit of items. */
  readonly takeItems: (items: number) => Promise<Result<undefined, Limit>>;
}

/** Number of a client's last batches that are searched for the form's id. */
const lastMax = 20;

/**
 * Accepts a batch of screenings, which a job decides. The rows are written first, in as many
 * commits as needed; the unit makes the batch visible. A concurrent repeat deletes its own rows.
 *
 * @see decisions-3.md part 21, batches
 */
export async function createScreeningBatch<Limit extends { readonly code: string }>(
  ports: ScreeningBatchPorts,
  { unit, once, caller: { clientId }, person, ...asked }: CreateScreeningBatch<Limit>,
): Promise<Result<BatchAccepted, CreateBatchRefusal<Limit>>> {
  const { screeningBatches: batches, screeningBatchRules: rules } = ports;
  const open = await batches.openOf(clientId);
  const { startId } = asked;
  const sent = startId === undefined
    ? undefined
    : (await batches.ofClient(clientId, lastMax)).find((batch) => batch.startId === startId);
  // Rows of a repeat that ran beside it lapse: their key is nowhere.
  if (sent !== undefined) return ok(accepted(sent));
  if (open.ids.length >= rules.unfinishedBatchesMax) return refuse({ code: "too_many_batches" });
  const prepared = await once(
    () => prepare(ports, { clientId, ...asked }),
    async (left) => left.ok ? await left.value.discard() : undefined,
  );
  if (!prepared.ok) return prepared;
  const { batch, accept } = prepared.value;
  accept(unit, open);
  const { id: batchId, mode, counts: { items } } = batch;
  ports.audit.record(unit, {
    ...{ kind: "BATCH_ACCEPTED", clientId, mode, batchId, items },
    ...(person === undefined ? {} : { person }),
  });
  return ok(accepted(batch));
}

function accepted({ id: batchId, state, counts: { items } }: ScreeningBatch): BatchAccepted {
  return { batchId, state, items };
}

async function prepare<Limit extends { readonly code: string }>(
  ports: ScreeningBatchPorts,
  { clientId, mode, sandboxOverride, submitted, startId, takeItems }:
    & Pick<ScreeningBatch, "clientId">
    & Omit<CreateScreeningBatch<Limit>, "unit" | "once" | "caller" | "person">,
): Promise<Result<PreparedBatch & { readonly batch: ScreeningBatch }, CreateBatchRefusal<Limit>>> {
  const { changedSince: since } = submitted;
  const begin = since === undefined
    ? null
    : await beginOfSnapshot(ports, { since, field: "changedSince" });
  if (begin?.ok === false) return begin;
  const rows = await readRows(ports, submitted);
  if (!rows.ok) return rows;
  const judged = submitted.onRowError === "refuse" ? judgeRows(rows.value) : ok(null);
  if (!judged.ok) return judged;
  const taken = await takeItems(rows.value.length);
  if (!taken.ok) return taken;
  const batch: ScreeningBatch = {
    id: ScreeningBatchId.parse(uuidV7(ports)),
    ...{ clientId, mode, sandboxOverride },
    state: "ACCEPTED",
    acceptedAt: ports.clock.now().toString({ smallestUnit: "millisecond" }),
    startedAt: null,
    endedAt: null,
    counts: {
      ...{ items: rows.value.length, done: 0 },
      ...{ clear: 0, possible: 0, confirmed: 0, cleared: 0, skipped: 0 },
    },
    listSnapshotIds: [],
    ...(since === undefined ? {} : { changedSince: since }),
    ...(startId === undefined ? {} : { startId }),
  };
  return ok({ batch, ...await ports.screeningBatches.prepare(batch, rows.value) });
}
