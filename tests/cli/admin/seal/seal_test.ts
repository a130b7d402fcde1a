import assert from "node:assert/strict";
import { CSC_CLIENT_ID, CSC_CLIENT_SECRET } from "../../../support/trust_service_provider.ts";
import {
  type FakeTrustService,
  startTrustService,
} from "../../../support/trust_service_provider.ts";
import { type KybTest, withKyb } from "../../../support/kyb.ts";

const bob = ["--operator", "bob", "--rationale", "Seen the papers"] as const;

/** Id of a person in the invented application that admitted client `sandbox`. */
const DIRECTOR = "0199a000-0004-7000-8000-000000000002";
const SHAREHOLDER = "0199a000-0004-7000-8000-000000000004";
const UNKNOWN = "0199a000-0004-7000-8000-00000000ffff";

function variablesOf({ url }: FakeTrustService): Readonly<Record<string, string>> {
  return {
    AVAL_CSC_URL: url,
    AVAL_CSC_CLIENT_ID: CSC_CLIENT_ID,
    AVAL_CSC_CLIENT_SECRET: CSC_CLIENT_SECRET,
  };
}

/** Runs a test with a trust service, which the commands' environment names. */
async function withTrustService(
  test: (tools: KybTest, provider: FakeTrustService) => Promise<void>,
  options: { readonly isTerminal?: boolean } = {},
): Promise<void> {
  await using provider = await startTrustService();
  await withKyb((tools) => test(tools, provider), {
    ...options,
    variables: variablesOf(provider),
  });
}

/** Takes an application to an approved client. @returns ids of its persons, in order */
async function admit({ apply, done }: KybTest, clientId: string): Promise<readonly string[]> {
  const draftId = await apply();
  const accepted = await done("kyb", "accept", draftId, "--client", clientId, "--operator", "ann");
  const id = accepted.trim();
  await done("kyb", "approve", id, ...bob);
  const shown = JSON.parse(await done("kyb", "show", id, "--json"));
  return shown.application.persons.map((person: { id: string }) => person.id);
}

async function changesOf({ service }: KybTest, clientId: string) {
  return (await service.auditEvents()).flatMap((event) =>
    event.kind === "CLIENT_CHANGED" && event.clientId === clientId
      ? [[event.change, event.members]]
      : []
  );
}

Deno.test("admin seal check says what the provider is and lists its credentials, and signs nothing", async () => {
  await withTrustService(async ({ done }, provider) => {
    const text = await done("seal", "check");
    assert.match(text, /^provider +Example Trust Services$/m);
    assert.match(text, /^CSC API +2\.2\.0\.0$/m);
    assert.match(text, /^credential +seal-p256$/m);
    const report = JSON.parse(await done("seal", "check", "--json"));
    assert.deepEqual([report.provider.specs, report.provider.methodsMissing], ["2.2.0.0", []]);
    assert(report.credentials.includes("sign-p256-pin"));
    assert.equal(report.credential, null);
    assert.equal(provider.calls.get("credentials/authorize"), 0);
    assert.equal(provider.signed(), 0);
  });
});

Deno.test("admin seal check says of a credential what it can be used for, and why not", async (t) => {
  await withTrustService(async ({ done, run }, provider) => {
    const seal = JSON.parse(await done("seal", "check", "seal-p256", "--json")).credential;
    assert.deepEqual([seal.seal.usable, seal.seal.algorithm, seal.seal.needsPin], [
      true,
      "ecdsa-p256",
      false,
    ]);
    assert.deepEqual(
      [seal.seal.notBefore, seal.seal.notAfter, seal.seal.organization],
      ["2025-01-01T00:00:00Z", "2035-01-01T00:00:00Z", "Example Trading Ltd"],
    );
    assert.deepEqual([seal.sign.usable, seal.sign.problem], [false, "other_qualifier"]);
    const text = await done("seal", "check", "sign-rsa-pin");
    assert.match(text, /^to seal +no: it is qualified for another act \(other_qualifier\)$/m);
    assert.match(text, /^to sign +yes: rsa-pkcs1, with a PIN; certificate from 2025-01-01T/m);
    const useless = [
      { id: "seal-disabled", problem: "key_not_enabled" },
      { id: "seal-suspended", problem: "certificate_not_valid" },
      { id: "seal-out-of-date", problem: "certificate_out_of_date" },
      { id: "sign-browser", problem: "needs_browser" },
      { id: "sign-otp", problem: "needs_second_factor" },
      { id: "seal-pin", problem: "needs_pin" },
      { id: "seal-weak", problem: "no_supported_algorithm" },
      { id: "nobody-knows", problem: "unknown_credential" },
    ];
    for (const { id, problem } of useless) {
      await t.step(id, async () => {
        const { status, out, err } = await run("seal", "check", id);
        assert.equal(status, 1);
        assert(out.includes(`(${problem})`), out);
        assert.match(err, new RegExp(`${id} can neither seal nor sign`));
      });
    }
    assert.equal(provider.calls.get("credentials/authorize"), 0);
  });
});

Deno.test("admin seal check says what is wrong with the configuration or the provider, and no secret", async (t) => {
  await withTrustService(async ({ run, runWith }, provider) => {
    const whole = variablesOf(provider);
    const { AVAL_CSC_CLIENT_SECRET: _, ...withoutSecret } = whole;
    const cases = [
      { why: "nothing", env: {}, says: /AVAL_CSC_URL: is not set; set AVAL_CSC_\*/ },
      { why: "no secret", env: withoutSecret, says: /AVAL_CSC_CLIENT_SECRET: is not set/ },
      {
        why: "no URL",
        env: { ...whole, AVAL_CSC_URL: "tsp.example" },
        says: /AVAL_CSC_URL: expected/,
      },
      {
        why: "another secret",
        env: { ...whole, AVAL_CSC_CLIENT_SECRET: "wrong-9911" },
        says: /gave no usable answer \(not_logged_in\)/,
      },
    ];
    for (const { why, env, says } of cases) {
      await t.step(why, async () => {
        const { status, out, err } = await runWith(env, "seal", "check");
        assert.deepEqual([status, out], [1, ""]);
        assert.match(err, says);
        assert.doesNotMatch(err, /wrong-9911/);
        assert(!err.includes(CSC_CLIENT_SECRET));
      });
    }
    await t.step("a provider that is down", async () => {
      provider.meet("info", "500");
      const { status, err } = await run("seal", "check");
      assert.equal(status, 1);
      assert.match(err, /The trust service gave no usable answer \(status\)/);
      assert.match(err, /"event":"trust_service_call_failed"/);
    });
  });
});

Deno.test("admin seal credential puts, lists and removes what a client and its persons sign by", async () => {
  await withTrustService(async (test, provider) => {
    const { done, folder } = test;
    await Deno.writeTextFile(`${folder}/acme.json`, '{"ipAllowlist":["192.0.2.0/24"]}');
    await done("client", "put", "acme", "--file", `${folder}/acme.json`);
    const [first = "", second = ""] = await admit(test, "acme");
    const put = (...args: readonly string[]) => done("seal", "credential", "put", "acme", ...args);
    await put("--credential", "seal-p256");
    await put("--credential", "sign-p256-pin", "--person", first);
    await put("--credential", "sign-rsa-pin", "--person", second);
    // The second of one person takes the first one's place.
    await put("--credential", "sign-p256", "--person", first);
    const again = (await changesOf(test, "acme")).length;
    await put("--credential", "sign-p256", "--person", first);
    await put("--credential", "sign-p256", "--person", first.toUpperCase());
    assert.equal((await changesOf(test, "acme")).length, again);

    const record = JSON.parse(await done("client", "get", "acme"));
    assert.deepEqual(record.ipAllowlist, ["192.0.2.0/24"]);
    assert.deepEqual([record.status, record.sealCredential], ["ACTIVE", {
      credentialId: "seal-p256",
    }]);
    const rows = (await done("seal", "credential", "list", "--json")).trimEnd().split("\n")
      .map((line) => JSON.parse(line));
    assert.deepEqual(rows, [
      { clientId: "acme", act: "seal", personId: null, credentialId: "seal-p256" },
      { clientId: "acme", act: "sign", personId: second, credentialId: "sign-rsa-pin" },
      { clientId: "acme", act: "sign", personId: first, credentialId: "sign-p256" },
    ]);
    const { ubos } = JSON.parse(await done("kyb", "export", "acme", "--out", "-"));
    assert.deepEqual(
      ubos.map(({ id, signingCredential }: { id: string; signingCredential: boolean }) => [
        id,
        signingCredential,
      ]),
      [[first, true], [second, true]],
    );

    await done("seal", "credential", "remove", "acme", "--person", second);
    await done("seal", "credential", "remove", "acme");
    const left = JSON.parse(await done("seal", "credential", "list"));
    assert.deepEqual([left.act, left.personId], ["sign", first]);
    assert.deepEqual((await changesOf(test, "acme")).slice(-6), [
      ["changed", ["sealCredential"]],
      ["changed", ["signingCredentials"]],
      ["changed", ["signingCredentials"]],
      ["changed", ["signingCredentials"]],
      ["changed", ["signingCredentials"]],
      ["changed", ["sealCredential"]],
    ]);
    assert.equal(provider.signed(), 0);
    assert.equal(provider.calls.get("credentials/authorize"), 0);
  });
});

Deno.test("admin seal credential put takes nothing that could not be used, and asks the provider first", async (t) => {
  await withTrustService(async (test, provider) => {
    const { run, runWith, done } = test;
    const [person = ""] = await admit(test, "acme");
    const [foreign = ""] = await admit(test, "globex");
    await done("client", "put", "initech");
    const cases = [
      {
        why: "a signature's for a seal",
        args: ["acme", "--credential", "sign-p256"],
        says: /sign-p256 is not put to seal: it is qualified for another act/,
      },
      {
        why: "a seal's for a signature",
        args: ["acme", "--credential", "seal-p256", "--person", person],
        says: /is not put to sign: it is qualified for another act/,
      },
      {
        why: "one with a PIN to seal",
        args: ["acme", "--credential", "seal-pin"],
        says: /seal-pin is not put to seal: each seal would need its PIN/,
      },
      {
        why: "a disabled one",
        args: ["acme", "--credential", "seal-disabled"],
        says: /its key is not enabled/,
      },
      {
        why: "one that nobody knows",
        args: ["acme", "--credential", "nobody-knows"],
        says: /the provider has no such credential/,
      },
      {
        why: "another client's person",
        args: ["acme", "--credential", "sign-p256", "--person", foreign],
        says: /is no UBO, director or senior managing official/,
      },
      {
        why: "a client without an application",
        args: ["initech", "--credential", "seal-p256"],
        says: /initech has no approved application/,
      },
      {
        why: "nobody",
        args: ["akme", "--credential", "seal-p256"],
        says: /akme has no record and no approved application: is the name right/,
      },
    ];
    const before = await service(test);
    for (const { why, args, says } of cases) {
      await t.step(why, async () => {
        const { status, out, err } = await run("seal", "credential", "put", ...args);
        assert.deepEqual([status, out], [1, ""]);
        assert.match(err, says);
      });
    }
    await t.step("a provider that is down", async () => {
      provider.meet("credentials/info", "503");
      const { status, err } = await run(
        ...["seal", "credential", "put", "acme", "--credential", "seal-p256"],
      );
      assert.equal(status, 1);
      assert.match(err, /seal-p256 is not put to seal: the trust service gave no usable answer/);
    });
    await t.step("no provider", async () => {
      const put = ["seal", "credential", "put", "acme", "--credential", "seal-p256"];
      const { status, err } = await runWith({}, ...put);
      assert.equal(status, 1);
      assert.match(err, /AVAL_CSC_URL: is not set/);
    });
    assert.deepEqual(await service(test), before);
    const none = await run("seal", "credential", "remove", "acme");
    assert.deepEqual([none.status, none.out], [1, ""]);
    assert.match(none.err, /acme has no credential on file/);
  });
});

/** Records and audited changes of every client. */
async function service(test: KybTest) {
  return [await test.done("client", "list"), await changesOf(test, "acme")];
}

Deno.test("in a sandbox the client sandbox is admitted, and so has a credential without KYB", async () => {
  await withTrustService(async (test) => {
    const { done, run, runWith } = test;
    const put = ["seal", "credential", "put", "sandbox", "--credential"] as const;
    await done(...put, "seal-p256");
    await done(...put, "sign-p256-pin", "--person", DIRECTOR);
    for (const person of [SHAREHOLDER, UNKNOWN]) {
      const { status, err } = await run(...put, "sign-p256", "--person", person);
      assert.equal(status, 1);
      assert.match(err, /is no UBO, director or senior managing official/);
    }
    assert.equal((await runWith({ AVAL_MODE: "live" }, ...put, "seal-p256")).status, 1);
    assert.deepEqual(await changesOf(test, "sandbox"), [
      ["registered", ["sealCredential"]],
      ["changed", ["signingCredentials"]],
    ]);
  });
});

Deno.test("credentials go with the record: by client put that leaves them out, and by offboarding", async () => {
  await withTrustService(async (test) => {
    const { done, run, folder } = test;
    const [person = ""] = await admit(test, "acme");
    const put = (...args: readonly string[]) =>
      done("seal", "credential", "put", "acme", "--credential", ...args);
    await put("seal-p256");
    await put("sign-p256-pin", "--person", person);
    const record = JSON.parse(await done("client", "get", "acme"));
    const { sealCredential: _, ...without } = record;
    await Deno.writeTextFile(`${folder}/acme.json`, JSON.stringify(without));
    await done("client", "put", "acme", "--file", `${folder}/acme.json`);
    const left = JSON.parse(await done("seal", "credential", "list"));
    assert.deepEqual([left.act, left.personId], ["sign", person]);
    await done("client", "offboard", "acme");
    assert.equal(await done("seal", "credential", "list"), "");
    const late = await run("seal", "credential", "put", "acme", "--credential", "seal-p256");
    assert.equal(late.status, 1);
    assert.match(late.err, /acme was offboarded/);
  });
});

Deno.test("a credential is of one client or one person, and shared with nobody", async () => {
  await withTrustService(async (test, provider) => {
    const { run } = test;
    await admit(test, "acme");
    const put = (client: string, credential: string, ...args: readonly string[]) =>
      run("seal", "credential", "put", client, "--credential", credential, ...args);
    for (const _ of ["first", "again"]) assert.equal((await put("acme", "seal-p256")).status, 0);
    const asked = () => [...provider.calls.values()].reduce((sum, count) => sum + count, 0);
    const before = asked();
    const shared = await put("sandbox", "seal-p256");
    assert.equal(shared.status, 1);
    assert.match(shared.err, /seal-p256 is on file for acme: none is shared/);
    const [one, other] = [1, 2].map((last) => `0199a000-0004-7000-8000-00000000000${last}`);
    const signs = (person = "") => put("sandbox", "sign-p256-pin", "--person", person);
    assert.equal((await signs(one)).status, 0);
    assert.match((await signs(other)).err, /is on file for 0199a000-0004-7000-8000-000000000001/);
    assert(before < asked());
    assert.doesNotMatch((await run("seal", "credential", "list")).out, new RegExp(`${other}`));
  });
});

Deno.test("admin seal refuses calls that make no sense", async (t) => {
  await withTrustService(async ({ run }, provider) => {
    const cases = [
      { args: ["seal"], says: /Name a command: seal check, seal credential put/ },
      { args: ["seal", "credential"], says: /Name a command: seal credential put/ },
      { args: ["seal", "credential", "get"], says: /Unknown command "seal credential get"/ },
      { args: ["seal", "check", "a", "b"], says: /Unexpected argument "b"/ },
      { args: ["seal", "check", "a b"], says: /A credential ID must be 1 to 255 visible/ },
      { args: ["seal", "credential", "put", "acme"], says: /--credential ID is needed, once/ },
      {
        args: ["seal", "credential", "put", "acme", "--credential", "c", "--person", "Ann"],
        says: /--person takes the ID of a declared person/,
      },
      { args: ["seal", "credential", "remove"], says: /A client ID is needed/ },
    ];
    for (const { args, says } of cases) {
      await t.step(args.join(" "), async () => {
        const { status, out, err } = await run(...args);
        assert.deepEqual([status, out], [2, ""]);
        assert.match(err, says);
      });
    }
    assert.equal([...provider.calls.values()].reduce((sum, count) => sum + count, 0), 0);
  });
});
