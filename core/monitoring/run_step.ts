import { openSteps } from "../../base/turns.ts";
import { uuidV7 } from "../../base/uuid.ts";
import type { ClientId } from "../access/schema.ts";
import type { ListsInForce } from "../lists_in_force/ports.ts";
import type { Decide, Decided } from "../screening/decide.ts";
import { DecisionId } from "../screening/decision_schema.ts";
import { isOfImports } from "./begin_run.ts";
import { endRun } from "./end_run.ts";
import { openDecision } from "./open_decision.ts";
import type { Book, DamagedSlot, FilledSlot, RunMonitoringPorts, StandingState } from "./ports.ts";
import type { ActiveRun, MonitoringRun, MonitoringRunId, MonitoringState } from "./schema.ts";

/** Customers that are read and compared together. */
const subjectsAtOnce = 1_000;
/** Seconds of a server's lease of a run, renewed by each commit: many times the duration of one. */
const leaseSeconds = 20;
/** Checks from which a commit takes no more decisions; the limit of a commit is ten. */
const checksMax = 6;
/** Bytes from which a commit takes no more decisions: the largest decision still fits. */
const commitBytesMax = 300_000;

/** A server's work on a run. */
export interface Work {
  readonly client: ClientId;
  readonly holder: string;
  readonly inForce: ListsInForce;
  /** Entities to compare; null: all. */
  readonly changed: ReadonlySet<string> | null;
  /** The next customers, read while the present ones are compared. */
  ahead: { readonly from: string; readonly piece: Promise<Piece> } | null;
  /**
   * Reports a customer that cannot be read: only the first of each run, because there may be many.
   */
  readonly reportDamaged: (run: MonitoringRunId, fault: Error) => void;
}

/** Customers after a place, and the book at the time of the read. */
interface Piece {
  readonly book: Book | null;
  readonly slots: readonly (FilledSlot | DamagedSlot)[];
}

/** Compares some customers, and opens decisions about those with new matches. */
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

/** Reads some customers; other requests run meanwhile. */
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

/** The results of customers, by their places. */
type Found = ReadonlyMap<string, Decided>;

/**
 * Compares customers with the changed entries, and customers that were never compared with all
 * lists.
 */
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
 * Writes the results, in as many commits as needed, each based on the one before. If another server
 * or the client has changed something, the next step does the rest.
 */
async function write(
  ports: RunMonitoringPorts,
  { book, slots, found, work, from }: {
    readonly book: Book;
    readonly slots: readonly (FilledSlot | DamagedSlot)[];
    readonly found: Found;
    readonly work: Work;
    /** The place after which the customers come. */
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
      if (!isFilled(slot)) work.reportDamaged(active.run.runId, slot.fault);
      const decided = found.get(slot.place);
      if (decided !== undefined && isFilled(slot)) {
        counts.compared++;
        const opened = await openDecision(ports, { unit, client: work.client, slot, decided });
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

/** Whether a customer can be read, and at least one of its lists is in force. */
function isComparable(
  slot: FilledSlot | DamagedSlot,
  { inForce }: Pick<Work, "inForce">,
): slot is FilledSlot {
  return isFilled(slot) && scopeOf(slot, inForce).sources?.length !== 0;
}

/** The lists with which a customer is compared: those that it names and that are in force. */
function scopeOf(
  { subject: { subjectRef, request: { sources } } }: FilledSlot,
  { snapshot: { lists } }: ListsInForce,
): Pick<Decide["request"], "subjectRef" | "sources"> {
  if (sources === undefined) return { subjectRef };
  const inForce = sources.filter((source) => lists.some((list) => list.source === source));
  return { subjectRef, sources: inForce };
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
 * The run, with the lists of its first comparison: the server that accepted the request may have
 * had others. Servers that continue it have these lists or newer ones.
 */
function onLists(active: ActiveRun, { inForce: { snapshot, snapshotIds } }: Work): ActiveRun {
  if (active.place !== null || isOfImports(active)) return active;
  const run = { ...active.run, listSnapshotIds: snapshotIds };
  return { ...active, lists: snapshot.id, run };
}

/** Ends a run that has compared every customer. */
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

/** Releases the lease, so that another server can continue at once. */
export async function release(ports: RunMonitoringPorts, { client, holder }: Work): Promise<void> {
  const standing = await ports.monitoring.state(client);
  if (standing?.state.lease?.holder !== holder) return;
  const unit = ports.units.begin();
  standing.change(unit, { ...standing.state, lease: null });
  await ports.units.commit(unit);
}
