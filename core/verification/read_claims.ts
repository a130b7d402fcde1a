import type { z } from "zod";
import type { Json } from "../../base/json.ts";
import { ok, type Result } from "../../base/result.ts";
import { type ClaimRefusal, unusableClaim } from "../presentation/check_definition.ts";

/** The claims of one credential, as an answer shows them. */
export interface ShownClaims {
  /** Its id in the query. */
  readonly credential: string;
  readonly claims: Json | undefined;
  /** Names of claims in the credential, where it has others than the schema. */
  readonly names?: Readonly<Record<string, string>>;
}

/** Parses claims. @returns a refusal that names the first claim which is not what it must be */
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
