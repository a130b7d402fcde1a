import type { Signatory, SignatoryId } from "../issuer_schema.ts";
import type { Signatories } from "../ports.ts";

/**
 * Whether a signatory is the same person as one of others, by the id or by the `sub` at the
 * identity provider, since operators may register one person under two ids.
 */
export async function isSamePerson(
  signatories: Signatories,
  { id, idpSubject }: Signatory,
  others: readonly SignatoryId[],
): Promise<boolean> {
  if (others.includes(id)) return true;
  const found = await Promise.all(others.map((other) => signatories.find(other)));
  return found.some((other) => other?.idpSubject === idpSubject);
}
