import assert from "node:assert/strict";
import { isAvalError } from "../../sdk/src/main.ts";
import { CLEAR_NAME } from "../support/names.ts";
import { clientAgainst, credentials, type Sent } from "../support/sdk.ts";

const name = CLEAR_NAME;

/** An identity provider with numbered tokens, and a service that accepts all of them. */
function numbered(change: (n: number, sent: Sent) => Response | null = () => null) {
  let n = 0;
  const { tokenUrl, ...rest } = credentials;
  const opened = clientAgainst((sent) => {
    if (sent.path !== tokenUrl) {
      return change(n, sent) ?? Response.json({ classification: "CLEAR" });
    }
    n++;
    return change(n, sent) ??
      Response.json({ access_token: `token-${n}`, token_type: "Bearer", expires_in: 300 });
  }, { identity: { tokenUrl, ...rest, scope: "screen" } });
  const used = () =>
    opened.sent.filter(({ path }) => path !== tokenUrl)
      .map(({ headers }) => headers.get("authorization"));
  return { ...opened, used, fetched: () => n };
}

Deno.test("one token is fetched for all calls that wait, by the client's credentials", async () => {
  const { aval, sent, used, fetched } = numbered();
  await Promise.all([1, 2, 3].map(() => aval.screen({ name })));
  await aval.readLists();
  assert.equal(fetched(), 1);
  assert.deepEqual(used(), Array(4).fill("Bearer token-1"));
  const [{ headers, body } = {} as Sent] = sent;
  // RFC 6749 §2.3.1: each is form-encoded by itself.
  assert.equal(atob(headers.get("authorization")!.slice(6)), "acme:s3cr%3At%25+%2B%7E%2F");
  assert.equal(body, "grant_type=client_credentials&scope=screen");
});

Deno.test("a token is renewed before it ends, and not earlier", async () => {
  const { aval, used, time } = numbered();
  await aval.screen({ name });
  time.advance(239_000);
  await aval.screen({ name });
  time.advance(1_000);
  await aval.screen({ name });
  assert.deepEqual(used(), ["Bearer token-1", "Bearer token-1", "Bearer token-2"]);
});

Deno.test("while no new token is to be had, the old one is used to its end", async () => {
  const { aval, used, time } = numbered((n, { path }) =>
    n > 1 && path === credentials.tokenUrl ? new Response("no", { status: 500 }) : null
  );
  await aval.screen({ name });
  time.advance(250_000);
  await aval.screen({ name });
  assert.deepEqual(used(), ["Bearer token-1", "Bearer token-1"]);
  time.advance(50_000);
  await assert.rejects(aval.screen({ name }), { code: "token_refused", status: 500 });
});

Deno.test("a token that the service refuses is not used again", async () => {
  const { aval, used } = numbered((n, { path }) =>
    n === 1 && path !== credentials.tokenUrl
      ? Response.json({ error: "unauthorized", message: "no" }, { status: 401 })
      : null
  );
  await assert.rejects(aval.screen({ name }), { code: "unauthorized" });
  await aval.screen({ name });
  assert.deepEqual(used(), ["Bearer token-1", "Bearer token-2"]);
});

Deno.test("a token endpoint that loses answers or is down is asked again", async () => {
  const { aval, used } = numbered((n, { path }) => {
    if (path !== credentials.tokenUrl) return null;
    if (n === 1) throw new TypeError("reset");
    return n === 2 ? new Response("", { status: 503, headers: { "retry-after": "2" } }) : null;
  });
  await aval.screen({ name });
  assert.deepEqual(used(), ["Bearer token-3"]);
});

Deno.test("a token endpoint that refuses is an error without the secret or its words", async () => {
  const answers = [
    () => Response.json({ error: "invalid_client", error_description: "s3cr" }, { status: 401 }),
    () => new Response("s3cr"),
    () => Response.json({ access_token: "a\nb: s3cr" }),
    () => Response.json(null),
  ];
  for (const answer of answers) {
    const { aval, used } = numbered((_, { path }) =>
      path === credentials.tokenUrl ? answer() : null
    );
    const fault = await aval.screen({ name }).catch((error: unknown) => error);
    assert(isAvalError(fault) && ["token_refused", "unexpected_answer"].includes(fault.code));
    assert(!Deno.inspect(fault).includes("s3cr"));
    assert.deepEqual(used(), []);
  }
});

Deno.test("a caller who leaves while a token is fetched leaves it to the others", async () => {
  const left = new AbortController();
  const reason = new Error("left");
  const { aval, used, fetched } = numbered(() => {
    left.abort(reason);
    return null;
  });
  const [gone, stayed] = await Promise.allSettled([
    aval.screen({ name }, { signal: left.signal }),
    aval.screen({ name }),
  ]);
  assert.deepEqual([gone?.status, stayed?.status, fetched()], ["rejected", "fulfilled", 1]);
  assert.deepEqual(used(), ["Bearer token-1"]);
});

Deno.test("what needs no token is sent none, and fetches none", async () => {
  const { aval, sent } = numbered();
  await aval.draftKybApplication({} as never);
  await aval.readCredentialStatusList("1").catch(() => {});
  assert(sent.length === 2 && sent.every(({ headers }) => !headers.has("authorization")));
});

Deno.test("retriesMax counts the retries of a call and of its token together", async (t) => {
  const down = () => new Response("", { status: 503 });
  for (const call of ["screen", "readLists", "sealDocument"] as const) {
    await t.step(`${call}: a token endpoint that is down`, async () => {
      const { aval, sent } = clientAgainst(down, { identity: credentials, retriesMax: 3 });
      const asked = call === "readLists" ? aval.readLists() : aval[call]({} as never);
      await assert.rejects(asked, { code: "token_refused", status: 503 });
      assert.deepEqual(sent.map(({ path }) => path), Array(4).fill(credentials.tokenUrl));
    });
  }
  await t.step("a token endpoint that is down, then the service", async () => {
    let asked = 0;
    const { aval, sent } = clientAgainst(
      ({ path }) =>
        path === credentials.tokenUrl && ++asked > 2
          ? Response.json({ access_token: "t", token_type: "Bearer", expires_in: 300 })
          : down(),
      { identity: credentials, retriesMax: 3 },
    );
    await assert.rejects(aval.readLists(), { status: 503 });
    assert.equal(sent.length, 5, "a first attempt, three retries, and the token of the third one");
    assert.equal(sent.filter(({ path }) => path === credentials.tokenUrl).length, 3);
  });
});

Deno.test("a token endpoint is asked again when its Retry-After says, seconds or a date", async (t) => {
  const date = "Mon, 02 Mar 2026 12:00:00 GMT";
  const cases = [
    { why: "seconds", headers: { "retry-after": "7" } },
    { why: "a date", headers: { date, "retry-after": "Mon, 02 Mar 2026 12:00:07 GMT" } },
  ];
  for (const { why, headers } of cases) {
    await t.step(why, async () => {
      const { aval, time } = numbered((n, { path }) =>
        n === 1 && path === credentials.tokenUrl ? new Response("", { status: 429, headers }) : null
      );
      await aval.screen({ name });
      // 7 s, and half of the first backoff of 200 ms by a random number of 0.5.
      assert.deepEqual(time.waited, [7_050]);
    });
  }
});
