import {
  addToHistory,
  NO_CHECKPOINTS,
  readLinkHistory,
  verifyCheckpointLink,
} from "../../core/audit/checkpoint_link.ts";
import type { SignedCheckpoint } from "../../core/audit/checkpoint.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { type BadCheckpoint, openCheckpointOf } from "./audit_checkpoint_reading.ts";
import { listExact } from "./audit_exact_reading.ts";
import { checkpointPrefix, StoredCheckpoint } from "./audit_records.ts";
import type { SealedState } from "../keys/audit_seal.ts";
import { DamagedValueError } from "../store/damaged_value.ts";
import type { Store } from "../store/store.ts";

/** The stored checkpoints in the order of size. */
export interface StoredCheckpoints {
  /** The next checkpoint that was not passed; null after the last. */
  next(): SignedCheckpoint | null;
  /** Moves to the following checkpoint. @returns the fault of that checkpoint, or null */
  pass(): Promise<BadCheckpoint | null>;
  passed(): number;
  /**
   * Returns a checkpoint from this size on that is not linked to earlier ones: an operator's
   * `AUDIT_GAP` accepts those below it.
   */
  unbound(from: number): BadCheckpoint | null;
}

/** The checkpoints to open, and the keys for them. */
export interface OpenCheckpoints {
  /** The size of the checkpoint that is named as the last. */
  readonly last: number;
  readonly keys: readonly string[];
  /** The seal's statement about the last one; null: none. */
  readonly signed: SealedState["signed"];
}

/** Opens the checkpoints up to the last one, keeping one at a time in memory. */
export async function openStoredCheckpoints(
  store: Store,
  { last, keys, signed }: OpenCheckpoints,
): Promise<Result<StoredCheckpoints, BadCheckpoint>> {
  const range = { prefix: checkpointPrefix };
  const rows = listExact(store, StoredCheckpoint, range)[Symbol.asyncIterator]();
  const unbound: BadCheckpoint[] = [];
  let current: SignedCheckpoint | null = null;
  let [before, passed, history] = [0, 0, NO_CHECKPOINTS];

  /**
   * Checks that a row with a link follows all earlier ones, and equals the one in the seal if the
   * seal names it.
   */
  async function bind(seq: number, row: StoredCheckpoint): Promise<void> {
    const { note, at, previous, link } = row;
    if (previous !== undefined && previous !== before) {
      unbound.push({ code: "checkpoint_missing", seq: previous });
    }
    if (
      link !== undefined && !await verifyCheckpointLink(link, { note, at, before: history }, keys)
    ) {
      // What comes after it is bound to what it was.
      history = { ...history, history: readLinkHistory(link) };
      unbound.push({ code: "checkpoint_link", seq });
    }
    history = addToHistory(history, row);
    if (signed?.seq === seq && (signed.history !== history.history)) {
      unbound.push({ code: "checkpoint_link", seq });
    }
    before = seq;
  }

  async function read(): Promise<BadCheckpoint | null> {
    current = null;
    const row = await rows.next();
    const seq = row.done ? Infinity : Number(row.value.key.at(-1));
    if (row.done || seq > last) {
      return before === last ? null : { code: "checkpoint_missing", seq: last };
    }
    const opened = await openCheckpointOf(row.value.value.note, { seq, keys });
    if (!opened.ok) return opened.refusal;
    await bind(seq, row.value.value);
    current = opened.value;
    return null;
  }

  async function advance(): Promise<BadCheckpoint | null> {
    try {
      return await read();
    } catch (cause) {
      if (!(cause instanceof DamagedValueError)) throw cause;
      return { code: "checkpoint_schema", seq: before + 1 };
    }
  }

  const bad = await advance();
  if (bad !== null) return refuse(bad);
  return ok({
    next: () => current,
    pass: () => {
      passed++;
      return advance();
    },
    passed: () => passed,
    unbound: (from) => unbound.find(({ seq }) => seq >= from) ?? null,
  });
}
