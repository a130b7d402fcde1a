import "../../../base/temporal.ts";
import assert from "node:assert/strict";
import { jsonLog } from "../../../base/json_log.ts";
import { SealRules } from "../../../core/policy/seal.ts";
import { openTimestampAuthority } from "../../../gateways/timestamps/timestamp_authority.ts";
import { fixedClock } from "../../support/clock.ts";
import { type RawReply, type RawRequest, serveRaw } from "../../support/raw_server.ts";
import { recordedTelemetry } from "../../support/telemetry.ts";

const QUERY = Uint8Array.of(0x30, 0x03, 0x02, 0x01, 0x01);
const REPLY = Uint8Array.of(0x30, 0x05, 0x30, 0x03, 0x02, 0x01, 0x00);
const SIGNAL = new AbortController().signal;

function reply(status: number, type: string, body: string | Uint8Array, headers = {}): RawReply {
  return { kind: "answer", status, headers: { "content-type": type, ...headers }, body };
}

const stamped = reply(200, "application/timestamp-reply", REPLY);

/** An authority that gives this answer. */
function authority(answer: (request: RawRequest) => RawReply, rules: Partial<SealRules> = {}) {
  const clock = fixedClock();
  const late = new Set<AbortController>();
  const lines: string[] = [];
  const requests: RawRequest[] = [];
  const server = serveRaw((request) => {
    requests.push(request);
    const given = answer(request);
    if (given.kind === "hang" || given.kind === "begin") {
      late.forEach((controller) => controller.abort());
    }
    return given;
  });
  const opened = openTimestampAuthority({
    url: `${server.origin}/tsa`,
    rules: SealRules.parse(rules),
    clock,
    log: jsonLog({ level: "debug", clock, write: (line) => void lines.push(line) }),
    telemetry: recordedTelemetry().telemetry,
    deadline: () => {
      const controller = new AbortController();
      late.add(controller);
      return controller.signal;
    },
  });
  return {
    ask: () => opened.request(QUERY, SIGNAL),
    findUnavailable: () => opened.findUnavailable(),
    requests,
    lines,
    clock,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

Deno.test("request() sends a timestamp query and gives the reply as it came", async () => {
  await using tsa = authority(() => stamped);
  assert.deepEqual(await tsa.ask(), { ok: true, value: REPLY });
  const [request] = tsa.requests;
  assert.deepEqual([request?.method, request?.path], ["POST", "/tsa"]);
  assert.equal(request?.headers.get("content-type"), "application/timestamp-query");
  assert.equal(request?.headers.get("accept"), "application/timestamp-reply");
  assert.deepEqual(request?.body, QUERY);
  assert.deepEqual(tsa.lines, []);
});

Deno.test("request() refuses every other answer by our own code, and asks once", async (t) => {
  const cases: readonly (readonly [string, RawReply, object])[] = [
    ["429", reply(429, "text/plain", "", { "retry-after": "9" }), {
      fault: "rate_limited",
      retryAfterSeconds: 9,
    }],
    ["503", reply(503, "text/html", "<html>", { "retry-after": "Mon, 02 Mar 2026 09:01:00 GMT" }), {
      fault: "status",
      retryAfterSeconds: 60,
    }],
    ["500", reply(500, "text/plain", "no"), { fault: "status" }],
    ["404", reply(404, "text/html", "<html>"), { fault: "status" }],
    ["a redirect", reply(302, "text/html", "", { location: "http://127.0.0.1:1/" }), {
      fault: "redirect",
    }],
    ["a page", reply(200, "text/html", "<html>"), { fault: "bad_answer" }],
    ["nothing", reply(200, "application/timestamp-reply", ""), { fault: "bad_answer" }],
    ["too much", reply(200, "application/timestamp-reply", new Uint8Array(20_000)), {
      fault: "too_long",
    }],
    ["a hang", { kind: "hang" }, { fault: "timeout" }],
    ["a slow answer", { kind: "begin" }, { fault: "timeout" }],
    ["a reset", { kind: "reset" }, { fault: "connection" }],
  ];
  for (const [why, given, expected] of cases) {
    await t.step(why, async () => {
      await using tsa = authority(() => given, { answerBytesMax: 16 * 1_024 });
      assert.deepEqual(await tsa.ask(), {
        ok: false,
        refusal: { code: "upstream_unavailable", ...expected },
      });
      assert.equal(tsa.requests.length, 1);
      assert.match(tsa.lines.join(), /"event":"timestamp_failed"/);
    });
  }
});

Deno.test("request() leaves an authority alone that fails, and tries it again", async () => {
  let given: RawReply = reply(500, "text/plain", "no");
  await using tsa = authority(() => given, { breakerFailuresMin: 2, breakerOpenSeconds: 60 });
  await tsa.ask();
  assert.equal(tsa.findUnavailable(), null);
  await tsa.ask();
  const refusal = { code: "upstream_unavailable", fault: "left_alone", retryAfterSeconds: 60 };
  assert.deepEqual(tsa.findUnavailable(), refusal);
  assert.deepEqual(await tsa.ask(), { ok: false, refusal });
  assert.equal(tsa.requests.length, 2);
  given = stamped;
  tsa.clock.advance({ seconds: 61 });
  // Asking whether it would be asked takes nobody's turn to try it.
  for (const _ of ["one", "another"]) assert.equal(tsa.findUnavailable(), null);
  assert((await tsa.ask()).ok);
  assert.match(tsa.lines.join(), /"state":"opened".*"state":"closed"/s);
});
