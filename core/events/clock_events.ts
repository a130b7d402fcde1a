import type { Log } from "../../base/log.ts";
import type { Units } from "../../base/unit.ts";
import type { RaisedEvent } from "./event_schema.ts";
import type { ClockEvents, EventOwner, EventReaders, Events, FoundReader } from "./ports.ts";

/**
 * Minutes after which the clock is advanced even if nothing was found, so that the next window is
 * short.
 */
const quietMinutes = 15;
/** Maximum events of one look; a window with more is halved. */
export const clockEventsMax = 500;

/** A source of events of one kind. */
export interface ClockSource {
  readonly kind: ClockEvents;
  /** The start of the clock for a client that begins to read events. */
  begin(owner: EventOwner): Promise<Temporal.Instant>;
  /** Events that are due after a time, and the time up to which the source has looked. */
  behind(owner: EventOwner, from: Temporal.Instant): Promise<ClockLook>;
}

/** The result of one look. */
export interface ClockLook {
  readonly events: readonly RaisedEvent[];
  readonly until: Temporal.Instant;
  /** Whether more events are due already. */
  readonly isCut?: boolean;
}

/** Dependencies of {@link raiseClockEvents}. */
export interface ClockEventsPorts {
  readonly events: Events;
  readonly eventReaders: EventReaders;
  readonly log: Log;
  readonly sources: readonly ClockSource[];
  readonly units: Units;
  /** Aborted when the service closes. */
  readonly closing: AbortSignal;
}

/**
 * Raises the events that only the passing of time causes, for clients that read events. Events and
 * the clock's advance are one commit, so that only one of several servers raises each event.
 */
export async function raiseClockEvents(ports: ClockEventsPorts): Promise<void> {
  for (let isBehind = true; isBehind;) {
    isBehind = false;
    for await (const reader of ports.eventReaders.all()) {
      if (ports.closing.aborted) return;
      try {
        if (await raiseFor(ports, reader)) isBehind = true;
      } catch (cause) {
        // One client's damage is not another's.
        ports.log.error("clock_events_not_raised", cause);
      }
    }
  }
}

/** @returns whether more events are due */
async function raiseFor(
  { events, log, sources, units }: ClockEventsPorts,
  reader: FoundReader,
): Promise<boolean> {
  const { clientId, mode } = reader;
  let isBehind = false;
  const moved = new Map<ClockEvents, Temporal.Instant>();
  const found: RaisedEvent[] = [];
  for (const source of sources) {
    const { kind } = source;
    try {
      const from = reader.until(kind);
      const look = from === null
        ? { events: [], until: await source.begin(reader), isCut: false }
        : await source.behind(reader, from);
      const isQuiet = from !== null && look.isCut !== true && look.events.length === 0 &&
        from.until(look.until).total("minutes") < quietMinutes;
      if (isQuiet) continue;
      isBehind ||= look.isCut === true;
      moved.set(kind, look.until);
      found.push(...look.events);
    } catch (cause) {
      log.error("clock_events_not_raised", cause, { kind });
    }
  }
  if (moved.size === 0) return false;
  const unit = units.begin();
  reader.advance(unit, moved);
  for (const event of found) events.raise(unit, { clientId, mode, ...event });
  return (await units.commit(unit)).kind === "committed" && isBehind;
}

/**
 * Finds the events that are due in a window of time; if there are too many, those of its first
 * half.
 */
export async function lookWithin(
  { from, to }: { readonly from: Temporal.Instant; readonly to: Temporal.Instant },
  find: (from: Temporal.Instant, to: Temporal.Instant) => AsyncIterable<RaisedEvent>,
): Promise<ClockLook> {
  if (Temporal.Instant.compare(to, from) <= 0) return { events: [], until: from };
  const milliseconds = from.until(to).total("milliseconds");
  const events: RaisedEvent[] = [];
  for await (const event of find(from, to)) {
    events.push(event);
    if (events.length > clockEventsMax && milliseconds >= 2) {
      const half = from.add({ milliseconds: Math.floor(milliseconds / 2) });
      return { ...await lookWithin({ from, to: half }, find), isCut: true };
    }
  }
  return { events, until: to };
}
