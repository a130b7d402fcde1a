import { isConfidential } from "./readers.ts";
import type { Environment } from "./variables.ts";

/** The trust service provider, and the timestamp authority beside it. */
export interface TrustServiceSetting {
  /** Base of its CSC API with the version, such as `https://tsp.example/csc/v2`; no slash at its end. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Address of an RFC 3161 timestamp authority; null: documents get no timestamp. */
  readonly timestampUrl: string | null;
}

const providerVariables = [
  "AVAL_CSC_URL",
  "AVAL_CSC_CLIENT_ID",
  "AVAL_CSC_CLIENT_SECRET",
] as const;

/** The provider when everything about it is known, else null. */
export function trustServiceOf(
  { url, clientId, clientSecret, timestampUrl }: {
    readonly [Name in keyof TrustServiceSetting]: TrustServiceSetting[Name] | null;
  },
): TrustServiceSetting | null {
  if (url === null || clientId === null || clientSecret === null) return null;
  return { url, clientId, clientSecret, timestampUrl };
}

/**
 * One line for every variable that is missing beside the others, or has no effect; in live also for
 * an address that others can read what is sent to.
 */
export function problemsOfTrustService(environment: Environment): readonly string[] {
  const has = (name: string) => environment[name] !== undefined;
  const given = providerVariables.filter(has);
  const missing = providerVariables.filter((name) => !has(name));
  const isLive = environment["AVAL_MODE"] === "live";
  return [
    ...(given.length === 0
      ? []
      : missing.map((name) => `${name}: is not set, but ${given.join(" and ")} is; set all three`)),
    ...(has("AVAL_TSA_URL") && given.length === 0
      ? ["AVAL_TSA_URL: has no effect without AVAL_CSC_URL; unset it"]
      : []),
    ...(isLive ? ["AVAL_CSC_URL", "AVAL_TSA_URL"].filter((name) => isPlain(environment[name])) : [])
      .map((name) => `${name}: live needs https; plain http is for this machine alone`),
  ];
}

function isPlain(text: string | undefined): boolean {
  return text !== undefined && URL.canParse(text) && !isConfidential(new URL(text));
}
