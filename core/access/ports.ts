import type { Unit } from "../../base/unit.ts";
import type { ClientRecord } from "./client_schema.ts";
import type { ClientId } from "./schema.ts";

/** Settings that operators made for clients. */
export interface Clients {
  /**
   * Returns the client's record, or the defaults.
   *
   * @param lookUp whether a cached record of a few seconds ago is acceptable
   */
  get(clientId: ClientId, lookUp?: Pick<LookUp, "fresh">): Promise<ClientRecord>;
}

/** A client's current record, for a change by compare-and-set. */
export interface StandingClient {
  /** Null if the client has no record. */
  readonly record: ClientRecord | null;
  /** Replaces the record; the commit fails if the record changed meanwhile. */
  put(unit: Unit, next: ClientRecord): void;
  /** Changes nothing; the commit fails under the same condition. */
  hold(unit: Unit): void;
  /** Removes the record, under the same condition. */
  remove(unit: Unit): void;
}

/** Settings of clients, for operators' changes. */
export interface ChangingClients {
  /** Reads a record for a unit that will change it. */
  stand(clientId: ClientId): Promise<StandingClient>;
}

/** Ports of access. */
export interface AccessPorts {
  readonly clients: Clients;
}

/** The result of introspecting a token (RFC 7662 §2.2), reduced to the members that are used. */
export type Introspection =
  | { readonly kind: "inactive" }
  | {
    readonly kind: "active";
    readonly clientId: ClientId;
    readonly roles: readonly string[];
    readonly scopes: readonly string[];
    readonly expiresAt: Temporal.Instant;
  }
  /**
   * The identity provider is down, slow, or refuses the service's own secret: answered as 503,
   * never as success and never as 401.
   */
  | {
    readonly kind: "unavailable";
    /** Whole seconds until the next attempt, if known; at least 1. */
    readonly retryAfterSeconds?: number;
  };

/** Options of a look-up. */
export interface LookUp {
  /**
   * Whether to ignore cached successes (RFC 7662 §4), for acts that cannot be undone. A cached
   * refusal of a few seconds ago is still used.
   */
  readonly fresh: boolean;
  /**
   * Network of the request, as in the rate limit buckets: concurrent look-ups per source are
   * limited. Default: one source shared by all look-ups without one.
   */
  readonly source?: string;
}

/**
 * Introspects bearer tokens. Every implementation limits its own time: one that calls a provider
 * gives up at its deadline and returns `unavailable`. A disconnected caller does not cancel it.
 */
export interface Introspector {
  /**
   * @param token from the `Authorization` header, with its syntax already checked
   * @param lookUp without it, a cached result of a few seconds ago may be used
   */
  introspect(token: string, lookUp?: LookUp): Promise<Introspection>;
}
