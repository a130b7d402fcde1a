import type { PersonIdentity } from "../../access/person_identity.ts";
import type { ApplicationPorts } from "../application_ports.ts";
import type { OperatorId } from "../application_schema.ts";

/** Who acts on drafts and applications. */
export interface ActingOperator {
  readonly operator: OperatorId;
  /** How a person of the console is known; absent: a command names them, or a sandbox has no login. */
  readonly identity?: PersonIdentity | undefined;
}

/**
 * Whether a person may be one of the two who decide about an application (decisions-3.md part 22):
 * where operators log in by the identity provider, one whom it has authenticated.
 */
export function mayBeOneOfTwo(
  { operatorsAuthenticated = false }: Pick<ApplicationPorts, "operatorsAuthenticated">,
  identity: PersonIdentity | undefined,
): boolean {
  return !operatorsAuthenticated || identity === "authenticated";
}
