/** The pages and acts of the reviewers' desk, over HTTP. */

import assert from "node:assert/strict";
import { type DeskBrowser, openDesk } from "../../../support/desk.ts";
import { UNKNOWN_ID } from "../../../support/names.ts";
import { inventedCustomers } from "../../../../sandbox/invented/customers.ts";
import { serviceInMemory, type TestService } from "../../../support/service.ts";

const HOSTILE = `"><script>alert(1)</script>`;

/** The matches on a page of the queue, in order. */
function matchesOf(html: string): readonly string[] {
  return [...html.matchAll(/href="(\/desk\/matches\/[^"]+)" data-swap/g)].map(([, path]) => path!);
}

async function queueOf(browser: DeskBrowser, query = ""): Promise<readonly string[]> {
  const page = await browser.get(`/desk${query}`);
  assert.equal(page.status, 200, page.html);
  return matchesOf(page.html);
}

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1];

/** All log records and audit entries of the service. */
async function recordedOf(service: TestService): Promise<string> {
  return JSON.stringify(await service.auditEvents()) + service.logLines.join("\n");
}

Deno.test("a sandbox's browser finds ten invented matches to judge, and one confirmed", async () => {
  await using service = await serviceInMemory();
  const browser = await openDesk(service);
  assert.equal((await queueOf(browser)).length, 10);
  assert.equal((await queueOf(browser, "?state=all&classification=CONFIRMED_MATCH")).length, 1);
  assert.equal(titleOf((await browser.get("/desk")).html), "Queue · aval");
  // Another browser has its own.
  const [mine, theirs] = [await queueOf(browser), await queueOf(await openDesk(service))];
  assert.ok(mine.every((path) => !theirs.includes(path)));
});

Deno.test("filters that are left empty filter nothing, and one that is wrong is a page", async () => {
  await using service = await serviceInMemory();
  const browser = await openDesk(service);
  const blank = "?state=open&classification=&source=&order=&subjectRef=&assignee=";
  assert.equal((await queueOf(browser, blank)).length, 10);
  assert.equal((await queueOf(browser, "?subjectRef=invented-1")).length, 1);
  assert.equal((await queueOf(browser, "?source=sandbox-pep")).length > 0, true);
  const wrong = await browser.get("/desk?state=nothing");
  assert.equal(wrong.status, 400);
  assert.match(wrong.headers.get("content-type")!, /text\/html/);
});

Deno.test("links and redirects of the desk begin with the path of the base URL", async () => {
  await using service = await serviceInMemory({
    env: { AVAL_BASE_URL: "http://localhost:8000/trust" },
  });
  const browser = await openDesk(service);
  for (const path of ["/desk", "/desk/books", "/desk/watched", "/desk/events"]) {
    const { status, html } = await browser.get(path);
    assert.equal(status, 200, path);
    assert.ok(!/ (?:href|action|src)="\/(?!trust\/)/.test(html), path);
  }
  const { html } = await browser.get("/desk");
  const [, match] = /href="\/trust(\/desk\/matches\/[^"]+)" data-swap/.exec(html)!;
  const judged = await browser.post(`${match}/judgements`, { judgement: "dob_differs" });
  assert.deepEqual([judged.status, judged.location], [303, `/trust${match}`]);
});

Deno.test("a judgement closes a match, under the id of the person who is logged in", async () => {
  await using service = await serviceInMemory();
  const browser = await openDesk(service);
  const [path] = await queueOf(browser);
  const page = await browser.get(path!);
  assert.equal(titleOf(page.html), "Match · aval");
  const against = await browser.post(`${path}/judgements`, {
    judgement: "confirmed_match",
    reasonCode: "dob_differs",
  });
  assert.equal(against.status, 400);
  const judged = await browser.post(`${path}/judgements`, {
    ...{ judgement: "dob_differs", reasonCode: "", entityId: "", clearForDays: "30" },
    ...{ notes: HOSTILE, reviewer: "somebody.else" },
  });
  assert.deepEqual([judged.status, judged.location], [303, path], judged.html);
  const { html } = await browser.get(path!);
  assert.match(textOf(html), /Closed .* Another person : another date of birth visitor,/);
  assert.ok(!html.includes(HOSTILE));
  assert.ok(!(await queueOf(browser)).includes(path!));
  assert.ok((await queueOf(browser, "?state=CLOSED")).includes(path!));
  assert.ok(!(await recordedOf(service)).includes("alert(1)"));
});

Deno.test("a confirmed match gets a disposition, and an escalation waits on", async () => {
  await using service = await serviceInMemory();
  const browser = await openDesk(service);
  const [confirmed] = await queueOf(browser, "?state=all&classification=CONFIRMED_MATCH");
  const disposed = await browser.post(`${confirmed}/judgements`, { judgement: "confirmed_match" });
  assert.equal(disposed.status, 303, disposed.html);
  assert.match(textOf((await browser.get(confirmed!)).html), /The listed party visitor,/);
  const [path] = await queueOf(browser);
  await browser.post(`${path}/judgements`, { judgement: "escalated" });
  assert.ok((await queueOf(browser, "?state=ESCALATED")).includes(path!));
});

Deno.test("a judgement that is none, or does not fit, records nothing", async () => {
  await using service = await serviceInMemory();
  const browser = await openDesk(service);
  const [path] = await queueOf(browser);
  for (
    const fields of [
      {},
      { judgement: "CLEAR" },
      { judgement: "__proto__" },
      { judgement: "name_only", entityId: UNKNOWN_ID },
      { judgement: "name_only", clearForDays: "0" },
      { judgement: "name_only", clearForDays: "ten" },
      { judgement: "escalated", clearForDays: "30" },
      { judgement: "name_only", notes: "x".repeat(100_000) },
    ]
  ) {
    const refused = await browser.post(`${path}/judgements`, fields);
    assert.equal(refused.status >= 400 && refused.status < 500, true, JSON.stringify(fields));
  }
  assert.match((await browser.get(path!)).html, /no judgement yet/);
});

Deno.test("a match is taken and given back, and the queue says by whom", async () => {
  await using service = await serviceInMemory();
  const browser = await openDesk(service);
  const [, path] = await queueOf(browser);
  const taken = await browser.post(`${path}/assignee`, { assignee: "me" });
  assert.deepEqual([taken.status, taken.location], [303, path]);
  assert.match(textOf((await browser.get(path!)).html), /Assigned to visitor/);
  assert.deepEqual(await queueOf(browser, "?assignee=visitor"), [path]);
  await browser.post(`${path}/assignee`, { assignee: "none" });
  assert.deepEqual(await queueOf(browser, "?assignee=visitor"), []);
  assert.equal((await browser.post(`${path}/assignee`, { assignee: "m.weber" })).status, 400);
});

Deno.test("a name that is typed is shown beside the entry, and kept nowhere", async () => {
  await using service = await serviceInMemory();
  const browser = await openDesk(service);
  const [path] = await queueOf(browser, "?subjectRef=invented-2");
  const name = "Quillon Zanderbeg";
  const shown = await browser.post(`${path}/aligned`, { name });
  assert.equal(shown.status, 200);
  assert.match(textOf(shown.html).replaceAll(" ", ""), /Quillon/);
  assert.equal(titleOf(shown.html), "Match · aval");
  assert.ok(!textOf((await browser.get(path!)).html).replaceAll(" ", "").includes("Quillon"));
  assert.ok(!(await recordedOf(service)).includes("Quillon"));
  const hostile = await browser.post(`${path}/aligned`, { name: HOSTILE });
  assert.ok(!hostile.html.includes(HOSTILE));
  assert.equal((await browser.get(`${path}/aligned`)).status, 405);
});

Deno.test("a typed name is compared anew, and is given no word and no score of another", async () => {
  await using service = await serviceInMemory();
  const browser = await openDesk(service);
  const { name } = inventedCustomers.find(({ subjectRef }) => subjectRef === "invented-2")!;
  const [path] = await queueOf(browser, "?subjectRef=invented-2");
  const shownFor = async (typed: string) => {
    const { html } = await browser.post(`${path}/aligned`, { name: typed });
    return html.replaceAll(/<(?!\/?(?:li|bdi))[^>]*>/g, "").replaceAll(/\s+/g, " ");
  };
  const right = await shownFor(name);
  assert.ok(right.includes(`<bdi>${name}</bdi>, above the listed name`));
  assert.ok(!/another name|word 1/.test(right));
  const near = await shownFor("Pawlo Drovenchuk");
  assert.match(near, /The decision has compared another name, or other lists/);
  assert.ok(near.includes("word 1"), "the words that it has compared are not known");
  const pairs = [...near.matchAll(/<li class="pair (\w+)">(.*?)<\/li>/g)];
  const ofPawlo = pairs.filter(([, , text]) => text!.includes("Pawlo"));
  assert.deepEqual(ofPawlo.map(([, kind]) => kind), ["near"]);
  const other = await shownFor("Mickey Mouse");
  assert.match(other, /<bdi>Mickey Mouse<\/bdi> does not find this entry/);
  assert.equal(other.match(/Mickey/g)?.length, 1);
});

Deno.test("a match of another client answers as one that does not exist, for each page and act", async () => {
  await using service = await serviceInMemory();
  const [mine, theirs] = [await openDesk(service), await openDesk(service)];
  const [path] = await queueOf(theirs);
  const unknown = `/desk/matches/${UNKNOWN_ID}`;
  const acts = [
    ["judgements", { judgement: "name_only" }],
    ["assignee", { assignee: "me" }],
    ["aligned", { name: "Viktor" }],
  ] as const;
  const plain = (html: string) => html.replaceAll(/req_[\w-]+|[0-9a-f-]{36}/g, "");
  const read = [await mine.get(path!), await mine.get(unknown)] as const;
  assert.deepEqual(read.map(({ status }) => status), [404, 404]);
  assert.equal(plain(read[0].html), plain(read[1].html));
  for (const [act, fields] of acts) {
    assert.equal((await mine.post(`${path}/${act}`, fields)).status, 404, act);
    assert.equal((await mine.post(`${unknown}/${act}`, fields)).status, 404, act);
  }
  assert.equal((await mine.get("/desk/matches/none")).status, 404);
  assert.match((await theirs.get(path!)).html, /no judgement yet/);
});

Deno.test("an act without the token of its session does nothing", async () => {
  await using service = await serviceInMemory();
  const browser = await openDesk(service);
  const [path] = await queueOf(browser);
  const forged = await browser.post(`${path}/judgements`, {
    ...{ formToken: "x", judgement: "name_only" },
  });
  assert.equal(forged.status, 400);
  assert.ok((await queueOf(browser)).includes(path!));
});

Deno.test("the script of the desk is served, and its pages may call this origin", async () => {
  await using service = await serviceInMemory();
  const browser = await openDesk(service);
  const { html, headers } = await browser.get("/desk");
  const script = /<script defer src="([^"]+)"/.exec(html)?.[1];
  const file = await service.fetch(script!);
  assert.match(file.headers.get("content-type")!, /javascript/);
  assert.ok((await file.text()).includes("takeBack"));
  assert.match(headers.get("content-security-policy")!, /connect-src 'self'/);
});
