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
  /** Records of clients, cached for a few seconds. */
  readonly rememberedClients: Clients;
  readonly units: Units;
}

/** Books of monitored customers, and the runs over them. */
export interface Monitoring {
  /** The book of a client; null if it has none. */
  find(client: ClientId): Promise<Book | null>;
  /**
   * Creates a book with the unit's first write. The unit loses if the client has got one meanwhile.
   */
  make(client: ClientId, first: FirstState): Promise<Book>;
  /**
   * Clients that have a book, or whose book is being removed.
   *
   * @param damaged receives the faults of states that cannot be read; their clients are left out
   */
  clients(damaged: (fault: Error) => void): AsyncIterable<ClientId>;
  /** The state of the runs over a client's book; null if it has none. */
  state(client: ClientId): Promise<StandingState | null>;
  /** Records a run that has ended. */
  record(unit: Unit, client: ClientId, run: MonitoringRun): void;
  /** Ended runs of a client, the newest first, after a given one. */
  runs(client: ClientId, after: string | null): AsyncIterable<MonitoringRun>;
  /** Deletes what remains of removed books and generations. */
  removeLeft(client: ClientId): Promise<void>;
}

/** The initial state of a book. */
export type FirstState = Pick<MonitoringState, "mode" | "lists" | "wholeOn">;

/**
 * The monitored customers of a client. Each has its own data key, wrapped by the key of the book.
 */
export interface Book {
  /**
   * Rises with each run and each finished import. What arrives in one epoch is compared by the next
   * run.
   */
  readonly epoch: number;
  count(): Promise<number>;
  find(ref: SubjectRef): Promise<Slot>;
  /** The slots of several customers, to change them together. */
  many(refs: readonly SubjectRef[]): Promise<ManySlots>;
  /** Customers after a place, in the order of their places. */
  list(after: string | null): AsyncIterable<FilledSlot | DamagedSlot>;
  /**
   * Puts a customer into a slot, or replaces its data. The unit loses if the slot was changed
   * meanwhile.
   */
  put(unit: Unit, slot: Slot, put: PutSubject): void;
  remove(unit: Unit, slot: FilledSlot | DamagedSlot): void;
  /** Customers that the import of a generation has not named. */
  finishing(generation: Generation): Promise<Removal>;
  /** All customers, with the book and its key. */
  removing(): Promise<Removal>;
  /** Checks in the unit that the book is as it was read. */
  hold(unit: Unit): void;
  /** Begins a new epoch. The unit loses if another one has begun meanwhile. */
  nextEpoch(unit: Unit): void;
}

/**
 * Customers to remove. A removal loses if any customer was added or removed since it was counted.
 */
export interface Removal {
  readonly removed: number;
  /** How many remain. */
  readonly total: number;
  remove(unit: Unit): void;
}

/** The slots of several customers. */
export interface ManySlots {
  readonly slots: readonly Slot[];
  /**
   * Puts customers into these slots, in their order; null leaves a slot as it is. The unit loses if
   * any customer was added or removed meanwhile.
   *
   * @returns how many fit in one commit
   */
  put(unit: Unit, puts: readonly (PutSubject | null)[]): number;
}

/** The data to put into a customer's slot. */
export interface PutSubject {
  readonly subject: MonitoredSubject;
  readonly generation: Generation | null;
}

/** A customer's slot in a book. */
export interface Slot {
  readonly place: string;
  readonly subject: MonitoredSubject | null;
  readonly generation: Generation | null;
  /** The epoch in which the data arrived. */
  readonly epoch: number;
  /** Why the customer's data cannot be read. */
  readonly fault: Error | null;
}

/** The slot of a monitored customer. */
export interface FilledSlot extends Slot {
  readonly subject: MonitoredSubject;
  /** Stores the result of a run in the slot. The unit loses if the slot was changed meanwhile. */
  found(unit: Unit, subject: MonitoredSubject): void;
}

/** The slot of a customer whose data cannot be read: it can be overwritten or removed. */
export interface DamagedSlot extends Slot {
  readonly subject: null;
  readonly fault: Error;
}

/**
 * The state of a client's runs, as it was read. A change loses if others have changed it meanwhile.
 */
export interface StandingState {
  readonly state: MonitoringState;
  change(unit: Unit, next: MonitoringState): void;
}

/** Changes of the lists that a client sees. */
export interface MonitoredLists {
  /** Loads which lists each client sees. */
  refresh(): Promise<void>;
  /** The lists that a client sees. */
  of(client: ClientId): Lists;
  /**
   * Entities that were added or changed after a snapshot, up to the lists in force on this server.
   *
   * @returns null if there are none, or other servers have newer lists; `unknown` if the snapshot
   * is no longer on record
   */
  changed(since: string, inForce: ListsInForce): Promise<ReadonlySet<string> | "unknown" | null>;
  /**
   * Whether these are the lists recorded last. A server with other lists compares nothing: they are
   * older, or will be recorded in a moment.
   */
  isNewest(inForce: ListsInForce): Promise<boolean>;
  /**
   * When the lists in force here came into force; null if they are the same, or newer ones are
   * known.
   */
  changedAt(since: string, inForce: ListsInForce): Promise<Temporal.Instant | null>;
}

/** Dependencies of {@link openMonitoringRunner}. */
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
