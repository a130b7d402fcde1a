import { ok, type Result } from "../../base/result.ts";
import { isConfidential, type ValueRefusal, wrong } from "./readers.ts";
import type { Environment } from "./variables.ts";

/** The trust service provider, and the timestamp authority beside it. */
export interface TrustServiceSetting {
  /** Base of its CSC API with the version, such as `https://tsp.example/csc/v2`; no slash at its end. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Address of an RFC 3161 timestamp authority, as it is written; null: documents get no timestamp. */
  readonly timestampUrl: string | null;
}

/** Why documents cannot be read here, and what to do. */
export const workerProblems = {
  no_workers: "sealing and signing need Workers, which this platform does not have; " +
    "unset AVAL_CSC_* and AVAL_TSA_URL, or run the service elsewhere",
  worker_does_not_start: "the Worker that reads documents does not start; --allow-read needs " +
    "base/, gateways/pades/, standards/asn1/ and standards/pades/ of the service's folder, and " +
    "its modules must be installed (docs/operations.md)",
} as const;

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

/** Reads the address of a timestamp authority, which is called as it is written: a slash at its end counts. */
export function readTimestampUrl(text: string): Result<string, ValueRefusal> {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return wrong("expected an address such as https://tsa.example/tsa");
  }
  return url.username === "" && url.password === "" && !text.includes("#")
    ? ok(text)
    : wrong("expected an address without user and fragment");
}

/**
 * One line for every variable that is missing beside the others, or has no effect; in live also for
 * an address that others can read what is sent to. Whether there are Workers to read documents in the
 * start tries.
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
