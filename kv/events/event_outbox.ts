import { createHash } from "node:crypto";
import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import type { Unit } from "../../base/unit.ts";
import { uuidV7 } from "../../base/uuid.ts";
import type { ClientId } from "../../core/access/schema.ts";
import { EventId, KeptEvent, parseRaised } from "../../core/events/event_schema.ts";
import type { EventOwner, Events } from "../../core/events/ports.ts";
import type { Mode } from "../../core/nouns.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import { defineKey } from "../store/define_key.ts";
import { encrypted } from "../store/encrypted.ts";
import { timestamp } from "../store/lifetime.ts";
import { put } from "../store/store.ts";
import { addTo } from "../store/unit.ts";

/** Key of an event without a number yet. */
export const eventOutbox = defineKey({
  name: "event_outbox",
  parts: ["hash of clientId", "mode", "milliseconds", "count", "id"],
  value: "events of one commit that have no number yet, encrypted",
  lifetime: "seconds",
  personal: "no: ids, classes, `subjectRef`",
  protected: "encrypted; client by its hash",
});

/** Events of one commit, in their order. */
export const OutgoingEvents = z.object({ events: z.array(KeptEvent) });

/** The hash of a client's id for keys of events, because the id may be long. */
export function eventOwner(clientId: ClientId): string {
  return createHash("sha256").update(clientId).digest("base64url");
}

/** Dependencies of raising events. */
export interface OpenEvents {
  readonly clock: Clock;
  readonly random: Random;
  /** The `at-rest` data keys. */
  readonly atRest: KeyRing;
  /** The mode of the deployment. */
  readonly mode: Mode;
}

/** The outbox, as the service sees it. */
export interface EventOutbox extends Events {
  /** Whether the unit has raised an event. After its commit the sequencer has work. */
  raisesIn(unit: Unit): boolean;
}

/**
 * Opens the outbox of events. All events of a unit for one client are one value, in the commit of
 * the act that raises them. So an event is never stored without its act, and acts never wait for
 * each other at a counter. The sequencer gives events their numbers later.
 */
export function openEventOutbox({ clock, random, atRest, mode: own }: OpenEvents): EventOutbox {
  const Sealed = encrypted(OutgoingEvents, atRest);
  const raised = new WeakMap<Unit, Map<string, KeptEvent[]>>();
  let count = 0;

  /** The list of events of a unit and client, which is stored at the unit's commit. */
  function listOf(unit: Unit, { clientId }: EventOwner): KeptEvent[] {
    const ofUnit = raised.get(unit) ?? new Map<string, KeptEvent[]>();
    raised.set(unit, ofUnit);
    const owner = eventOwner(clientId);
    const known = ofUnit.get(owner);
    if (known !== undefined) return known;
    const events: KeptEvent[] = [];
    ofUnit.set(owner, events);
    // The count keeps the order within a millisecond; the id keeps servers apart.
    const place = [clock.now().epochMilliseconds, count++, random.bytes(8).toHex()];
    addTo(unit, [put(Sealed, eventOutbox.key(owner, own, ...place), { events })]);
    return events;
  }

  return {
    raise: (unit, { clientId, mode, ...event }) => {
      const { type, data } = parseRaised(event);
      const id = EventId.parse(uuidV7({ clock, random }));
      if (mode !== own) return id;
      listOf(unit, { clientId, mode }).push({ id, timestamp: timestamp(clock.now()), type, data });
      return id;
    },
    raisesIn: (unit) => raised.has(unit),
  };
}
