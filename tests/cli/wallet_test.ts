import assert from "node:assert/strict";
import { breakingRows, encryptionRows } from "../../sandbox/wallet/breakings.ts";
import { walletNotes } from "../../cli/wallet/help.ts";
import { CheckType } from "../../core/verification/check_type.ts";
import { start } from "../support/verifying.ts";
import { serviceEncrypting } from "../support/encrypting.ts";
import { runWallet, serviceWithWallet } from "../support/wallet.ts";

Deno.test("wallet present completes a session of every check type", async (t) => {
  await using wallets = await serviceWithWallet();
  for (const checkType of CheckType.options) {
    await t.step(checkType, async () => {
      const { code, stdout, stderr } = await wallets.answer(checkType);
      assert.equal(code, 0, stderr + stdout);
      const { booleanProofs } = JSON.parse(stdout);
      assert.deepEqual(Object.values(booleanProofs), [true]);
    });
  }
});

Deno.test("wallet present proves an age in either format, and a child's", async () => {
  await using wallets = await serviceWithWallet();
  for (const format of ["sd-jwt", "mdoc"]) {
    for (const [person, expected] of [["clear", true], ["minor", false]] as const) {
      const args = ["--format", format, "--person", person];
      const { code, stdout } = await wallets.answer("age-verification", ...args);
      assert.equal(code, 0);
      assert.deepEqual(JSON.parse(stdout).booleanProofs, { ageOver18: expected });
    }
  }
});

Deno.test("wallet present is found on the sandbox's lists as its person is", async () => {
  await using wallets = await serviceWithWallet();
  const cases = [
    ["clear", "CLEAR", false, false],
    ["sanctioned", "CONFIRMED_MATCH", true, false],
    ["pep", "CONFIRMED_MATCH", false, true],
  ] as const;
  for (const [person, amlResult, sanctionedFlag, pepFlag] of cases) {
    const { stdout } = await wallets.answer("aml-identity", "--person", person);
    const reply = JSON.parse(stdout);
    assert.deepEqual(
      [reply.amlResult, reply.sanctionedFlag, reply.pepFlag],
      [amlResult, sanctionedFlag, pepFlag],
    );
  }
});

/** A check that requests a credential of the format, with a choice. */
const asked = "age-verification";

for (const { name, format, what, code: expected } of breakingRows) {
  Deno.test(`wallet present --break ${name} is refused with ${expected}: ${format ?? "any"}, ${what}`, async () => {
    await using wallets = await serviceWithWallet();
    const inFormat = format === null ? [] : ["--format", format];
    const { code, stdout, stderr, sessionId } = await wallets.answer(
      asked,
      ...inFormat,
      "--break",
      name,
    );
    const { error, message } = JSON.parse(stdout);
    assert.equal(error, "invalid_presentation", stderr);
    assert.match(message, new RegExp(`: ${expected}( \\(credential [a-z0-9_]+\\))?$`));
    assert.equal(code, 1, stderr);
    assert(stderr.endsWith(`The service refuses it, as expected with ${expected}\n`), stderr);
    const read = await wallets.service.as("acme").get(`/v1/verify/sessions/${sessionId}`);
    assert.equal(read.body.status, "pending");
  });
}

/** Statuses and codes of answers without a valid presentation, or for no known session. */
const replies: Readonly<Record<string, string>> = {
  not_found: "not_found",
  jwe_malformed: "bad_request",
  jwe_algorithm_unsupported: "bad_request",
  jwe_header_unsupported: "bad_request",
};

for (const { name, what, code: expected } of encryptionRows) {
  Deno.test(`wallet present --break ${name} is refused with ${expected}: encrypted, ${what}`, async () => {
    await using service = await serviceEncrypting();
    const { sessionId, authorizationRequestUri } = await start(service.as("acme"), asked);
    const present = (...args: readonly string[]) =>
      runWallet(service, ["present", authorizationRequestUri, ...args]);
    for (const format of ["sd-jwt", "mdoc"]) {
      const { code, stdout, stderr } = await present("--format", format, "--break", name);
      const { error, message } = JSON.parse(stdout);
      assert.equal(error, replies[expected] ?? "invalid_presentation", stderr);
      if (expected !== "not_found") assert.match(message, new RegExp(`: ${expected}$`));
      assert.equal(code, 1, stderr);
      assert(stderr.endsWith(`The service refuses it, as expected with ${expected}\n`), stderr);
    }
    const path = `/v1/verify/sessions/${sessionId}`;
    assert.equal((await service.as("acme").get(path)).body.status, "pending");
    // The same answer is taken where it is encrypted as the request asks.
    assert.equal((await present("--format", "sd-jwt")).code, 0);
    assert.equal((await service.as("acme").get(path)).body.status, "completed");
  });
}

Deno.test("wallet present --break of encryption sends nothing where the request asks for none", async () => {
  await using wallets = await serviceWithWallet();
  for (const { name } of encryptionRows) {
    const { code, stdout, stderr, sessionId } = await wallets.answer(asked, "--break", name);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, /does not require an encrypted answer/);
    const read = await wallets.service.as("acme").get(`/v1/verify/sessions/${sessionId}`);
    assert.equal(read.body.status, "pending");
  }
});

Deno.test("wallet present --break picks the format that it is of, and says when there is none", async () => {
  await using wallets = await serviceWithWallet();
  const kb = await wallets.answer("age-verification", "--break", "kb_missing");
  assert.match(kb.stderr, /pid_birthdate \(dc\+sd-jwt\)/);
  const none = await wallets.answer("aml-identity", "--break", "status_10");
  assert.equal(none.code, 1);
  assert.match(none.stderr, /asks for no credential as mdoc/);
  const both = await wallets.answer("aml-identity", "--break", "all_credentials");
  assert.deepEqual([both.code, both.stdout], [1, ""]);
  assert.match(both.stderr, /leaves no choice/);
});

Deno.test("wallet present --claim replaces a claim, and one that is no date is refused", async () => {
  await using wallets = await serviceWithWallet();
  const args = ["--format", "sd-jwt", "--claim"];
  const child = await wallets.answer("age-verification", ...args, 'birthdate="2020-01-31"');
  assert.deepEqual(JSON.parse(child.stdout).booleanProofs, { ageOver18: false });
  const partial = await wallets.answer("age-verification", ...args, 'birthdate="1984"');
  assert.equal(partial.code, 1);
  assert.match(JSON.parse(partial.stdout).message, /claim_unusable/);
  const unasked = await wallets.answer("age-verification", "--claim", 'birthdate="2020-01-31"');
  assert.equal(unasked.code, 1);
  assert.match(unasked.stderr, /shows birthdate: leave the claim out, or try --format/);
  const over = await wallets.answer(
    "mobile-driving-licence",
    "--claim",
    'expiry_date="2025-01-31"',
  );
  assert.deepEqual(JSON.parse(over.stdout).booleanProofs, { claimsVerified: false });
});

Deno.test("wallet present --error ends the session with that error", async () => {
  await using wallets = await serviceWithWallet();
  const { code, stdout, sessionId } = await wallets.answer(
    "age-verification",
    "--error",
    "access_denied",
  );
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(stdout), { sessionId, status: "failed", error: "access_denied" });
});

Deno.test("wallet present - reads what the start of a session answers", async () => {
  await using wallets = await serviceWithWallet();
  const started = await start(wallets.service.as("acme"), "age-verification");
  const first = await runWallet(wallets.service, ["present", "-"], JSON.stringify(started));
  assert.equal(first.code, 0, first.stderr);
  const uri = `${started.authorizationRequestUri}\n`;
  const again = await runWallet(wallets.service, ["present", "-"], uri);
  assert.equal(again.code, 1);
  assert.equal(JSON.parse(again.stdout).error, "verification_session_not_pending");
  const body = { clientId: "acme", checkType: "age" };
  const refused = await wallets.service.as("acme").post("/v1/verify/sessions", body);
  const none = await runWallet(wallets.service, ["present", "-"], refused.text);
  assert.equal(none.code, 1);
  assert.match(none.stderr, /started no session: bad_request\. .*checkType/);
});

Deno.test("wallet exits with status 2 on wrong usage, before anything is sent", async () => {
  await using wallets = await serviceWithWallet();
  const wrong = [
    [],
    ["show"],
    ["present"],
    ["present", "a", "b"],
    ["present", "a", "--format", "jwt"],
    ["present", "a", "--person", "erika"],
    ["present", "a", "--claim", "birthdate"],
    ["present", "a", "--claim", "birthdate=1984-08-12"],
    ["present", "a", "--break", "everything"],
    ["present", "a", "--break", "kb_missing", "--format", "mdoc"],
    ["present", "a", "--break", "nonce", "--error", "access_denied"],
  ];
  for (const args of wrong) {
    const { code, stdout, stderr } = await runWallet(wallets.service, args);
    assert.deepEqual([code, stdout], [2, ""], stderr);
    assert.match(stderr, /See wallet --help\.\n$/);
  }
});

Deno.test("wallet --help names every breakage with its code", async () => {
  await using wallets = await serviceWithWallet();
  const { code, stdout } = await runWallet(wallets.service, ["--help"]);
  assert.equal(code, 0);
  assert(stdout.endsWith(walletNotes));
  for (const { name, code: expected } of [...breakingRows, ...encryptionRows]) {
    assert.match(stdout, new RegExp(`^    ${name} +(sd-jwt|mdoc  |any   ) ${expected}$`, "m"));
  }
});
