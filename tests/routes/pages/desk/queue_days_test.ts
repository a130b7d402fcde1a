/** The charts of the queue, which count each decision and review, in any number. */

import assert from "node:assert/strict";
import { POSSIBLE_NAME } from "../../../support/names.ts";
import { reviewerOf, serviceWithReviewers } from "../../../support/reviewers.ts";
import type { TestService } from "../../../support/service.ts";

/** The text of a chart. */
async function picture(service: TestService, client: string, title: string): Promise<string> {
  const { html } = await reviewerOf(service, "ann", client).get("/desk");
  return new RegExp(`aria-label="${title}: ([^"]*)"`).exec(html)?.[1] ?? "none";
}

async function matchOf(service: TestService, client: string): Promise<string> {
  const { body } = await service.as(client).post("/v1/screen", { name: POSSIBLE_NAME });
  return body.meta.decisionId;
}

const today = (service: TestService) => service.clock.now().toString().slice(5, 10);

Deno.test("a decision counts once when it opens, and with its reason each time it closes", async () => {
  await using service = await serviceWithReviewers();
  const acme = service.as("acme");
  const [first, second] = [await matchOf(service, "acme"), await matchOf(service, "acme")];
  await acme.post("/v1/screen", { name: "Hannelore Bistrupgaard" });
  const opened = today(service);
  service.clock.advance({ hours: 24 });
  const review = (id: string, review: Readonly<Record<string, unknown>>) =>
    acme.post(`/v1/screen/${id}/review`, review);
  await review(first, { decision: "false_positive", reasonCode: "name_only" });
  // What is closed already does not close again.
  await review(first, { decision: "false_positive", reasonCode: "dob_differs" });
  await review(second, { decision: "escalated" });
  const closed = today(service);
  assert.match(await picture(service, "acme", "Opened by day"), new RegExp(`${opened} 2`));
  assert.match(await picture(service, "acme", "Opened by day"), new RegExp(`${closed} 0`));
  assert.match(await picture(service, "acme", "Closed by day"), new RegExp(`${closed} 1`));
  assert.equal(
    await picture(service, "acme", "Closed because"),
    "nothing agrees but the name 1",
  );
  await review(second, { decision: "confirmed_match" });
  assert.equal(
    await picture(service, "acme", "Closed because"),
    "The listed party 1, nothing agrees but the name 1",
  );
  assert.equal(await picture(service, "globex", "Closed because"), "none");
});

Deno.test("reviews of many at once, and at the same time, are each counted once", async () => {
  await using service = await serviceWithReviewers();
  const acme = service.as("acme");
  const ids = await Promise.all(Array.from({ length: 12 }, () => matchOf(service, "acme")));
  const said = { decision: "false_positive", reasonCode: "name_only" };
  await Promise.all([
    acme.post("/v1/screen/reviews", {
      reviews: ids.slice(0, 6).map((decisionId) => ({ decisionId, ...said })),
    }),
    ...ids.slice(6).map((id) => acme.post(`/v1/screen/${id}/review`, said)),
  ]);
  assert.equal(
    await picture(service, "acme", "Closed because"),
    "nothing agrees but the name 12",
  );
});

Deno.test("the queue filters by days and by book", async () => {
  await using service = await serviceWithReviewers();
  const ann = reviewerOf(service, "ann", "acme");
  const old = await matchOf(service, "acme");
  service.clock.advance({ hours: 72 });
  const { location } = await ann.postFile("/desk/books", `name\n${POSSIBLE_NAME}\n`);
  await service.runBatches();
  const matches = async (query: string) =>
    [...(await ann.get(`/desk?${query}`)).html.matchAll(/<tr data-decision="([^"]+)"/g)]
      .map(([, id]) => id);
  const day = service.clock.now().toString().slice(0, 10);
  assert.deepEqual(await matches(`from=&to=${day}`), [old]);
  const ofBook = await matches(`batchId=${location!.split("/").at(-1)}`);
  assert.equal(ofBook.length, 1);
  assert.ok(!ofBook.includes(old));
  assert.deepEqual(await matches(`from=${day}&to=`), ofBook);
  assert.equal((await ann.get("/desk?from=yesterday")).status, 400);
});
