import type { EmployerPorts } from "../../core/credentials/employer_ports.ts";
import type { VerificationPorts } from "../../core/verification/ports.ts";
import { type ClockSource, lookWithin } from "../../core/events/clock_events.ts";
import type { RaisedEvent } from "../../core/events/event_schema.ts";
import type { EventOwner } from "../../core/events/ports.ts";
import type { PresentationSessions } from "../../core/presentation/ports.ts";
import type { SessionKind } from "../../core/presentation/schema.ts";
import type { Editions } from "../../core/publications/edition_ports.ts";
import type { ReviewQueue, ReviewRulesOfClients } from "../../core/screening/ports.ts";
import type { Clock } from "../../base/clock.ts";

/** Sessions and rows that are read at a time. */
const readAtOnce = 100;
/** Maximum editions of one run. */
const editionsMax = 20;

/** The sources of the clock's events. */
export interface ClockSources {
  readonly clock: Clock;
  readonly queue: ReviewQueue;
  readonly reviewRules: ReviewRulesOfClients;
  readonly listEditions: Editions;
  readonly sessions:
    & Pick<VerificationPorts, "verificationSessions">
    & Pick<EmployerPorts, "employerSessions">;
  /** Minutes for which a session waits for its answer. */
  readonly sessionMinutes: number;
}

/**
 * Opens the events that the clock causes: newer lists, matches after their due time, expired
 * sessions.
 */
export function openClockSources(sources: ClockSources): readonly ClockSource[] {
  return [listsSource(sources), overdueSource(sources), expiredSource(sources)];
}

function listsSource({ listEditions }: ClockSources): ClockSource {
  return {
    kind: "lists",
    begin: async () => (await listEditions.last())?.at ?? Temporal.Instant.fromEpochMilliseconds(0),
    behind: async (_, from) => {
      const events: RaisedEvent[] = [];
      let until = from;
      for await (const { id: snapshotId, at, parts } of listEditions.after(from)) {
        const sources = parts
          .filter(({ added, changed, removed }) => added + changed + removed > 0)
          .map(({ source, version, added, changed, removed }) => ({
            ...{ source, version, added, changed, removed },
          }));
        until = at;
        if (sources.length > 0) {
          events.push({ type: "lists.changed", data: { snapshotId, sources } });
        }
        if (events.length === editionsMax) break;
      }
      return { events, until };
    },
  };
}

function overdueSource({ clock, queue, reviewRules }: ClockSources): ClockSource {
  const dueHoursOf = async ({ clientId }: EventOwner) =>
    (await reviewRules.get(clientId, { fresh: false })).review.dueHours;
  // How far is counted by the time of decision: a client that changes its due time gets none twice.
  const dueNow = async (owner: EventOwner) =>
    clock.now().subtract({ hours: await dueHoursOf(owner) });

  async function* overdue(
    owner: EventOwner,
    window: { readonly from: Temporal.Instant; readonly to: Temporal.Instant },
  ): AsyncGenerator<RaisedEvent> {
    const dueHours = await dueHoursOf(owner);
    const rows = queue.list(owner.clientId, {
      ...window,
      mode: owner.mode,
      states: ["OPEN", "PROPOSED", "ESCALATED"],
      order: "oldest",
      after: null,
      rowsAtOnce: readAtOnce,
    });
    for await (
      const { decisionId, subjectRef, classification, state, decidedAt, isCleared } of rows
    ) {
      if (classification === "CLEAR" || isCleared === true) continue;
      const dueAt = Temporal.Instant.from(decidedAt).add({ hours: dueHours })
        .toString({ smallestUnit: "millisecond" });
      const data = { decisionId, subjectRef, classification, state, dueAt };
      yield { type: "screening.review_overdue", data };
    }
  }

  return {
    kind: "overdue",
    begin: dueNow,
    behind: async (owner, from) =>
      await lookWithin(
        { from, to: await dueNow(owner) },
        (from, to) => overdue(owner, { from, to }),
      ),
  };
}

function expiredSource({ clock, sessions, sessionMinutes }: ClockSources): ClockSource {
  // How far is counted by the time at which sessions began: each waits equally long.
  const begunBefore = () => clock.now().subtract({ minutes: sessionMinutes, seconds: 1 });

  async function* expired<Kind extends SessionKind>(
    of: PresentationSessions<Kind>,
    { clientId, mode }: EventOwner,
    { from, to }: { readonly from: Temporal.Instant; readonly to: Temporal.Instant },
  ): AsyncGenerator<RaisedEvent> {
    const first = idFrom(from);
    for (let cursor: string | null = idFrom(to); cursor !== null;) {
      const page = await of.list(clientId, mode, { limit: readAtOnce, cursor });
      for (const { id: sessionId, startedFor, outcome, checkType } of page.sessions) {
        if (sessionId < first) return;
        if (startedFor !== "api" || outcome.status !== "pending") continue;
        const data = { sessionId, checkType: String(checkType) };
        yield { type: "verification.expired", data };
      }
      cursor = page.nextCursor;
    }
  }

  return {
    kind: "expired",
    begin: () => Promise.resolve(begunBefore()),
    behind: async (owner, from) =>
      await lookWithin({ from, to: begunBefore() }, async function* (from, to) {
        yield* expired(sessions.verificationSessions, owner, { from, to });
        yield* expired(sessions.employerSessions, owner, { from, to });
      }),
  };
}

/** The first possible id of a time (RFC 9562 §5.7). */
function idFrom({ epochMilliseconds }: Temporal.Instant): string {
  const hex = epochMilliseconds.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}
