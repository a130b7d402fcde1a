import type { Log } from "../../base/log.ts";
import type { Unit, Units } from "../../base/unit.ts";
import type { Clients } from "../access/ports.ts";
import type { ClientId } from "../access/schema.ts";
import type { Lists, ListsInForce } from "../lists_in_force/ports.ts";
import type { Mode } from "../nouns.ts";
import type { MonitoringRules } from "../policy/monitoring.ts";
import type { BatchDecider, ScreeningBatchPorts } from "../screening/batch_ports.ts";
import type { ScreeningPorts } from "../screening/ports.ts";
import type { SandboxLists } from "./advance_lists.ts";
import type { SubjectRef } from "../screening/request_schema.ts";
import type { Generation, MonitoredSubject, MonitoringRun, MonitoringState } from "./schema.ts";

/** Ports of the monitoring of customers. */
export interface MonitoringPorts extends ScreeningPorts, ScreeningBatchPorts {
  readonly monitoring: Monitoring;
  readonly monitoringRules: MonitoringRules;
  readonly sandboxLists: SandboxLists;
  /** Records of clients, as of a few seconds ago. */
  readonly rememberedClients: Clients;
  readonly units: Units;
}

/** Books of monitored customers, and the runs over them. */
export interface Monitoring {
  /** The book of a client; null: it has none. */
  find(client: ClientId): Promise<Book | null>;
  /** A book that the first write makes: lost where the client has one meanwhile. */
  make(client: ClientId, first: FirstState): Promise<Book>;
  /**
   * Clients that have a book, or whose book is being removed.
   *
   * @param damaged takes states that cannot be read; their clients are left out
   */
  clients(damaged: (fault: Error) => void): AsyncIterable<ClientId>;
  /** Where the runs over a client's book stand; null: it has none. */
  state(client: ClientId): Promise<StandingState | null>;
  /** Puts a run that has ended on record. */
  record(unit: Unit, client: ClientId, run: MonitoringRun): void;
  /** Runs of a client that have ended, the newest first, behind one of them. */
  runs(client: ClientId, after: string | null): AsyncIterable<MonitoringRun>;
  /** Deletes what books and generations have left that were removed. */
  removeLeft(client: ClientId): Promise<void>;
}

/** What a book begins with. */
export type FirstState = Pick<MonitoringState, "mode" | "lists" | "wholeOn">;

/** The monitored customers of a client. Each has a data key of its own, wrapped by the key of the book. */
export interface Book {
  /** Rises with each run and each import that is finished: what came in one is compared by the next run. */
  readonly epoch: number;
  count(): Promise<number>;
  find(ref: SubjectRef): Promise<Slot>;
  /** The places of many, to change them at once. */
  many(refs: readonly SubjectRef[]): Promise<ManySlots>;
  /** Customers behind a place, in the order of their places. */
  list(after: string | null): AsyncIterable<FilledSlot | DamagedSlot>;
  /** Puts a customer in its place, or another one's data: lost where they were changed meanwhile. */
  put(unit: Unit, slot: Slot, put: PutSubject): void;
  remove(unit: Unit, slot: FilledSlot | DamagedSlot): void;
  /** Whom the import of a generation has not named. */
  finishing(generation: Generation): Promise<Removal>;
  /** All of them: the book and its key. */
  removing(): Promise<Removal>;
  /** Holds while the book is as it was read. */
  hold(unit: Unit): void;
  /** Another epoch begins: lost where another has meanwhile. */
  nextEpoch(unit: Unit): void;
}

/** Customers to be removed. A removal loses where any customer has come or gone since it was counted. */
export interface Removal {
  readonly removed: number;
  /** How many are left. */
  readonly total: number;
  remove(unit: Unit): void;
}

/** The places of many customers. */
export interface ManySlots {
  readonly slots: readonly Slot[];
  /**
   * Puts customers in these places, in their order; null leaves one as it is. Lost where any customer of
   * the book has come or gone meanwhile.
   *
   * @returns how many of them: as many as one commit takes
   */
  put(unit: Unit, puts: readonly (PutSubject | null)[]): number;
}

/** What is put in the place of a customer. */
export interface PutSubject {
  readonly subject: MonitoredSubject;
  readonly generation: Generation | null;
}

/** The place of a customer in a book. */
export interface Slot {
  readonly place: string;
  readonly subject: MonitoredSubject | null;
  readonly generation: Generation | null;
  /** The epoch in which its data came. */
  readonly epoch: number;
  /** Why the data of the customer there cannot be read. */
  readonly fault: Error | null;
}

/** The place of a customer who is monitored. */
export interface FilledSlot extends Slot {
  readonly subject: MonitoredSubject;
  /** Puts what a run has found in its place: lost where it was changed meanwhile. */
  found(unit: Unit, subject: MonitoredSubject): void;
}

/** The place of a customer whose data cannot be read: other data may be put there, or it is removed. */
export interface DamagedSlot extends Slot {
  readonly subject: null;
  readonly fault: Error;
}

/** Where runs stand, as it was read. A change of it loses where others have changed it meanwhile. */
export interface StandingState {
  readonly state: MonitoringState;
  change(unit: Unit, next: MonitoringState): void;
}

/** What changed on the lists that a client sees. */
export interface MonitoredLists {
  /** Reads which lists clients see. */
  refresh(): Promise<void>;
  /** The lists that a client sees. */
  of(client: ClientId): Lists;
  /**
   * Entities that were added or changed behind a snapshot, up to the lists in force here.
   *
   * @returns null where there are none, or where other servers have newer lists; `unknown` where that
   * snapshot is forgotten
   */
  changed(since: string, inForce: ListsInForce): Promise<ReadonlySet<string> | "unknown" | null>;
  /**
   * Whether these are the lists that were recorded last. A server with others compares nothing: they
   * are older, or are recorded in a moment.
   */
  isNewest(inForce: ListsInForce): Promise<boolean>;
  /** When the lists in force here came into force, where they are others and no newer ones are known. */
  changedAt(since: string, inForce: ListsInForce): Promise<Temporal.Instant | null>;
}

/** What running the monitoring needs. */
export interface RunMonitoringPorts extends
  Pick<
    MonitoringPorts,
    | "audit"
    | "clearedPairs"
    | "clock"
    | "decisions"
    | "events"
    | "monitoring"
    | "monitoringRules"
    | "nextTurn"
    | "queue"
    | "random"
    | "reviewRules"
    | "units"
  > {
  readonly mode: Mode;
  readonly clients: Clients;
  readonly log: Log;
  readonly decider: BatchDecider;
  readonly lists: MonitoredLists;
  /** Aborted when the service closes. */
  readonly closing: AbortSignal;
}
