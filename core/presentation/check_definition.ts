import { z } from "zod";
import type { DcqlQuery } from "../../standards/dcql/query.ts";
import type { Json } from "../../base/json.ts";
import type { Result } from "../../base/result.ts";

/**
 * One check: what is asked of the wallet, and what its answer means. Sessions know nothing of any
 * check but this, so that a new one is an entry of the registry and no machinery.
 */
export interface CheckDefinition {
  /** Of the query and of what is computed; raised with either. */
  readonly version: number;
  readonly query: DcqlQuery;
  /** Whether the caller must say for which country it asks. */
  readonly needsCountry: boolean;
  /** Whether what is proved is kept, encrypted to the client, for one delivery. */
  readonly keepsPack: boolean;
  /**
   * What verified claims prove on a day.
   *
   * @param claims by credential id; verified, and showing what the query asks for
   * @param today UTC
   */
  judge(
    claims: ReadonlyMap<string, Json>,
    today: Temporal.PlainDate,
  ): Result<Proof, ClaimRefusal>;
}

/** A claim is not what it must be, such as a date that is none. It says nothing of which. */
export interface ClaimRefusal {
  readonly code: "claim_unusable";
}

/** What a check proves, for everybody to read. */
export const BooleanProofs = z.union([
  z.object({ ageOver18: z.boolean() }).readonly(),
  z.object({
    claimsVerified: z.boolean().meta({
      description:
        "Whether what was asked for holds today. False for a driving licence that has expired, and for a power of representation outside of its dates or that grants no full powers; a claim that is not what it must be is refused instead",
    }),
  }).readonly(),
]);
export type BooleanProofs = z.infer<typeof BooleanProofs>;

/** What an answer proves. It lives in one request and nowhere else. */
export interface Proof {
  readonly booleanProofs: BooleanProofs;
  /** Who is to be screened; null where nobody is. */
  readonly subject: Subject | null;
}

/** A person, as a wallet has proved it. */
export interface Subject {
  readonly name: string;
  /** RFC 3339 full-date. */
  readonly birthdate: string;
  /** ISO 3166-1 alpha-2. */
  readonly nationalities: readonly string[];
}
