/** The duration of waitForSession(), and the failures that it survives. */

import assert from "node:assert/strict";
import { isAvalError } from "../../sdk/src/main.ts";
import { ERIKA } from "../support/sandbox_wallet.ts";
import { all, answering, clientAgainst } from "../support/sdk.ts";
import { serviceInMemory } from "../support/service.ts";
import { believingSandbox, present } from "../support/verifying.ts";

const sandbox = { identity: { sandboxClient: "acme" } } as const;
const lost = () => {
  throw new TypeError("connection reset");
};

/**
 * A pending session of ten minutes that was started at 09:00, in the answer of a service with this
 * clock.
 */
function pending(date?: string) {
  const session = {
    status: "pending",
    createdAt: "2026-03-02T09:00:00.000Z",
    expiresAt: "2026-03-02T09:10:00.000Z",
  };
  return () => Response.json(session, { headers: date === undefined ? {} : { date } });
}

Deno.test("waitForSession() outlasts a service that is away for a minute, and sees what the wallet did", async () => {
  await using service = await serviceInMemory({ verifying: believingSandbox });
  const answer = answering(service);
  let awayFrom: number | null = null;
  const { aval, sent, time } = clientAgainst(async (one) => {
    if (awayFrom !== null && time.now() < awayFrom + 60_000) return lost();
    const response = await answer(one);
    if (one.method === "GET" && awayFrom === null) {
      awayFrom = time.now();
      await present(service, started as never, { pid_aml_identity: ERIKA });
    }
    return response;
  }, sandbox);
  const started = await aval.startSession({ clientId: "acme", checkType: "aml-identity" });
  const { status, decision } = await aval.waitForSession(started.sessionId, { deadlineMs: 3_000 });
  assert.equal(status, "completed");
  assert(decision?.evidencePackCiphertext, "the read after the outage takes the pack");
  assert(time.now() > 60_000 && time.now() < 66_000, `${time.now()}`);
  assert(sent.length > 20, `${sent.length} requests`);
});

Deno.test("waitForSession() reads again after what passes, and after nothing else", async () => {
  const refusal = (status: number, error: string, headers = {}) => () =>
    Response.json({ error, message: "words" }, { status, headers });
  const page = (status: number) => () => new Response("<h1>Proxy</h1>", { status });
  // random() is 0.5: two seconds and a quarter of them, or what Retry-After names and as much.
  const passing = {
    "a lost connection": [lost, 2_500],
    "an answer that breaks off": [
      () => new Response('{"sta', { headers: { "content-type": "application/json" } }),
      2_500,
    ],
    "429": [refusal(429, "rate_limit_exceeded", { "retry-after": "9" }), 9_500],
    "503": [refusal(503, "upstream_unavailable"), 2_500],
    "503 that names a time": [refusal(503, "upstream_unavailable", { "retry-after": "1" }), 2_500],
    "502 of a proxy": [page(502), 2_500],
    "504 of a proxy": [page(504), 2_500],
  } as const;
  for (const [name, [failure, wait]] of Object.entries(passing)) {
    let n = 0;
    const answers = [pending(), failure, failure, () => Response.json({ status: "completed" })];
    const { aval, time } = clientAgainst(() => answers[n++]!(), { ...sandbox, retriesMax: 0 });
    assert.equal((await aval.waitForSession("x")).status, "completed", name);
    assert.deepEqual(time.waited, [2_000, wait, wait], name);
  }
  const staying = [
    refusal(404, "not_found"),
    refusal(401, "unauthorized"),
    refusal(403, "response_code_required"),
    refusal(500, "internal_error"),
    page(302),
    page(200),
  ];
  for (const failure of staying) {
    const { aval, sent } = clientAgainst(failure, sandbox);
    const fault = await aval.waitForSession("x").catch((error: unknown) => error);
    assert(isAvalError(fault) && sent.length === 1, String(fault));
  }
});

Deno.test("waitForSession() of a service that stays away ends with the session, by the service's clock", async () => {
  const cases = [
    {
      why: "the service's clock: eight minutes are left",
      first: pending("Mon, 02 Mar 2026 09:02:00 GMT"),
      end: 480_000,
    },
    { why: "no clock: all ten minutes may be left", first: pending(), end: 600_000 },
    { why: "no read at all: as long as a session lives", first: lost, end: 600_000 },
    { why: "the session is over", first: pending("Mon, 02 Mar 2026 09:10:00 GMT"), end: 0 },
  ];
  for (const { why, first, end } of cases) {
    let n = 0;
    const { aval, time } = clientAgainst(() => n++ === 0 ? first() : lost(), {
      ...sandbox,
      retriesMax: 0,
    });
    const fault = await aval.waitForSession("x").catch((error: unknown) => error);
    assert(isAvalError(fault) && fault.code === "connection_lost", why);
    // A session that is over by that clock has been read as pending, so that it is read once more.
    assert.equal(time.now(), Math.max(end, end === 0 ? 2_000 : 0), why);
  }
});

Deno.test("waitForSession() does not wait for what a service names after the session's end", async () => {
  let n = 0;
  const headers = { "retry-after": "601" };
  const { aval, time } = clientAgainst(
    () => n++ === 0 ? pending()() : new Response("", { status: 503, headers }),
    sandbox,
  );
  await assert.rejects(aval.waitForSession("x"), { status: 503, retryAfterSeconds: 601 });
  assert.deepEqual(time.waited, [2_000]);
});

Deno.test("results of a batch that runs are waited for between pages without any", async () => {
  const pages = [
    { results: [], nextCursor: "a" },
    { results: [], nextCursor: "b" },
    { results: [{ item: 0 }], nextCursor: "c" },
    { results: [], nextCursor: "d" },
    { results: [{ item: 1 }], nextCursor: null },
  ];
  const { aval, time } = clientAgainst(() => Response.json(pages.shift()));
  const found = await all(aval.listScreeningBatchResults("b-1"));
  assert.deepEqual(found.map(({ item }) => item), [0, 1]);
  assert.deepEqual(time.waited, [100, 200, 100]);
});
