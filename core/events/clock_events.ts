import type { Log } from "../../base/log.ts";
import type { Units } from "../../base/unit.ts";
import type { RaisedEvent } from "./event_schema.ts";
import type { ClockEvents, EventOwner, EventReaders, Events, FoundReader } from "./ports.ts";

/** Minutes from which on the clock is moved although nothing was found: it keeps the next look short. */
const quietMinutes = 15;
/** Events of one look at most: more are halved by time. */
export const clockEventsMax = 500;

/** Where events of one kind come from. */
export interface ClockSource {
  readonly kind: ClockEvents;
  /** How far the clock has come for one that begins to read. */
  begin(owner: EventOwner): Promise<Temporal.Instant>;
  /** What has come about behind a moment, and the moment up to which it was looked for. */
  behind(owner: EventOwner, from: Temporal.Instant): Promise<ClockLook>;
}

/** What one look has found. */
export interface ClockLook {
  readonly events: readonly RaisedEvent[];
  readonly until: Temporal.Instant;
  /** Whether there is more behind that moment already. */
  readonly isCut?: boolean;
}

/** What raising the clock's events needs. */
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
 * Raises what only the clock brings about, for those who read: events and how far the clock has come are
 * one commit, so that of any number of servers one raises each, once.
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

/** @returns whether there is more to raise already */
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
 * Looks for what a moment brings about that lies in a window of time; where there is too much of it, in
 * the first half of the window.
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
