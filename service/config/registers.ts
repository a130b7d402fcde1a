import { ok, type Result } from "../../base/result.ts";
import { readLists } from "./lists_location.ts";
import { readBaseUrl, readPrintable, type ValueRefusal, wrong } from "./readers.ts";
import type { Environment } from "./variables.ts";

/** The value of `AVAL_REGISTRY_GLEIF`. */
export type GleifLocation =
  /** A register snapshot, pinned by the SHA-256 of its bytes (hex); a local file needs no pin. */
  | { readonly kind: "snapshot"; readonly at: string; readonly sha256: string | null }
  /** URL of the API; https, without a final slash. */
  | { readonly kind: "api"; readonly url: string };

/** The company registers of a live deployment. */
export interface RegistersSetting {
  readonly gleif: GleifLocation | null;
  /** Key of Companies House's API. Never in a log, a message or an answer. */
  readonly companiesHouseKey: string | null;
}

/** Parses `FILE`, `PLACE#sha256=HEX`, or an https address of the API. */
export function readGleif(text: string): Result<GleifLocation, ValueRefusal> {
  if (/^https?:\/\//i.test(text) && !text.includes("#")) {
    const url = readBaseUrl(text);
    if (!url.ok) return url;
    return url.value.startsWith("https://")
      ? ok({ kind: "api", url: url.value })
      : wrong("expected https, as of https://api.gleif.org/api/v1");
  }
  const place = readLists(text);
  if (!place.ok) return place;
  return place.value.kind === "snapshot"
    ? ok(place.value)
    : wrong("a manifest is not followed here: name a snapshot, FILE or PLACE#sha256=HEX");
}

/** Parses a key of Companies House: the user of HTTP Basic, without a colon (RFC 7617 §2). */
export function readCompaniesHouseKey(text: string): Result<string, ValueRefusal> {
  const key = readPrintable(text, 255);
  return key.ok && /[:\s]/.test(key.value) ? wrong("expected a key without blank and colon") : key;
}

/** One line for each variable without effect. */
export function problemsOfRegisters(environment: Environment): readonly string[] {
  if (environment["AVAL_MODE"] === "live") return [];
  return ["AVAL_REGISTRY_GLEIF", "AVAL_REGISTRY_COMPANIES_HOUSE_KEY"]
    .filter((name) => environment[name] !== undefined)
    .map((name) => `${name}: has no effect in sandbox, whose registers are invented; unset it`);
}
