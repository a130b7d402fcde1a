/** KYB's two persons if operators log in by an identity provider. */

import "../../../../base/temporal.ts";
import assert from "node:assert/strict";
import { ApplicationId } from "../../../../core/kyb/application_schema.ts";
import { defaultClientRecord } from "../../../../core/access/client_schema.ts";
import { ClientId, PersonId } from "../../../../core/access/schema.ts";
import { runAdmin } from "../../../support/admin.ts";
import { putRecord } from "../../../support/clients.ts";
import { whereTo } from "../../../support/desk.ts";
import { folderOf } from "../../../support/folder.ts";
import { COMPLETE, onboardingPath } from "../../../support/onboarding.ts";
import {
  type At,
  beginSession,
  formTokenOf,
  logIn,
  type PersonBrowser,
  personBrowser,
  serviceAt,
} from "../../../support/person_provider.ts";
import { liveEnvironment, serviceInMemory, type TestService } from "../../../support/service.ts";

async function apply(service: TestService): Promise<string> {
  const sent = await service.fetch(onboardingPath, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(COMPLETE),
  });
  return (await sent.json()).draftId;
}

async function authenticated(at: At, sub: string): Promise<PersonBrowser> {
  const { browser } = await logIn(at, {
    claims: { sub, realm_access: { roles: ["kyb-reviewer"] } },
  });
  return browser;
}

async function named(service: TestService, id: string): Promise<PersonBrowser> {
  const browser = personBrowser(service);
  const secret = await beginSession(service, { personId: PersonId.parse(id) });
  browser.cookies.set("aval_session", secret);
  return browser;
}

/** Sends a form of a page. @returns the target of the redirect, or the refusal */
async function submit(
  browser: PersonBrowser,
  page: string,
  { action, ...fields }: Readonly<Record<string, string>>,
): Promise<string> {
  const html = await (await browser.get(page)).text();
  const named = [...html.matchAll(/name="(acknowledge_[A-Z_]+)"/g)].map(([, name]) => name!);
  const answer = await browser.post(`${page}/${action}`, {
    formToken: await formTokenOf(browser, page),
    ...Object.fromEntries(named.map((name) => [name, "yes"])),
    ...fields,
  });
  return whereTo(answer.headers) ?? `${answer.status} ${await answer.text()}`;
}

Deno.test("where operators log in by a provider, two whom it has authenticated admit a client", async () => {
  await using folder = await folderOf({});
  const kv = `${folder.path}/kv.sqlite3`;
  await using at = await serviceAt({ kv });
  const { service } = at;
  const draft = `/console/kyb/drafts/${await apply(service)}`;
  const accept = { action: "accept", clientId: "acme" };
  const link = await named(service, "carl");
  assert.match(await submit(link, draft, accept), /^400 .*Log in by the identity provider/s);
  const ann = await authenticated(at, "ann");
  const application = await submit(ann, draft, accept);
  const approve = { action: "approve", rationale: "in order" };
  assert.match(await submit(link, application, approve), /^400 .*Log in by the identity provider/s);
  const variables = { ...await liveEnvironment(), AVAL_MODE: "live", AVAL_CONSOLE: "console" };
  const id = application.split("/").at(-1)!;
  ApplicationId.parse(id);
  for (const act of ["approve", "reject"]) {
    const args = ["kyb", act, id, "--rationale", "in order", "--operator", "bob"];
    const done = await runAdmin(kv, args, {
      variables: { ...variables, ...at.idp.env },
      clock: service.clock,
    });
    assert.equal(done.status, 1, done.out);
    assert.match(done.err, /in the console/);
  }
  const bob = await authenticated(at, "bob");
  assert.equal(await submit(bob, application, approve), application);
  const events = (await service.auditEvents()).filter(({ kind }) =>
    kind.startsWith("KYB_APPLICATION")
  );
  assert.deepEqual(
    events.map((event) =>
      "identity" in event && "operator" in event ? [event.operator, event.identity] : []
    ),
    [["ann", "authenticated"], ["bob", "authenticated"]],
  );
});

Deno.test("what a command or a link has accepted is rejected by an authenticated person, and not approved", async () => {
  await using folder = await folderOf({});
  const kv = `${folder.path}/kv.sqlite3`;
  let draftId: string;
  {
    await using before = await serviceInMemory({ mode: "live", kv });
    draftId = await apply(before);
  }
  const accepted = await runAdmin(
    kv,
    ["kyb", "accept", draftId, "--client", "acme", "--operator", "ann"],
    { variables: { ...await liveEnvironment(), AVAL_MODE: "live" } },
  );
  assert.equal(accepted.status, 0, accepted.err);
  await using at = await serviceAt({ kv, seed: 3 });
  const bob = await authenticated(at, "bob");
  const application = `/console/kyb/applications/${accepted.out.trim()}`;
  const approve = { action: "approve", rationale: "in order" };
  assert.match(await submit(bob, application, approve), /^400 .*Reject it/s);
  assert.equal(await submit(bob, application, { ...approve, action: "reject" }), application);
});

Deno.test("the acceptance of a client's application ends the sessions of its reviewers", async () => {
  await using folder = await folderOf({});
  const kv = `${folder.path}/kv.sqlite3`;
  await using service = await serviceInMemory({
    mode: "live",
    kv,
    env: { AVAL_CONSOLE: "desk,console" },
  });
  for (const by of ["console", "command"] as const) {
    await putRecord(service, by, defaultClientRecord);
    const clientId = ClientId.parse(by);
    const reviewer = personBrowser(service);
    reviewer.cookies.set("aval_session", await beginSession(service, { clientId, roles: [] }));
    assert.equal((await reviewer.get("/desk")).status, 200);
    const draftId = await apply(service);
    if (by === "console") {
      const operator = await named(service, "ann");
      const accept = { action: "accept", clientId, suspend: "yes" };
      assert.match(
        await submit(operator, `/console/kyb/drafts/${draftId}`, accept),
        /applications/,
      );
    } else {
      const args = ["kyb", "accept", draftId, "--client", clientId, "--operator", "ann"];
      const variables = { ...await liveEnvironment(), AVAL_MODE: "live" };
      const done = await runAdmin(kv, args, { variables, clock: service.clock });
      assert.equal(done.status, 0, done.err);
    }
    // A later activation gives no session back.
    await putRecord(service, by, defaultClientRecord);
    assert.equal((await reviewer.get("/desk")).status, 303, by);
  }
});
