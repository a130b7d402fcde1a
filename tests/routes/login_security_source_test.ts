import assert from "node:assert/strict";
import {
  authorizePath,
  openBrowser,
  openPage,
  proveLogin,
  registerLogin,
} from "../support/login_journey.ts";
import { postToken, shownWith, TOKEN_PATH } from "../support/login_relying_party.ts";
import { outcome } from "../support/logged_in.ts";
import { serviceInMemory, type TestServiceOptions } from "../support/service.ts";
import { recordingBackend } from "../support/written.ts";

async function started(options: TestServiceOptions = {}) {
  const written = recordingBackend();
  const service = await serviceInMemory({ ...options, wrapBackend: written.wrapBackend });
  await registerLogin(service);
  return Object.assign(service, { written });
}

const STATUS = `/v1/login/authorize/${"A".repeat(43)}/status`;

const one = { capacity: 1, refillPerSecond: 0.001 };
const limits: TestServiceOptions = {
  policy: { rateLimits: { loginAuthorize: one, loginStatus: one, loginToken: one } },
};

Deno.test("rate limits: by source IP before validation, JSON 429 on all three routes, and nothing is written", async (t) => {
  await using service = await started(limits);
  const post = { method: "POST", body: "x" };
  for (
    const [path, init] of [
      ["/v1/login/authorize?client_id=a&client_id=b", {}],
      ["/v1/login/authorize/x/status", { headers: { "sec-fetch-mode": "cors" } }],
      [TOKEN_PATH, post],
    ] as const
  ) {
    await t.step(path, async () => {
      await (await service.fetch(path, init)).body?.cancel();
      const before = service.written.text();
      const answer = await service.fetch(path, init);
      const body = await answer.json();
      assert.deepEqual([answer.status, body.error], [429, "rate_limit_exceeded"]);
      assert.equal(answer.headers.get("content-type"), "application/json");
      assert.match(answer.headers.get("retry-after") ?? "", /^[1-9]\d*$/);
      assert.deepEqual(answer.headers.getSetCookie(), []);
      assert.doesNotMatch(service.written.text().slice(before.length), /login/);
    });
  }
});

Deno.test("rate limits: IPv6 by /64, and X-Forwarded-For only from configured hops", async (t) => {
  const ask = async (
    service: Awaited<ReturnType<typeof started>>,
    peer: string,
    forwarded?: string,
  ) => {
    const headers: Record<string, string> = forwarded === undefined
      ? {}
      : { "x-forwarded-for": forwarded };
    const answer = await service.fetch(STATUS, { peer, headers });
    await answer.body?.cancel();
    return answer.status;
  };
  await t.step("one network is one source", async () => {
    await using service = await started(limits);
    assert.equal(await ask(service, "2001:db8:0:1::1"), 404);
    assert.equal(await ask(service, "2001:db8:0:1:ffff::2"), 429);
    assert.equal(await ask(service, "2001:db8:0:2::1"), 404);
  });
  await t.step("a client that writes the header counts as itself", async () => {
    await using service = await started(limits);
    assert.equal(await ask(service, "192.0.2.1", "198.51.100.1"), 404);
    assert.equal(await ask(service, "192.0.2.1", "198.51.100.2"), 429);
  });
  await t.step(
    "behind a proxy that is trusted, the source is the last that it names",
    async () => {
      await using service = await started({
        ...limits,
        env: { AVAL_TRUSTED_PROXIES: "192.0.2.1/32" },
      });
      assert.equal(await ask(service, "192.0.2.1", "198.51.100.1"), 404);
      assert.equal(await ask(service, "192.0.2.1", "203.0.113.9, 198.51.100.1"), 429);
      assert.equal(await ask(service, "192.0.2.1", "198.51.100.2"), 404);
    },
  );
});

Deno.test("live believes the trust anchors of its configuration: a sandbox's credential logs nobody in", async () => {
  await using service = await started({ mode: "live" });
  const browser = openBrowser(service);
  const waiting = await openPage(browser);
  assert.equal((await proveLogin(service, waiting)).status, 400);
  assert.equal((await browser.get(waiting.statusPath)).text, '{"status":"pending"}');
});

Deno.test("live knows no published relying party: neither its page nor its secret", async () => {
  await using service = await started({ mode: "live" });
  const { clientId, secret, redirectUris: [uri] } = JSON.parse(
    await Deno.readTextFile(new URL("../../fixtures/login/sandbox.json", import.meta.url)),
  );
  const page = await openBrowser(service).get(
    authorizePath({ client_id: clientId, redirect_uri: uri }),
  );
  assert.deepEqual([page.status, page.headers.get("location")], [400, null]);
  const answer = await postToken(service, {
    ...shownWith("A".repeat(43)),
    client_id: clientId,
    client_secret: secret,
  });
  assert.deepEqual(outcome(answer), [401, "invalid_client"]);
});
