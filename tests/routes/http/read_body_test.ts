import assert from "node:assert/strict";
import fc from "fast-check";
import { z } from "zod";
import { readBody } from "../../../routes/http/read_body.ts";
import { runs } from "../../support/runs.ts";

const bytesMax = 64;
const rules = { bytesMax, nextTurn: () => Promise.resolve() };
const both = { body: z.unknown(), form: { urlencoded: z.unknown() } };

interface Sent {
  readonly body: BodyInit;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function request({ body, type = "application/json", headers = {} }: Sent): Request {
  return new Request("http://localhost/", {
    method: "POST",
    body,
    headers: { "content-type": type, ...headers },
  });
}

/** Cuts bytes into chunks of these lengths, repeated. */
function chunked(bytes: Uint8Array<ArrayBuffer>, lengths: readonly number[]) {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let start = 0, turn = 0; start < bytes.length; turn++) {
    const length = lengths[turn % lengths.length] ?? bytes.length;
    chunks.push(bytes.subarray(start, start + length));
    start += length;
  }
  return ReadableStream.from(chunks);
}

const encode = (text: string) => new TextEncoder().encode(text);
const someBytes = fc.oneof(
  fc.uint8Array({ maxLength: 2 * bytesMax }),
  fc.json().map(encode),
  fc.string({ unit: "binary" }).map(encode),
  fc.constantFrom('{"a":"\\ud800"}', "a=1&a=2", "a=1&b=%zz", "__proto__=1", "[", "").map(encode),
  fc.constantFrom(bytesMax - 1, bytesMax, bytesMax + 1).map((length) =>
    encode('""'.padEnd(length))
  ),
).map((bytes) => new Uint8Array(bytes));
const someType = fc.oneof(
  fc.constantFrom("application/json", "application/x-www-form-urlencoded"),
  fc.constantFrom("application/json; charset=utf-8", "application/json;;; charset=latin1", ";", ""),
  fc.string({ unit: fc.constantFrom(...'aj/=;" \t,utf-8') }).map((text) =>
    `application/json;${text}`
  ),
  fc.string({
    unit: fc.nat(0xff).filter((code) => code >= 0x20 && code !== 0x7f).map(String.fromCharCode),
  }),
);

Deno.test("readBody() never throws, and reads the same from any chunking", async () => {
  await fc.assert(
    fc.asyncProperty(
      someBytes,
      someType,
      fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 }),
      async (bytes, type, lengths) => {
        const declared = { "content-length": String(bytes.length) };
        const [whole, inChunks, ofKnownLength] = await Promise.all([
          readBody(both, request({ body: bytes, type }), rules),
          readBody(both, request({ body: chunked(bytes, lengths), type }), rules),
          readBody(both, request({ body: bytes, type, headers: declared }), rules),
        ]);
        assert.deepEqual(inChunks, whole);
        assert.deepEqual(ofKnownLength, whole);
        assert.equal(
          !whole.ok && whole.refusal.code === "payload_too_large",
          bytes.length > bytesMax,
        );
      },
    ),
    { numRuns: runs(1_000) },
  );
});

Deno.test("readBody() stops an endless body at its limit", async () => {
  let sent = 0;
  let cancelled = false;
  const endless = new ReadableStream({
    pull: (controller) => {
      sent += 10;
      controller.enqueue(new Uint8Array(10));
    },
    cancel: () => {
      cancelled = true;
    },
  });
  const result = await readBody(both, request({ body: endless }), rules);
  assert(!result.ok && result.refusal.code === "payload_too_large");
  assert(cancelled);
  assert(sent <= bytesMax + 3 * 10, `${sent} bytes`); // the streams' queues hold a chunk each
});

Deno.test("readBody() reads nothing of a body that is declared too large", async () => {
  let pulled = 0;
  const body = new ReadableStream({
    pull: (controller) => {
      pulled++;
      controller.close();
    },
  }, { highWaterMark: 0 });
  const headers = { "content-length": String(bytesMax + 1) };
  const result = await readBody(both, request({ body, headers }), rules);
  assert(!result.ok && result.refusal.code === "payload_too_large");
  assert.equal(pulled, 0);
});

Deno.test("readBody() refuses a body that breaks off, its length declared or not", async (t) => {
  for (const headers of [{}, { "content-length": "20" }]) {
    await t.step(JSON.stringify(headers), async () => {
      let turn = 0;
      const body = new ReadableStream({
        pull: (controller) => {
          if (turn++ === 0) controller.enqueue(encode('{"a":1}'));
          else controller.error(new Deno.errors.Http("the connection is gone"));
        },
      });
      const result = await readBody(both, request({ body, headers }), rules);
      assert(!result.ok && result.refusal.code === "bad_request");
      assert.equal(result.refusal.message, "The body ended before it was complete");
    });
  }
});

Deno.test("readBody() takes identity, and names the header of any other coding", async (t) => {
  const cases = [
    { coding: "identity", taken: true },
    { coding: "Identity", taken: true },
    { coding: "gzip", taken: false },
    { coding: "identity, gzip", taken: false },
    { coding: "br", taken: false },
    { coding: "x", taken: false },
  ];
  for (const { coding, taken } of cases) {
    await t.step(coding, async () => {
      const headers = { "content-encoding": coding };
      const result = await readBody(both, request({ body: "{}", headers }), rules);
      assert.equal(result.ok, taken);
      if (!result.ok) {
        assert.equal(result.refusal.code, "bad_request");
        assert.match(result.refusal.message ?? "", /^Header "content-encoding" /);
      }
    });
  }
});

Deno.test("readBody() takes the two documented media types, in UTF-8, and no other", async (t) => {
  const cases = [
    { type: "application/json", kind: "json" },
    { type: "Application/JSON ; charset=UTF-8", kind: "json" },
    { type: 'application/json;charset="utf-8"', kind: "json" },
    { type: 'application/json; profile="https://schema.example/a"; v=1', kind: "json" },
    { type: "application/json;", kind: "json" },
    { type: "application/x-www-form-urlencoded; charset=utf-8", kind: "form" },
    { type: "application/json; charset=iso-8859-1", kind: null },
    { type: "application/json; charset=utf-16", kind: null },
    { type: "application/json; charset=utf-8; charset=latin1", kind: null },
    { type: "application/json; charset=", kind: null },
    { type: "application/json, text/plain", kind: null },
    { type: "application/json; a=b, text/plain", kind: null },
    { type: "application/ld+json", kind: null },
    { type: "application/problem+json", kind: null },
    { type: "text/json", kind: null },
    { type: "text/plain; x=application/json", kind: null },
    { type: "application/x-www-form-urlencoded; charset=latin1", kind: null },
  ];
  for (const { type, kind } of cases) {
    await t.step(type, async () => {
      const result = await readBody(both, request({ body: "{}", type }), rules);
      assert.equal(result.ok ? result.value.kind : null, kind);
      if (!result.ok) {
        assert.equal(result.refusal.code, "bad_request");
        assert.match(result.refusal.message ?? "", /^Header "content-type" must /);
      }
    });
  }
});

Deno.test("readBody() finds a lone surrogate wherever it stands, and nothing else", async () => {
  const json = fc.jsonValue({ maxDepth: 4 });
  const lone = ["\\ud800", "x\\udfffx", "\\ud800\\ud800\\udc00"];
  await fc.assert(
    fc.asyncProperty(json, fc.constantFrom(...lone), fc.boolean(), async (value, bad, asName) => {
      const good = JSON.stringify(value);
      const member = asName ? `{"${bad}":1}` : `"${bad}"`;
      const read = (text: string) =>
        readBody(both, request({ body: text }), { ...rules, bytesMax: 100_000 });
      assert((await read(`["\\ud83d\\ude00",${good}]`)).ok);
      assert(!(await read(`[${good},[{"a":${member}}],${good}]`)).ok);
    }),
  );
});

Deno.test("readBody() refuses a number that is out of range, wherever it stands", async (t) => {
  const digits = "1".repeat(310);
  for (const body of ["1e309", "[-1E+400]", '{"a":[{"b":1.5e999}]}', digits, `{"a":-${digits}}`]) {
    await t.step(body.slice(0, 24), async () => {
      const read = await readBody(both, request({ body }), { ...rules, bytesMax: 1_024 });
      assert.equal(read.ok, false);
      assert(!read.ok && read.refusal.code === "bad_request");
      assert.match(read.refusal.message ?? "", /out of range/);
    });
  }
  for (const body of ["1e308", '"1e309"', '{"1e309":1}', `"${digits}"`, "5e-400"]) {
    const read = await readBody(both, request({ body }), { ...rules, bytesMax: 1_024 });
    assert.deepEqual(read, { ok: true, value: { kind: "json", value: JSON.parse(body) } });
  }
});

Deno.test("readBody() takes a body in many pieces, and none in pieces of a byte each", async () => {
  const roomy = { ...rules, bytesMax: 600_000 };
  const long = encode(JSON.stringify("x".repeat(500_000)));
  const inPackets = await readBody(both, request({ body: chunked(long, [1_400]) }), roomy);
  assert(inPackets.ok);
  const small = encode(JSON.stringify("x".repeat(500)));
  assert((await readBody(both, request({ body: chunked(small, [1]) }), roomy)).ok);
  const inBytes = await readBody(both, request({ body: chunked(long, [1]) }), roomy);
  assert(!inBytes.ok && inBytes.refusal.code === "bad_request");
});

Deno.test("readBody() takes 128 levels of objects and arrays, and names the bound to a body with more", async () => {
  const read = async (text: string) => {
    const result = await readBody(both, request({ body: text }), { ...rules, bytesMax: 1_000 });
    return result.ok ? result.value.kind : result.refusal;
  };
  const nested = (levels: number) => '[{"a":'.repeat(levels / 2) + "1" + "}]".repeat(levels / 2);
  const refusal = {
    code: "bad_request",
    message: "The body nests objects and arrays more than 128 levels deep",
  };
  assert.equal(await read(nested(128)), "json");
  assert.deepEqual(await read(nested(130)), refusal);
  assert.deepEqual(await read("[".repeat(900)), refusal);
  assert.deepEqual(await read("[".repeat(100)), {
    code: "bad_request",
    message: "The body must be JSON",
  });
});

Deno.test("readBody() lets others run while it parses a long body, and reads the same", async () => {
  let turns = 0;
  const counting = { bytesMax: 2_000_000, nextTurn: () => Promise.resolve(void turns++) };
  const read = async (text: string) => {
    turns = 0;
    const result = await readBody(both, request({ body: text }), counting);
    return [result.ok ? result.value : result.refusal.message, turns];
  };
  const long = { csvContent: "x".repeat(1_000_000), rows: [1, { a: null }] };
  assert.deepEqual(await read('{"a":1}'), [{ kind: "json", value: { a: 1 } }, 0]);
  assert.deepEqual(await read(JSON.stringify(long)), [{ kind: "json", value: long }, 2]);
  assert.deepEqual(await read(`{"a":1,"a":"${"x".repeat(1_000_000)}"}`), [
    "The body names a member of an object more than once",
    2,
  ]);
});
