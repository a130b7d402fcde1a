/**
 * How long a server does not answer other requests while it works on one hostile request, and its
 * memory use: the longest wait of `GET /health`, sent every two milliseconds, and the growth of the
 * process's peak. Requests are the largest permitted, in the worst known forms.
 *
 * usage: deno task bench stall
 */
import { residentMegabytes } from "../fuzz/resident.ts";
import { readPlaces } from "../support/options.ts";
import { connectRaw } from "../support/raw_http.ts";
import { startServer } from "../support/server.ts";

readPlaces("bench stall", []);

/** A hostile request: sends it, and returns its status. */
interface Attack {
  readonly name: string;
  readonly send: (url: string) => Promise<number>;
}

const screen = "/v1/screen";
const json = { "content-type": "application/json" };
const bodyBytes = 256 * 1024;
const documentBytes = 14 * 1024 * 1024;

const post = (name: string, path: string, body: string, headers = json): Attack => ({
  name,
  send: async (url) => {
    const answer = await fetch(`${url}${path}`, { method: "POST", headers, body });
    await answer.body?.cancel();
    return answer.status;
  },
});

/** A body of about this many bytes that repeats one piece. */
function filled(bytes: number, start: string, piece: (n: number) => string, end: string): string {
  const pieces = [start];
  for (let n = 0, length = start.length + end.length; length < bytes - 40; n++) {
    const next = piece(n);
    pieces.push(next);
    length += next.length;
  }
  return [...pieces, end].join("");
}

const oneByteChunks: Attack = {
  name: "a body in one-byte chunks",
  send: async (url) => {
    using connection = await connectRaw(url);
    await connection.send(
      `POST ${screen} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n` +
        "connection: close\r\ntransfer-encoding: chunked\r\n\r\n",
    );
    const pieces = "1\r\n \r\n".repeat(10_000);
    for (let n = 0; n < 25; n++) {
      if (!await connection.send(pieces).then(() => true, () => false)) break;
    }
    return await connection.earlyAnswer().then(({ status }) => status, () => 0);
  },
};

const depth = bodyBytes / 2 - 20;
const attacks: readonly Attack[] = [
  oneByteChunks,
  post("arrays within arrays", screen, `${"[".repeat(depth)}${"]".repeat(depth)}`),
  post("an array of numbers", screen, filled(bodyBytes, '{"name":[0', () => ",0", "]}")),
  post(
    "an object of many members",
    screen,
    filled(bodyBytes, '{"name":"x"', (n) => `,"${n}":0`, "}"),
  ),
  post(
    "a lone surrogate behind escapes",
    screen,
    filled(bodyBytes, '{"a":"', () => "\\ud83d\\ude00", '\\ud800"}'),
  ),
  post("strings of escaped quotes", screen, filled(bodyBytes, '{"a":"', () => '\\"', '"}')),
  post(
    "a hundred long addresses",
    screen,
    JSON.stringify({
      name: "",
      walletAddresses: Array.from({ length: 100 }, (_, n) => `${n}`.padEnd(200, "1")),
    }),
  ),
  post(
    "a name of 500 letters",
    screen,
    JSON.stringify({ name: "mohammed ali ".repeat(40).slice(0, 500) }),
  ),
  post("a name of 250 words", screen, JSON.stringify({ name: "a b ".repeat(125).trim() })),
  post(
    "a form of many fields",
    "/v1/verify/sessions/00000000-0000-4000-8000-000000000000/responses",
    filled(bodyBytes, "state=x", (n) => `&${n}=`, ""),
    { "content-type": "application/x-www-form-urlencoded" },
  ),
  post(
    "a document of 10 MiB",
    "/v1/seal",
    JSON.stringify({ document: "A".repeat(documentBytes - 100) }),
  ),
  post("14 MiB of numbers", "/v1/seal", filled(documentBytes, '{"document":[0', () => ",0", "]}")),
];

/** The longest wait of a trivial request until `over` resolves, in milliseconds. */
async function longestWait(url: string, over: Promise<unknown>): Promise<number> {
  let [longest, ended] = [0, false];
  void over.finally(() => ended = true);
  while (!ended) {
    const began = performance.now();
    await (await fetch(`${url}/health`)).body?.cancel();
    longest = Math.max(longest, performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return longest;
}

await using server = await startServer({ AVAL_MODE: "sandbox", AVAL_KV: ":memory:" });
for (const { send } of attacks) await send(server.url); // warm, as a server is that runs for a while
const idle = await longestWait(server.url, new Promise((resolve) => setTimeout(resolve, 1_000)));
console.log(`nothing: /health waits ${idle.toFixed(1)} ms at most\n`);
console.log("| request | status | ms | longest wait of others, ms | peak, MB more |");
console.log("| --- | --- | --- | --- | --- |");
for (const { name, send } of attacks) {
  const before = residentMegabytes(server.pid).peak;
  const began = performance.now();
  const sent = send(server.url);
  const wait = await longestWait(server.url, sent);
  const taken = performance.now() - began;
  const more = residentMegabytes(server.pid).peak - before;
  console.log(`| ${name} | ${await sent} | ${taken.toFixed(0)} | ${wait.toFixed(1)} | ${more} |`);
}
