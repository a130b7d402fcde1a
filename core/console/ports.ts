import type { Unit } from "../../base/unit.ts";
import type { ClientId, PersonId } from "../access/schema.ts";
import type { LoginLink, PersonSession } from "./schema.ts";

/** Those whose sessions and links end. */
export type Ended = { readonly personId: PersonId } | { readonly clientId: ClientId };

/** Sessions of persons, each known by a secret that the browser alone has. */
export interface PersonSessions {
  /** Begins a session. @returns its secret: another for each login */
  begin(unit: Unit, session: PersonSession): string;
  /** @returns null for a secret of no session, and for one that is over */
  find(secret: string): Promise<PersonSession | null>;
  /** Ends a session; nothing where there is none. */
  end(unit: Unit, secret: string): Promise<void>;
  /** Ends every session of a person or of a client's reviewers, in commits of its own. @returns how many */
  endAll(of: Ended): Promise<number>;
}

/** What becomes of a link that is shown. */
export type Claim =
  | { readonly kind: "claimed"; readonly link: LoginLink }
  /** It was used before, or too late; from now on it is unknown. */
  | { readonly kind: "over"; readonly link: LoginLink }
  | { readonly kind: "unknown" };

/** Links by which an operator logs persons in, each once. */
export interface LoginLinks {
  /** Makes a link. @returns its token */
  make(unit: Unit, link: LoginLink): string;
  /** Uses a link up, on condition that no other request has. */
  claim(unit: Unit, token: string): Promise<Claim>;
  /** Removes every link of a person or of a client's reviewers, in commits of its own. @returns how many */
  removeAll(of: Ended): Promise<number>;
}

/** Browsers in a sandbox, each with a client of its own. */
export interface SandboxBrowsers {
  /** Has the client be deleted when its session is over. */
  note(unit: Unit, clientId: ClientId): void;
}

/** The ports of logging in to the desk and the console. */
export interface PersonPorts {
  readonly personSessions: PersonSessions;
  readonly loginLinks: LoginLinks;
  readonly sandboxBrowsers: SandboxBrowsers;
}
