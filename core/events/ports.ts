import type { Unit } from "../../base/unit.ts";
import type { ClientId } from "../access/schema.ts";
import type { Mode } from "../nouns.ts";
import type { EventId, RaisedEvent } from "./event_schema.ts";

/** Whom an event is for. */
export interface EventOwner {
  readonly clientId: ClientId;
  readonly mode: Mode;
}

/** The events of clients, as acts raise them. */
export interface Events {
  /**
   * Adds an event to the commit of the act. All that a unit raises for one client takes one write and
   * no check. Events of another mode than the deployment's are not kept: nobody could read them.
   */
  raise(unit: Unit, event: EventOwner & RaisedEvent): EventId;
}
