import type { Json, JsonObject } from "../../../base/json.ts";
import { isObject } from "../../../base/json.ts";
import type { DcqlQuery } from "../../../standards/dcql/query.ts";
import type { VerifiedCredential } from "../../presentation/verify_answer.ts";

/** Members of a credential that concern only issuer and wallet (RFC 7519 §4.1; SD-JWT VC). */
const protectedNames: ReadonlySet<string> = new Set([
  "iss",
  "sub",
  "aud",
  "jti",
  "iat",
  "nbf",
  "exp",
  "cnf",
  "vct",
  "vct#integrity",
  "aka_vcts",
  "status",
]);

/**
 * Returns the claims for the employer: requested claims that the student disclosed, and claims that
 * the credential never hides. Other disclosures are not kept.
 */
export function disclosedClaimsOf(
  { id, claims, clear }: Pick<VerifiedCredential, "id" | "claims" | "clear">,
  { credentials }: DcqlQuery,
): JsonObject {
  const asked = credentials.find((query) => query.id === id)?.claims ?? [];
  const shown: Record<string, Json> = {};
  for (const [name, value] of Object.entries(clear)) {
    if (value !== undefined && !protectedNames.has(name)) put(shown, name, value);
  }
  for (const { path: [name] } of asked) {
    if (typeof name !== "string" || !isObject(claims) || !Object.hasOwn(claims, name)) continue;
    const value = claims[name];
    if (value !== undefined) put(shown, name, value);
  }
  return shown;
}

/** Sets a member, even if its name is `__proto__`. */
function put(object: Record<string, Json>, name: string, value: Json): void {
  Object.defineProperty(object, name, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}
