import assert from "node:assert/strict";
import {
  consoleOf,
  type ConsolePerson,
  sandboxConsole,
  serviceWithConsole,
} from "../../../support/console.ts";
import type { TestService } from "../../../support/service.ts";

const page = "/console/keys";

/** The fields of an act's forms, in the order of the page. */
async function formsOf(person: ConsolePerson, act: string) {
  const { html } = await person.get(page);
  const forms = html.split("<form ").filter((form) => form.includes(`action="${page}/${act}"`));
  return forms.map((form) =>
    Object.fromEntries(
      [...form.split("</form>")[0]!.matchAll(/name="(\w+)" value="([^"]*)"/g)]
        .map(([, name, value]) => [name!, value!]),
    )
  );
}

/** Audit entries of acts on keys. */
async function moves(service: TestService) {
  return (await service.auditEvents())
    .filter(({ kind }) => kind === "DATA_KEY_ROTATED" || kind === "SIGNING_KEY_MOVED");
}

Deno.test("/console/keys: a data key is rotated once, however often the form is sent, and the old one reads", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const ann = await consoleOf(service, "ann");
  await service.as("acme").post("/v1/screen", { name: "Ann Bell" }, { "idempotency-key": "k" });
  const forms = await formsOf(ann, "rotate");
  const purposes = forms.map(({ purpose }) => purpose);
  assert.ok(["at-rest", "audit-signing", "idempotency"].every((one) => purposes.includes(one)));
  // What a relying party knows its users by never changes.
  assert.ok(!purposes.includes("pairwise"));
  const atRest = forms.find(({ purpose }) => purpose === "at-rest")!;
  const sent = await Promise.all([0, 1].map(() => ann.post(`${page}/rotate`, atRest)));
  assert.deepEqual(sent.map(({ status }) => status).toSorted(), [303, 400]);
  const rotated = (await formsOf(ann, "rotate")).find(({ purpose }) => purpose === "at-rest")!;
  assert.notEqual(rotated["seen"], atRest["seen"]);
  assert.deepEqual(await moves(service), [
    { kind: "DATA_KEY_ROTATED", purpose: "at-rest", keyId: rotated["seen"], operator: "ann" },
  ]);
  // The session of the page is under the key before.
  assert.equal((await ann.get(page)).status, 200);
  const again = await service.as("acme").post("/v1/screen", { name: "Ann Bell" }, {
    "idempotency-key": "k",
  });
  assert.equal(again.status, 200);
});

Deno.test("/console/keys: a signing key is made, activated and revoked, each under the person's name", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const ann = await consoleOf(service, "ann");
  const published = async () =>
    (await (await service.fetch("/v1/login/.well-known/jwks.json")).json()).keys.map(
      ({ kid }: { kid: string }) => kid,
    );
  const [old] = await published();
  const [make] = await formsOf(ann, "new");
  const sent = await Promise.all([0, 1].map(() => ann.post(`${page}/new`, make!)));
  assert.deepEqual(sent.map(({ status }) => status).toSorted(), [303, 400]);
  assert.deepEqual(await published(), [old]);
  const [activate] = await formsOf(ann, "activate");
  const kid = activate!["seen"]!;
  assert.equal((await ann.post(`${page}/activate`, activate!)).status, 303);
  assert.equal((await ann.post(`${page}/activate`, activate!)).status, 400);
  assert.deepEqual((await published()).toSorted(), [old, kid].toSorted());
  const [revoke] = await formsOf(ann, "revoke");
  assert.equal(revoke!["seen"], old);
  const { sure: _, ...unsure } = revoke!;
  assert.equal((await ann.post(`${page}/revoke`, unsure)).status, 400);
  assert.equal((await ann.post(`${page}/revoke`, revoke!)).status, 303);
  assert.deepEqual(await published(), [kid]);
  // The active one has no form, and is refused without one.
  const own = { ...revoke!, seen: kid };
  assert.equal((await ann.post(`${page}/revoke`, own)).status, 400);
  const by = { kind: "SIGNING_KEY_MOVED", use: "login-signing", operator: "ann" };
  assert.deepEqual(await moves(service), [
    { ...by, keyId: kid, from: null, to: "NEW" },
    { ...by, keyId: old, from: "ACTIVE", to: "ROTATED" },
    { ...by, keyId: kid, from: "NEW", to: "ACTIVE" },
    { ...by, keyId: old, from: "ROTATED", to: "REVOKED" },
  ]);
});

Deno.test("/console/keys: the key that signs events is rotated", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const ann = await consoleOf(service, "ann");
  const eventForm = async () =>
    (await formsOf(ann, "rotate")).find(({ purpose }) => purpose === "event-signing");
  assert.equal(await eventForm(), undefined);
  await service.fetch("/.well-known/aval-events-keys");
  const form = await eventForm();
  assert.equal((await ann.post(`${page}/rotate`, form!)).status, 303);
  assert.equal((await ann.post(`${page}/rotate`, form!)).status, 400);
  assert.deepEqual(
    (await moves(service)).map((move) =>
      "to" in move && "operator" in move && [move.to, move.operator]
    ),
    [["ROTATED", "ann"], ["ACTIVE", "ann"]],
  );
});

Deno.test("/console/keys: acts with bad input, an old login, or in a sandbox change nothing", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const ann = await consoleOf(service, "ann");
  const [rotate] = await formsOf(ann, "rotate");
  for (
    const wrong of [
      { purpose: "pairwise" },
      { purpose: "no-such" },
      { purpose: "__proto__" },
      { purpose: "<b>" },
      { seen: "" },
      { seen: "x".repeat(101) },
      { seen: "\u0000" },
    ]
  ) {
    const refused = await ann.post(`${page}/rotate`, { ...rotate!, ...wrong });
    assert.equal(refused.status, 400, JSON.stringify(wrong));
    assert.ok(!refused.html.includes("<b>"));
  }
  const [make] = await formsOf(ann, "new");
  service.clock.advance({ minutes: 6 });
  assert.equal((await ann.post(`${page}/rotate`, rotate!)).status, 403);
  assert.equal((await ann.post(`${page}/new`, make!)).status, 403);
  assert.deepEqual(await moves(service), []);

  await using sandbox = await serviceWithConsole();
  const visitor = await sandboxConsole(sandbox);
  assert.deepEqual(await formsOf(visitor, "rotate"), []);
  for (const act of ["rotate", "new", "activate", "revoke"]) {
    const fields = { purpose: "at-rest", seen: "x", sure: "yes" };
    assert.equal((await visitor.submit(page, `${page}/${act}`, fields)).status, 400, act);
  }
  assert.deepEqual(await moves(sandbox), []);
});
