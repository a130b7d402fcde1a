import assert from "node:assert/strict";
import { admin } from "../../cli/admin.ts";
import { sandboxSignatories } from "../../service/sandbox/step_up.ts";
import { fixedClock } from "../support/clock.ts";
import {
  type FakeProvider,
  fakeProvider,
  providerEnvironment,
  REALM,
} from "../support/identity_provider.ts";
import { seededRandom } from "../support/random.ts";
import { liveEnvironment, serviceInMemory } from "../support/service.ts";
import {
  assertionClaims,
  type Members,
  type ProviderKey,
  providerKey,
  signCompact,
} from "../support/step_up.ts";
import { approve, approveRoute, putSignatories, reasonOf } from "../support/step_up_route.ts";
import { noPause } from "../support/store.ts";

const publish = (...keys: readonly ProviderKey[]) => () =>
  Response.json({ keys: keys.map(({ jwk }) => jwk) });
const old = await providerKey("old", "RS256");
const next = await providerKey("next", "ES256");

/** A live service at a provider, with the signatory `dean`. */
async function liveAt(idp: FakeProvider, env: Readonly<Record<string, string>> = {}) {
  const service = await serviceInMemory({
    mode: "live",
    env: { ...await liveEnvironment(), ...providerEnvironment(idp.url), ...env },
    routes: [approveRoute("alpha")],
  });
  await putSignatories(service, "alpha", { dean: "dean-sub" });
  let issued = 0;
  return {
    service,
    approve: async (key: ProviderKey, members: Members = {}, by = "dean") => {
      const iss = `${idp.url}/realms/${REALM}`;
      const own = { iss, sub: "dean-sub", jti: `jti-${issued++}` };
      const claims = assertionClaims(service.clock.now(), { ...own, ...members });
      const { status, said } = await approve(service, await signCompact(key, claims), by);
      return [status, said];
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

/** An assertion of the dean, as `admin step-up sign` prints it. */
async function sandboxAssertion(): Promise<string> {
  const out: string[] = [];
  const status = await admin(["step-up", "sign", "--signatory", "sandbox-dean"], {
    out: (text) => void out.push(text),
    err: () => {},
    isTerminal: false,
    variables: {},
    location: ":memory:",
    clock: fixedClock(),
    random: seededRandom(),
    pause: noPause,
  });
  assert.equal(status, 0);
  return out.join("").trim();
}

Deno.test("live takes an assertion of the provider's realm, and follows its keys", async () => {
  await using idp = fakeProvider(publish(old));
  await using at = await liveAt(idp);
  assert.deepEqual(await at.approve(old), [200, "dean"]);
  idp.says(publish(next));
  assert.deepEqual(await at.approve(next), [401, "unauthorized"]);
  assert.equal(reasonOf(at.service), "key_unknown");
  at.service.clock.advance({ minutes: 1 });
  assert.deepEqual(await at.approve(next), [200, "dean"]);
  assert.deepEqual(await at.approve(old), [401, "unauthorized"], "its key is gone");
  idp.says(() => new Response(null, { status: 500 }));
  at.service.clock.advance({ minutes: 5 });
  assert.deepEqual(await at.approve(next), [503, "upstream_unavailable"]);
  assert.deepEqual(await at.approve(old), [503, "upstream_unavailable"]);
  idp.says(publish(next));
  assert.deepEqual(await at.approve(next), [200, "dean"]);
  assert(!at.service.logLines.join().includes("no_step_up"));
});

Deno.test("live takes the level that AVAL_STEP_UP_ACR names, and asks for it", async () => {
  await using idp = fakeProvider(publish(old));
  await using at = await liveAt(idp, { AVAL_STEP_UP_ACR: "urn:example:gold" });
  assert.deepEqual(await at.approve(old, { acr: "urn:example:gold" }), [200, "dean"]);
  assert.deepEqual(await at.approve(old, { acr: "2" }), [401, "unauthorized"]);
  assert.deepEqual(await at.approve(old, {}, "nobody"), [401, "unauthorized"]);
  assert.deepEqual(await at.approve(old, { acr: "urn:example:gold" }, "nobody"), [
    404,
    "not_found",
  ]);
  const { headers } = await approve(at.service, null, "dean");
  assert.match(
    headers.get("www-authenticate") ?? "",
    /^Bearer error="insufficient_user_authentication", .*acr_values="urn:example:gold", max_age=300$/,
  );
});

Deno.test("one assertion approves once, whoever shows it at the same time", async () => {
  await using idp = fakeProvider(publish(old));
  await using at = await liveAt(idp);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => at.approve(old, { jti: "the same" })),
  );
  assert.equal(answers.filter(([status]) => status === 200).length, 1, JSON.stringify(answers));
  assert.equal(answers.filter(([status]) => status === 401).length, 11);
});

Deno.test("live knows neither the sandbox's signatories nor its key, nor any without a provider", async () => {
  const assertion = await sandboxAssertion();
  await using idp = fakeProvider(publish(old));
  await using at = await liveAt(idp);
  for (const { id } of sandboxSignatories()) {
    assert.equal((await approve(at.service, assertion, id)).status, 401);
    assert.deepEqual(await at.approve(old, {}, id), [404, "not_found"]);
  }
  await using alone = await serviceInMemory({
    mode: "live",
    routes: [approveRoute("sandbox-university")],
  });
  assert.equal((await approve(alone, assertion, "sandbox-dean")).status, 401);
  assert.equal(reasonOf(alone), "no_step_up");
  assert(alone.logLines.some((line) => line.includes('"level":"info","event":"no_step_up"')));
});

Deno.test("a sandbox takes an assertion of its published key, whatever its provider", async () => {
  const assertion = await sandboxAssertion();
  await using service = await serviceInMemory({ routes: [approveRoute("sandbox-university")] });
  const { status, said } = await approve(service, assertion, "sandbox-dean");
  assert.deepEqual([status, said], [200, "sandbox-dean"]);
  assert(!service.logLines.join().includes("no_step_up"));
});
