import { Buffer } from "node:buffer";
import { openSteps } from "../../base/turns.ts";
import type { Unit } from "../../base/unit.ts";
import { uuidV7 } from "../../base/uuid.ts";
import type { ClientId } from "../access/schema.ts";
import type { ListsInForce } from "../lists_in_force/ports.ts";
import { hasLapsed, isCleared, markCandidates } from "../screening/cleared/mark_candidates.ts";
import { markDecided } from "../screening/cleared/mark_decided.ts";
import { subjectText } from "../screening/cleared/subject_text.ts";
import type { Decide, Decided } from "../screening/decide.ts";
import { decisionEvent, decisionOf } from "../screening/decision_of.ts";
import { DecisionId } from "../screening/decision_schema.ts";
import { queueRow, unsaid } from "../screening/queue/row.ts";
import { raiseMatch } from "../screening/raise_match.ts";
import { isOfImports } from "./begin_run.ts";
import { endRun } from "./end_run.ts";
import { hitsOf, isAmong, withHits } from "./hits.ts";
import type { Book, DamagedSlot, FilledSlot, RunMonitoringPorts, StandingState } from "./ports.ts";
import type { ActiveRun, MonitoringRun, MonitoringState } from "./schema.ts";

/** Customers that are read and compared at once. */
const subjectsAtOnce = 1_000;
/** Seconds for which a server has a run, from each of its commits on: many times what one takes. */
const leaseSeconds = 20;
/** Checks of a commit from which on it takes no more decisions: it has ten in all. */
const checksMax = 6;
/** Bytes of one commit from which on it takes no more decisions: the largest fits in the rest. */
const commitBytesMax = 300_000;
/** Bytes of a decision's row, audit entry, event and keys. */
const besideBytes = 2_000;

/** What a server has in hand of a run. */
export interface Work {
  readonly client: ClientId;
  readonly holder: string;
  readonly inForce: ListsInForce;
  /** Entities that are compared; null: all of them. */
  readonly changed: ReadonlySet<string> | null;
  /** Customers that are read while those before them are compared. */
  ahead: { readonly from: string; readonly piece: Promise<Piece> } | null;
  /** Whether a customer whose data cannot be read has been reported. */
  isReported: boolean;
}

/** Customers behind a place, and the book as it was when they were read. */
interface Piece {
  readonly book: Book | null;
  readonly slots: readonly (FilledSlot | DamagedSlot)[];
}

/** Compares some customers, and opens decisions about those of whom matches are new. */
export async function runStep(
  ports: RunMonitoringPorts,
  standing: StandingState,
  work: Work,
): Promise<void> {
  const { active } = standing.state;
  if (active === null) return;
  const { place } = active;
  const isRead = work.ahead !== null && work.ahead.from === place;
  const { book, slots } = await (isRead ? work.ahead?.piece : null) ??
    await readPiece(ports, work, place);
  work.ahead = null;
  if (book === null) return;
  const last = slots.at(-1);
  if (last === undefined) return await finish(ports, { standing, active, work });
  const piece = readPiece(ports, work, last.place);
  // The step that takes it reads the fault.
  piece.catch(() => {});
  work.ahead = { from: last.place, piece };
  const comparable = slots.filter((slot) => isComparable(slot, work));
  const found = await compare(ports, { slots: comparable, active, state: standing.state, work });
  await write(ports, { book, slots, found, work, from: place });
}

/** Reads some customers, and lets other requests run meanwhile. */
async function readPiece(
  { monitoring, clock, nextTurn }: RunMonitoringPorts,
  { client }: Work,
  after: string | null,
): Promise<Piece> {
  const book = await monitoring.find(client);
  const slots: (FilledSlot | DamagedSlot)[] = [];
  if (book === null) return { book, slots };
  const step = openSteps({ clock, nextTurn });
  for await (const slot of book.list(after)) {
    slots.push(slot);
    if (slots.length === subjectsAtOnce) break;
    await step();
  }
  return { book, slots };
}

/** What is found of customers, by their places. */
type Found = ReadonlyMap<string, Decided>;

/** Compares customers with what changed, and those who were compared with nothing yet with all lists. */
async function compare(
  { decider, clock, random }: RunMonitoringPorts,
  { slots, active, state: { mode, comparedEpoch }, work: { inForce, changed } }: {
    readonly slots: readonly FilledSlot[];
    readonly active: ActiveRun;
    readonly state: MonitoringState;
    readonly work: Work;
  },
): Promise<Found> {
  const askOf = (slot: FilledSlot): Decide => ({
    decisionId: DecisionId.parse(uuidV7({ clock, random })),
    request: { ...slot.subject.request, ...scopeOf(slot, inForce) },
    ...{ mode, sandboxOverride: false },
  });
  const isWhole = ({ epoch }: FilledSlot) => changed === null || epoch > comparedEpoch;
  const whole = slots.filter(isWhole);
  const others = isOfImports(active) ? [] : slots.filter((one) => !isWhole(one));
  const items = slots.length;
  const decided = whole.length === 0 ? [] : await decider.decide(inForce, whole.map(askOf), items);
  const sifted = changed === null || others.length === 0
    ? []
    : await decider.sift(inForce, others.map(askOf), { items, changed });
  const found = new Map<string, Decided>();
  const answers = [...decided, ...sifted];
  for (const [at, { place }] of [...whole, ...others].entries()) {
    const one = answers[at];
    if (one?.ok === true) found.set(place, one.value);
  }
  return found;
}

/**
 * Writes what was found, in as many commits as it takes. Each goes on from the one before; where
 * another server or the client has changed something, the rest is left to the next step.
 */
async function write(
  ports: RunMonitoringPorts,
  { book, slots, found, work, from }: {
    readonly book: Book;
    readonly slots: readonly (FilledSlot | DamagedSlot)[];
    readonly found: Found;
    readonly work: Work;
    /** The place behind which they stand. */
    readonly from: string | null;
  },
): Promise<void> {
  let [at, place] = [0, from];
  while (at < slots.length) {
    const standing = await ports.monitoring.state(work.client);
    const active = standing?.state.active ?? null;
    // Another server goes on with the run, or it is another one.
    if (standing === null || active === null || active.place !== place) return;
    const unit = ports.units.begin();
    const counts = { subjects: 0, compared: 0, skipped: 0, hits: 0, opened: 0 };
    let [checks, bytes] = [0, 0];
    while (at < slots.length && checks < checksMax && bytes < commitBytesMax) {
      const slot = slots[at];
      if (slot === undefined) break;
      counts.subjects++;
      if (!isComparable(slot, work)) counts.skipped++;
      if (!isFilled(slot)) reportOnce(ports, work, slot);
      const decided = found.get(slot.place);
      if (decided !== undefined && isFilled(slot)) {
        counts.compared++;
        const opened = await openDecision(ports, { unit, slot, decided, work });
        counts.hits += opened.isHit ? 1 : 0;
        counts.opened += opened.bytes > 0 ? 1 : 0;
        checks += opened.checks;
        bytes += opened.bytes;
      }
      place = slot.place;
      at++;
    }
    if (counts.opened > 0) book.hold(unit);
    const begun = onLists(active, work);
    const next = { ...begun, place, run: withCounts(begun.run, counts) };
    standing.change(unit, leased(ports, work, { ...standing.state, active: next }));
    if ((await ports.units.commit(unit)).kind !== "committed") return;
  }
}

function isFilled(slot: FilledSlot | DamagedSlot): slot is FilledSlot {
  return slot.subject !== null;
}

/** Whether a customer can be read, and a list is in force that it is to be compared with. */
function isComparable(
  slot: FilledSlot | DamagedSlot,
  { inForce }: Pick<Work, "inForce">,
): slot is FilledSlot {
  return isFilled(slot) && scopeOf(slot, inForce).sources?.length !== 0;
}

/** Who is compared, and with which of the lists that it names: those in force. */
function scopeOf(
  { subject: { subjectRef, request: { sources } } }: FilledSlot,
  { snapshot: { lists } }: ListsInForce,
): Pick<Decide["request"], "subjectRef" | "sources"> {
  if (sources === undefined) return { subjectRef };
  const inForce = sources.filter((source) => lists.some((list) => list.source === source));
  return { subjectRef, sources: inForce };
}

/** Reports that a customer cannot be read: the first of a run, in which there may be many. */
function reportOnce({ log }: RunMonitoringPorts, work: Work, { fault }: DamagedSlot): void {
  if (!work.isReported) log.error("monitored_subject_damaged", fault);
  work.isReported = true;
}

/** What became of a customer. */
interface Opened {
  readonly isHit: boolean;
  /** That it adds to the commit; 0: none was opened. */
  readonly bytes: number;
  /** That it adds to the commit. */
  readonly checks: number;
}

/**
 * Opens a decision about a customer of whom a match is new: no decision about the same data has the
 * same entry in the same form. Where reviewers have cleared the customer of each that is new, none is
 * opened, and they are new again once that holds no longer.
 */
async function openDecision(
  ports: RunMonitoringPorts,
  { unit, slot, decided, work: { client } }: {
    readonly unit: Unit;
    readonly slot: FilledSlot;
    readonly decided: Decided;
    readonly work: Work;
  },
): Promise<Opened> {
  const { subject } = slot;
  const { subjectRef } = subject;
  const hits = hitsOf(decided);
  const fresh = hits.filter((hit) => !isAmong(subject.hits, hit));
  if (fresh.length === 0) return { isHit: false, bytes: 0, checks: 0 };
  const { mode } = decided.response.meta;
  const request = { ...subject.request, subjectRef };
  const decidedAt = ports.clock.now();
  const pairs = await ports.clearedPairs.ofSubject({ owner: client, mode, subjectRef });
  const text = subjectText(request);
  const { candidates } = markCandidates({
    candidates: decided.response.candidates,
    entries: decided.entries,
    pairs: pairs.standing,
    isOfSubject: (mac) => ports.clearedPairs.isMacOf(mac, client, text),
    now: decidedAt,
  });
  const cleared = new Set(candidates.filter(isCleared).map(({ entityId }) => entityId));
  const isOpen = ({ entity }: { readonly entity: string }) => !cleared.has(entity);
  if (!fresh.some(isOpen)) return { isHit: true, bytes: 0, checks: 0 };
  const marked = await markDecided(ports, { unit, client, request, decidedAt, decided, pairs });
  const rules = await ports.reviewRules.get(client, { fresh: false });
  const decision = decisionOf(marked, { clientId: client, decidedAt, rules, origin: "monitoring" });
  const row = queueRow(decision, unsaid, null);
  ports.decisions.addMany(unit, [{ decision, row }]);
  ports.audit.record(unit, decisionEvent(decision));
  raiseMatch(ports, unit, { decision, row });
  const next = {
    ...{ ...subject, decisionId: decision.id },
    hits: withHits(subject.hits, hits, hits.filter(isOpen)),
  };
  slot.found(unit, next);
  const checks = 1 + (decision.response.candidates.some(hasLapsed) ? pairs.checks : 0);
  return { isHit: true, bytes: besideBytes + storedBytes(decision) + storedBytes(next), checks };
}

/** Bytes of a value that is encrypted, and stands in base64. */
function storedBytes(value: unknown): number {
  return 4 / 3 * Buffer.byteLength(JSON.stringify(value));
}

function withCounts(
  run: MonitoringRun,
  counts: Pick<MonitoringRun, "subjects" | "compared" | "skipped" | "hits" | "opened">,
): MonitoringRun {
  return {
    ...run,
    subjects: run.subjects + counts.subjects,
    compared: run.compared + counts.compared,
    skipped: run.skipped + counts.skipped,
    hits: run.hits + counts.hits,
    opened: run.opened + counts.opened,
  };
}

function leased(
  { clock }: RunMonitoringPorts,
  { holder }: Work,
  state: MonitoringState,
): MonitoringState {
  const until = clock.now().add({ seconds: leaseSeconds }).toString({
    smallestUnit: "millisecond",
  });
  return { ...state, lease: { holder, until } };
}

/**
 * A run, on the lists that its first customers are compared with; who requested it may have asked a
 * server with others. Servers that go on with it have these, or newer ones.
 */
function onLists(active: ActiveRun, { inForce: { snapshot, snapshotIds } }: Work): ActiveRun {
  if (active.place !== null || isOfImports(active)) return active;
  const run = { ...active.run, listSnapshotIds: snapshotIds };
  return { ...active, lists: snapshot.id, run };
}

/** Ends a run that has come past every customer. */
async function finish(
  ports: RunMonitoringPorts,
  { standing, active, work }: {
    readonly standing: StandingState;
    readonly active: ActiveRun;
    readonly work: Work;
  },
): Promise<void> {
  const { client } = work;
  const { state } = standing;
  const { run, epoch, lists } = onLists(active, work);
  const unit = ports.units.begin();
  standing.change(unit, {
    ...{ ...state, active: null, lease: null },
    ...{ comparedEpoch: epoch, lists },
  });
  endRun(ports, { unit, clientId: client, mode: state.mode, run, complete: true });
  await ports.units.commit(unit);
}

/** Lets another server go on at once. */
export async function release(ports: RunMonitoringPorts, { client, holder }: Work): Promise<void> {
  const standing = await ports.monitoring.state(client);
  if (standing?.state.lease?.holder !== holder) return;
  const unit = ports.units.begin();
  standing.change(unit, { ...standing.state, lease: null });
  await ports.units.commit(unit);
}
