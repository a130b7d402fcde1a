import assert from "node:assert/strict";
import { ClientId } from "../../core/access/schema.ts";
import { putRecord } from "../support/clients.ts";
import { authorizePath, REDIRECT_URI, returned } from "../support/login_journey.ts";
import {
  basicOf,
  postToken,
  registrationsOf,
  relyingParty,
  shownWith,
} from "../support/login_relying_party.ts";
import { invalidClient, invalidGrant, loggedIn, outcome } from "../support/logged_in.ts";
import { believingSandbox } from "../support/verifying.ts";

Deno.test("client auth: basic form-decodes both halves", async () => {
  await using service = await loggedIn();
  const all = (text: string) =>
    [...text].map((one) => `%${one.charCodeAt(0).toString(16).padStart(2, "0")}`).join("");
  const authorization = `Basic ${btoa(`${all("acme")}:${all(service.acme.secret)}`)}`;
  const answer = await postToken(service, shownWith(service.code), { authorization });
  assert.equal(answer.status, 200);
});

Deno.test("client auth: client_secret_post is as good", async () => {
  await using service = await loggedIn();
  const { id, secret } = service.acme;
  const post = { client_id: id, client_secret: secret };
  assert.equal((await postToken(service, { ...shownWith(service.code), ...post })).status, 200);
});

Deno.test("client auth: unknown, unregistered, suspended client and wrong secret are one 401 with WWW-Authenticate: Basic", async () => {
  await using service = await loggedIn();
  const { acme, code } = service;
  const shown = shownWith(code);
  await putRecord(service, "plain", {});
  const suspended = await relyingParty(service, "globex");
  const { loginClient } = { loginClient: { redirectUris: [REDIRECT_URI] } };
  await putRecord(service, "globex", { status: "SUSPENDED", loginClient });
  const answers = [
    await postToken(service, shown, { authorization: basicOf("nobody", acme.secret) }),
    await postToken(service, shown, { authorization: basicOf("plain", acme.secret) }),
    await postToken(service, shown, { authorization: basicOf("acme", "wrong") }),
    await suspended.redeem(code),
    await postToken(service, { ...shown, client_id: "acme", client_secret: "wrong" }),
  ];
  for (const { status, text, headers } of answers) {
    assert.deepEqual([status, text], [401, answers[0]?.text]);
    assert.equal(headers.get("www-authenticate"), 'Basic realm="aval"');
    assert.equal(headers.get("cache-control"), "no-store");
  }
});

Deno.test("client auth: a client that is suspended after its code redeems it when it is active again", async () => {
  await using service = await loggedIn();
  const { acme, code } = service;
  const loginClient = { redirectUris: [REDIRECT_URI] };
  await putRecord(service, "acme", { status: "SUSPENDED", loginClient });
  assert.deepEqual(outcome(await acme.redeem(code)), invalidClient);
  assert.equal((await service.browser.get(authorizePath())).status, 400);
  await putRecord(service, "acme", { loginClient });
  assert.equal((await acme.redeem(code)).status, 200);
});

Deno.test("client auth: a rotated secret holds for its grace, a removed client's at no time", async () => {
  await using service = await loggedIn();
  const { acme, code } = service;
  const registrations = registrationsOf(service);
  const rotated = await registrations.rotateSecret(ClientId.parse("acme"), 30);
  assert(rotated.ok);
  const fresh = basicOf("acme", rotated.value.secret);
  const shown = { ...shownWith(code), code: "A".repeat(43) };
  assert.deepEqual(outcome(await acme.redeem("A".repeat(43))), invalidGrant, "authenticated");
  service.clock.advance({ seconds: 30 });
  assert.deepEqual(outcome(await acme.redeem(code)), invalidClient);
  assert.deepEqual(
    outcome(await postToken(service, shown, { authorization: fresh })),
    invalidGrant,
  );
  assert.equal(await registrations.remove(ClientId.parse("acme")), true);
  const gone = await postToken(service, shownWith(code), { authorization: fresh });
  assert.deepEqual(outcome(gone), invalidClient);
});

Deno.test("token reply: no-store JSON, with an access token that opens nothing and another one each time", async () => {
  await using service = await loggedIn({ mode: "live", verifying: believingSandbox });
  const { acme, browser, code } = service;
  const first = await acme.redeem(code);
  const second = await acme.redeem(returned(await browser.get(authorizePath()))["code"]);
  assert.notEqual(first.body.access_token, second.body.access_token);
  for (const { status, headers, body } of [first, second]) {
    assert.equal(status, 200);
    assert.deepEqual(
      ["content-type", "cache-control", "pragma", "access-control-allow-origin", "set-cookie"].map(
        (name) => headers.get(name),
      ),
      ["application/json", "no-store", "no-cache", null, null],
    );
    assert.deepEqual(Object.keys(body), ["access_token", "token_type", "expires_in", "id_token"]);
    assert.equal(body.token_type, "Bearer");
    assert(body.expires_in <= 300);
    assert.match(body.access_token, /^[\w-]{43}$/);
    for (const token of [body.access_token, body.id_token]) {
      for (const path of ["/v1/verify/sessions", "/v1/verify/usage", "/v1/lists"]) {
        const answer = await service.fetch(path, { headers: { authorization: `Bearer ${token}` } });
        assert.equal(answer.status, 401, path);
        await answer.body?.cancel();
      }
    }
  }
  assert(!service.written.text().includes(first.body.access_token), "it is kept nowhere");
});
