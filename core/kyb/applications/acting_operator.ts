import type { PersonIdentity } from "../../access/person_identity.ts";
import type { ApplicationPorts } from "../application_ports.ts";
import type { OperatorId } from "../application_schema.ts";

/** The operator who acts on drafts and applications. */
export interface ActingOperator {
  readonly operator: OperatorId;
  /**
   * How a person in the console was identified; absent for a command, and in a sandbox without
   * login.
   */
  readonly identity?: PersonIdentity | undefined;
}

/**
 * Whether a person may be one of the two who decide about an application (decisions-3.md part 22):
 * if operators log in by the identity provider, only a person authenticated by it.
 */
export function mayBeOneOfTwo(
  { operatorsAuthenticated = false }: Pick<ApplicationPorts, "operatorsAuthenticated">,
  identity: PersonIdentity | undefined,
): boolean {
  return !operatorsAuthenticated || identity === "authenticated";
}
