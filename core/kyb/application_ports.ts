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
  /** That of the deployment: drafts and applications of another one read as not there. */
  readonly mode: Mode;
  readonly random: Random;
  /** Days that a record is kept past the end of the relation. */
  readonly recordDays: number;
}

/** An application as it stands, to be changed. A unit is lost when anything of it changed meanwhile. */
export interface FoundApplication {
  readonly application: KybApplication;
  /** In the order of the draft: the register first, then the company, then persons. */
  readonly checks: readonly KybCheck[];
  /** Changes nothing: the unit is lost when the application, or a judgement of it, changed meanwhile. */
  hold(unit: Unit): void;
  /** Puts a changed application in its place. */
  put(unit: Unit, next: KybApplication): void;
  /** Puts a changed check in its place. */
  putCheck(unit: Unit, next: KybCheck): void;
}

/** Applications with their checks, encrypted at rest. */
export interface KybApplications {
  /** Adds an application and all of its checks. */
  add(unit: Unit, application: KybApplication, checks: readonly KybCheck[]): void;
  /** @returns null where there is none, or its retention has passed */
  find(id: ApplicationId): Promise<FoundApplication | null>;
  /** Applications of both modes, the newest first. @param readMax rows that are read; default: all */
  list(readMax?: number): AsyncIterable<KybApplication>;
  /** Applications of a client, the oldest first. */
  ofClient(clientId: ClientId): Promise<readonly KybApplication[]>;
}
