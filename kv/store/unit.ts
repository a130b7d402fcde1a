import type { CommitOutcome, Unit, Units } from "../../base/unit.ts";
import { type Add, add, type Check, type Operation, type Store } from "./store.ts";

/** A check, and the refusal that it becomes when it is lost. */
interface NamedCheck {
  readonly check: Check;
  readonly code: string;
}

interface Writes {
  readonly operations: Operation[];
  readonly named: NamedCheck[];
}

/** The writes of units that have begun and are not committed. */
const begun = new WeakMap<Unit, Writes>();

/** Units of work over a store. */
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

/** Adds operations to a unit: how every module of `kv/` writes on behalf of a request. */
export function addTo(unit: Unit, operations: readonly Operation[]): void {
  writesOf(unit).operations.push(...operations);
}

/**
 * Adds a check that has a name: when it is lost the unit is refused with this code, where any other
 * lost check means that the operation runs again.
 */
export function refuseWhenLost(unit: Unit, check: Check, code: string): void {
  const { operations, named } = writesOf(unit);
  operations.push(check);
  named.push({ check, code });
}

/** Additions to one counter as one, since a commit writes a key once. */
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

/** A check that was lost stays lost, so reading again finds it. The first one added wins. */
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
