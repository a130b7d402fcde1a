import { defaultPolicy, type Policy } from "./policy.ts";

/** Lifetimes that nothing of this version reads yet. Of the group `login` it reads none. */
const unreadLifetimes = [
  "authorizationRequestMinutes",
  "loginCodeSeconds",
  "loginSsoHours",
  "loginAccessTokenMinutes",
  "idTokenMinutes",
  "stepUpSeconds",
  "preAuthorizedCodeDays",
  "credentialAccessTokenMinutes",
  "batchRowDays",
  "kybDraftDays",
] as const satisfies readonly (keyof Policy["lifetimes"])[];

/**
 * Names what an operator has changed and has no effect in this version, by group or by member, such
 * as `lifetimes.kybDraftDays`: whoever sets a limit believes that it holds.
 */
export function settingsWithoutEffect(policy: Policy): readonly string[] {
  const isLoginChanged = JSON.stringify(policy.login) !== JSON.stringify(defaultPolicy.login);
  const lifetimes = unreadLifetimes.filter((name) =>
    policy.lifetimes[name] !== defaultPolicy.lifetimes[name]
  );
  return [...(isLoginChanged ? ["login"] : []), ...lifetimes.map((name) => `lifetimes.${name}`)];
}
