import { z } from "zod";

/** Maximum members of any array of a query. */
const membersMax = 64;
/**
 * Maximum combinations of options in a query, among which the verifier looks for the one that the
 * wallet answered.
 */
const combinationsMax = 4_096;

/** Identifier of a credential or claim within a query (OpenID4VP 1.0 §6.1). */
const Id = z.string().regex(/^[A-Za-z0-9_-]+$/, "expected letters, digits, _ and -");

const Ids = z.array(Id).min(1).max(membersMax).readonly();

/**
 * The path of a claim (§7): names, indexes, and null for every element of an array. In a mobile
 * document: namespace and element.
 */
export const ClaimsPath = z.array(z.union([z.string(), z.int().nonnegative(), z.null()]))
  .min(1).max(membersMax).readonly();
export type ClaimsPath = z.infer<typeof ClaimsPath>;

/** A requested claim (§6.3). */
export const ClaimsQuery = z.object({
  id: Id.optional(),
  path: ClaimsPath,
  /** Only a hint to the wallet: the verifier compares the values that the wallet returns. */
  values: z.array(z.union([z.string(), z.int(), z.boolean()])).min(1).max(membersMax)
    .readonly().optional(),
}).readonly();
export type ClaimsQuery = z.infer<typeof ClaimsQuery>;

const common = {
  multiple: z.literal(false).optional(),
  claims: z.array(ClaimsQuery).min(1).max(membersMax).readonly().optional(),
  claim_sets: z.array(Ids).min(1).max(membersMax).readonly().optional(),
};

/** A requested credential (§6.1), in one of the formats that the service verifies (Appendix B). */
export const CredentialQuery = z.discriminatedUnion("format", [
  z.object({
    id: Id,
    format: z.literal("dc+sd-jwt"),
    meta: z.object({ vct_values: z.array(z.string()).min(1).max(membersMax).readonly() })
      .readonly(),
    ...common,
  }).readonly(),
  z.object({
    id: Id,
    format: z.literal("mso_mdoc"),
    meta: z.object({ doctype_value: z.string() }).readonly(),
    ...common,
  }).readonly(),
]);
export type CredentialQuery = z.infer<typeof CredentialQuery>;

/** Credentials of which one combination is requested (§6.2). */
export const CredentialSetQuery = z.object({
  options: z.array(Ids).min(1).max(membersMax).readonly(),
  required: z.boolean().default(true),
}).readonly();
export type CredentialSetQuery = z.infer<typeof CredentialSetQuery>;

/** A query for credentials in the Digital Credentials Query Language (OpenID4VP 1.0 §6). */
export const DcqlQuery = z.object({
  credentials: z.array(CredentialQuery).min(1).max(membersMax).readonly(),
  credential_sets: z.array(CredentialSetQuery).min(1).max(membersMax).readonly().optional(),
}).readonly().superRefine((query, context) => {
  for (const message of faultsOf(query)) context.addIssue({ code: "custom", message });
}).meta({ id: "DcqlQuery" });
export type DcqlQuery = z.infer<typeof DcqlQuery>;

interface Query {
  readonly credentials: readonly CredentialQuery[];
  readonly credential_sets?: readonly CredentialSetQuery[] | undefined;
}

/** Checks names across members: each is used once, and each reference leads to an existing name. */
function faultsOf({ credentials, credential_sets = [] }: Query): readonly string[] {
  const faults: string[] = [];
  const ids = credentials.map(({ id }) => id);
  if (new Set(ids).size !== ids.length) faults.push("a credential's id is repeated");
  const asked = credential_sets.flatMap(({ options }) => options.flat());
  if (!asked.every((id) => ids.includes(id))) faults.push("a credential set names an unknown id");
  const combinations = credential_sets.reduce(
    (product, { options, required }) => product * (options.length + (required ? 0 : 1)),
    1,
  );
  if (combinations > combinationsMax) {
    faults.push(`the credential sets allow more than ${combinationsMax} combinations`);
  }
  for (const { id, claims = [], claim_sets = [] } of credentials) {
    const names = claims.flatMap((claim) => claim.id ?? []);
    if (new Set(names).size !== names.length) faults.push(`${id}: a claim's id is repeated`);
    const paths = claims.map(({ path }) => JSON.stringify(path));
    if (new Set(paths).size !== paths.length) faults.push(`${id}: a claim is requested twice`);
    if (!claim_sets.flat().every((name) => names.includes(name))) {
      faults.push(`${id}: a claim set names an unknown id`);
    }
  }
  return faults;
}
