import { defaultPolicy, type Policy } from "./policy.ts";

/** Groups that nothing of this version reads yet. */
const readByNothing = [
  "lifetimes",
  "verification",
  "login",
] as const satisfies readonly (keyof Policy)[];

/**
 * Names the groups of a policy that an operator has changed and that have no effect in this
 * version: whoever sets a limit believes that it holds.
 */
export function groupsWithoutEffect(policy: Policy): readonly string[] {
  return readByNothing.filter((group) =>
    JSON.stringify(policy[group]) !== JSON.stringify(defaultPolicy[group])
  );
}
