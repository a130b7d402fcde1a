import assert from "node:assert/strict";
import { type AvalClient, type AvalError, isAvalError } from "../../sdk/src/main.ts";
import { CLEAR_NAME } from "../support/names.ts";
import { all, answering, clientAgainst, clientOf, type Sent } from "../support/sdk.ts";
import { serviceInMemory } from "../support/service.ts";

const sandbox = { identity: { sandboxClient: "acme" } } as const;

/** Gives the answers in order, and then always the last one. */
function inOrder(...answers: readonly (() => Response)[]) {
  let at = 0;
  return () => answers[Math.min(at++, answers.length - 1)]!();
}

function refusal(status: number, error: string, headers: Record<string, string> = {}) {
  return () => Response.json({ error, message: "words" }, { status, headers });
}

const lost = () => {
  throw new TypeError("connection reset");
};
const clear = () => Response.json({ classification: "CLEAR" });

async function failureOf(call: Promise<unknown>): Promise<AvalError> {
  const fault = await call.then(() => null, (error: unknown) => error);
  assert(isAvalError(fault), String(fault));
  return fault;
}

Deno.test("100 acts under a server that loses one answer in three: 100 executions", async () => {
  await using service = await serviceInMemory();
  const answer = answering(service);
  let n = 0;
  const { aval, sent } = clientAgainst(async (one) => {
    const response = await answer(one);
    if (n++ % 3 !== 1) return response;
    await response.body?.cancel();
    return lost();
  }, sandbox);
  const ids = new Set<string>();
  for (let act = 0; act < 100; act++) {
    ids.add((await aval.screen({ name: CLEAR_NAME })).meta.decisionId);
  }
  assert.equal(ids.size, 100);
  assert(sent.length >= 149, `${sent.length} requests`);
  assert.equal((await service.auditEvents()).length, 100);
});

Deno.test("an answer that breaks off is read again, under the same key", async () => {
  await using service = await serviceInMemory();
  const answer = answering(service);
  let n = 0;
  const { aval, sent } = clientAgainst(async (one) => {
    const response = await answer(one);
    if (n++ > 1) return response;
    const text = (await response.text()).slice(0, 40);
    const { status, headers } = response;
    if (n === 1) return new Response(text, { status, headers });
    const breaking = new ReadableStream({
      pull: (controller) => controller.error(new TypeError("connection reset")),
    });
    return new Response(breaking, { status, headers });
  }, sandbox);
  await aval.screen({ name: CLEAR_NAME });
  const keys = sent.map(({ headers }) => headers.get("idempotency-key"));
  assert.deepEqual([keys.length, new Set(keys).size], [3, 1]);
  assert.equal((await service.auditEvents()).length, 1);
});

Deno.test("each kind of operation is repeated after what it may be repeated after, and nothing else", async () => {
  const seal = { document: "JVBERi0=", authorizingRepresentativeId: "x" } as never;
  const calls = {
    read: (aval) => aval.readLists(),
    keyed: (aval) => aval.screen({ name: CLEAR_NAME }),
    outside: (aval) => aval.sealDocument(seal),
    signing: (aval) => aval.signDocument(seal),
    never: (aval) => aval.eraseScreening(),
  } as const satisfies Record<string, (aval: AvalClient) => Promise<unknown>>;
  const failures = {
    "status 429": refusal(429, "rate_limit_exceeded", { "retry-after": "1" }),
    "409 in progress": refusal(409, "idempotency_key_in_progress", { "retry-after": "1" }),
    "status 503": refusal(503, "upstream_unavailable"),
    "503 of a proxy": () => new Response("<h1>Erika</h1>", { status: 503 }),
    lost,
    "409 conflict": refusal(409, "idempotency_key_conflict"),
    "status 500": refusal(500, "internal_error"),
    "status 400": refusal(400, "bad_request"),
    "status 401": refusal(401, "unauthorized"),
    "status 302": () =>
      new Response(null, { status: 302, headers: { location: "https://evil.example" } }),
    "200 of a portal": () =>
      new Response("<h1>Welcome</h1>", { headers: { "content-type": "text/html" } }),
  };
  const repeated = async (kind: keyof typeof calls) => {
    const found: string[] = [];
    for (const [name, failure] of Object.entries(failures)) {
      const { aval, sent } = clientAgainst(inOrder(failure, clear), sandbox);
      const outcome = await calls[kind](aval).then(() => "answered", () => "refused");
      assert.equal(outcome === "answered", sent.length === 2, `${kind}, ${name}`);
      if (sent.length === 2) found.push(name);
    }
    return found;
  };
  const [safe, nothingBegun] = [
    Object.keys(failures).slice(0, 5),
    Object.keys(failures).slice(0, 2),
  ];
  assert.deepEqual(await repeated("read"), safe);
  assert.deepEqual(await repeated("keyed"), safe);
  assert.deepEqual(await repeated("outside"), nothingBegun);
  assert.deepEqual(await repeated("signing"), nothingBegun);
  assert.deepEqual(await repeated("never"), []);
});

Deno.test("waits are those that the service names, with jitter, else double each time", async () => {
  const date = {
    date: "Mon, 02 Mar 2026 09:00:00 GMT",
    "retry-after": "Mon, 02 Mar 2026 09:00:07 GMT",
  };
  const { aval, time } = clientAgainst(
    inOrder(
      lost,
      lost,
      refusal(503, "upstream_unavailable"),
      refusal(429, "rate_limit_exceeded", { "retry-after": "3" }),
      refusal(503, "upstream_unavailable", date),
      () => Response.json({ error: "rate_limit_exceeded", retryAfterSeconds: 2 }, { status: 429 }),
      clear,
    ),
    sandbox,
  );
  await aval.screen({ name: CLEAR_NAME });
  // The backoff is 200 ms, 400 ms ... and random() is 0.5.
  assert.deepEqual(time.waited, [150, 300, 600, 3_400, 7_800, 3_600]);
});

Deno.test("the deadline is over all retries: no wait begins that ends after it", async () => {
  const limited = refusal(429, "rate_limit_exceeded", { "retry-after": "9" });
  const { aval, sent, time } = clientAgainst(limited, sandbox);
  const fault = await failureOf(aval.screen({ name: CLEAR_NAME }));
  assert.deepEqual([fault.code, fault.retryAfterSeconds], ["rate_limit_exceeded", 9]);
  assert(time.now() < 30_000);
  assert.equal(sent.length, 4);
  const short = await failureOf(aval.screen({ name: CLEAR_NAME }, { deadlineMs: 5_000 }));
  assert.equal(short.code, "rate_limit_exceeded");
  assert.equal(sent.length, 5);
});

Deno.test("a server that never answers is left when the deadline is over", async () => {
  let expire = () => {};
  const { aval } = clientAgainst(() => clear());
  const never = clientAgainst(() => clear(), {
    runtime: {
      timer: (milliseconds, run) => {
        assert.equal(milliseconds, 700);
        expire = run;
        return () => {};
      },
      fetch: (_, { signal }) =>
        new Promise((_, reject) => {
          signal?.addEventListener("abort", () => reject(new TypeError("aborted")));
          queueMicrotask(expire);
        }),
    },
    deadlineMs: 700,
  });
  const fault = await failureOf(never.aval.screen({ name: CLEAR_NAME }));
  assert.deepEqual([fault.code, fault.message], ["deadline_exceeded", "screen: deadline_exceeded"]);
  await aval.screen({ name: CLEAR_NAME });
});

Deno.test("a caller's signal ends calls, waits and streams with its own reason", async () => {
  const reason = new Error("the person has left");
  const before = AbortSignal.abort(reason);
  const { aval, sent } = clientAgainst(clear, sandbox);
  const name = CLEAR_NAME;
  await assert.rejects(aval.screen({ name }, { signal: before }), reason);
  await assert.rejects(aval.waitForSession("x", { signal: before }), reason);
  assert.equal(sent.length, 0);

  const during = new AbortController();
  const retried = clientAgainst(() => {
    during.abort(reason);
    return lost();
  }, sandbox);
  await assert.rejects(retried.aval.screen({ name }, { signal: during.signal }), reason);
  assert.equal(retried.sent.length, 1);

  const waiting = new AbortController();
  let reads = 0;
  const polled = clientAgainst(() => {
    if (++reads === 3) waiting.abort(reason);
    return Response.json({ status: "pending" });
  }, sandbox);
  await assert.rejects(polled.aval.waitForSession("x", { signal: waiting.signal }), reason);
  assert.equal(reads, 3);

  const returned = clientAgainst(() => Response.json({ status: "failed" }), sandbox);
  await returned.aval.waitForSession("x", { responseCode: "a&b" });
  assert.equal(returned.sent[0]?.path, "/v1/verify/sessions/x?response_code=a%26b");

  const breaking = clientAgainst(() =>
    new Response(
      new ReadableStream({ pull: (controller) => controller.error(new TypeError("reset")) }),
      { headers: { "content-type": "application/json" } },
    ), sandbox);
  const stream = await breaking.aval.exportVerification();
  assert.equal((await failureOf(new Response(stream).text())).code, "connection_lost");
  assert.equal(breaking.sent.length, 1, "what was read of a stream cannot be taken back");
});

Deno.test("a list whose cursor comes again ends, and so does a page that is none", async () => {
  for (const page of [{ sessions: [], nextCursor: "a" }, { sessions: 5, nextCursor: null }, null]) {
    const { aval, sent } = clientAgainst(() => Response.json(page), sandbox);
    const listing = all(aval.listSessions({ clientId: "acme" }));
    assert.equal((await failureOf(listing)).code, "unexpected_answer");
    assert(sent.length <= 3);
  }
});

Deno.test("a parameter is one segment of the path, whatever it holds", async () => {
  const { aval, sent } = clientAgainst(clear, sandbox);
  await aval.readListEntry("a/b?c#d", "../é%", {});
  assert.equal(sent[0]?.path, "/v1/lists/a%2Fb%3Fc%23d/entries/..%2F%C3%A9%25");
  for (const empty of ["", ".", ".."]) {
    await assert.rejects(aval.readDecision(empty), TypeError);
  }
  assert.equal(sent.length, 1);
});

const person = "Erika-Mustermann";
const secret = "s3cr3t-token";

Deno.test("no text of an error holds what was sent, or what a strange server answers", async () => {
  const url = `https://aval.example/v1/screen/${person}?token=${secret}`;
  const strange: readonly ((sent: Sent) => Response)[] = [
    () => Response.json({ error: person, message: person }, { status: 400 }),
    () =>
      Response.json({ error: "bad_request", message: person, rows: [{ property: person }] }, {
        status: 400,
      }),
    () => Response.json({ error: "bad_request", message: person }, { status: 403 }),
    () => new Response(person, { status: 500, headers: { "x-request-id": person } }),
    () => new Response(`{"${person}`, { headers: { "content-type": "application/json" } }),
    () => new Response(person, { headers: { "content-type": "text/html" } }),
    () => Response.json({ error: person, retryAfterSeconds: person }, { status: 429 }),
    () => {
      throw new TypeError(`error sending request for url (${url})`, {
        cause: { code: person, message: url },
      });
    },
    () => {
      throw new TypeError(url, { cause: { code: "ECONNREFUSED" } });
    },
  ];
  const identity = { token: () => secret };
  for (const answer of strange) {
    const { aval } = clientAgainst(answer, { identity, retriesMax: 1 });
    const calls = [
      aval.screen({ name: person }, { idempotencyKey: person }),
      aval.readDecision(person, { headers: { "x-request-id": person } }),
      aval.exportScreening({}).then((stream) => new Response(stream).json()),
    ];
    for (const outcome of await Promise.allSettled(calls)) {
      if (outcome.status === "fulfilled" || outcome.reason instanceof SyntaxError) continue;
      const fault = outcome.reason;
      assert(isAvalError(fault));
      const texts = [fault.message, fault.stack, String(fault), JSON.stringify(fault)]
        .concat(Deno.inspect(fault, { depth: 9 }));
      for (const text of texts) {
        assert(!text?.includes(person) && !text?.includes(secret), text);
      }
    }
  }
});

Deno.test("what the service says in words is there for whoever asked, and is not printed", async () => {
  await using service = await serviceInMemory();
  const { aval } = clientOf(service, "sandbox");
  const fault = await failureOf(aval.screen({} as never));
  assert.match(fault.explanation ?? "", /\S/);
  assert(!Deno.inspect(fault).includes(fault.explanation ?? ""));
  const wordless = clientAgainst(() => Response.json({ error: "not_found" }, { status: 404 }));
  const plain = await failureOf(wordless.aval.readLists());
  assert.equal(plain.explanation, "not_found", "the types say that it is there");
});
