import type { IdentityProvider } from "../../gateways/identity_provider/provider.ts";
import { ok, type Result } from "../../base/result.ts";
import { readConfidentialUrl, readPrintable, type ValueRefusal, wrong } from "./readers.ts";
import type { Environment } from "./variables.ts";

/** The variables that are only meaningful together. */
const providerVariables = [
  "AVAL_AUTH_URL",
  "AVAL_AUTH_REALM",
  "AVAL_AUTH_CLIENT_ID",
  "AVAL_AUTH_CLIENT_SECRET",
] as const;

/** The provider if all of its variables are set, else null. */
export function identityProviderOf(
  { url, realm, clientId, clientSecret }: {
    readonly [Name in keyof IdentityProvider]: IdentityProvider[Name] | null;
  },
): IdentityProvider | null {
  if (url === null || realm === null || clientId === null || clientSecret === null) return null;
  return { url, realm, clientId, clientSecret };
}

/** One line for each variable that is missing although the others are set. */
export function missingOfProvider(environment: Environment): readonly string[] {
  const missing = providerVariables.filter((name) => environment[name] === undefined);
  const given = providerVariables.filter((name) => environment[name] !== undefined);
  return given.length === 0
    ? []
    : missing.map((name) => `${name}: is not set, but ${given.join(" and ")} is; set all four`);
}

/** Parses the provider's URL: https, because the client secret and every token are sent to it. */
export function readAuthUrl(text: string): Result<string, ValueRefusal> {
  return readConfidentialUrl(text, "tokens and the client secret are");
}

/** Parses a realm's name: one path segment. */
export function readRealm(text: string): Result<string, ValueRefusal> {
  return /^[^/\\?#%\p{C}]{1,255}$/u.test(text) && text !== "." && text !== ".."
    ? ok(text)
    : wrong("expected the name of a realm, without slashes");
}

/** Parses a client id (RFC 6749 §2.2 and appendix A.1). */
export function readClientId(text: string): Result<string, ValueRefusal> {
  return readPrintable(text, 255);
}

/** Parses a client secret (RFC 6749 appendix A.2). */
export function readClientSecret(text: string): Result<string, ValueRefusal> {
  return readPrintable(text, 1024);
}

/** The level of a second factor in Keycloak's default numbering. */
export const defaultStepUpAcr = "2";

/** Parses one value of `acr` (OpenID Connect Core §2), which a challenge separates by spaces. */
export function readAcr(text: string): Result<string, ValueRefusal> {
  if (!/^[\x21\x23-\x5b\x5d-\x7e]{1,255}$/.test(text)) {
    return wrong("expected one acr value: no blank, quote or backslash");
  }
  return text === "0"
    ? wrong("0 requires no authentication; expected the level of a second factor")
    : ok(text);
}
