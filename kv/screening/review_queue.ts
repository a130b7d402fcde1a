import { createHash } from "node:crypto";
import { z } from "zod";
import type { ClientId } from "../../core/access/schema.ts";
import { type Mode, Timestamp } from "../../core/nouns.ts";
import type {
  QueueChange,
  QueueRange,
  ReviewQueue,
  SubjectOf,
} from "../../core/screening/ports.ts";
import { QueueRow } from "../../core/screening/queue_schema.ts";
import type { ScreeningDecision } from "../../core/screening/decision_schema.ts";
import { ReviewState } from "../../core/screening/review_schema.ts";
import type { DataKey, KeyRing } from "../keys/key_ring.ts";
import { derivedMacOf } from "../keys/mac.ts";
import { defineKey } from "../store/define_key.ts";
import { encrypted } from "../store/encrypted.ts";
import type { Key } from "../store/key.ts";
import { absent, add, type Entry, type Operation, put, type Store } from "../store/store.ts";
import type { Unit } from "../../base/unit.ts";
import { addTo } from "../store/unit.ts";
import { countedDays, daysOfMove, type RowMove } from "./queue_days.ts";

const ownerPart = "hash of clientId";

/** Key of a decision in its client's queue. */
export const queuedDecisions = defineKey({
  name: "queued_decision",
  parts: [ownerPart, "mode", "state", "decisionId"],
  value: "row of the queue: class, best candidate, assignee, last review, encrypted",
  lifetime: "as its decision",
  personal: "yes: as `decision`, and the assignee's id",
  protected: "encrypted; client by its hash",
});

/** Key of the numbers of decisions that have entered a state, and left it. */
export const queueCounts = defineKey({
  name: "queue_count",
  parts: [ownerPart, "mode", "state", "in or out"],
  value: "counter",
  lifetime: "until the client is offboarded",
  personal: "no",
  protected: "client by its hash",
});

/** Key of the last turn to change rows of a client; one of several concurrent changes wins. */
export const queueTurns = defineKey({
  name: "queue_turn",
  parts: [ownerPart],
  value: "`{}`",
  lifetime: "until the client is offboarded",
  personal: "no",
  protected: "client by its hash",
});

/** Decisions about a customer: those that found a match and had a `subjectRef`. */
export const queuedSubjects = defineKey({
  name: "queued_subject",
  parts: [ownerPart, "mode", "MAC of subjectRef", "decisionId"],
  value: "`{}`",
  lifetime: "as its decision",
  personal: "yes: that a customer has a match",
  protected: "client hashed, customer as MAC",
});

/** Key of the progress of adding decisions that were made before the queue existed. */
export const queueFilled = defineKey({
  name: "queue_filled",
  parts: [],
  value: "`{ after, until }`: the last audit entry that was looked at, and until when more are",
  lifetime: "for ever",
  personal: "no",
  protected: null,
});

/** Value of {@link queueFilled}. */
export const QueueFilled = z.object({
  after: z.int().nonnegative(),
  /**
   * The time until which servers without a queue may run; null while entries are still to be read.
   */
  until: Timestamp.nullable(),
});
export type QueueFilled = z.infer<typeof QueueFilled>;

const Turn = z.object({});
const OfSubject = z.object({});

/**
 * Maximum retired data keys by which a customer's matches are looked up, besides the active one.
 */
const retiredKeysMax = 3;

/** States that wait for a person: they are counted. */
const counted = ["OPEN", "PROPOSED", "ESCALATED"] as const;
type Counted = (typeof counted)[number];

/** The first part of every key of a client's queue: short, so that many rows fit a commit. */
export function queueOwner(owner: ClientId): string {
  return createHash("sha256").update(owner).digest("base64url");
}

/** Dependencies of the queue. */
export interface OpenReviewQueue {
  readonly store: Store;
  /** The `at-rest` data keys: rows name listed persons and reviewers. */
  readonly atRest: KeyRing;
}

/** The queue, as the decisions write to it too. */
export interface KeptReviewQueue extends ReviewQueue {
  /** The writes of the first row of a decision. */
  first(decision: ScreeningDecision, row: QueueRow): readonly Operation[];
}

/**
 * Opens the queue. A row is stored under its state; a change of state moves it and updates both
 * counts, in one commit. Ids of decisions, and so rows, are in order of time. A change of one row
 * checks that row. Changes of several rows of a client take turns by one key, because a commit
 * permits few checks; a change of one row writes that key too, so that no change of several misses
 * it.
 */
export function openReviewQueue({ store, atRest }: OpenReviewQueue): KeptReviewQueue {
  const SealedRow = encrypted(QueueRow, atRest);

  async function standingAt(
    owner: ClientId,
    mode: Mode,
    id: string,
  ): Promise<Entry<QueueRow> | null> {
    const keys = ReviewState.options.map((state) => rowKey(owner, mode, state, id));
    const found = await store.getMany(SealedRow, keys);
    return found.find((entry) => entry !== null) ?? null;
  }
  const standingOf = (owner: ClientId, { id, response: { meta } }: QueueChange["decision"]) =>
    standingAt(owner, meta.mode, id);

  function subjectPrefix({ cryptoKey }: DataKey, { owner, mode, subjectRef }: SubjectOf): Key {
    const use = "aval/queue/v1/subject";
    const mac = derivedMacOf(cryptoKey, { use, parts: [owner, subjectRef] });
    return queuedSubjects.key(queueOwner(owner), mode, mac);
  }

  /** The write by which a new row is found by its customer. */
  function ofSubject(owner: ClientId, mode: Mode, row: QueueRow): readonly Operation[] {
    const { subjectRef, classification, decisionId } = row;
    if (subjectRef === null || classification === "CLEAR") return [];
    const prefix = subjectPrefix(atRest.active, { owner, mode, subjectRef });
    return [put(OfSubject, [...prefix, decisionId], {})];
  }

  /** Units that already break a turn. A commit writes each key only once. */
  const breaking = new WeakSet<Unit>();

  return {
    first: ({ clientId, response: { meta } }, row) => [
      put(SealedRow, rowKey(clientId, meta.mode, row.state, row.decisionId), row),
      ...counting(clientId, [{ mode: meta.mode, from: null, row }]),
      ...ofSubject(clientId, meta.mode, row),
    ],
    turn: async (owner, only) => {
      const key = queueTurns.key(queueOwner(owner));
      const [turn, one] = await Promise.all([
        store.get(Turn, key),
        only === undefined ? null : standingOf(owner, only),
      ]);
      return {
        change: async (unit, changes) => {
          if (changes.length === 0) return;
          const moves: RowMove[] = [];
          const writes: Operation[] = [];
          const rows = one === null
            ? await Promise.all(changes.map(({ decision }) => standingOf(owner, decision)))
            : [one];
          for (const [at, { decision, next }] of changes.entries()) {
            const standing = rows[at] ?? null;
            const row = next(standing?.value ?? null);
            if (row === null) continue;
            const { mode } = decision.response.meta;
            const from = standing?.value.state ?? null;
            const place = rowKey(owner, mode, row.state, row.decisionId);
            moves.push({ mode, from, row });
            if (standing === null) {
              writes.push(put(SealedRow, place, row), ...ofSubject(owner, mode, row));
            } else if (from === row.state) writes.push(standing.set(row));
            else writes.push(standing.delete, put(SealedRow, place, row));
          }
          if (writes.length === 0) return;
          const check = one?.check ?? turn?.check ?? absent(key);
          const taken = [check, put(Turn, key, {})];
          addTo(unit, [...taken, ...writes, ...counting(owner, moves)]);
        },
      };
    },
    breakTurn: (unit, owner) => {
      if (breaking.has(unit)) return;
      breaking.add(unit);
      addTo(unit, [put(Turn, queueTurns.key(queueOwner(owner)), {})]);
    },
    list: (owner, range) =>
      merged(
        range.states.map((state) => {
          const prefix = queuedDecisions.key(queueOwner(owner), range.mode, state);
          return store.list(SealedRow, { prefix, ...boundsOf(prefix, range) }, {
            reverse: range.order === "newest",
            pageEntries: range.rowsAtOnce,
          });
        }),
        range,
      ),
    lastTurn: async (owner) => {
      const turn = await store.get(Turn, queueTurns.key(queueOwner(owner)));
      return turn?.check.versionstamp ?? null;
    },
    totals: async (owner, mode) => {
      const total = async (state: Counted) => {
        // Out first: what moves meanwhile never makes it negative.
        const gone = await store.count(countKey(owner, mode, state, "out"));
        return Math.max(0, await store.count(countKey(owner, mode, state, "in")) - gone);
      };
      const [OPEN, PROPOSED, ESCALATED] = await Promise.all(counted.map(total));
      return { OPEN: OPEN ?? 0, PROPOSED: PROPOSED ?? 0, ESCALATED: ESCALATED ?? 0 };
    },
    ofSubject: async (subject, rowsMax) => {
      const { active, byId } = atRest;
      const retired = [...byId.values()].filter(({ id }) => id !== active.id)
        .toSorted((a, b) => (a.retiredAt ?? "") < (b.retiredAt ?? "") ? 1 : -1)
        .slice(0, retiredKeysMax);
      const ids = await Promise.all([active, ...retired].map(async (key) => {
        const range = { prefix: subjectPrefix(key, subject) };
        const found: string[] = [];
        for await (const one of store.list(OfSubject, range, { reverse: true, limit: rowsMax })) {
          found.push(String(one.key.at(-1)));
        }
        return found;
      }));
      const newest = ids.flat().toSorted().reverse().slice(0, rowsMax);
      const { owner, mode } = subject;
      const rows = await Promise.all(newest.map((id) => standingAt(owner, mode, id)));
      return rows.flatMap((row) => row?.value ?? []);
    },
    days: (owner, from) => countedDays(store, queueOwner(owner), from),
    isComplete: async () => {
      const filled = await store.get(QueueFilled, queueFilled.key());
      return (filled?.value.until ?? null) !== null;
    },
  };
}

/** Additions to the counters, one for each counter, because a commit writes each key only once. */
function counting(owner: ClientId, moves: readonly RowMove[]): readonly Operation[] {
  const sums = new Map<string, { readonly key: Key; amount: number }>();
  const count = (key: Key) => {
    const name = JSON.stringify(key);
    const sum = sums.get(name) ?? { key, amount: 0 };
    sum.amount++;
    sums.set(name, sum);
  };
  for (const move of moves) {
    const { mode, from, row: { state: to } } = move;
    if (from === to) continue;
    if (isCounted(from)) count(countKey(owner, mode, from, "out"));
    if (isCounted(to)) count(countKey(owner, mode, to, "in"));
    for (const key of daysOfMove(queueOwner(owner), move)) count(key);
  }
  return [...sums.values()].map(({ key, amount }) => add(key, amount));
}

function isCounted(state: ReviewState | null): state is Counted {
  return counted.some((one) => one === state);
}

function rowKey(owner: ClientId, mode: Mode, state: ReviewState, decisionId: string): Key {
  return queuedDecisions.key(queueOwner(owner), mode, state, decisionId);
}

function countKey(owner: ClientId, mode: Mode, state: Counted, way: "in" | "out"): Key {
  return queueCounts.key(queueOwner(owner), mode, state, way);
}

/** The range of keys in which the requested rows are. The id of a decision begins with its time. */
function boundsOf(prefix: Key, { order, after, from, to }: QueueRange) {
  // The time of an id is a moment before that of its decision.
  const starts = [from === null ? null : idFrom(from.epochMilliseconds - 60_000)];
  const ends = [to === null ? null : idFrom(to.epochMilliseconds)];
  // Behind the id itself, and before every other.
  if (after !== null) order === "oldest" ? starts.push(`${after} `) : ends.push(after);
  const start = starts.filter((one) => one !== null).toSorted().at(-1);
  const end = ends.filter((one) => one !== null).toSorted()[0];
  return {
    ...(start === undefined ? {} : { start: [...prefix, start] as Key }),
    ...(end === undefined ? {} : { end: [...prefix, end] as Key }),
  };
}

/** The first possible id of a time (RFC 9562 §5.7). */
function idFrom(epochMilliseconds: number): string {
  const hex = Math.min(Math.max(0, epochMilliseconds), 2 ** 48 - 1).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

/** Several ranges of rows as one, in the order of the ids. */
async function* merged(
  ranges: readonly AsyncIterable<Entry<QueueRow>>[],
  range: QueueRange,
): AsyncGenerator<QueueRow> {
  const readers = ranges.map((range) => range[Symbol.asyncIterator]());
  const heads = await Promise.all(readers.map((reader) => reader.next()));
  let last: string | null = null;
  try {
    for (;;) {
      let best: { readonly at: number; readonly row: QueueRow } | null = null;
      for (const [at, head] of heads.entries()) {
        if (head.done === true) continue;
        const row = head.value.value;
        const isFirst = best === null ||
          (range.order === "oldest"
            ? row.decisionId < best.row.decisionId
            : row.decisionId > best.row.decisionId);
        if (isFirst) best = { at, row };
      }
      if (best === null) return;
      const { at, row } = best;
      // A row that moves to another state meanwhile may be read in both.
      if (row.decisionId !== last && isWithin(row, range)) yield row;
      last = row.decisionId;
      const reader = readers[at];
      if (reader !== undefined) heads[at] = await reader.next();
    }
  } finally {
    await Promise.all(readers.map((reader) => reader.return?.()));
  }
}

/** Whether a row was decided in the requested time. */
function isWithin(row: QueueRow, { from, to }: QueueRange): boolean {
  if (from === null && to === null) return true;
  const decidedAt = Temporal.Instant.from(row.decidedAt);
  return (from === null || Temporal.Instant.compare(decidedAt, from) >= 0) &&
    (to === null || Temporal.Instant.compare(decidedAt, to) < 0);
}
