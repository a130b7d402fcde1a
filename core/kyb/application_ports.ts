import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import type { Unit } from "../../base/unit.ts";
import type { ChangingClients } from "../access/ports.ts";
import type { ClientId } from "../access/schema.ts";
import type { Audit } from "../audit/ports.ts";
import type { Events } from "../events/ports.ts";
import type { Mode } from "../nouns.ts";
import type { KybDrafts } from "./ports.ts";
import type { ApplicationId, KybApplication, KybCheck } from "./application_schema.ts";

/** Ports of the acts on applications. */
export interface ApplicationPorts {
  readonly applications: KybApplications;
  readonly audit: Pick<Audit, "record">;
  readonly clients: ChangingClients;
  readonly clock: Clock;
  readonly drafts: Pick<KybDrafts, "take">;
  readonly events: Events;
  /** Mode of the deployment: drafts and applications of another mode do not exist here. */
  readonly mode: Mode;
  readonly random: Random;
  /** Whether each of the two operators must be authenticated by the identity provider. Default: no. */
  readonly operatorsAuthenticated?: boolean;
  /** Days that a record is kept past the end of the relation. */
  readonly recordDays: number;
}

/** An application to be changed. The commit fails if a part of it changed meanwhile. */
export interface FoundApplication {
  readonly application: KybApplication;
  /** In the order of the draft: the register first, then the company, then persons. */
  readonly checks: readonly KybCheck[];
  /**
   * Changes nothing, but makes the commit fail if the application, or a judgement of it, changed
   * meanwhile.
   */
  hold(unit: Unit): void;
  /** Replaces the application. */
  put(unit: Unit, next: KybApplication): void;
  /** Replaces a check. */
  putCheck(unit: Unit, next: KybCheck): void;
}

/** Applications with their checks, encrypted at rest. */
export interface KybApplications {
  /** Adds an application and all of its checks. */
  add(unit: Unit, application: KybApplication, checks: readonly KybCheck[]): void;
  /** @returns null for an unknown application, or one whose retention is over */
  find(id: ApplicationId): Promise<FoundApplication | null>;
  /** Applications of both modes, the newest first. @param readMax rows that are read; default: all */
  list(readMax?: number): AsyncIterable<KybApplication>;
  /** Applications of a client, the oldest first. */
  ofClient(clientId: ClientId): Promise<readonly KybApplication[]>;
}
