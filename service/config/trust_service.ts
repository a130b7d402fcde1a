import { ok, type Result } from "../../base/result.ts";
import { isConfidential, type ValueRefusal, wrong } from "./readers.ts";
import type { Environment } from "./variables.ts";

/** The trust service provider, with its timestamp authority. */
export interface TrustServiceSetting {
  /**
   * Base URL of its CSC API with the version, such as `https://tsp.example/csc/v2`, without a final
   * slash.
   */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** URL of an RFC 3161 timestamp authority, as written; null: documents get no timestamp. */
  readonly timestampUrl: string | null;
}

/** The reasons why documents cannot be read here, with the remedy. */
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

/** The provider if all of its variables are set, else null. */
export function trustServiceOf(
  { url, clientId, clientSecret, timestampUrl }: {
    readonly [Name in keyof TrustServiceSetting]: TrustServiceSetting[Name] | null;
  },
): TrustServiceSetting | null {
  if (url === null || clientId === null || clientSecret === null) return null;
  return { url, clientId, clientSecret, timestampUrl };
}

/** Parses the URL of a timestamp authority, which is called as written, including a final slash. */
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
 * One line for each variable that is missing although the others are set, or has no effect; in live
 * also for a URL whose traffic others can read. The start itself tests whether there are Workers to
 * read documents.
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
      .map((name) => `${name}: live needs https; plain http is permitted only for this machine`),
  ];
}

function isPlain(text: string | undefined): boolean {
  return text !== undefined && URL.canParse(text) && !isConfidential(new URL(text));
}
