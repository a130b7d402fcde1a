import type { MonitoringRun } from "../../core/monitoring/schema.ts";
import type { DecisionReadBack } from "../../core/screening/decision_schema.ts";
import { runCli } from "../support/cli.ts";
import { type ServerProcess, startServer } from "../support/server.ts";

const subjectsPath = "/v1/monitoring/subjects";
/** Path that lists and starts runs, and path that finishes the import of {@link importRows}. */
export const [runsPath, finishPath] = [
  "/v1/monitoring/runs",
  `${subjectsPath}/import/g1/finish?remove=0`,
];

/** Customers of one part of an import. */
const pieceRows = 20_000;

/** A live server with one client, which uses monitoring. */
export interface Watching extends AsyncDisposable {
  readonly server: ServerProcess;
  /** Headers of its client's requests. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Starts a live server on some lists; its client uses monitoring. */
export async function startWatching(
  { folder, kv, lists }: {
    readonly folder: string;
    readonly kv: string;
    /** Value for `AVAL_LISTS`. */
    readonly lists: string;
  },
): Promise<Watching> {
  await Deno.writeTextFile(
    `${folder}/policy.json`,
    JSON.stringify({
      lists: { pollSeconds: 1, shrinkPercentMax: 100 },
      rateLimits: { screening: { capacity: 100_000, refillPerSecond: 10_000 } },
    }),
  );
  const env = {
    AVAL_MODE: "live",
    AVAL_KV: kv,
    AVAL_LISTS: lists,
    AVAL_POLICY: `${folder}/policy.json`,
    AVAL_SECRET_KEY: crypto.getRandomValues(new Uint8Array(32)).toBase64(),
  };
  await Deno.writeTextFile(`${folder}/client.json`, JSON.stringify({ monitoring: true }));
  await admin(["client", "put", "bench", "--file", `${folder}/client.json`], env);
  const minted = await admin(["token", "mint", "--client", "bench"], env);
  const token = minted.trim().split("\n").at(-1) ?? "";
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const server = await startServer(env);
  return { server, headers, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

async function admin(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const ran = await runCli("admin", [...args], env);
  if (ran.code !== 0) throw new Error(ran.stderr);
  return ran.stdout;
}

/** Imports a book without finishing the import. */
export async function importRows(
  { server, headers }: Watching,
  count: number,
  rowOf: (n: number) => object,
): Promise<void> {
  const lines = { ...headers, "content-type": "application/x-ndjson" };
  for (let from = 0; from < count; from += pieceRows) {
    const rows = Array.from(
      { length: Math.min(pieceRows, count - from) },
      (_, at) => JSON.stringify({ subjectRef: `c-${from + at}`, ...rowOf(from + at) }),
    );
    const path = `${subjectsPath}/import?generation=g1`;
    await post({ server, headers: lines }, path, rows.join("\n"));
  }
}

/** Posts as the client. @throws Error if it is refused */
export async function post(
  { server: { url }, headers }: Pick<Watching, "server" | "headers">,
  path: string,
  body = "",
): Promise<void> {
  const answer = await fetch(`${url}${path}`, {
    method: "POST",
    headers,
    ...(body === "" ? {} : { body }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${text}`);
}

/**
 * Waits for the end of the last run with a cause.
 *
 * @param seen number of runs that had ended before
 */
export async function untilEnded(
  { server, headers }: Watching,
  cause: MonitoringRun["cause"],
  meanwhile: () => Promise<void>,
  seen: ReadonlySet<string> = new Set(),
): Promise<MonitoringRun> {
  for (;;) {
    await meanwhile();
    const answer = await fetch(`${server.url}${runsPath}`, { headers });
    const { runs } = await answer.json() as { readonly runs: readonly MonitoringRun[] };
    const ended = runs.find((run) =>
      run.cause === cause && run.endedAt !== null && !seen.has(run.runId)
    );
    if (ended !== undefined) return ended;
  }
}

/** Entities of the candidates of each decision that a run has opened. */
export async function openedBy(
  { server, headers }: Watching,
  { startedAt, opened }: Pick<MonitoringRun, "startedAt" | "opened">,
): Promise<readonly ReadonlySet<string>[]> {
  const get = async (path: string) =>
    await (await fetch(`${server.url}/v1/screen/${path}`, { headers })).json();
  const { decisions } = await get(
    `decisions?state=all&origin=monitoring&order=newest&from=${startedAt}&limit=${
      Math.min(200, opened)
    }`,
  ) as { readonly decisions: readonly { readonly decisionId: string }[] };
  return await Promise.all(decisions.map(async ({ decisionId }) => {
    const { candidates } = await get(decisionId) as Pick<DecisionReadBack, "candidates">;
    return new Set<string>(candidates.map(({ entityId }) => entityId));
  }));
}
