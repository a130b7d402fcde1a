import type { z } from "zod";
import type { Json } from "../../base/json.ts";
import { ok, type Result } from "../../base/result.ts";
import { type ClaimRefusal, unusableClaim } from "../presentation/check_definition.ts";

/** The disclosed claims of one credential in an answer. */
export interface ShownClaims {
  /** The credential's id in the query. */
  readonly credential: string;
  readonly claims: Json | undefined;
  /** Names of claims in the credential, if they differ from the schema. */
  readonly names?: Readonly<Record<string, string>>;
}

/** Parses claims by a schema. @returns a refusal that names the first invalid claim */
export function readClaims<Claims>(
  schema: z.ZodType<Claims>,
  { credential, claims, names = {} }: ShownClaims,
): Result<Claims, ClaimRefusal> {
  const read = schema.safeParse(claims);
  if (read.success) return ok(read.data);
  const name = read.error.issues[0]?.path[0];
  const claim = name === undefined ? null : String(name);
  return unusableClaim(credential, claim === null ? null : names[claim] ?? claim);
}
