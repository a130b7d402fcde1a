import { z } from "zod";
import type { Person, PersonId } from "./schema.ts";

/**
 * How a person with a session was identified: named by the operator who made the link, or
 * authenticated by the identity provider.
 */
export const PersonIdentity = z.enum(["named", "authenticated"]).meta({
  id: "PersonIdentity",
  description:
    "How the service knows the person: `named` by the operator who made their link, `authenticated` by the identity provider. Absent: the client has named them, or an operator's command has",
});
export type PersonIdentity = z.infer<typeof PersonIdentity>;

/** How a person was identified; undefined for a sandbox's visitor. */
export function identityOf(
  { login }: Pick<Person, "login">,
): { readonly identity?: PersonIdentity } {
  switch (login) {
    case "provider":
      return { identity: "authenticated" };
    case "link":
      return { identity: "named" };
    case "sandbox":
      return {};
    default:
      return login satisfies never;
  }
}

/** The person who acts, for audit entries of a client's acts; a call of the API has none. */
export interface ActingPerson {
  readonly person: PersonId;
  readonly identity?: PersonIdentity;
}

/** The person who acts at the desk. */
export function actingPerson({ person }: { readonly person: Person }): ActingPerson {
  return { person: person.personId, ...identityOf(person) };
}
