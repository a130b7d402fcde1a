/** The pages of watched customers, over HTTP: customers, runs, changes of the day, cleared pairs. */

import assert from "node:assert/strict";
import { putRecord } from "../../../support/clients.ts";
import { type DeskBrowser, openDesk } from "../../../support/desk.ts";
import { entity } from "../../../support/entity.ts";
import { folderOf } from "../../../support/folder.ts";
import { runsPath, subjectsPath } from "../../../support/monitoring.ts";
import { POSSIBLE_NAME, UNKNOWN_ID } from "../../../support/names.ts";
import {
  manifestOf,
  publishInto,
  snapshotOf,
  testSigner,
} from "../../../support/published_lists.ts";
import { reviewerOf, serviceWithReviewers } from "../../../support/reviewers.ts";
import { serviceInMemory, type TestService } from "../../../support/service.ts";

const HOSTILE = `"><script>alert(1)</script>`;
const watched = "/desk/watched";
const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1];

/** All log records and audit entries of the service. */
async function recordedOf(service: TestService): Promise<string> {
  return JSON.stringify(await service.auditEvents()) + service.logLines.join("\n");
}

async function watch(browser: DeskBrowser, fields: Readonly<Record<string, string>>) {
  return await browser.post(`${watched}/subjects`, { dob: "", nationality: "", ...fields });
}

Deno.test("a customer is watched, found, shown and watched no longer", async () => {
  await using service = await serviceInMemory();
  const browser = await openDesk(service);
  const put = await watch(browser, { subjectRef: "c-77", name: "Viktor Sandbegov", dob: "1961" });
  const path = `${watched}/subjects/c-77`;
  assert.deepEqual([put.status, put.location], [303, path], put.html);
  const page = await browser.get(path);
  assert.equal(page.status, 200, page.html);
  assert.match(textOf(page.html), /Viktor Sandbegov .* 1961/);
  assert.equal(titleOf(page.html), "Watched customer · aval");
  const found = await browser.get(`${watched}?subjectRef=c-77`);
  assert.match(found.html, /href="\/desk\/watched\/subjects\/c-77"/);
  assert.ok(!found.html.includes("Sandbegov"), "a list shows nothing of a customer");
  assert.equal((await browser.get(`${watched}?subjectRef=c-78`)).status, 200);
  assert.match(textOf((await browser.get(`${watched}?subjectRef=c-78`)).html), /No customer with/);
  const removed = await browser.post(`${path}/removal`);
  assert.deepEqual([removed.status, removed.location], [303, watched]);
  assert.equal((await browser.get(path)).status, 404);
  assert.equal((await browser.post(`${path}/removal`)).status, 404);
});

Deno.test("each page that shows a customer's data is on record by person, and no list is", async () => {
  await using service = await serviceInMemory();
  const browser = await openDesk(service);
  await watch(browser, { subjectRef: "c-77", name: "Viktor Sandbergov" });
  const reads = async () =>
    (await service.auditEvents()).filter(({ kind }) => kind === "MONITORED_SUBJECT_READ");
  await browser.get(watched);
  await browser.get(`${watched}?subjectRef=c-77`);
  await browser.get(`${watched}/subjects/none`);
  assert.deepEqual(await reads(), []);
  const page = `${watched}/subjects/c-77`;
  const { cookie } = browser;
  const ahead = await service.fetch(page, { headers: { cookie, "sec-purpose": "prefetch" } });
  assert.equal(ahead.status, 400);
  assert.ok(!(await ahead.text()).includes("Sandbergov"));
  const head = await service.fetch(page, { method: "HEAD", headers: { cookie } });
  assert.equal(head.status, 200);
  assert.deepEqual(await reads(), []);
  await browser.get(page);
  const [read, ...others] = await reads();
  assert.ok(read?.kind === "MONITORED_SUBJECT_READ" && others.length === 0);
  assert.deepEqual([read.person, read.decisionId], ["visitor", undefined]);
  const recorded = await recordedOf(service);
  assert.ok(!recorded.includes("Sandbergov") && !recorded.includes("c-77"));
});

Deno.test("what is wrong with a customer is a page that says so, and nothing is kept", async () => {
  await using service = await serviceInMemory();
  const browser = await openDesk(service);
  for (
    const fields of [
      { subjectRef: "has blank", name: "Anna Berg" },
      { subjectRef: "c-1", name: "Anna Berg", dob: "yesterday" },
      { subjectRef: "c-1", name: "" },
      { subjectRef: "c-1", name: "..." },
      { subjectRef: "c-1", name: "x".repeat(5_000) },
      { subjectRef: "", name: "Anna Berg" },
    ]
  ) {
    const refused = await watch(browser, fields);
    assert.equal(refused.status, 400, JSON.stringify(fields));
    assert.match(refused.headers.get("content-type")!, /text\/html/);
  }
  assert.equal((await browser.get(`${watched}/subjects/c-1`)).status, 404);
  await watch(browser, { subjectRef: "c-1", name: `Anna ${HOSTILE}` });
  assert.ok(!(await browser.get(`${watched}/subjects/c-1`)).html.includes(HOSTILE));
  assert.equal((await browser.get(`${watched}?cursor=none`)).status, 400);
});

Deno.test("a run is requested, one at a time, and the page shows how it ended", async () => {
  await using service = await serviceInMemory();
  const browser = await openDesk(service);
  await watch(browser, { subjectRef: "c-1", name: "Anna Berg" });
  const started = await browser.post(`${watched}/runs`);
  assert.deepEqual([started.status, started.location], [303, watched], started.html);
  assert.match(textOf((await browser.get(watched)).html), /all, as requested .* under way/);
  assert.equal((await browser.post(`${watched}/runs`)).status, 409);
  await service.runMonitoring();
  const { html } = await browser.get(watched);
  assert.ok(!html.includes("under way"));
});

Deno.test("a sandbox's browser advances its lists, and sees whom that concerns", async () => {
  await using service = await serviceInMemory();
  const [browser, other] = [await openDesk(service), await openDesk(service)];
  for (const one of [browser, other]) {
    await watch(one, { subjectRef: "c-9", name: "Ruprecht Wendelstrand" });
  }
  const advanced = await browser.post(`${watched}/lists`);
  assert.equal(advanced.status, 200, advanced.html);
  assert.match(textOf(advanced.html), /You see it until/);
  await service.runMonitoring();
  const mine = textOf((await browser.get(watched)).html);
  assert.match(mine, /what changed/);
  assert.match(mine, /c-9 Ruprecht Wendelstrand (Possible|Confirmed) match/);
  const theirs = textOf((await other.get(watched)).html);
  assert.doesNotMatch(theirs, /what changed|Ruprecht/);
});

Deno.test("cleared pairs are listed with why they ended, and are ended", async () => {
  await using service = await serviceWithReviewers();
  const [mine, theirs] = ["acme", "globex"].map((one) => reviewerOf(service, "m.weber", one));
  const acme = service.as("acme");
  const screened = await acme.post("/v1/screen", { name: POSSIBLE_NAME, subjectRef: "c-1" });
  const { decisionId } = screened.body.meta;
  const judged = await mine!.post(`/desk/matches/${decisionId}/judgements`, {
    ...{ judgement: "dob_differs", clearForDays: "1" },
  });
  assert.equal(judged.status, 303, judged.html);
  const cleared = `${watched}/cleared`;
  const pageText = async (query = "") => textOf((await mine!.get(`${cleared}${query}`)).html);
  assert.match(await pageText(), /c-1 .* by m.weber : another date of birth holds until/);
  // One press ends no pair that holds.
  assert.match(
    (await mine!.get(cleared)).html,
    /<details>\s*<summary>End it[^]*End it now[^]*<\/details>/,
  );
  assert.match(
    await pageText("?state=LAPSED"),
    /No pair is on record .* a number of days makes one/,
  );
  assert.match(await pageText("?subjectRef=c-2"), /No pair is on record/);
  service.clock.advance({ hours: 25 });
  assert.match(await pageText("?state=LAPSED&subjectRef=c-1"), /ended its time is over/);
  assert.equal((await mine!.get(`${cleared}?state=OVER`)).status, 400);
  const { html } = await mine!.get(cleared);
  const end = /action="(\/desk\/watched\/cleared\/[^"]+\/end)"/.exec(html)![1]!;
  assert.equal((await theirs!.post(end)).status, 404);
  const ended = await mine!.post(end);
  assert.deepEqual([ended.status, ended.location], [303, cleared], ended.html);
  assert.match(await pageText(), /No pair is on record/);
});

Deno.test("a customer of another client answers as one that is not watched", async () => {
  await using service = await serviceInMemory();
  const [mine, theirs] = [await openDesk(service), await openDesk(service)];
  await watch(theirs, { subjectRef: "c-1", name: "Anna Berg" });
  const plain = (html: string) => html.replaceAll(/req_[\w-]+|[0-9a-f-]{36}/g, "");
  const paths = [`${watched}/subjects/c-1`, `${watched}/subjects/never`];
  const [one, unknown] = [await mine.get(paths[0]!), await mine.get(paths[1]!)];
  assert.deepEqual([one.status, unknown.status], [404, 404]);
  assert.equal(plain(one.html), plain(unknown.html));
  assert.equal((await mine.post(`${paths[0]}/removal`)).status, 404);
  assert.equal((await mine.post(`${watched}/cleared/${UNKNOWN_ID}/end`)).status, 404);
  assert.equal((await theirs.get(paths[0]!)).status, 200);
});

Deno.test("an act without the token of its session does nothing", async () => {
  await using service = await serviceInMemory();
  const browser = await openDesk(service);
  for (const path of ["subjects", "runs", "lists"]) {
    const fields = { formToken: "x", subjectRef: "c-1", name: "Anna Berg" };
    assert.equal((await browser.post(`${watched}/${path}`, fields)).status, 400, path);
  }
  assert.equal((await browser.get(`${watched}/subjects/c-1`)).status, 404);
});

Deno.test("in live the page says how monitoring is turned on, and then shows the changes of the day", async () => {
  const signer = await testSigner();
  await using folder = await folderOf({});
  const [one, two] = ["Aurelio Brandtvik", "Casimir Dolgorukov"].map((name, at) =>
    entity(at, [[name, "primary"]])
  );
  let minute = 0;
  const publish = async (entities: readonly (typeof one)[]) => {
    const snapshot = snapshotOf([{
      ...{ source: "ofac-sdn", asOf: "2026-03-01" },
      entities: entities.map((each) => each!),
    }]);
    const createdAt = `2026-03-02T00:0${++minute}:00.000Z`;
    await publishInto(folder.path, snapshot, await manifestOf(snapshot, signer, { createdAt }));
  };
  await publish([one]);
  await using service = await serviceWithReviewers({
    mode: "live",
    env: { AVAL_LISTS: `${folder.path}/lists.note#key=${signer.verifierKey}` },
    policy: { lists: { shrinkPercentMax: 100 } },
  });
  await service.recordLists();
  const reviewer = reviewerOf(service, "m.weber", "acme");
  const off = await reviewer.get(watched);
  assert.equal(off.status, 200);
  assert.match(textOf(off.html), /monitoring: true/);
  const fields = { subjectRef: "c-2", name: "Casimir Dolgorukov" };
  assert.equal((await reviewer.post(`${watched}/subjects`, fields)).status, 403);
  assert.equal((await reviewer.post(`${watched}/runs`)).status, 403);
  assert.equal((await reviewer.post(`${watched}/lists`)).status, 404);
  await putRecord(service, "acme", { monitoring: true });
  assert.equal((await reviewer.post(`${watched}/subjects`, fields)).status, 303);
  assert.match(textOf((await reviewer.get(watched)).html), /No change of the lists is on record/);
  service.clock.advance({ seconds: 10 });
  await publish([one, two]);
  await service.refreshLists();
  await service.recordLists();
  await service.runMonitoring();
  const page = await reviewer.get(watched);
  assert.match(textOf(page.html), /ofac-sdn 1 0 0/);
  assert.match(textOf(page.html), /c-2 Casimir Dolgorukov/);
  const { body } = await service.as("acme").get(runsPath);
  assert.equal(body.runs[0].opened, 1);
  assert.equal((await service.as("acme").get(`${subjectsPath}/c-2`)).status, 200);
});
