import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { httpGet } from "../../../gateways/http/http_get.ts";
import { httpAnswer, type Pieces, rawServer } from "../../support/raw_answers.ts";
import { runs } from "../../support/runs.ts";

const url = new URL("https://issuer.example:8443/lists/1?a=b%20c#part");

async function get(pieces: Pieces, { bytesMax = 1000 } = {}) {
  const server = rawServer(() => pieces);
  const signal = new AbortController().signal;
  const got = await httpGet(server.connect, { url, accept: "text/x", bytesMax, signal });
  assert.equal(server.closed(), 1);
  return { server, got };
}

async function outcomeOf(pieces: Pieces, rules = {}): Promise<string> {
  const { got } = await get(pieces, rules);
  return got.ok ? new TextDecoder().decode(got.value.body) : got.refusal.code;
}

Deno.test("httpGet() asks once, for the path alone, on a connection that ends with it", async () => {
  const { server } = await get(httpAnswer(200, {}, "x"));
  assert.deepEqual(server.heads, [
    "GET /lists/1?a=b%20c HTTP/1.1\r\nhost: issuer.example:8443\r\naccept: text/x\r\n" +
    "accept-encoding: gzip, identity\r\nuser-agent: aval\r\nconnection: close\r\n\r\n",
  ]);
});

const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
const bodies = {
  length: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello, and more",
  "length 0": "HTTP/1.1 200 OK\r\nContent-Length:0\r\n\r\n",
  end: "HTTP/1.0 200 OK\r\n\r\nhello",
  chunks: `${chunked}2\r\nhe\r\n3;x=y\r\nllo\r\n0\r\ntrailer: x\r\n\r\n`,
  interim:
    "HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\nHTTP/1.1 200\r\nContent-Length: 5\r\n\r\nhello",
};
for (const [name, text] of Object.entries(bodies)) {
  Deno.test(`httpGet() reads a body delimited by ${name}, however it arrives`, async () => {
    const expected = name === "length 0" ? "" : "hello";
    assert.equal(await outcomeOf([text]), expected);
    const bytes = new TextEncoder().encode(text);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 8 }), async (cuts) => {
        const ends = [...cuts, bytes.length].toSorted((a, b) => a - b);
        const pieces = ends.map((end, n) => bytes.subarray(ends[n - 1] ?? 0, end));
        assert.equal(await outcomeOf(pieces), expected);
      }),
      { numRuns: runs(50) },
    );
    assert.equal(await outcomeOf([...bytes].map((byte) => Uint8Array.of(byte))), expected);
  });
}

Deno.test("httpGet() reads headers by any case, and unpacks gzip", async () => {
  const packed = httpAnswer(
    200,
    { "Content-ENCODING": "GZIP", "X-A": "1", "x-a": "2 " },
    gzipSync("hello"),
  );
  const { got } = await get(packed);
  assert(got.ok);
  assert.equal(new TextDecoder().decode(got.value.body), "hello");
  assert.equal(got.value.headers.get("content-encoding"), "GZIP");
  const twice = await get(["HTTP/1.1 200\r\nX-A: 1\r\nx-a: 2 \r\n\r\n"]);
  assert(twice.got.ok);
  assert.equal(twice.got.value.headers.get("x-a"), "1, 2");
});

Deno.test("httpGet() reads no more than it may, packed or not", async () => {
  const long = "x".repeat(1001);
  const endless = function* () {
    yield "HTTP/1.1 200 OK\r\n\r\n";
    for (let sent = 0; sent < 1_000_000; sent += 1000) yield "x".repeat(1000);
    assert.fail("it was read to its end");
  };
  const headers = Array.from({ length: 101 }, (_, n) => `x-${n}: y\r\n`).join("");
  const cases: readonly Pieces[] = [
    httpAnswer(200, {}, long),
    [`HTTP/1.1 200 OK\r\ncontent-length: 1001\r\n\r\n`],
    [`HTTP/1.1 200 OK\r\n\r\n${long}`],
    [`${chunked}3e9\r\n${long}\r\n0\r\n\r\n`],
    [`${chunked}${"1\r\nx\r\n".repeat(1001)}0\r\n\r\n`],
    [`${chunked}ffffffff\r\n`],
    httpAnswer(200, { "content-encoding": "gzip" }, gzipSync("x".repeat(1_000_000))),
    [`HTTP/1.1 200 OK\r\nx: ${"y".repeat(9000)}\r\n\r\n`],
    [`HTTP/1.1 200 OK\r\n${headers}\r\n`],
    endless(),
  ];
  for (const [n, pieces] of cases.entries()) {
    assert.equal(await outcomeOf(pieces), "too_long", `${n}`);
  }
});

Deno.test("httpGet() refuses what is no answer of HTTP/1.1", async () => {
  const cases = [
    "",
    "HTTP/1.1 200 OK\r\n",
    "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhell",
    "HTTP/2 200\r\n\r\n",
    "HTTP/1.1 20 OK\r\n\r\n",
    "SSH-2.0-OpenSSH_9.2\r\n",
    "HTTP/1.1 200 OK\r\nno header\r\n\r\n",
    "HTTP/1.1 200 OK\r\nname : x\r\n\r\n",
    "HTTP/1.1 200 OK\r\n folded\r\n\r\n",
    "HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n",
    "HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 4\r\n\r\nhello",
    "HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    "HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    "HTTP/1.1 200 OK\r\ncontent-encoding: br\r\n\r\nhello",
    "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\nhello",
    `${chunked}no\r\n`,
    `${chunked}5\r\nhelloo\r\n0\r\n\r\n`,
    `${chunked}5\r\nhello`,
    "HTTP/1.1 100 Continue\r\n\r\n".repeat(5),
  ];
  for (const text of cases) assert.equal(await outcomeOf([text]), "malformed", text);
});

Deno.test("httpGet() says whether it was late or the connection broke", async () => {
  const broken = async function* () {
    yield await Promise.resolve("HTTP/1.1 200 OK\r\n");
    throw new Error("reset by peer");
  };
  assert.equal(await outcomeOf(broken()), "connection");
  const late = new AbortController();
  const server = rawServer(() => new Promise<never>(() => {}));
  const waiting = httpGet(server.connect, {
    url,
    accept: "text/x",
    bytesMax: 10,
    signal: late.signal,
  });
  late.abort();
  const got = await waiting;
  assert.equal(got.ok ? "none" : got.refusal.code, "deadline");
  assert.equal(server.closed(), 1);
});

/**
 * One byte in each piece, each a view of a buffer as large as the runtime's. A buffer is cleared
 * once the next piece is asked for: a reader that kept the view reads zeros.
 */
function* scattered(text: string): Generator<Uint8Array> {
  for (const byte of new TextEncoder().encode(text)) {
    const read = new Uint8Array(64 * 1024);
    read[0] = byte;
    yield read.subarray(0, 1);
    read.fill(0);
  }
}

Deno.test("httpGet() keeps none of the buffers that its bytes arrive in", async () => {
  const before = Deno.memoryUsage().rss;
  const body = "x".repeat(20_000);
  const answers = [`HTTP/1.1 200 OK\r\n\r\n${body}`, `${chunked}4e20\r\n${body}\r\n0\r\n\r\n`];
  for (const text of answers) {
    assert.equal(await outcomeOf(scattered(text), { bytesMax: 20_000 }), body);
  }
  // Kept, they would be 2 x 1.3 GB.
  const grown = Deno.memoryUsage().rss - before;
  assert(grown < 400 * 1024 * 1024, `${grown} bytes more`);
});

Deno.test("httpGet() takes the blanks off a value, whatever stands between them", async () => {
  const text = fc.string({ unit: fc.constantFrom(" ", "\t", "x"), maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(text, async (value) => {
      const { got } = await get([`HTTP/1.1 200 OK\r\nx-a:${value}\r\ncontent-length: 0\r\n\r\n`]);
      assert(got.ok);
      assert.equal(
        got.value.headers.get("x-a"),
        value.replace(/^[ \t]+/, "").replace(/[ \t]+$/, ""),
      );
    }),
  );
});
