import { defaultPolicy, type Policy } from "./policy.ts";

/** Lifetimes that nothing of this version reads yet. */
const unreadLifetimes = [
  "kybDraftDays",
] as const satisfies readonly (keyof Policy["lifetimes"])[];

/**
 * Names what an operator has changed and has no effect in this version, such as
 * `lifetimes.kybDraftDays`: whoever sets a limit believes that it holds.
 */
export function settingsWithoutEffect(policy: Policy): readonly string[] {
  return unreadLifetimes
    .filter((name) => policy.lifetimes[name] !== defaultPolicy.lifetimes[name])
    .map((name) => `lifetimes.${name}`);
}
