import { z } from "zod";
import { parseJson } from "../../base/json.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { Anomalies } from "./anomalies.ts";
import { AuditRules } from "./audit.ts";
import { SessionRules } from "./sessions.ts";
import { CredentialRules } from "./credentials.ts";
import { Idempotency } from "./idempotency.ts";
import { Introspection } from "./introspection.ts";
import { Kyb } from "./kyb.ts";
import { Lifetimes } from "./lifetimes.ts";
import { Limits } from "./limits.ts";
import { ListRules } from "./lists.ts";
import { LoginRules } from "./login.ts";
import { MonitoringRules } from "./monitoring.ts";
import { OwnStatusLists } from "./own_status_lists.ts";
import { problemsOf } from "./problems.ts";
import { ProviderKeys } from "./provider_keys.ts";
import { RateLimits } from "./rate_limits.ts";
import { EventRules } from "./events.ts";
import { ServerRules } from "./server.ts";
import { RegisterRules } from "./registers.ts";
import { ScreeningGates } from "./screening.ts";
import { SealRules } from "./seal.ts";
import { group } from "./setting.ts";
import { StatusListRules } from "./status_lists.ts";
import { TrustRules } from "./trust.ts";
import { Vector } from "./vector.ts";
import { VerificationRules } from "./verification.ts";

/**
 * Every number and switch that `AVAL_POLICY` may override, by group and name. An empty policy is
 * the default. Values that a standard or the specification fixes (366 days of usage, 256 random
 * bits) are not here, and neither is most of the content that decisions pin by hash: weights,
 * wallet-risk weights and the other gates have their own files. Gates that are set here change
 * `gatesHash`.
 */
export const Policy = group({
  rateLimits: RateLimits.prefault({}),
  anomalies: Anomalies.prefault({}),
  lifetimes: Lifetimes.prefault({}),
  limits: Limits.prefault({}),
  idempotency: Idempotency.prefault({}),
  introspection: Introspection.prefault({}),
  providerKeys: ProviderKeys.prefault({}),
  screening: ScreeningGates.prefault({}),
  vector: Vector.prefault({}),
  lists: ListRules.prefault({}),
  monitoring: MonitoringRules.prefault({}),
  audit: AuditRules.prefault({}),
  verification: VerificationRules.prefault({}),
  statusLists: StatusListRules.prefault({}),
  ownStatusLists: OwnStatusLists.prefault({}),
  credentials: CredentialRules.prefault({}),
  trust: TrustRules.prefault({}),
  login: LoginRules.prefault({}),
  sessions: SessionRules.prefault({}),
  registers: RegisterRules.prefault({}),
  kyb: Kyb.prefault({}),
  seal: SealRules.prefault({}),
  events: EventRules.prefault({}),
  server: ServerRules.prefault({}),
}).superRefine(({ seal, idempotency }, context) => {
  if (seal.actSeconds < idempotency.lapseSeconds) return;
  context.addIssue({
    code: "custom",
    path: ["seal", "actSeconds"],
    message: "expected less than idempotency.lapseSeconds, or a retry would sign beside it",
  });
});
export type Policy = z.infer<typeof Policy>;

/** The content of `AVAL_POLICY`: any part of the policy, at any depth. */
export type PolicyOverrides = z.input<typeof Policy>;

/** A refused policy file, with one line for each problem. */
export interface PolicyRefusal {
  /** Never returned to a caller: the start fails. */
  readonly code: "invalid_policy";
  /** Such as `rateLimits.screening.capacity: expected a number of at least 1`. */
  readonly problems: readonly string[];
}

/** The default values from `decisions.md`. */
export const defaultPolicy: Policy = Policy.parse({});

/**
 * Reads an operator's overrides over the defaults. An unknown name is refused like a wrong value: a
 * misspelled limit would otherwise have no effect.
 *
 * @param text the JSON of the policy file; undefined without a file
 */
export function parsePolicy(text: string | undefined): Result<Policy, PolicyRefusal> {
  if (text === undefined) return ok(defaultPolicy);
  const json = parseJson(text);
  if (json === undefined) {
    return refuse({ code: "invalid_policy", problems: ["the file is not JSON"] });
  }
  const parsed = Policy.safeParse(json);
  return parsed.success
    ? ok(parsed.data)
    : refuse({ code: "invalid_policy", problems: problemsOf(parsed.error, Policy) });
}
