import assert from "node:assert/strict";
import type { TestService } from "../../../support/service.ts";
import { serviceInMemory } from "../../../support/service.ts";
import { defaultClientRecord } from "../../../../core/access/client_schema.ts";
import { ClientId, PersonId } from "../../../../core/access/schema.ts";
import { endAccess } from "../../../../core/console/end_access.ts";
import { openLoginLinks } from "../../../../kv/console/login_links.ts";
import { openPersonSessions } from "../../../../kv/console/person_sessions.ts";
import { commitAct } from "../../../../kv/store/operator_act.ts";
import { defaultPolicy } from "../../../../core/policy/policy.ts";
import { ok } from "../../../../base/result.ts";
import { putRecord } from "../../../support/clients.ts";
import { folderOf } from "../../../support/folder.ts";
import { linkFor } from "../../../support/console.ts";
import { ownOrigin } from "../../../support/desk.ts";
import { runAdmin } from "../../../support/admin.ts";
import { liveEnvironment } from "../../../support/service.ts";

const live = { mode: "live", env: { AVAL_CONSOLE: "desk,console" } } as const;
const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };

function portsOf({ store, clock, dataKeys }: TestService) {
  const opening = { store, clock, random, atRest: dataKeys["at-rest"] };
  return {
    loginLinks: openLoginLinks(opening),
    personSessions: openPersonSessions({ ...opening, rules: defaultPolicy.sessions }),
  };
}

async function linkOf(service: TestService, clientId: string | null): Promise<string> {
  const made = await commitAct(
    service.store,
    (unit) =>
      Promise.resolve(ok(
        portsOf(service).loginLinks.make(unit, {
          personId: PersonId.parse("p-7"),
          clientId: clientId === null ? null : ClientId.parse(clientId),
          roles: clientId === null ? ["aval-operator", "kyb-reviewer"] : [],
        }),
      )),
  );
  assert.ok(made.ok);
  return made.value;
}

function show(service: TestService, token: string, next = "/desk", headers = {}) {
  return service.fetch("/desk/login", {
    method: "POST",
    headers: {
      origin: ownOrigin,
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    },
    body: new URLSearchParams({ next, token }).toString(),
  });
}

async function logIn(service: TestService, clientId: string | null): Promise<string> {
  const answer = await show(service, await linkOf(service, clientId));
  assert.equal(answer.status, 303, await answer.text());
  return answer.headers.get("set-cookie")!.split(";", 1)[0]!;
}

async function statusOf(service: TestService, path: string, cookie: string, peer = "127.0.0.1") {
  const answer = await service.fetch(path, { headers: { cookie }, peer });
  await answer.body?.cancel();
  return answer.status;
}

async function consoleEvents(service: TestService) {
  return (await service.auditEvents()).filter(({ kind }) => kind.startsWith("CONSOLE_"));
}

Deno.test("live mounts the parts that AVAL_CONSOLE names", async () => {
  for (
    const [AVAL_CONSOLE, desk, console] of [["desk", 303, 404], ["console", 404, 303]] as const
  ) {
    await using service = await serviceInMemory({ mode: "live", env: { AVAL_CONSOLE } });
    assert.equal(await statusOf(service, "/desk", ""), desk);
    assert.equal(await statusOf(service, "/console", ""), console);
    assert.equal(await statusOf(service, "/desk/login", ""), 200);
  }
});

Deno.test("a link logs its person in once, and says so in the audit log without its token", async () => {
  await using service = await serviceInMemory(live);
  await putRecord(service, "acme", defaultClientRecord);
  const token = await linkOf(service, "acme");
  const [first, second] = await Promise.all([show(service, token), show(service, token)]);
  assert.deepEqual([first.status, second.status].toSorted(), [303, 400]);
  // What is over is recorded once.
  assert.equal((await show(service, token)).status, 400);
  const person = { person: "p-7", clientId: "acme" };
  assert.deepEqual(
    (await consoleEvents(service)).toSorted((a, b) => a.kind.localeCompare(b.kind)),
    [
      { kind: "CONSOLE_LOGIN", ...person, login: "link" },
      { kind: "CONSOLE_REFUSED", ...person },
    ],
  );
  assert.ok(!service.logLines.join("\n").includes(token));
});

Deno.test("a link is good for 5 minutes, and a made-up one never", async () => {
  await using service = await serviceInMemory(live);
  const late = await linkOf(service, null);
  service.clock.advance({ minutes: 5 });
  for (const token of [late, "", "A".repeat(43), "x".repeat(1_000), "\u0000\ud800", "__proto__"]) {
    assert.equal((await show(service, token)).status, 400, token);
  }
  assert.deepEqual(await consoleEvents(service), [{ kind: "CONSOLE_REFUSED", person: "p-7" }]);
});

Deno.test("a whole link may be pasted, and a page of another site cannot log a browser in", async () => {
  await using service = await serviceInMemory(live);
  const token = await linkOf(service, null);
  const foreign = await show(service, token, "/desk", { origin: "https://evil.example" });
  assert.equal(foreign.status, 400);
  const pasted = `${ownOrigin}/desk/login?next=/console#${token}`;
  const answer = await show(service, pasted, "/console");
  assert.equal(answer.headers.get("location"), "/console");
  assert.match(
    answer.headers.get("set-cookie")!,
    /^aval_session=[\w-]{43}; Max-Age=28800; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  assert.ok(!answer.headers.get("set-cookie")!.includes(token));
});

Deno.test("a reviewer opens the desk alone, and an operator the console alone", async () => {
  await using service = await serviceInMemory(live);
  await putRecord(service, "acme", defaultClientRecord);
  const [reviewer, operator] = [await logIn(service, "acme"), await logIn(service, null)];
  assert.equal(await statusOf(service, "/desk", reviewer), 200);
  assert.equal(await statusOf(service, "/console", reviewer), 403);
  assert.equal(await statusOf(service, "/console", operator), 200);
  assert.equal(await statusOf(service, "/desk", operator), 403);
});

Deno.test("a link leads to the page that was asked for, or to one that its person may open", async () => {
  await using service = await serviceInMemory(live);
  await putRecord(service, "acme", defaultClientRecord);
  const kyb = { personId: "p-8", roles: ["kyb-reviewer"] } as const;
  for (
    const [linked, next, reached] of [
      [kyb, "/console", "/console/kyb"],
      [kyb, "/console/kyb/drafts/x", "/console/kyb/drafts/x"],
      [kyb, "/desk", "/console/kyb"],
      [{ personId: "p-9", clientId: "acme", roles: [] }, "/console", "/desk"],
    ] as const
  ) {
    const answer = await show(service, await linkFor(service, linked), next);
    assert.deepEqual([answer.status, answer.headers.get("location")], [303, reached], next);
  }
});

Deno.test("the header leads to the guide, and to the other part where the person may open it", async () => {
  await using service = await serviceInMemory(live);
  await putRecord(service, "acme", defaultClientRecord);
  const headerFor = async (clientId: string | undefined, path: string) => {
    const both = { personId: "p-9", ...(clientId === undefined ? {} : { clientId }) };
    const answer = await show(service, await linkFor(service, both), path);
    const cookie = answer.headers.get("set-cookie")!.split(";", 1)[0]!;
    const html = await (await service.fetch(path, { headers: { cookie } })).text();
    return html.slice(0, html.indexOf("</header>"));
  };
  const [desk, console] = [await headerFor("acme", "/desk"), await headerFor("acme", "/console")];
  assert.ok(desk.includes(`<a href="/console">Console</a>`), desk);
  assert.ok(desk.includes(`<a href="/docs/guide-reviewers">Guide</a>`));
  assert.ok(console.includes(`<a href="/desk">Desk</a>`), console);
  assert.ok(console.includes(`<a href="/docs/guide-operators">Guide</a>`));
  assert.ok(!(await headerFor(undefined, "/console")).includes(`href="/desk"`));
});

Deno.test("a session of a link ends after 30 idle minutes, and after 8 hours of use", async () => {
  await using service = await serviceInMemory(live);
  const idle = await logIn(service, null);
  service.clock.advance({ minutes: 29 });
  assert.equal(await statusOf(service, "/console", idle), 200);
  service.clock.advance({ minutes: 29 });
  assert.equal(await statusOf(service, "/console", idle), 200);
  service.clock.advance({ minutes: 30 });
  assert.equal(await statusOf(service, "/console", idle), 303);
  const used = await logIn(service, null);
  for (let minutes = 20; minutes < 8 * 60; minutes += 20) {
    service.clock.advance({ minutes: 20 });
    assert.equal(await statusOf(service, "/console", used), 200, `${minutes}`);
  }
  service.clock.advance({ minutes: 20 });
  assert.equal(await statusOf(service, "/console", used), 303);
});

Deno.test("a suspended client's reviewer is refused, and one from outside its networks", async () => {
  await using service = await serviceInMemory(live);
  await putRecord(service, "acme", { ...defaultClientRecord, ipAllowlist: ["192.0.2.0/24"] });
  const cookie = await logIn(service, "acme");
  assert.equal(await statusOf(service, "/desk", cookie, "192.0.2.7"), 200);
  assert.equal(await statusOf(service, "/desk", cookie, "198.51.100.7"), 403);
  await putRecord(service, "acme", {
    ...defaultClientRecord,
    status: "SUSPENDED",
    suspendedBy: ["OPERATOR"],
  });
  assert.equal(await statusOf(service, "/desk", cookie, "192.0.2.7"), 403);
});

Deno.test("the end of a client's access ends sessions and links of its reviewers, and no others", async () => {
  await using service = await serviceInMemory(live);
  for (const id of ["acme", "globex"]) await putRecord(service, id, defaultClientRecord);
  const [acme, globex] = [await logIn(service, "acme"), await logIn(service, "globex")];
  const unused = await linkOf(service, "acme");
  assert.deepEqual(
    await endAccess(portsOf(service), { clientId: ClientId.parse("acme") }),
    // The link that logged the reviewer in is still known as used.
    { sessions: 1, links: 2 },
  );
  assert.equal(await statusOf(service, "/desk", acme), 303);
  assert.equal(await statusOf(service, "/desk", globex), 200);
  assert.equal((await show(service, unused)).status, 400);
});

Deno.test("two stores do not both use one link", async () => {
  await using folder = await folderOf({});
  const kv = `${folder.path}/kv.sqlite3`;
  await using one = await serviceInMemory({ ...live, kv, seed: 1 });
  await using other = await serviceInMemory({ ...live, kv, seed: 2 });
  for (let round = 0; round < 5; round++) {
    const token = await linkOf(one, null);
    const answers = await Promise.all([show(one, token), show(other, token)]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 400]);
  }
});

Deno.test("admin console prints a link that works, and ends a person's sessions", async () => {
  await using folder = await folderOf({});
  const kv = `${folder.path}/kv.sqlite3`;
  await using service = await serviceInMemory({ ...live, kv });
  const { AVAL_SECRET_KEY } = await liveEnvironment();
  const variables = { AVAL_MODE: "live", AVAL_CONSOLE: "desk,console", AVAL_SECRET_KEY };
  const call = (args: readonly string[], given: Record<string, string | undefined> = variables) =>
    runAdmin(kv, ["console", ...args], { variables: given, clock: service.clock });
  const made = await call(["link", "--operator", "p-7"]);
  assert.equal(made.status, 0, made.err);
  assert.match(made.out, /^http:\/\/localhost:8000\/desk\/login\?next=\/console#[\w-]{43}\n$/);
  const answer = await show(service, made.out);
  assert.equal(answer.status, 303);
  const cookie = answer.headers.get("set-cookie")!.split(";", 1)[0]!;
  assert.equal(await statusOf(service, "/console", cookie), 200);
  const ended = await call(["end", "--person", "p-7"]);
  assert.deepEqual([ended.status, ended.out], [0, "sessions\t1\nlinks\t1\n"], ended.err);
  assert.equal(await statusOf(service, "/console", cookie), 303);
  for (
    const args of [
      ["--reviewer", "p-7"],
      ["--client", "acme"],
      ["--operator", "a", "--reviewer", "b", "--client", "acme"],
      ["--operator", "a", "--client", "acme"],
      ["--operator", "a b"],
    ]
  ) assert.equal((await call(["link", ...args])).status, 2, args.join(" "));
  const unknown = await call(["link", "--reviewer", "p-7", "--client", "nobody"]);
  assert.match(unknown.err, /has no record/);
  await putRecord(service, "acme", {
    ...defaultClientRecord,
    status: "SUSPENDED",
    suspendedBy: ["OPERATOR"],
  });
  const suspended = await call(["link", "--reviewer", "p-7", "--client", "acme"]);
  assert.match(suspended.err, /acme is suspended/);
  const elsewhere = await call(["link", "--operator", "p-7"], {
    ...variables,
    AVAL_CONSOLE: "desk",
  });
  assert.match(elsewhere.err, /AVAL_CONSOLE: does not name the console/);
});

Deno.test("client put that suspends, and client offboard, end sessions and links of the client's reviewers", async () => {
  await using folder = await folderOf({ "suspended.json": '{"status": "SUSPENDED"}' });
  const kv = `${folder.path}/kv.sqlite3`;
  await using service = await serviceInMemory({ ...live, kv });
  const { AVAL_SECRET_KEY } = await liveEnvironment();
  const variables = { AVAL_MODE: "live", AVAL_SECRET_KEY };
  for (
    const args of [
      ["client", "put", "acme", "--file", `${folder.path}/suspended.json`],
      ["client", "offboard", "acme"],
    ]
  ) {
    await putRecord(service, "acme", defaultClientRecord);
    const [cookie, unused] = [await logIn(service, "acme"), await linkOf(service, "acme")];
    const operator = await logIn(service, null);
    const done = await runAdmin(kv, args, { variables, clock: service.clock });
    assert.equal(done.status, 0, done.err);
    // A later activation gives no session back.
    await putRecord(service, "acme", defaultClientRecord);
    assert.equal(await statusOf(service, "/desk", cookie), 303, args.join(" "));
    assert.equal((await show(service, unused)).status, 400);
    assert.equal(await statusOf(service, "/console", operator), 200);
  }
});

Deno.test("a suspension in the console ends sessions of the client's reviewers", async () => {
  await using service = await serviceInMemory(live);
  await putRecord(service, "acme", defaultClientRecord);
  const [cookie, operator] = [await logIn(service, "acme"), await logIn(service, null)];
  const page = await service.fetch("/console/client?clientId=acme", {
    headers: { cookie: operator },
  });
  const formToken = /name="formToken" value="([^"]+)"/.exec(await page.text())![1]!;
  const done = await service.fetch("/console/client/suspend", {
    method: "POST",
    headers: {
      cookie: operator,
      origin: ownOrigin,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams({ formToken, clientId: "acme" }).toString(),
  });
  assert.equal(done.status, 303, await done.text());
  await putRecord(service, "acme", defaultClientRecord);
  assert.equal(await statusOf(service, "/desk", cookie), 303);
});
