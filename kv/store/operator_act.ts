import type { Result } from "../../base/result.ts";
import type { Unit } from "../../base/unit.ts";
import type { Store } from "./store.ts";
import { openUnits } from "./unit.ts";

/** Maximum attempts when another operator commits first. */
const attemptsMax = 20;

/**
 * Runs an operator's act as one unit: everything is written with its audit events, or nothing. Runs
 * the act again when the data that it read changed meanwhile.
 *
 * @returns the refusal of the act, with nothing written, or its value
 */
export async function commitAct<Value, Refusal>(
  store: Store,
  act: (unit: Unit) => Promise<Result<Value, Refusal>>,
): Promise<Result<Value, Refusal>> {
  const units = openUnits(store);
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const unit = units.begin();
    const done = await act(unit);
    if (!done.ok) return done;
    if ((await units.commit(unit)).kind === "committed") return done;
  }
  throw new Error("What this act changes is being changed all the time");
}
