import { accessTokenOf } from "./store_location.ts";
import type { Mode } from "../../core/nouns.ts";
import { missingOfProvider } from "./identity_provider.ts";
import { problemsOfDraftingProvider } from "./drafting_provider.ts";
import { isConfidential } from "./readers.ts";
import { problemsOfPurgedCache } from "./purged_cache.ts";
import { problemsOfRegisters } from "./registers.ts";
import { PUBLISHED_SANDBOX_KEY } from "./sandbox_secret.ts";
import type { Environment } from "./variables.ts";
import { problemsOfTrustService } from "./trust_service.ts";
import { problemsOfVectorProvider } from "./vector_provider.ts";
import { contradictionsOfVerifier } from "./verifier.ts";

/** A setting that requires or excludes a setting in another variable. */
export interface Stated {
  /** Null when `AVAL_MODE` is unset or wrong. */
  readonly mode: Mode | null;
  /** The effective base URL. */
  readonly baseUrl: string;
}

/**
 * One line for each variable that contradicts others, even if it is valid by itself (decisions.md
 * parts 1 and 13).
 */
export function contradictions(
  environment: Environment,
  { mode, baseUrl }: Stated,
): readonly string[] {
  return [
    ...lostMode(environment),
    ...(mode === "live" ? [...missingInLive(environment), ...plainHttp(baseUrl)] : []),
    ...keysOutOfOrder(environment, mode),
    ...missingOfProvider(environment),
    ...problemsOfVectorProvider(environment),
    ...problemsOfRegisters(environment),
    ...problemsOfDraftingProvider(environment),
    ...problemsOfTrustService(environment),
    ...problemsOfPurgedCache(environment),
    ...missingOfKvConnect(environment),
    ...contradictionsOfVerifier(environment),
    ...(has(environment, "AVAL_COUNTRY_HEADER") && !has(environment, "AVAL_TRUSTED_PROXIES")
      ? ["AVAL_COUNTRY_HEADER: has no effect without AVAL_TRUSTED_PROXIES"]
      : []),
  ];
}

/** Variables that only a service with real data has, besides its own keys. */
const signsOfLive = ["AVAL_LISTS", "AVAL_TAGPACKS", "AVAL_AUTH_URL"] as const;

const keyVariables = ["AVAL_SECRET_KEY", "AVAL_SECRET_KEY_PREVIOUS"] as const;

function lostMode(environment: Environment): readonly string[] {
  const signs = [
    ...signsOfLive.filter((name) => has(environment, name)),
    ...keyVariables.filter((name) => hasOwnKey(environment, name)),
  ];
  return has(environment, "AVAL_MODE") || signs.length === 0 ? [] : [
    `AVAL_MODE: is not set, but ${
      signs.join(" and ")
    } is; say "live" or "sandbox", so that a lost variable never turns a live service into a sandbox`,
  ];
}

function missingInLive(environment: Environment): readonly string[] {
  return [
    ...(has(environment, "AVAL_LISTS") ? [] : [
      "AVAL_LISTS: live needs a list snapshot; build one with: deno task lists build --source ofac-sdn=FOLDER --as-of DATE --out lists.bin",
    ]),
    ...(has(environment, "AVAL_SECRET_KEY") ? [] : [
      "AVAL_SECRET_KEY: live needs its own 32 bytes in base64; make them with: openssl rand -base64 32",
    ]),
    ...keyVariables.filter((name) => environment[name] === PUBLISHED_SANDBOX_KEY).map((name) =>
      `${name}: is the published sandbox key, which everybody has; live needs its own`
    ),
  ];
}

function plainHttp(baseUrl: string): readonly string[] {
  return isConfidential(new URL(baseUrl))
    ? []
    : ["AVAL_BASE_URL: live needs https; plain http is permitted only for this machine"];
}

function keysOutOfOrder(environment: Environment, mode: Mode | null): readonly string[] {
  const { AVAL_SECRET_KEY: key, AVAL_SECRET_KEY_PREVIOUS: previous } = environment;
  if (previous === undefined) return [];
  if (previous === (key ?? PUBLISHED_SANDBOX_KEY)) {
    return ["AVAL_SECRET_KEY_PREVIOUS: is the key in force; unset it, or set the one before it"];
  }
  return key !== undefined || mode === "live"
    ? []
    : ["AVAL_SECRET_KEY: is not set, but AVAL_SECRET_KEY_PREVIOUS is; set the key that follows it"];
}

function missingOfKvConnect(environment: Environment): readonly string[] {
  const isServer = /^https?:/i.test(environment["AVAL_KV"] ?? "");
  return isServer && accessTokenOf(environment) === ""
    ? ["AVAL_KV_TOKEN: is not set, but AVAL_KV is a KV Connect server; set its access token"]
    : [];
}

function has(environment: Environment, name: string): boolean {
  return environment[name] !== undefined;
}

function hasOwnKey(environment: Environment, name: string): boolean {
  return has(environment, name) && environment[name] !== PUBLISHED_SANDBOX_KEY;
}
