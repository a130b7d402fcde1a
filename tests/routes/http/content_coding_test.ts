import assert from "node:assert/strict";
import { serviceInMemory } from "../../support/service.ts";
import { openContentCoding } from "../../../routes/http/content_coding.ts";

const encodeContent = openContentCoding();
const long = JSON.stringify({ text: "a sentence that is said again. ".repeat(2_000) });
const rendered = (body: string | ReadableStream<Uint8Array>, type = "application/json") => ({
  status: 200,
  headers: { "content-type": type },
  body,
});

async function unzipped(body: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new Blob([body]).stream().pipeThrough(new DecompressionStream("gzip"));
  return await new Response(stream).text();
}

async function zipped(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("gzip")))
    .bytes();
}

Deno.test("encodeContent() compresses what is long, for who takes gzip", async (t) => {
  const cases = [
    { accepts: "gzip", coded: true },
    { accepts: "br, GZIP;q=0.5", coded: true },
    { accepts: "*", coded: true },
    { accepts: "deflate, *;q=0.001", coded: true },
    { accepts: "gzip;q=0, *", coded: false },
    { accepts: "gzip;q=0.000", coded: false },
    { accepts: "br", coded: false },
    { accepts: "gzip;q=x", coded: false },
    { accepts: "", coded: false },
    { accepts: null, coded: false },
  ];
  for (const { accepts, coded } of cases) {
    await t.step(String(accepts), async () => {
      const { headers, body } = await encodeContent(accepts, rendered(long));
      assert.equal(headers["content-encoding"], coded ? "gzip" : undefined);
      assert.equal(headers["vary"], "accept-encoding");
      if (!coded) return assert.equal(body, long);
      assert(body instanceof Uint8Array && body.length < long.length / 10);
      assert.equal(await unzipped(body), long);
    });
  }
});

Deno.test("encodeContent() leaves short answers and other kinds as they are", async () => {
  for (const answer of [rendered('{"a":1}'), rendered(long, "application/octet-stream")]) {
    assert.deepEqual(await encodeContent("gzip", answer), answer);
  }
});

Deno.test("a compressed stream that breaks off stays broken off", async () => {
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(long)),
    pull: (controller) => controller.error(new Error("the store is gone")),
  });
  const { body } = await encodeContent("gzip", rendered(broken));
  await assert.rejects(new Response(body).bytes());
});

Deno.test("a file of the pages is compressed once and kept for a year", async () => {
  await using service = await serviceInMemory();
  const html = await (await service.fetch("/playground/age")).text();
  const path = /src="(\/playground\/files\/playground\.[0-9a-f]{16}\.js)"/.exec(html)?.[1] ?? "";
  const headers = { "accept-encoding": "gzip, br" };
  const file = await service.fetch(path, { headers });
  assert.equal(file.headers.get("cache-control"), "public, max-age=31536000, immutable");
  assert.equal(file.headers.get("content-encoding"), "gzip");
  const bytes = await file.bytes();
  const plain = await service.fetch(path);
  assert.equal(plain.headers.get("content-encoding"), null);
  const text = await plain.text();
  assert.equal(await unzipped(bytes), text);
  const millisecondsOf = async (act: () => Promise<unknown>) => {
    const begun = performance.now();
    await act();
    return performance.now() - begun;
  };
  const compressing = await millisecondsOf(() => zipped(text));
  const fetching = await millisecondsOf(async () => {
    for (let n = 0; n < 20; n++) await (await service.fetch(path, { headers })).body?.cancel();
  });
  assert(fetching < 10 * compressing, "it is not compressed again");
  const head = await service.fetch(path, { method: "HEAD", headers });
  assert.equal(head.headers.get("content-length"), String(bytes.byteLength));
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  assert(path.includes(new Uint8Array(hash).toHex().slice(0, 16)));
  assert.equal((await service.fetch("/playground/files/playground.js")).status, 404);
});
