import { type Chance, chanceOf } from "./chance.ts";
import type { Asked, ClusterClient } from "./client.ts";
import type { RequestLine } from "./history.ts";
import { type LoggingIn, logIn } from "./logging_in.ts";
import { batchOf, decisionOf, isAcknowledged, type Result, resultsOf } from "./reading.ts";
import { pause } from "./recorder.ts";

/** The clients of a run, each with its own task. */
export const clients = [
  ...["keyed", "unkeyed", "reviewing", "erasing", "limited", "batching", "watching"] as const,
];
export type ClientName = typeof clients[number];

/** The bucket of the limited client, small enough to be empty most of the time. */
export const limitedBucket = { capacity: 5, refillPerSecond: 1 } as const;

/** Names of the excerpt of fixtures/lists/ofac, and one on no list. */
const names = ["Hannelore Bistrupgaard", "Boutique La Maison", "Aerocaribean Airlinas"];
/** A name that results in a possible match, which can be reviewed. */
const possibleName = "Aerocaribean Airlinas";

/** State that the lanes share: acknowledged data to read, and requests to repeat. */
export interface Load {
  readonly client: ClusterClient;
  readonly logins: LoggingIn;
  readonly seed: number;
  /** No new step begins once this is true. */
  readonly isOver: () => boolean;
  /** Decisions with their clients, the latest last. */
  readonly made: { readonly id: string; readonly owner: ClientName }[];
  /** Ids of batches that were accepted. */
  readonly batches: Set<string>;
  /** Requests with a key that are not yet answered. */
  readonly open: Asked[];
}

/** One step of a lane, determined by the lane's random choices only. */
type Step = (load: Load, chance: Chance, name: string) => Promise<unknown>;

const lanes: readonly {
  readonly name: string;
  readonly step: Step;
  /** Maximum milliseconds between two steps. */
  readonly restMax: number;
}[] = [
  ...several(4, "keyed", { step: keyed, restMax: 60 }),
  ...several(2, "unkeyed", { step: unkeyed, restMax: 80 }),
  ...several(2, "reviewing", { step: reviewing, restMax: 100 }),
  ...several(2, "reading", { step: reading, restMax: 80 }),
  ...several(1, "erasing", { step: erasing, restMax: 250 }),
  ...several(2, "limited", { step: limited, restMax: 150 }),
  ...several(1, "batching", { step: batching, restMax: 200 }),
  ...several(1, "watching", { step: watching, restMax: 2_000 }),
  ...several(2, "login", { step: loggingIn, restMax: 200 }),
];

function several<Lane>(count: number, name: string, lane: Lane) {
  return Array.from({ length: count }, (_, n) => ({ name: `${name}-${n}`, ...lane }));
}

/**
 * Sends requests in all lanes until the run ends. With the same seed each lane makes the same
 * steps.
 */
export async function runLoad(load: Load): Promise<void> {
  await Promise.all(lanes.map(async ({ name, step, restMax }) => {
    for (let n = 0; !load.isOver(); n++) {
      const chance = chanceOf(load.seed, name, n);
      await step(load, chance, `${name}-${n}`);
      await pause(chance.below(restMax));
    }
  }));
}

/** Repeats all unanswered requests, after the last fault. */
export async function settle(load: Load): Promise<void> {
  const { client, open } = load;
  for (const asked of open) {
    const line = await client.sendUntilAnswered(asked);
    if (isAcknowledged(line)) remember(load, line);
  }
}

/**
 * Requests with keys: most sent once, some several times at once, with the same body or another.
 */
async function keyed(load: Load, chance: Chance, key: string): Promise<void> {
  const name = chance.pick(names);
  const kind = chance.below(10);
  const rivals = kind < 6 ? 1 : 2 + chance.below(3);
  const bodies = kind < 8 ? [name] : names;
  const asked = Array.from({ length: rivals }, (_, n) => screening("keyed", bodies, n, key));
  await Promise.all(asked.map((each) => answeredOrOpen(load, each)));
  const [again] = asked;
  // Its answer, once more, through another server.
  if (again !== undefined && chance.oneIn(3)) await answeredOrOpen(load, again);
}

function screening(
  client: ClientName,
  from: readonly string[],
  n: number,
  key?: string,
): Asked {
  const body = JSON.stringify({ name: from[n % from.length] });
  return { client, operation: "screen", body, ...(key === undefined ? {} : { key }) };
}

async function answeredOrOpen(load: Load, asked: Asked): Promise<RequestLine> {
  const line = await load.client.sendUntilAnswered(asked);
  if (isAcknowledged(line)) remember(load, line);
  else if (line.status === null || line.status >= 500 || /in_progress/.test(line.text)) {
    load.open.push(asked);
  }
  return line;
}

function remember({ made, batches }: Load, line: RequestLine): void {
  if (line.operation === "batch") batches.add(batchOf(line));
  if (line.operation !== "screen") return;
  made.push({ id: decisionOf(line).meta.decisionId, owner: line.client as ClientName });
}

/** Requests without a key: sent once, with an outcome that may stay unknown. */
async function unkeyed(load: Load, chance: Chance): Promise<void> {
  const line = await load.client.send(screening("unkeyed", [chance.pick(names)], 0));
  if (isAcknowledged(line)) remember(load, line);
}

/**
 * A possible match and its reviews, some sent several times at once under one key, some without a
 * key.
 */
async function reviewing(load: Load, chance: Chance, name: string): Promise<void> {
  const client = "reviewing";
  const line = await answeredOrOpen(load, screening(client, [possibleName], 0, `${name}-screen`));
  if (!isAcknowledged(line)) return;
  const subject = decisionOf(line).meta.decisionId;
  for (let n = chance.below(4); n >= 0; n--) {
    const body = JSON.stringify({
      decision: chance.pick(["confirmed_match", "false_positive", "escalated"]),
      notes: `${name}-${n}`,
    });
    const asked: Asked = { client, operation: "review", subject, body };
    if (chance.oneIn(4)) {
      await load.client.send(asked);
    } else {
      const rivals = 1 + chance.below(3);
      await Promise.all(
        Array.from(
          { length: rivals },
          () => answeredOrOpen(load, { ...asked, key: `${name}-review-${n}` }),
        ),
      );
    }
    await load.client.send({ client, operation: "read", subject });
  }
}

/** Reads of recent and older acknowledged decisions, of other clients' decisions, and of usage. */
async function reading({ client, made }: Load, chance: Chance): Promise<void> {
  const back = chance.oneIn(2) ? 1 + chance.below(5) : 1 + chance.below(5_000);
  const [kind, by] = [chance.below(10), chance.pick(clients)];
  if (kind === 0) {
    await client.send({ client: by, operation: "usage" });
    return;
  }
  const found = made.at(-back) ?? made.at(0);
  if (found === undefined) return;
  const { id, owner } = found;
  await client.send({ client: kind < 3 ? by : owner, operation: "read", subject: id, owner });
}

/** Requests with keys by a client that sometimes erases its data and exports its records. */
async function erasing(load: Load, chance: Chance, name: string): Promise<void> {
  const client = "erasing";
  const n = Number(/\d+$/.exec(name)?.[0]);
  // In turn: a busy machine gets through a few rounds a minute.
  if (n % 8 === 3) await load.client.send({ client, operation: "export" });
  else if (n % 8 === 6) await load.client.send({ client, operation: "erase" });
  else {
    // Keys come again, before an erasure and after it.
    const key = `erasing-${Math.floor(n / 16)}-${chance.below(3)}`;
    await answeredOrOpen(load, screening(client, names.slice(0, 1), 0, key));
  }
}

/** A client that exceeds its bucket at several servers at once. */
async function limited(load: Load, chance: Chance): Promise<void> {
  const asked = Array.from(
    { length: 1 + chance.below(4) },
    (_, n) => screening("limited", names, n),
  );
  await Promise.all(asked.map(async (each) => {
    const line = await load.client.send(each);
    if (isAcknowledged(line)) remember(load, line);
  }));
}

/** Items of a batch, enough for several commits. */
const batchItems = 60;

/**
 * A batch that several requests create under one key; its results are read until it ends, then its
 * matches are reviewed concurrently.
 */
async function batching(load: Load, chance: Chance, name: string): Promise<void> {
  const client = "batching";
  const items = Array.from({ length: batchItems }, () => ({ name: chance.pick(names) }));
  const asked: Asked = { client, operation: "batch", body: JSON.stringify({ items }), key: name };
  const rivals = 1 + chance.below(2);
  const lines = await Promise.all(
    Array.from({ length: rivals }, () => answeredOrOpen(load, asked)),
  );
  const accepted = lines.find(isAcknowledged);
  if (accepted === undefined) return;
  const results = await untilEnded(load, batchOf(accepted));
  const matches = results.filter(({ classification }) => classification === "POSSIBLE_MATCH")
    .slice(0, 5);
  if (matches.length === 0) return;
  const reviews = matches.map(({ decisionId }, n) => ({
    ...{ decisionId, decision: "escalated", notes: `${name}-${n}` },
  }));
  const body = JSON.stringify({ reviews });
  await answeredOrOpen(load, { client, operation: "reviews", body, key: `${name}-reviews` });
}

/** Customers in one import. */
const importItems = 30;

/** Imports customers, which a run that starts by itself then compares. */
async function watching(load: Load, chance: Chance, name: string): Promise<void> {
  const items = Array.from({ length: importItems }, (_, n) => ({
    subjectRef: `${name}.${n}`,
    name: chance.pick(names),
  }));
  const body = JSON.stringify({ items });
  await answeredOrOpen(load, { client: "watching", operation: "monitor", body, key: name });
}

/** Reads results until the batch has ended; after a lease another server may continue it. */
async function untilEnded({ client, isOver }: Load, id: string): Promise<readonly Result[]> {
  while (!isOver()) {
    const line = await client.send({ client: "batching", operation: "results", subject: id });
    const page = isAcknowledged(line) ? resultsOf(line) : null;
    if (page?.nextCursor === null) return page.results;
    await pause(250);
  }
  return [];
}

/** A person's login at a relying party. */
function loggingIn({ logins }: Load, chance: Chance, name: string): Promise<void> {
  return logIn(logins, chance, name);
}
