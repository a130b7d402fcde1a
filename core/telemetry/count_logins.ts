import { Mode } from "../nouns.ts";
import type { LoginCounts, Telemetry } from "./ports.ts";
import { type LoginOutcome, loginOutcomes } from "./schema.ts";
import type { Unit, Units } from "../../base/unit.ts";

/**
 * Counts logins by outcome after their commit; concurrent polls of one wallet's answer count once.
 */
export function countLogins(
  units: Units,
  telemetry: Telemetry,
): { readonly loginCounts: LoginCounts; readonly units: Units } {
  if (!telemetry.on) return { loginCounts: { note: () => {} }, units };
  const count = (outcome: LoginOutcome, mode: Mode, amount = 1) =>
    telemetry.count("aval.logins", { "aval.mode": mode, "aval.outcome": outcome }, amount);
  for (const mode of Mode.options) {
    for (const outcome of loginOutcomes) count(outcome, mode, 0);
  }
  const noted = new WeakMap<Unit, readonly [LoginOutcome, Mode]>();
  return {
    loginCounts: { note: (unit, outcome, mode) => noted.set(unit, [outcome, mode]) },
    units: {
      begin: () => units.begin(),
      commit: async (unit) => {
        const committed = await units.commit(unit);
        const login = noted.get(unit);
        if (committed.kind === "committed" && login !== undefined) count(...login);
        return committed;
      },
    },
  };
}
