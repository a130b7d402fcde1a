/** What a person sees of a form that is refused. */

import assert from "node:assert/strict";
import { consoleOf, sandboxConsole, serviceWithConsole } from "../../support/console.ts";
import { openDesk } from "../../support/desk.ts";
import { POSSIBLE_NAME } from "../../support/names.ts";
import { serviceWithReviewers } from "../../support/reviewers.ts";
import { serviceInMemory } from "../../support/service.ts";

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
const isPageOfPerson = (html: string) => /<nav class="across"/.test(html);
/** The paths that the forms of a page are posted to. */
const actionsOf = (html: string) =>
  new Set([...html.matchAll(/<form method="post" action="([^"]+)"/g)].map(([, path]) => path!));

Deno.test("a client's record that is refused is shown as it was typed, and nothing is changed", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const ann = await consoleOf(service, "ann");
  const address = "/console/client?clientId=acme";
  const { html: before } = await ann.get(address);
  const typed = {
    clientId: "acme",
    seen: /name="seen" value="([0-9a-f]{64})"/.exec(before)![1]!,
    ipAllowlist: "192.0.2.0/24\n\n<b>mine</b>",
    allowedDomain: "",
    returnOrigins: "",
    fourEyes: "all",
    dueHours: "soon",
    monitoring: "yes",
    subjectUrlTemplate: "",
    others: `{"academicIssuerId": "uni"}`,
    make: "yes",
  };
  const audited = (await service.auditEvents()).length;
  const { status, html } = await ann.submit(address, "/console/client/record", typed);
  assert.equal(status, 400);
  assert.ok(isPageOfPerson(html));
  const said = /data-message="">([^<]*)</.exec(html)![1]!.replaceAll("&quot;", "'");
  assert.equal(
    said,
    "'Networks that requests may come from', line 3 (&lt;b&gt;mine&lt;/b&gt;): " +
      "expected an address or a CIDR; " +
      "'Hours until a match is due' (soon): expected a number",
  );
  assert.match(html, /<textarea aria-invalid="true"[^>]*name="ipAllowlist"/);
  assert.match(html, /<input aria-invalid="true"[^>]*name="dueHours"/);
  assert.ok(!/aria-invalid="true"[^>]*name="others"/.test(html));
  assert.ok(html.includes("192.0.2.0/24\n\n&lt;b&gt;mine&lt;/b&gt;</textarea>"));
  assert.match(html, /value="soon"[^>]*name="dueHours"/);
  assert.match(html, /<option selected="" value="all"/);
  assert.match(html, /<input checked="" type="checkbox" name="monitoring"/);
  assert.ok(html.includes(`href="/console/client?clientId=acme"`));
  assert.equal((await service.auditEvents()).length, audited);
  assert.ok(!(await ann.get(address)).html.includes("192.0.2.0"));
  // What was typed is mended there, and sent.
  const mended = { ...typed, ipAllowlist: "192.0.2.0/24", dueHours: "24" };
  const saved = await ann.submit(address, "/console/client/record", mended);
  assert.equal(saved.status, 303, saved.html);
});

Deno.test("a field of the wrong form is marked, and named by its label", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const ann = await consoleOf(service, "ann");
  const fields = { clientId: "acme", scopes: "a\u0001b", seconds: "3600" };
  const from = "/console/client?clientId=acme";
  const { status, html } = await ann.submit(from, "/console/client/tokens", fields);
  assert.equal(status, 400);
  assert.match(html, /&quot;Other scopes, which this service ignores&quot; is not valid/);
  assert.match(html, /aria-invalid="true"/);
  assert.match(html, /<details open=""/);
});

Deno.test("a search that is refused is shown as it was typed, beside all that there is", async () => {
  await using service = await serviceInMemory();
  const browser = await openDesk(service);
  for (const address of ["/desk", "/desk/watched"]) {
    const typed = new URLSearchParams({ subjectRef: 'Viktor "x" <b>', order: "newest" });
    const { status, html } = await browser.get(`${address}?${typed}`);
    assert.equal(status, 400, address);
    assert.ok(isPageOfPerson(html));
    assert.match(
      html,
      /data-message="">&quot;Customer \(your id\)&quot; is not valid: expected 1 to/,
    );
    const [field] = /<input [^>]*name="subjectRef"[^>]*>/.exec(html)!;
    assert.match(field, /aria-invalid="true"/);
    assert.ok(field.includes('value="Viktor &quot;x&quot; &lt;b&gt;"'), field);
    assert.ok(html.includes(`href="${address}" data-page=""`));
    assert.match(html, /<table/);
    // A script gets the reason alone.
    const fetched = await browser.get(`${address}?${typed}`, { "sec-fetch-mode": "cors" });
    assert.equal(fetched.status, 400);
    assert.ok(!isPageOfPerson(fetched.html));
  }
  const days = await browser.get("/desk?from=2026-03-02&to=2026-03-01&state=all");
  assert.match(
    days.html,
    /data-message="">&quot;Decided from&quot; is not valid: must not be after/,
  );
  assert.match(days.html, /<option selected="" value="all"/);
  const unknown = await browser.get("/desk?state=nothing&__proto__=x&state=open");
  assert.equal(unknown.status, 400);
});

Deno.test("what a form of another client sends back shows nothing of it", async () => {
  await using service = await serviceWithConsole({ mode: "sandbox" });
  const [mine, theirs] = [await sandboxConsole(service), await sandboxConsole(service)];
  const fields = { clientId: theirs.id, scopes: "", seconds: "never" };
  const from = `/console/client?clientId=${mine.id}`;
  const { status, html } = await mine.submit(from, "/console/client/tokens", fields);
  assert.equal(status, 400);
  assert.ok(!isPageOfPerson(html), "there is no page of theirs");
  assert.match(textOf(html), /Back to the console/);
});

Deno.test("every form of the desk that is refused shows its page again, below any path", async () => {
  for (const base of ["", "/trust"]) {
    await using service = await serviceInMemory({
      env: { AVAL_BASE_URL: `http://localhost:8000${base}` },
    });
    const desk = await openDesk(service);
    const bare = (path: string) => path.slice(base.length);
    const queue = (await desk.get("/desk")).html;
    const match = bare(/href="([^"]*\/desk\/matches\/[^"]+)" data-swap/.exec(queue)![1]!);
    let refused = 0;
    for (const page of ["/desk", match, "/desk/books", "/desk/watched", "/desk/events"]) {
      const { html } = await desk.get(page);
      for (const action of actionsOf(html)) {
        if (action.endsWith("/logout")) continue;
        const answer = await desk.post(bare(action));
        if (answer.status < 400) continue;
        refused++;
        assert.equal(answer.status, 400, action);
        assert.ok(isPageOfPerson(answer.html), `${page}: ${action}`);
        const before = answer.html.split("data-message=", 1)[0]!;
        const form = before.slice(before.lastIndexOf("<form"));
        assert.ok(form.includes(`action="${action}"`), `${action}: ${form}`);
        assert.ok(
          answer.html.includes(`<a href="${base}${page}" data-page="">Show the page`),
          action,
        );
      }
    }
    assert.ok(refused >= 4, String(refused));
  }
});

Deno.test("a judgement that is refused keeps its note", async () => {
  await using service = await serviceInMemory();
  const desk = await openDesk(service);
  const path = /href="(\/desk\/matches\/[^"]+)" data-swap/.exec(
    (await desk.get("/desk")).html,
  )![1]!;
  const { status, html } = await desk.post(`${path}/judgements`, {
    judgement: "confirmed_match",
    reasonCode: "dob_differs",
    notes: "Seen the passport",
  });
  assert.equal(status, 400);
  assert.match(html, /\nSeen the passport<\/textarea>/);
  assert.match(html, /<input checked="" type="radio" name="judgement" value="confirmed_match"/);
  assert.match(html, /<option selected="" value="dob_differs"/);
});

Deno.test("what is not there leads back to the desk or to the console", async () => {
  await using service = await serviceInMemory();
  const desk = await openDesk(service);
  const missing = await desk.get("/desk/matches/0198f2a4-0000-7000-8000-000000000000");
  assert.equal(missing.status, 404);
  assert.ok(missing.html.includes(`<a href="/desk">Back to the desk</a>`));
});

Deno.test("the page after an act says that it is done, and a page that is opened does not", async () => {
  await using service = await serviceInMemory();
  const desk = await openDesk(service);
  const path = /href="(\/desk\/matches\/[^"]+)" data-swap/.exec(
    (await desk.get("/desk")).html,
  )![1]!;
  const answer = await desk.post(`${path}/assignee`, { assignee: "me" });
  // The style shows the part that the address names.
  assert.equal(answer.headers.get("location"), `${path}#done`);
  assert.match((await desk.get(path)).html, /<p id="done" [^>]*role="status">Done\.<\/p>/);
  const css = /href="(\/files\/aval[^"]+\.css)"/.exec((await desk.get(path)).html)![1]!;
  const style = await (await service.fetch(css)).text();
  assert.match(style, /#done:not\(:target\) \{ display: none; \}/);
});

Deno.test("a client of whom nothing is on file is not called active", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const ann = await consoleOf(service, "ann");
  const unknown = textOf((await ann.get("/console/client?clientId=nobody")).html);
  assert.match(unknown, /This client has no record, no token, and no request/);
  assert.match(unknown, /State unknown/);
  await service.as("acme").post("/v1/screen", { name: "Ann Bell" });
  const known = textOf((await ann.get("/console/client?clientId=acme")).html);
  assert.match(known, /State active/);
});

Deno.test("a fresh login after a refused form leads to a page that there is", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const ann = await consoleOf(service, "ann");
  await service.as("acme").post("/v1/screen", { name: "Ann Bell" });
  const act = "/console/client/offboard";
  const typed = { clientId: "acme", typed: "acm" };
  const refused = await ann.submit(`${act}?clientId=acme`, act, typed);
  assert.equal(refused.status, 400);
  const formToken = /name="formToken" value="([^"]+)"/.exec(refused.html)![1]!;
  service.clock.advance({ minutes: 20 });
  const navigated = { "sec-fetch-mode": "navigate", "sec-fetch-site": "same-origin" };
  for (const path of [act, "/console/keys/rotate"]) {
    const sent = { formToken, clientId: "acme", typed: "acme" };
    const referer = `http://localhost:8000${path}`;
    const { status, location } = await ann.post(path, sent, { ...navigated, referer });
    assert.equal(status, 303);
    const next = new URL(location!, referer).searchParams.get("next")!;
    assert.equal((await ann.get(next)).status, 200, next);
  }
});

Deno.test("a person without a right is led to a login, not into the same refusal", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const reviewer = await consoleOf(service, "rev", { roles: ["kyb-reviewer"] });
  const { status, html } = await reviewer.get("/console/clients");
  assert.equal(status, 403);
  assert.ok(html.includes(`<a href="/desk/login">Log in as another person</a>`));
});

Deno.test("what is refused of a row that is no more stands in no other row", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const ann = await consoleOf(service, "ann");
  await service.as("acme").post("/v1/screen", { name: "Ann Bell" }, { "idempotency-key": "k" });
  const { html } = await ann.get("/console/keys");
  const fields = html.split("<form ").filter((form) => form.includes("/keys/rotate"))
    .map((form) =>
      Object.fromEntries(
        [...form.split("</form>", 1)[0]!.matchAll(/name="(\w+)" value="([^"]*)"/g)]
          .map(([, name, value]) => [name!, value!]),
      )
    ).find(({ purpose }) => purpose === "idempotency")!;
  assert.equal((await ann.post("/console/keys/rotate", fields)).status, 303);
  const { html: again, status } = await ann.post("/console/keys/rotate", fields);
  assert.equal(status, 400);
  assert.ok(!again.split("data-message", 1)[0]!.includes("<table"), "it stands above all rows");
  assert.ok(!again.includes(fields["seen"]! + `" type="hidden"`));
});

Deno.test("a post of a script is refused without the page, so that no read is on record", async () => {
  await using service = await serviceWithReviewers();
  const customer = { name: POSSIBLE_NAME, dob: "1961-04-21" };
  const { body } = await service.as("acme").put("/v1/monitoring/subjects/c-1", customer);
  const answer = await service.fetch(`/desk/matches/${body.meta.decisionId}/judgements`, {
    method: "POST",
    headers: {
      "x-reviewer": "ann@acme",
      "sec-fetch-mode": "cors",
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams({
      formToken: "token-of-ann",
      judgement: "name_only",
      clearForDays: "9999",
    }).toString(),
  });
  const html = await answer.text();
  assert.equal(answer.status, 400);
  assert.match(html, /data-message="">[^<]*clearForDays/);
  assert.ok(!html.includes("1961-04-21"));
  const reads = (await service.auditEvents()).filter(({ kind }) =>
    kind === "MONITORED_SUBJECT_READ"
  );
  assert.deepEqual(reads, []);
});

Deno.test("a form of several megabytes is refused without its page", async () => {
  await using service = await serviceInMemory();
  const desk = await openDesk(service);
  const { status, html } = await desk.post("/desk/books/columns", { table: `"`.repeat(2_000_000) });
  assert.equal(status, 400);
  assert.ok(html.length < 50_000 && !isPageOfPerson(html));
});
