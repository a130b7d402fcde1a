import type { DraftingProvider } from "../../gateways/drafter/drafting_model.ts";
import { ok, type Result } from "../../base/result.ts";
import { readConfidentialUrl, readPrintable, type ValueRefusal, wrong } from "./readers.ts";
import type { Environment } from "./variables.ts";

/** The provider if its URL and model are set, else null. */
export function draftingProviderOf(
  { url, model, key }: {
    readonly [Name in keyof DraftingProvider]: DraftingProvider[Name] | null;
  },
): DraftingProvider | null {
  return url === null || model === null ? null : { url, model, key };
}

/** One line for each variable without effect, or missing although a related one is set. */
export function problemsOfDraftingProvider(environment: Environment): readonly string[] {
  const has = (name: string) => environment[name] !== undefined;
  const given = ["AVAL_DRAFTER_URL", "AVAL_DRAFTER_MODEL", "AVAL_DRAFTER_KEY"].filter(has);
  const [first] = given;
  if (first === undefined) return [];
  const missing = ["AVAL_DRAFTER_URL", "AVAL_DRAFTER_MODEL"].filter((name) => !has(name));
  return [
    ...missing.map((name) => `${name}: is not set, but ${first} is; set both`),
    ...(environment["AVAL_MODE"] === "live"
      ? []
      : [`${first}: has no effect in sandbox, whose drafter uses no model; unset it`]),
  ];
}

/** Parses the provider's URL: https, because names of applicants are sent to it. */
export function readDrafterUrl(text: string): Result<string, ValueRefusal> {
  return readConfidentialUrl(text, "names of applicants are");
}

/** Parses a model's name: one line. */
export function readDrafterModel(text: string): Result<string, ValueRefusal> {
  return readPrintable(text, 255);
}

/** Parses a bearer token (RFC 6750 §2.1). */
export function readDrafterKey(text: string): Result<string, ValueRefusal> {
  return /^[\x21-\x7e]{1,4096}$/.test(text)
    ? ok(text)
    : wrong("expected a token of printable ASCII characters");
}
