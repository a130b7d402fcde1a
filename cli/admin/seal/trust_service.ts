import type { Clock } from "../../../base/clock.ts";
import { jsonLog } from "../../../base/json_log.ts";
import { ok, type Result } from "../../../base/result.ts";
import type { SealRules } from "../../../core/policy/seal.ts";
import type {
  CredentialProblem,
  ProviderRefusal,
  TrustServiceProvider,
} from "../../../core/seal/ports.ts";
import { silentTelemetry } from "../../../core/telemetry/silent.ts";
import { openTrustServiceProvider } from "../../../gateways/csc/trust_service_provider.ts";
import { readClientId, readClientSecret } from "../../../service/config/identity_provider.ts";
import { readBaseUrl } from "../../../service/config/readers.ts";
import { problemsOfTrustService } from "../../../service/config/trust_service.ts";
import { type CommandRefusal, failed } from "../../command/command.ts";
import type { Terminal } from "../../command/terminal.ts";
import type { Variables } from "../command/secrets.ts";
import { readServersPolicy } from "../command/servers_policy.ts";

/** The dependencies of {@link openTrustService}. */
export interface TrustServiceTools extends Terminal {
  readonly clock: Clock;
  /** `AVAL_CSC_*`, `AVAL_POLICY` and `AVAL_MODE`, as on the servers. */
  readonly variables: Variables;
}

/** The servers' trust service, for a command. */
export interface OpenedTrustService {
  readonly provider: TrustServiceProvider;
  /** Ends all calls of the command. */
  readonly signal: AbortSignal;
}

/** Opens the servers' trust service. Its failures are logged to standard error. */
export async function openTrustService(
  { clock, variables, err }: TrustServiceTools,
): Promise<Result<OpenedTrustService, CommandRefusal>> {
  const {
    AVAL_CSC_URL: url,
    AVAL_CSC_CLIENT_ID: clientId,
    AVAL_CSC_CLIENT_SECRET: clientSecret,
  } = variables;
  if (url === undefined && clientId === undefined && clientSecret === undefined) {
    return failed("AVAL_CSC_URL: is not set; set AVAL_CSC_* as the servers have them");
  }
  const set = Object.entries(variables)
    .flatMap(([name, value]) => value === undefined ? [] : [[name, value] as const]);
  const problems = problemsOfTrustService(Object.fromEntries(set));
  if (problems.length > 0) return failed(problems.join("; "));
  const readUrl = readBaseUrl(url ?? "");
  if (!readUrl.ok) return failed(`AVAL_CSC_URL: ${readUrl.refusal.problems.join("; ")}`);
  const readId = readClientId(clientId ?? "");
  if (!readId.ok) return failed(`AVAL_CSC_CLIENT_ID: ${readId.refusal.problems.join("; ")}`);
  const readSecret = readClientSecret(clientSecret ?? "");
  if (!readSecret.ok) {
    return failed(`AVAL_CSC_CLIENT_SECRET: ${readSecret.refusal.problems.join("; ")}`);
  }
  const policy = await readServersPolicy(variables);
  if (!policy.ok) return policy;
  const rules: SealRules = policy.value.seal;
  const provider = openTrustServiceProvider({
    service: { url: readUrl.value, clientId: readId.value, clientSecret: readSecret.value },
    rules,
    clock,
    log: jsonLog({ level: "warn", clock, write: (line) => err(`${line}\n`) }),
    telemetry: silentTelemetry,
    deadline: (milliseconds) => AbortSignal.timeout(milliseconds),
  });
  return ok({ provider, signal: AbortSignal.timeout(rules.actSeconds * 1_000) });
}

/** The reason why a credential with a PIN does not seal. */
export const sealsWithoutPin =
  "each seal would need its PIN, which POST /v1/seal does not accept: request an unattended credential";

/** The problems of a credential, each with its remedy. */
const credentialProblems: Readonly<Record<CredentialProblem, string>> = {
  unknown_credential: "the provider has no such credential for this account",
  key_not_enabled: "its key is not enabled: the provider enables it",
  certificate_not_valid: "its certificate is revoked or suspended: the provider issues another one",
  certificate_out_of_date: "its certificate is not in date: the provider renews it",
  needs_browser: "it requires a browser (oauth2code): request one with implicit or explicit",
  needs_second_factor: "it needs more than a PIN: request one that needs only a PIN, or nothing",
  other_qualifier: "it is qualified for another act",
  no_supported_algorithm:
    "it has no supported algorithm: ECDSA on P-256 or P-384, or RSA from 2,048 bits, over SHA-256",
};

/** Explains to people why the provider's answer was unusable. */
export function explainRefusal(refusal: ProviderRefusal): string {
  switch (refusal.code) {
    case "signing_credential_unusable":
      return credentialProblems[refusal.problem];
    case "upstream_unavailable":
      return `the trust service gave no usable answer (${refusal.fault})`;
    case "authorization_data_rejected":
      return "the trust service rejected the authorization";
    default:
      return refusal satisfies never;
  }
}
