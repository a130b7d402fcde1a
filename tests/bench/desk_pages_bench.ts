/**
 * The cost of every page of the desk and the console on the excerpt of a list: milliseconds from
 * request to last byte (p95 of one browser, one request after another), kilobytes on the wire for a
 * browser without cache (page, style and script, compressed, with headers), and number of requests.
 * Then idle memory with and without desk and console. The first page is that of a long queue. Fails
 * above the figures of issue 40.
 *
 * Usage: deno task bench desk-pages [--queue 100000] [--requests 60] [--starts 5]
 */
import { request as httpRequest } from "node:http";
import { residentMegabytes } from "../fuzz/resident.ts";
import { runCli } from "../support/cli.ts";
import { liveSnapshotFile } from "../support/lists.ts";
import { COMPLETE, onboardingPath } from "../support/onboarding.ts";
import { readOptions } from "../support/options.ts";
import { roomyPolicy } from "../support/policy.ts";
import { type ServerProcess, startServer } from "../support/server.ts";

const options = readOptions("bench desk-pages", { queue: "100000", requests: "60", starts: "5" });

/** Maximum figures of a page. */
const most = { milliseconds: 50, queueMilliseconds: 80, kilobytes: 60, requests: 3 };
/** Maximum megabytes that desk and console together add to an idle server. */
const idleMegabytesMax = 5;
/** A listed name of the excerpt. */
const listed = { name: "Ahmed Khalfan Ghailani" };
/** Maximum items of one batch. */
const batchItemsMax = 20_000;

const folder = await Deno.makeTempDir({ prefix: "aval-desk-pages-" });
try {
  const open = { capacity: 1_000_000, refillPerSecond: 1_000_000 };
  const rateLimits = { ...roomyPolicy.rateLimits, pages: open, batchItems: open };
  const policy = { ...roomyPolicy, rateLimits, sessions: { idleMinutes: 480 } };
  await Deno.writeTextFile(`${folder}/policy.json`, JSON.stringify(policy));
  const env = {
    AVAL_MODE: "live",
    AVAL_LISTS: await liveSnapshotFile(),
    AVAL_POLICY: `${folder}/policy.json`,
    AVAL_SECRET_KEY: crypto.getRandomValues(new Uint8Array(32)).toBase64(),
  };
  await measurePages({ ...env, AVAL_KV: `${folder}/kv.sqlite3`, AVAL_CONSOLE: "desk,console" });
  await measureIdle({ ...env, AVAL_KV: ":memory:" });
} finally {
  await Deno.remove(folder, { recursive: true });
}

type Environment = Readonly<Record<string, string>>;

async function measurePages(env: Environment): Promise<void> {
  await admin(env, ["client", "put", "bench"]);
  const token = await admin(env, ["token", "mint", "--client", "bench"]);
  const links = {
    desk: await admin(env, ["console", "link", "--reviewer", "rae", "--client", "bench"]),
    console: await admin(env, ["console", "link", "--operator", "ann"]),
  };
  await using server = await startServer(env);
  const desk = await logIn(server, links.desk);
  const console = await logIn(server, links.console);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  await fill(server, headers, Number(options.queue));
  const queue = `queue of ${options.queue}`;
  await measure(server, { name: queue, path: "/desk", cookie: desk, isQueue: true });
  const match = await firstLink(server, desk, "/desk", /href="(\/desk\/matches\/[^"]+)"/);
  await measure(server, { name: "a match", path: match, cookie: desk });
  for (const path of await pagesOf(server, desk, "/desk")) {
    if (path !== "/desk") await measure(server, { name: path, path, cookie: desk });
  }
  const sent = await fetch(`${server.url}${onboardingPath}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(COMPLETE),
  });
  if (sent.status !== 200) throw new Error(await sent.text());
  for (const path of await pagesOf(server, console, "/console")) {
    await measure(server, { name: path, path, cookie: console });
  }
  const draft = await firstLink(server, console, "/console/kyb", /href="(\/console\/kyb\/d[^"]+)"/);
  await measure(server, { name: "a draft of KYB", path: draft, cookie: console });
  for (const page of ["client", "client/offboard"]) {
    const path = `/console/${page}?clientId=bench`;
    await measure(server, { name: `/console/${page}`, path, cookie: console });
  }
}

async function admin(env: Environment, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli("admin", args, env);
  if (code !== 0) throw new Error(stderr);
  return stdout.trim().split("\n").at(-1) ?? "";
}

/** Logs in by a link. @returns the session's cookie */
async function logIn({ url }: ServerProcess, link: string): Promise<string> {
  const answer = await fetch(`${url}/desk/login`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: url, "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ next: "/desk", token: link }),
  });
  const cookie = answer.headers.get("set-cookie")?.split(";", 1)[0];
  if (cookie === undefined) throw new Error(`${answer.status} ${await answer.text()}`);
  await answer.body?.cancel();
  return cookie;
}

/** Puts matches into the queue. */
async function fill(
  { url }: ServerProcess,
  headers: Readonly<Record<string, string>>,
  rows: number,
): Promise<void> {
  for (let left = rows; left > 0; left -= batchItemsMax) {
    const items = Array.from(
      { length: Math.min(left, batchItemsMax) },
      (_, at) => ({ ...listed, subjectRef: `c-${left - at}` }),
    );
    const body = JSON.stringify({ items });
    const batches = `${url}/v1/screen/batches`;
    const answer = await fetch(batches, { method: "POST", headers, body });
    const text = await answer.text();
    if (answer.status !== 202) throw new Error(`${answer.status} ${text}`);
    const { batchId } = JSON.parse(text);
    for (let state = "ACCEPTED"; state !== "DONE";) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      ({ state } = await (await fetch(`${batches}/${batchId}`, { headers })).json());
    }
  }
}

/** The pages linked in the header of a page. */
async function pagesOf(
  server: ServerProcess,
  cookie: string,
  path: string,
): Promise<readonly string[]> {
  const { text } = await get(server, path, cookie);
  const nav = /<nav [^]*?<\/nav>/.exec(text)?.[0] ?? "";
  return [...nav.matchAll(/href="([^"]+)"/g)].map(([, link]) => link!);
}

async function firstLink(
  server: ServerProcess,
  cookie: string,
  path: string,
  link: RegExp,
): Promise<string> {
  const { text } = await get(server, path, cookie);
  const found = link.exec(text)?.[1];
  if (found === undefined) throw new Error(`${path} has no link such as ${link}`);
  return found.replaceAll("&amp;", "&");
}

interface Got {
  readonly text: string;
  /** Bytes on the wire, including headers. */
  readonly bytes: number;
  readonly milliseconds: number;
}

/** Gets a page like a browser that accepts gzip. */
async function get({ url }: ServerProcess, path: string, cookie: string): Promise<Got> {
  const began = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<Got>();
  const headers = { cookie, accept: "text/html", "accept-encoding": "gzip, deflate, br, zstd" };
  const sent = httpRequest(`${url}${path}`, { headers }, (answer) => {
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    answer.on("data", (chunk) => void chunks.push(new Uint8Array(chunk)));
    answer.on("end", () => {
      const milliseconds = performance.now() - began;
      const body = new Blob(chunks);
      if (answer.statusCode !== 200) return reject(new Error(`${path}: ${answer.statusCode}`));
      const head = answer.rawHeaders.reduce((sum, text) => sum + text.length + 2, 0);
      const plain = answer.headers["content-encoding"] === "gzip"
        ? body.stream().pipeThrough(new DecompressionStream("gzip"))
        : body.stream();
      new Response(plain).text()
        .then((text) => resolve({ text, bytes: body.size + head, milliseconds }), reject);
    });
  });
  sent.on("error", reject);
  sent.end();
  return await promise;
}

async function measure(
  server: ServerProcess,
  { name, path, cookie, isQueue = false }: {
    readonly name: string;
    readonly path: string;
    readonly cookie: string;
    readonly isQueue?: boolean;
  },
): Promise<void> {
  const { text, bytes } = await get(server, path, cookie);
  const files = [...text.matchAll(/(?:<link rel="stylesheet" href|<script [^>]*src)="([^"]+)"/g)]
    .map(([, file]) => file!);
  const ofFiles = await Promise.all(files.map((file) => get(server, file, cookie)));
  const kilobytes = [...ofFiles, { bytes }].reduce((sum, one) => sum + one.bytes, 0) / 1_000;
  const times: number[] = [];
  for (let at = 0; at < Number(options.requests); at++) {
    times.push((await get(server, path, cookie)).milliseconds);
  }
  const p95 = times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? NaN;
  const requests = 1 + files.length;
  const isOver = p95 > (isQueue ? most.queueMilliseconds : most.milliseconds) ||
    kilobytes > most.kilobytes || requests > most.requests;
  if (isOver) Deno.exitCode = 1;
  globalThis.console.log(
    `${isOver ? "TOO MUCH " : ""}${name}: p95 ${p95.toFixed(1)} ms, ${
      kilobytes.toFixed(1)
    } KB, ${requests} requests`,
  );
}

/** Measures resident memory of servers after two idle seconds; starts alternate. */
async function measureIdle(env: Environment): Promise<void> {
  const variants = { without: env, with: { ...env, AVAL_CONSOLE: "desk,console" } };
  const measured: Record<keyof typeof variants, number[]> = { without: [], with: [] };
  for (let round = 0; round < Number(options.starts); round++) {
    for (const name of ["without", "with"] as const) {
      await using server = await startServer(variants[name]);
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      measured[name].push(residentMegabytes(server.pid).now);
    }
  }
  const [without, both] = [measured.without, measured.with].map((values) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
  ) as [number, number];
  const isOver = both - without > idleMegabytesMax;
  if (isOver) Deno.exitCode = 1;
  console.log(
    `${isOver ? "TOO MUCH " : ""}idle memory: ${without} MB without, ${both} MB with both`,
  );
}
