import type { AccessPorts } from "../access/ports.ts";
import type { TenantCaller } from "../access/schema.ts";
import type { Mode } from "../nouns.ts";
import { AcademicIssuerId } from "./issuer_schema.ts";

/** The institutions for which a caller acts. */
export type Institution =
  /** All institutions: a sandbox has no tenants (Credentials §5, rule 5). */
  | { readonly kind: "any" }
  | { readonly kind: "one"; readonly id: AcademicIssuerId }
  /** No institution: the caller's key is not bound to one. */
  | { readonly kind: "none" };

/** The institution that a caller's key was issued against. @see Credentials §4, rules 3 to 6 */
export async function institutionOf(
  { clients }: Pick<AccessPorts, "clients">,
  caller: Pick<TenantCaller, "clientId">,
  mode: Mode,
): Promise<Institution> {
  if (mode === "sandbox") return { kind: "any" };
  const { academicIssuerId } = await clients.get(caller.clientId);
  if (academicIssuerId === null) return { kind: "none" };
  return { kind: "one", id: AcademicIssuerId.parse(academicIssuerId) };
}

/**
 * Whether a caller acts for an institution. Otherwise the institution's resources are unknown to
 * the caller.
 */
export function actsFor(institution: Institution, id: AcademicIssuerId): boolean {
  return institution.kind === "any" || (institution.kind === "one" && institution.id === id);
}
