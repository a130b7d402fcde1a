import assert from "node:assert/strict";
import { paceAnswer } from "../../../routes/http/paced_body.ts";

const windowBytes = 131_072;
const answer = (body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null) => ({
  status: 200,
  headers: { "content-type": "application/json" },
  body,
});
const get = { method: "GET", isShared: false };

Deno.test("paceAnswer() leaves a short body as it is, and one that is not sent", () => {
  for (const body of [null, "", "x".repeat(4_096), new Uint8Array(4_096)]) {
    const rendered = answer(body);
    assert.deepEqual(paceAnswer(rendered, get), { rendered, heldBytes: 0 });
  }
  const long = answer("x".repeat(9_000));
  assert.deepEqual(paceAnswer(long, { ...get, method: "HEAD" }), { rendered: long, heldBytes: 0 });
});

Deno.test("paceAnswer() sends a long body in pieces of one buffer, as far as it is read", async () => {
  const bytes = new Uint8Array(200_000).map((_, at) => at % 251);
  const { rendered, heldBytes } = paceAnswer(answer(bytes), { ...get, isShared: true });
  assert.equal(heldBytes, windowBytes);
  assert.equal((rendered.headers as Record<string, string>)["content-length"], "200000");
  assert(rendered.body instanceof ReadableStream);
  let read = 0;
  for await (const piece of rendered.body) {
    assert(piece.buffer === bytes.buffer && piece.byteOffset === read && piece.length <= 65_536);
    read += piece.length;
  }
  assert.equal(read, bytes.length);
});

Deno.test("paceAnswer() counts the bytes of a text as its answer's own", async () => {
  const text = "ß".repeat(5_000);
  const { rendered, heldBytes } = paceAnswer(answer(text), get);
  assert.equal(heldBytes, 20_000);
  assert.equal(await new Response(rendered.body).text(), text);
  const long = paceAnswer(answer("x".repeat(1_000_000)), get);
  assert.equal(long.heldBytes, 1_000_000 + windowBytes);
});
