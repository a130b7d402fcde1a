import assert from "node:assert/strict";
import { openHttpsWitness } from "../../../gateways/audit_witness/https_witness.ts";
import { connectPublic } from "../../../gateways/http/connect.ts";
import { httpAnswer, type Pieces, rawServer } from "../../support/raw_answers.ts";

const url = "https://witness.example/heads?log=1";
const note = "aval/audit/0123456789abcdef\n7\nAAAA=\nhead 00\n\n\u2014 aval x\n";

function witnessAt(pieces: Pieces) {
  const server = rawServer(() => pieces);
  const { connect } = server;
  return { server, witness: openHttpsWitness({ url, connect, seconds: 5 }) };
}

Deno.test("openHttpsWitness() posts a head as text, and reads the newest back", async () => {
  const { server, witness } = witnessAt(httpAnswer(201, {}, ""));
  assert.deepEqual(await witness.send({ size: 7, note }), { ok: true, value: null });
  assert.match(server.heads[0]!, /^POST \/heads\?log=1 HTTP\/1\.1\r\nhost: witness\.example\r\n/);
  const length = new TextEncoder().encode(note).length;
  assert.match(server.heads[0]!, /content-type: text\/plain; charset=utf-8\r\n/);
  assert.match(server.heads[0]!, new RegExp(`content-length: ${length}\r\n`));
  const newest = witnessAt(httpAnswer(200, {}, note));
  assert.deepEqual(await newest.witness.read(), { ok: true, value: [note] });
  const none = witnessAt(httpAnswer(404, {}, "none"));
  assert.deepEqual(await none.witness.read(), { ok: true, value: [] });
});

Deno.test("openHttpsWitness() reports what was not taken: a status, a redirect, an answer that never ends", async () => {
  for (const status of [302, 403, 503]) {
    const { witness } = witnessAt(httpAnswer(status, { location: "https://other.example/" }, ""));
    const refusal = { code: "refused", reason: `status ${status}` };
    assert.deepEqual(await witness.send({ size: 7, note }), { ok: false, refusal });
  }
  const long = witnessAt(httpAnswer(200, {}, "x".repeat(5_000)));
  assert.deepEqual(await long.witness.read(), {
    ok: false,
    refusal: { code: "unreachable", reason: "too_long" },
  });
});

Deno.test("openHttpsWitness() reaches public addresses alone", async () => {
  const connect = connectPublic();
  for (const host of ["127.0.0.1", "10.0.0.1", "169.254.169.254", "[::1]"]) {
    const witness = openHttpsWitness({ url: `https://${host}/heads`, connect, seconds: 5 });
    assert.deepEqual(await witness.send({ size: 7, note }), {
      ok: false,
      refusal: { code: "unreachable", reason: "address_not_public" },
    });
  }
});
