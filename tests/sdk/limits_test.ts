/** Limits of a call: its duration, its cleanup, its requests, and the texts of its errors. */

import assert from "node:assert/strict";
import { openSessionClient } from "../../sdk/src/browser.ts";
import { openLogin } from "../../sdk/src/login.ts";
import { type AvalClient, isAvalError, openClient } from "../../sdk/src/main.ts";
import { platform } from "../../sdk/src/runtime.ts";
import { CLEAR_NAME } from "../support/names.ts";
import { clientAgainst, credentials } from "../support/sdk.ts";

const name = CLEAR_NAME;
const secret = "s3cr3t-token";
const clear = () => Response.json({ classification: "CLEAR" });
const settled = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/** Timers that end when a test advances the clock. */
function openTimers() {
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  let now = 0;
  return {
    timers,
    runtime: {
      now: () => now,
      timer: (milliseconds: number, run: () => void) => {
        const one = { at: now + milliseconds, run };
        timers.add(one);
        return () => {
          timers.delete(one);
        };
      },
    },
    advance: async (milliseconds: number) => {
      now += milliseconds;
      for (const one of [...timers].filter(({ at }) => at <= now)) {
        timers.delete(one);
        one.run();
      }
      await settled();
    },
  };
}

/** A signal that counts who listens to it. */
function watchedSignal() {
  const { signal } = new AbortController();
  let listeners = 0;
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...given: Parameters<typeof addEventListener>) => {
    listeners++;
    addEventListener.apply(signal, given);
  };
  signal.removeEventListener = (...given: Parameters<typeof removeEventListener>) => {
    listeners--;
    removeEventListener.apply(signal, given);
  };
  return { signal, listeners: () => listeners };
}

Deno.test("a token endpoint that never answers does not delay a token that is still valid", async () => {
  const { runtime, timers, advance } = openTimers();
  const used: (string | null)[] = [];
  let asked = 0;
  const aval = openClient({
    baseUrl: "https://aval.example",
    identity: credentials,
    runtime: {
      ...runtime,
      fetch: async (url, { headers, signal }) => {
        if (url !== credentials.tokenUrl) {
          used.push(new Headers(headers).get("authorization"));
          return clear();
        }
        if (asked++ === 0) return Response.json({ access_token: "first", expires_in: 300 });
        return await new Promise<Response>((_, reject) =>
          signal?.addEventListener("abort", () => reject(new TypeError("aborted")))
        );
      },
    },
  });
  await aval.screen({ name });
  await advance(245_000);
  const calls = [aval.screen({ name }), aval.screen({ name }, { deadlineMs: 5_000 })];
  await settled();
  assert.equal(used.length, 2, "one call waits, the others do not");
  await advance(3_000);
  assert.deepEqual(used, Array(3).fill("Bearer first"));
  await Promise.all(calls);
  await aval.screen({ name });
  assert.equal(used.length, 4, "the next call does not wait again");
  assert.equal(asked, 2, "one request is under way");

  await advance(60_000);
  const late = aval.screen({ name }).catch((fault: unknown) => fault);
  await settled();
  await advance(30_000);
  const fault = await late;
  assert(isAvalError(fault) && fault.code === "deadline_exceeded");
  assert.equal(used.length, 4, "an ended token is not sent");
  await advance(30_000);
  assert.equal(timers.size, 0, "no timer is left");
});

Deno.test("a token that never comes is left by the deadline and by the caller's signal", async () => {
  const { runtime, timers, advance } = openTimers();
  const identity = { token: () => new Promise<string>(() => {}) };
  const { aval, sent } = clientAgainst(clear, { identity, runtime, deadlineMs: 700 });
  const late = aval.screen({ name }).then(() => null, (fault: unknown) => fault);
  const left = new AbortController();
  const reason = new Error("left");
  const gone = aval.screen({ name }, { signal: left.signal }).catch((fault: unknown) => fault);
  await settled();
  left.abort(reason);
  await advance(700);
  const waited = settled();
  const outcome = await Promise.race([late, waited.then(() => "still waiting")]);
  assert(isAvalError(outcome) && outcome.code === "deadline_exceeded", String(outcome));
  assert.equal(await Promise.race([gone, waited]), reason);
  await waited;
  assert.deepEqual([sent.length, timers.size], [0, 0]);
});

Deno.test("deadlineMs ends one read of a wait, waitMs all of it, and nothing is left", async () => {
  const { runtime, timers, advance } = openTimers();
  const { signal, listeners } = watchedSignal();
  let reads = 0;
  const never: typeof platform.fetch = (_, { signal }) =>
    new Promise((_, reject) => {
      reads++;
      signal?.addEventListener("abort", () => reject(new TypeError("aborted")));
    });
  const pause = async (milliseconds: number) => await advance(milliseconds);
  const { aval } = clientAgainst(clear, {
    runtime: { ...platform, ...runtime, pause, fetch: never },
  });
  const wait = aval.waitForSession("x", { signal, deadlineMs: 3_000, waitMs: 7_000 })
    .catch((fault: unknown) => fault);
  await settled();
  await advance(2_999);
  assert.equal(reads, 1);
  await advance(1);
  await settled();
  assert.equal(reads, 2, "a read that took too long is made again");
  await advance(5_000);
  const fault = await wait;
  assert(isAvalError(fault) && fault.code === "deadline_exceeded", String(fault));
  assert.deepEqual([fault.operation, reads], ["waitForSession", 2]);
  assert.deepEqual([timers.size, listeners()], [0, 0]);
});

Deno.test("no call leaves a timer or a listener behind, however it ends", async () => {
  const { runtime, timers, advance } = openTimers();
  const { signal, listeners } = watchedSignal();
  const options = { signal };
  const withoutBody = () => new Response(null, { headers: { "content-type": "application/json" } });
  const runs: Record<string, (aval: AvalClient) => Promise<unknown>> = {
    "a body that is no JSON": (aval) => aval.screen({ name: 1n } as never, options),
    "a parameter that names nothing": (aval) => aval.readDecision("", options),
    "an export": async (aval) => await new Response(await aval.exportScreening(options)).text(),
    "an export that is cancelled": async (aval) => (await aval.exportScreening(options)).cancel(),
    "a session": (aval) => aval.waitForSession("x", options),
    "a header that is none": (aval) => aval.screen({ name }, { idempotencyKey: "a\nb", signal }),
  };
  for (const answer of [clear, withoutBody, () => new Response("no", { status: 500 })]) {
    for (const [what, run] of Object.entries(runs)) {
      const fetch = () => Promise.resolve(answer());
      // A wait for a session ends by the clock.
      const pause = async (milliseconds: number) => await advance(milliseconds);
      const { aval } = clientAgainst(answer, { runtime: { ...runtime, fetch, pause } });
      await run(aval).catch(() => {});
      assert.deepEqual([what, timers.size, listeners()], [what, 0, 0]);
    }
  }
});

Deno.test("a time without an end does not end at once", async () => {
  // Platforms run a timer of more than 2^31 - 1 milliseconds immediately.
  const stops = [Infinity, 2 ** 40].map((milliseconds) => {
    const over = Promise.withResolvers<string>();
    return { over: over.promise, stop: platform.timer(milliseconds, () => over.resolve("over")) };
  });
  const left = new AbortController();
  const paused = platform.pause(Infinity, left.signal).then(() => "over", () => "left");
  await new Promise((resolve) => setTimeout(resolve, 5));
  const running = settled().then(() => "running");
  assert.equal(await Promise.race([...stops.map(({ over }) => over), paused, running]), "running");
  for (const { stop } of stops) stop();
  left.abort();
  assert.equal(await paused, "left");
});

Deno.test("a header given in another case replaces the client's own", async () => {
  const { aval, sent } = clientAgainst(clear, { identity: { token: secret } });
  const headers = { "Idempotency-Key": "mine", "Authorization": "DPoP other" };
  await aval.screen({ name }, { headers });
  assert.equal(sent[0]?.headers.get("idempotency-key"), "mine");
  assert.equal(sent[0]?.headers.get("authorization"), "DPoP other");
});

Deno.test("what can never be sent is refused at once, and not repeated in a text", async () => {
  const attempts: (() => Promise<unknown>)[] = [];
  const asked: string[] = [];
  const fetch = (url: string, init: RequestInit) => {
    asked.push(new Request(url, init).url);
    return Promise.resolve(clear());
  };
  const client = (options: Partial<Parameters<typeof openClient>[0]>) => () => {
    const aval = openClient({
      baseUrl: "https://aval.example",
      identity: { token: "t" },
      ...options,
      runtime: { fetch, pause: () => Promise.resolve() },
    });
    return aval.screen({ name });
  };
  attempts.push(
    client({ baseUrl: `aval.example/${secret}` }),
    () => openSessionClient({ baseUrl: `none ${secret}`, sessionToken: "t" }).readSession("x"),
    () => openSessionClient({ baseUrl: "", sessionToken: "t" }).readSession("x"),
    client({ baseUrl: `https://user:${secret}@aval.example` }),
    client({ identity: { ...credentials, tokenUrl: `id.example/${secret}` } }),
    client({ identity: { token: `${secret}\nx` } }),
    client({ identity: { token: () => `${secret}\u2028x` } }),
    client({ identity: { sandboxClient: `${secret}\u0142` } }),
  );
  for (const attempt of attempts) {
    const fault = await new Promise((resolve) => resolve(attempt())).catch((error) => error);
    assert(fault instanceof TypeError && !isAvalError(fault), `${Deno.inspect(fault)}`);
    assert(!Deno.inspect(fault, { showHidden: true }).includes(secret), Deno.inspect(fault));
  }
  assert.deepEqual(asked, []);
});

Deno.test("an address that ends in /v1 is refused when a client is opened, by each entry", async () => {
  const baseUrl = `https://aval.example/${secret}/v1/`;
  const refused = { name: "TypeError", message: "baseUrl ends in /v1: leave that out" };
  assert.throws(() => openClient({ baseUrl }), refused);
  assert.throws(() => openSessionClient({ baseUrl, sessionToken: "t" }), refused);
  const login = { baseUrl, clientId: "a", clientSecret: "b", redirectUri: "https://a.example" };
  await assert.rejects(openLogin({} as never, login), refused);
  for (const other of ["https://v1", "https://aval.example/v10", "https://aval.example/v1/aval/"]) {
    openClient({ baseUrl: other });
  }
});

Deno.test("a portal's page is no export, no status list and no token", async () => {
  const portal = () =>
    new Response("<h1>Welcome</h1>", { headers: { "content-type": "text/html" } });
  const { aval } = clientAgainst(portal, { identity: { sandboxClient: "acme" } });
  for (const call of [aval.exportScreening(), aval.readCredentialStatusList("1")]) {
    await assert.rejects(call, { code: "unexpected_answer", status: 200 });
  }
});

Deno.test("a token of another type is not sent as a bearer token", async () => {
  // RFC 6749 §7.1: a client must not use a token whose type it does not understand.
  for (const [type, outcome] of [["bearer", "sent"], ["DPoP", "unexpected_answer"]] as const) {
    const { aval } = clientAgainst(
      ({ path }) =>
        path === credentials.tokenUrl
          ? Response.json({ access_token: "t", token_type: type, expires_in: 60 })
          : clear(),
      { identity: credentials },
    );
    const found = await aval.screen({ name }).then(() => "sent", ({ code }) => code);
    assert.equal(found, outcome, type);
  }
});

Deno.test("a redirect is not followed: no token, secret or body reaches another host", async () => {
  const reached: string[] = [];
  const quiet = { port: 0, hostname: "127.0.0.1", onListen: () => {} };
  await using other = Deno.serve(quiet, (request) => {
    reached.push(request.url);
    return Response.json({ access_token: "other", classification: "CLEAR" });
  });
  const location = `http://127.0.0.1:${other.addr.port}/taken`;
  for (const status of [301, 302, 303, 307, 308]) {
    await using here = Deno.serve(
      quiet,
      () => new Response(null, { status, headers: { location } }),
    );
    const baseUrl = `http://127.0.0.1:${here.addr.port}`;
    const service = openClient({ baseUrl, identity: { token: secret } });
    for (const call of [service.screen({ name }), service.readLists(), service.exportScreening()]) {
      await assert.rejects(call, { code: "unexpected_answer", status });
    }
    const identity = { ...credentials, tokenUrl: `${baseUrl}/token` };
    await assert.rejects(openClient({ baseUrl, identity }).readLists(), {
      code: "token_refused",
      status,
    });
  }
  assert.deepEqual(reached, []);
});

Deno.test("a stream that is cancelled or aborted ends its connection, and outlives the deadline", async () => {
  const { runtime, advance, timers } = openTimers();
  const ended: string[] = [];
  const endless = () => {
    const ending = Promise.withResolvers<void>();
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(1_024)),
      cancel: () => {
        ended.push("closed");
        ending.resolve();
      },
    });
    return { body, ending: ending.promise };
  };
  let current = endless();
  await using server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    () => new Response(current.body, { headers: { "content-type": "application/json" } }),
  );
  const { now, timer } = runtime;
  const aval = openClient({
    baseUrl: `http://127.0.0.1:${server.addr.port}`,
    identity: { token: secret },
    runtime: { now, timer },
  });
  const reader = (await aval.exportScreening()).getReader();
  await advance(60_000);
  assert.equal((await reader.read()).done, false, "the deadline was for its beginning");
  await reader.cancel();
  await current.ending;

  current = endless();
  const left = new AbortController();
  const reason = new Error("left");
  const other = (await aval.exportScreening({ signal: left.signal })).getReader();
  await other.read();
  left.abort(reason);
  await assert.rejects(async () => {
    while (!(await other.read()).done);
  }, reason);
  await current.ending;
  assert.deepEqual([ended, timers.size], [["closed", "closed"], 0]);
});
