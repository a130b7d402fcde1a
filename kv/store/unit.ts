import type { CommitOutcome, Unit, Units } from "../../base/unit.ts";
import { type Add, add, type Check, type Operation, type Store } from "./store.ts";

/** A check, with the refusal for its failure. */
interface NamedCheck {
  readonly check: Check;
  readonly code: string;
}

interface Writes {
  readonly operations: Operation[];
  readonly named: NamedCheck[];
}

/** The writes of open units. */
const begun = new WeakMap<Unit, Writes>();

/** Opens units of work over a store. */
export function openUnits(store: Store): Units {
  return {
    begin: () => {
      const unit = {} as Unit;
      begun.set(unit, { operations: [], named: [] });
      return unit;
    },
    commit: async (unit) => {
      const { operations, named } = writesOf(unit);
      begun.delete(unit);
      if (operations.length === 0 || await store.commit(summed(operations))) {
        return { kind: "committed" };
      }
      return await explain(store, named);
    },
  };
}

/** Adds operations to a unit; every module of `kv/` writes for a request in this way. */
export function addTo(unit: Unit, operations: readonly Operation[]): void {
  writesOf(unit).operations.push(...operations);
}

/**
 * Adds a check with a code: if it fails, the unit is refused with this code, while any other failed
 * check makes the operation run again.
 */
export function refuseWhenLost(unit: Unit, check: Check, code: string): void {
  const { operations, named } = writesOf(unit);
  operations.push(check);
  named.push({ check, code });
}

/** Sums additions to one counter, since a commit writes a key once. */
function summed(operations: readonly Operation[]): readonly Operation[] {
  const sums = new Map<string, Add>();
  const others: Operation[] = [];
  for (const operation of operations) {
    if (operation.kind !== "add") {
      others.push(operation);
      continue;
    }
    const { key, amount } = operation;
    const name = JSON.stringify(key);
    sums.set(name, add(key, amount + (sums.get(name)?.amount ?? 0)));
  }
  return [...others, ...sums.values()];
}

/**
 * Finds the failed check by reading again, since a failed check never succeeds later. The first one
 * added wins.
 */
async function explain(store: Store, named: readonly NamedCheck[]): Promise<CommitOutcome> {
  for (const { check, code } of named) {
    if (!await store.holds(check)) return { kind: "refused", code };
  }
  return { kind: "lost" };
}

function writesOf(unit: Unit): Writes {
  const writes = begun.get(unit);
  if (writes === undefined) throw new Error("This unit of work is committed already, or not ours");
  return writes;
}
