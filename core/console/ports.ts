import type { Unit } from "../../base/unit.ts";
import type { ClientId, PersonId } from "../access/schema.ts";
import type { PersonSession } from "./schema.ts";

/** Sessions of persons, each known by a secret that the browser alone has. */
export interface PersonSessions {
  /** Begins a session. @returns its secret: another for each login */
  begin(unit: Unit, session: PersonSession): string;
  /** @returns null for a secret of no session, and for one that is over */
  find(secret: string): Promise<PersonSession | null>;
  /** Ends a session; nothing where there is none. */
  end(unit: Unit, secret: string): Promise<void>;
  /** Ends every session of a person or of a client's reviewers, in commits of its own. @returns how many */
  endAll(of: { readonly personId: PersonId } | { readonly clientId: ClientId }): Promise<number>;
}

/** The ports of logging in to the desk and the console. */
export interface PersonPorts {
  readonly personSessions: PersonSessions;
}
