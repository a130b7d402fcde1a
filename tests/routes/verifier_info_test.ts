/** `AVAL_VERIFIER_INFO`: attestations about the verifier in signed requests (OpenID4VP 1.0 §5.11). */

import assert from "node:assert/strict";
import { jwtVerify } from "jose";
import { parseConfig } from "../../service/config/config.ts";
import { loadTrust } from "../../service/verification/trust.ts";
import { fixedClock } from "../support/clock.ts";
import { startEmployer } from "../support/employing.ts";
import { folderOf } from "../support/folder.ts";
import { makeVerifier } from "../support/pem.ts";
import { serviceInMemory } from "../support/service.ts";
import { pathOf, start } from "../support/verifying.ts";
import { runWallet } from "../support/wallet.ts";

const certificate = { format: "registration_cert", data: "eyJhbGciOiJFUzI1NiJ9.e30.c2ln" };
const about = (...credential_ids: readonly string[]) => ({
  format: "jwt",
  data: { purpose: "age, ä" },
  credential_ids,
});

Deno.test("signed requests hold the attestations about what they ask for, and nothing else does", async () => {
  const { own, env } = await makeVerifier();
  const info = [
    certificate,
    about("av_age_over_18", "pid_aml_identity"),
    about("pid_aml_identity"),
    about("academic_degree"),
  ];
  await using folder = await folderOf({ "info.json": JSON.stringify(info, null, 2) });
  for (const AVAL_VERIFIER_INFO of [JSON.stringify(info), `${folder.path}/info.json`]) {
    await using service = await serviceInMemory({ env: { ...env, AVAL_VERIFIER_INFO } });
    const acme = service.as("acme");
    const cases = [
      [await start(acme, "age-verification"), [certificate, about("av_age_over_18")]],
      [await start(acme, "aml-identity"), [certificate, about("pid_aml_identity"), info[2]]],
      [await start(acme, "mobile-driving-licence"), [certificate]],
      [await startEmployer(acme), [certificate, info[3]]],
    ] as const;
    for (const [started, expected] of cases) {
      assert(!JSON.stringify(started).includes("verifier_info"));
      const address = new URL(started.authorizationRequestUri).searchParams.get("request_uri");
      const answer = await service.fetch(new URL(address ?? "").pathname);
      const { payload } = await jwtVerify(await answer.text(), own.keys.publicKey, {
        currentDate: new Date(service.clock.now().epochMilliseconds),
      });
      const { verifier_info, aud: _aud, iat: _iat, exp: _exp, ...members } = payload;
      assert.deepEqual(verifier_info, expected);
      assert.deepEqual(members, started.authorizationRequest);
    }
    const started = await start(acme, "age-verification");
    const ran = await runWallet(service, ["present", started.authorizationRequestUri]);
    assert.equal(ran.code, 0, ran.stderr);
    assert.equal((await acme.get(pathOf(started))).body.status, "completed");
  }
});

Deno.test("a request that no attestation is about has no member verifier_info", async () => {
  const { own, env } = await makeVerifier();
  const AVAL_VERIFIER_INFO = JSON.stringify([about("academic_degree")]);
  await using service = await serviceInMemory({ env: { ...env, AVAL_VERIFIER_INFO } });
  const { authorizationRequestUri } = await start(service.as("acme"), "age-verification");
  const address = new URL(authorizationRequestUri).searchParams.get("request_uri") ?? "";
  const answer = await service.fetch(new URL(address).pathname);
  const { payload } = await jwtVerify(await answer.text(), own.keys.publicKey, {
    currentDate: new Date(service.clock.now().epochMilliseconds),
  });
  assert.equal(Object.hasOwn(payload, "verifier_info"), false);
});

Deno.test("attestations that cannot be used stop the start, and the message holds none of them", async (t) => {
  const { env } = await makeVerifier();
  await using folder = await folderOf({
    "large.json": JSON.stringify([{ format: "jwt", data: "hidden".repeat(11_000) }]),
    "latin1.json": "",
    "object.json": JSON.stringify(certificate),
  });
  await Deno.writeFile(
    `${folder.path}/latin1.json`,
    Uint8Array.from('[{"format":"jwt","data":"\xe4"}]', (character) => character.charCodeAt(0)),
  );
  const cases = [
    ["no file", "/nowhere/info.json", /the file cannot be read$/],
    ["a large file", `${folder.path}/large.json`, /is larger than 65536 bytes$/],
    ["no UTF-8", `${folder.path}/latin1.json`, /is not UTF-8$/],
    ["no array", `${folder.path}/object.json`, /array.*: see the array$/],
    ["no JSON", "[hidden", /is no JSON$/],
    [
      "a member twice",
      '[{"format":"jwt","format":"jwt","data":"hidden"}]',
      /names a member twice$/,
    ],
    ["none", "[]", /: see the array$/],
    ["too many", JSON.stringify(Array(17).fill(certificate)), /: see the array$/],
    ["no data", '[{"format":"jwt"}]', /: see 0\.data$/],
    ["empty data", '[{"format":"jwt","data":""}]', /: see 0\.data$/],
    ["an object without members", '[{"format":"jwt","data":{}}]', /: see 0\.data$/],
    ["data that is a number", '[{"format":"jwt","data":1}]', /: see 0\.data$/],
    ["no format", '[{"data":"hidden"}]', /: see 0\.format$/],
    [
      "no ids",
      '[{"format":"jwt","data":"hidden","credential_ids":[]}]',
      /: see 0\.credential_ids$/,
    ],
    ["an unknown member", '[{"format":"jwt","data":"hidden","purpose":1}]', /: see 0$/],
    ["an id that nothing asks for", JSON.stringify([about("pid")]), /no request asks for .*"pid"/],
  ] as const;
  for (const [why, AVAL_VERIFIER_INFO, message] of cases) {
    await t.step(why, async () => {
      const config = parseConfig({ AVAL_KV: ":memory:", ...env, AVAL_VERIFIER_INFO });
      assert(config.ok);
      await assert.rejects(loadTrust(config.value, fixedClock()), (fault: Error) => {
        assert(fault.message.startsWith("AVAL_VERIFIER_INFO: "), fault.message);
        assert.match(fault.message, message);
        assert(!/hidden|\n/.test(fault.message), fault.message);
        return true;
      });
    });
  }
});
