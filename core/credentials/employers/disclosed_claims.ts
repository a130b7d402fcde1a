import type { Json, JsonObject } from "../../../base/json.ts";
import { isObject } from "../../../base/json.ts";
import type { DcqlQuery } from "../../../standards/dcql/query.ts";
import type { VerifiedCredential } from "../../presentation/verify_answer.ts";

/** Members of a credential that are the issuer's and the wallet's business (RFC 7519 §4.1; SD-JWT VC). */
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
 * The claims for the employer: those that were asked for, as far as the student showed them, and what
 * the credential shows everybody. Whatever else a wallet disclosed is not kept.
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

/** Also a member of the name `__proto__` is one. */
function put(object: Record<string, Json>, name: string, value: Json): void {
  Object.defineProperty(object, name, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}
