import type { Unit } from "../../base/unit.ts";
import type { ClientRecord } from "./client_schema.ts";
import type { ClientId } from "./schema.ts";

/** Settings that operators have made for clients. */
export interface Clients {
  /**
   * The client's record; a client without one has the defaults.
   *
   * @param lookUp where records are remembered: whether one of a few seconds ago may do
   */
  get(clientId: ClientId, lookUp?: Pick<LookUp, "fresh">): Promise<ClientRecord>;
}

/** A client's record as it stands, to be changed by compare-and-set. */
export interface StandingClient {
  /** Null: the client has none. */
  readonly record: ClientRecord | null;
  /** Puts another in its place: the unit is lost when it was changed meanwhile. */
  put(unit: Unit, next: ClientRecord): void;
  /** Takes the record away, under the same condition. */
  remove(unit: Unit): void;
}

/** Settings of clients, as operators' acts change them. */
export interface ChangingClients {
  /** Reads a record for a unit that is going to change it. */
  stand(clientId: ClientId): Promise<StandingClient>;
}

/** Ports of access. */
export interface AccessPorts {
  readonly clients: Clients;
}

/** Meaning of a token (RFC 7662 §2.2), reduced to the members that are read. */
export type Introspection =
  | { readonly kind: "inactive" }
  | {
    readonly kind: "active";
    readonly clientId: ClientId;
    readonly roles: readonly string[];
    readonly scopes: readonly string[];
    readonly expiresAt: Temporal.Instant;
  }
  /** The identity provider is down, slow, or refuses our own secret: 503, never a pass and never a 401. */
  | {
    readonly kind: "unavailable";
    /** Whole seconds until it is asked again, where that is known; at least 1. */
    readonly retryAfterSeconds?: number;
  };

/** Options of a look-up. */
export interface LookUp {
  /**
   * No pass known from before will do (RFC 7662 §4): for what cannot be undone. A refusal of a few
   * seconds ago may.
   */
  readonly fresh: boolean;
  /**
   * Network that the request comes from, as buckets count it: of one source only so many tokens are
   * looked up at a time. Default: one that all who name none share.
   */
  readonly source?: string;
}

/**
 * Introspects bearer tokens. Every implementation bounds its own time: one that asks a provider gives
 * up at its deadline and answers `unavailable`. It does not notice when the caller goes.
 */
export interface Introspector {
  /**
   * @param token as it stood in the `Authorization` header, syntax already checked
   * @param lookUp without it, an answer of a few seconds ago may do
   */
  introspect(token: string, lookUp?: LookUp): Promise<Introspection>;
}
