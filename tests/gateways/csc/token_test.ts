import assert from "node:assert/strict";
import { tokenAddress } from "../../../gateways/csc/token_address.ts";
import {
  find,
  findUsable,
  HASH,
  PIN,
  sign,
  trustServiceClient,
} from "../../support/trust_service_client.ts";

const notLoggedIn = {
  ok: false,
  refusal: { code: "upstream_unavailable", fault: "not_logged_in" },
};

Deno.test("one login serves all acts, those that begin at once too", async () => {
  await using client = await trustServiceClient();
  const found = await Promise.all(
    Array.from({ length: 20 }, () => find(client, "seal-p256")),
  );
  assert(found.every(({ ok }) => ok));
  assert.deepEqual([client.service.calls.get("token"), client.service.calls.get("info")], [1, 1]);
});

Deno.test("who gives up while others log in as well ends his own wait alone", async () => {
  await using client = await trustServiceClient();
  const ended = new AbortController();
  const asked = { credentialId: "seal-p256", act: "seal" } as const;
  const givenUp = client.provider.findCredential(asked, ended.signal);
  const others = find(client, "seal-p256");
  ended.abort();
  assert.deepEqual(await givenUp, {
    ok: false,
    refusal: { code: "upstream_unavailable", fault: "timeout" },
  });
  assert((await others).ok);
});

Deno.test("a token that would end within an act is renewed before the act begins", async () => {
  // 45 s of an act, and 30 s before its end a token is not used any more.
  await using client = await trustServiceClient({ tokenSeconds: 300 });
  const logins = () => client.service.calls.get("token");
  assert((await sign(client, "seal-p256")).ok);
  client.clock.advance({ seconds: 225 });
  assert((await sign(client, "seal-p256")).ok);
  assert.equal(logins(), 1);
  client.clock.advance({ seconds: 1 });
  assert((await sign(client, "seal-p256")).ok);
  assert.equal(logins(), 2);
});

Deno.test("a token of a few seconds is got for each step", async () => {
  await using client = await trustServiceClient({ tokenSeconds: 20 });
  assert((await sign(client, "seal-p256")).ok);
  assert.equal(client.service.calls.get("token"), 2);
});

Deno.test("a token that is refused leads to one login, and to one repeat of that call", async (t) => {
  await t.step("before authorize", async () => {
    await using client = await trustServiceClient();
    await findUsable(client, "seal-p256");
    client.service.endTokens();
    await findUsable(client, "seal-p256");
    assert.equal(client.service.calls.get("token"), 2);
    assert.equal(client.service.calls.get("credentials/info"), 3);
  });
  await t.step("at authorize: nothing was authorized by it", async () => {
    await using client = await trustServiceClient();
    const credential = await findUsable(client, "seal-p256");
    client.service.endTokens();
    const asked = { credential, hash: HASH, authorization: null };
    assert((await client.provider.signHash(asked, client.signal)).ok);
    assert.equal(client.service.calls.get("credentials/authorize"), 2);
    assert.equal(client.service.calls.get("signatures/signHash"), 1);
    assert.equal(client.service.signed(), 1);
  });
  await t.step("at signHash: never", async () => {
    await using client = await trustServiceClient();
    client.service.meet("signatures/signHash", "expired_token", 1);
    assert.deepEqual(await sign(client, "seal-p256"), notLoggedIn);
    assert.equal(client.service.calls.get("signatures/signHash"), 1);
    assert.equal(client.service.calls.get("token"), 1);
    // The next act has a token of its own.
    assert((await sign(client, "seal-p256")).ok);
    assert.equal(client.service.calls.get("token"), 2);
  });
});

Deno.test("a wrong PIN is not taken for a refused token, whatever its header says", async () => {
  await using client = await trustServiceClient();
  const headers = { "www-authenticate": 'Bearer error="invalid_token"' };
  for (const error of ["invalid_pin", "invalid_authentication_data"]) {
    const before = client.service.calls.get("credentials/authorize")!;
    client.service.answerOnce("credentials/authorize", { status: 401, body: { error }, headers });
    assert.deepEqual(await sign(client, "sign-p256-pin", PIN), {
      ok: false,
      refusal: { code: "authorization_data_rejected" },
    });
    assert.equal(client.service.calls.get("credentials/authorize"), before + 1);
  }
});

Deno.test("a secret that is not taken is no login, and stands in no log", async () => {
  await using client = await trustServiceClient({ clientSecret: "rotated-s3cret" });
  assert.deepEqual(await find(client, "seal-p256"), notLoggedIn);
  assert.match(client.lines.join(), /"call":"token","reason":"not_logged_in"|invalid_client/);
  assert(!client.lines.join().includes("rotated-s3cret"));
});

Deno.test("tokenAddress() is told by info, and leads nowhere that our secret must not go", async (t) => {
  const https = "https://rssp.example/csc/v2";
  const local = "http://127.0.0.1:9001/csc/v2";
  const cases:
    readonly (readonly [string, string | null, string, readonly string[], string | null])[] = [
      ["its own host", "https://rssp.example/", https, [], "https://rssp.example/oauth2/token"],
      ["a path", "https://rssp.example/a/b//", https, [], "https://rssp.example/a/b/oauth2/token"],
      [
        "its own host in our network",
        "https://rssp.example",
        https,
        ["10.0.0.1"],
        "https://rssp.example/oauth2/token",
      ],
      [
        "another on the Internet",
        "https://login.example",
        https,
        ["9.9.9.9"],
        "https://login.example/oauth2/token",
      ],
      ["another in our network", "https://login.example", https, ["9.9.9.9", "10.0.0.1"], null],
      ["another that is an address", "https://169.254.169.254", https, ["169.254.169.254"], null],
      [
        "another that is not found",
        "https://login.example",
        https,
        [],
        "https://login.example/oauth2/token",
      ],
      ["plain http", "http://rssp.example", https, ["9.9.9.9"], null],
      ["this machine", "http://127.0.0.1:80", https, ["127.0.0.1"], null],
      ["this machine by name, https", "https://localhost", https, ["127.0.0.1"], null],
      [
        "this machine for a service on it",
        "http://localhost:9002",
        local,
        [],
        "http://localhost:9002/oauth2/token",
      ],
      ["a user", "https://user@rssp.example", https, [], null],
      ["a query", "https://rssp.example/?a=b", https, [], null],
      ["a fragment", "https://rssp.example/#a", https, [], null],
      ["another scheme", "file:///etc", https, [], null],
      ["no address", "rssp.example", https, [], null],
      ["none", null, https, [], null],
    ];
  for (const [why, oauth2, service, addresses, expected] of cases) {
    await t.step(why, async () => {
      assert.equal(await tokenAddress(oauth2, service, () => Promise.resolve(addresses)), expected);
    });
  }
});

Deno.test("a service whose authorization server is nowhere is not logged in to", async () => {
  await using client = await trustServiceClient({ info: { oauth2: "http://rssp.example" } });
  assert.deepEqual(await find(client, "seal-p256"), notLoggedIn);
  assert.equal(client.service.calls.get("token"), 0);
  assert.match(client.lines.join(), /"event":"trust_service_no_login"/);
});
