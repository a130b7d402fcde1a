/** Earlier decisions about the customer on the page of a match. */

import assert from "node:assert/strict";
import { rotateDataKey } from "../../../../kv/keys/key_rotation.ts";
import { POSSIBLE_NAME } from "../../../support/names.ts";
import { seededRandom } from "../../../support/random.ts";
import { reviewerOf, serviceWithReviewers } from "../../../support/reviewers.ts";
import type { TestService } from "../../../support/service.ts";
import { TEST_SECRET } from "../../../support/store.ts";

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");

async function screened(
  service: TestService,
  { name = POSSIBLE_NAME, subjectRef = "c-1", client = "acme" }: {
    readonly name?: string;
    readonly subjectRef?: string;
    readonly client?: string;
  } = {},
): Promise<string> {
  service.clock.advance({ seconds: 1 });
  const { body } = await service.as(client).post("/v1/screen", { name, subjectRef });
  return `/desk/matches/${body.meta.decisionId}`;
}

/** Links to other matches, below their heading. */
function othersOf(html: string): readonly string[] {
  const [, list = ""] = html.split("Other matches of this customer");
  return [...list.matchAll(/href="(\/desk\/matches\/[0-9a-f-]{36})"/g)].map(([, path]) => path!);
}

Deno.test("a match says who cleared the customer of this party before, why and until when", async () => {
  await using service = await serviceWithReviewers();
  const ann = reviewerOf(service, "ann", "acme");
  const first = await screened(service);
  const cleared = await ann.post(`${first}/judgements`, {
    ...{ judgement: "name_only", clearForDays: "30" },
  });
  assert.equal(cleared.status, 303, cleared.html);
  const day = service.clock.now().toString().slice(0, 10);
  const until = service.clock.now().add({ hours: 720 }).toString().slice(0, 10);
  const { html } = await ann.get(await screened(service));
  assert.match(textOf(html), new RegExp(`cleared of this party on ${day} by ann`));
  assert.match(
    textOf(html),
    new RegExp(`nothing agrees but the name *\\. It holds until ${until}`),
  );
  assert.ok(html.includes(`href="${first}" data-swap="">That decision`));
  // Of other data the clearing has ended, and says why.
  const changed = await ann.get(await screened(service, { name: "Viktor Sandbegof" }));
  assert.match(textOf(changed.html), /has ended: the customer.*s data have changed/);
});

Deno.test("a match lists the customer's other matches, the newest first and eight at most", async () => {
  await using service = await serviceWithReviewers();
  const ann = reviewerOf(service, "ann", "acme");
  const paths: string[] = [];
  for (let at = 0; at < 10; at++) paths.push(await screened(service));
  await screened(service, { name: "Hannelore Bistrupgaard" });
  const other = await screened(service, { subjectRef: "c-2" });
  const [last, ...earlier] = paths.toReversed();
  const { html } = await ann.get(last!);
  assert.deepEqual(othersOf(html), earlier.slice(0, 8));
  assert.match(textOf(html), /the same party Possible match, Open/);
  await ann.post(`${earlier[0]}/judgements`, { judgement: "name_only" });
  assert.match(textOf((await ann.get(last!)).html), /Possible match, Closed/);
  assert.deepEqual(othersOf((await ann.get(other)).html), []);
});

Deno.test("another client's matches of the same subjectRef are not listed", async () => {
  await using service = await serviceWithReviewers();
  await screened(service, { client: "globex" });
  const mine = await screened(service);
  assert.deepEqual(othersOf((await reviewerOf(service, "ann", "acme").get(mine)).html), []);
});

Deno.test("matches of a book are listed with those of the API", async () => {
  await using service = await serviceWithReviewers();
  const ann = reviewerOf(service, "ann", "acme");
  const mine = await screened(service);
  await ann.postFile("/desk/books", `id,name\nc-1,${POSSIBLE_NAME}\n`);
  await service.runBatches();
  assert.equal(othersOf((await ann.get(mine)).html).length, 1);
});

Deno.test("matches are found over rotations of the data key", async () => {
  const folder = await Deno.makeTempDir();
  const paths: string[] = [];
  for (let seed = 1; seed <= 3; seed++) {
    await using service = await serviceWithReviewers({ kv: `${folder}/kv.sqlite3`, seed });
    service.clock.advance({ hours: seed });
    paths.push(await screened(service));
    const { html } = await reviewerOf(service, "ann", "acme").get(paths.at(-1)!);
    assert.deepEqual(othersOf(html), paths.slice(0, -1).toReversed());
    const { store, clock } = service;
    const secrets = { current: TEST_SECRET };
    const random = seededRandom(seed + 10);
    assert.ok((await rotateDataKey({ store, clock, random, secrets }, "at-rest")).ok);
  }
  await Deno.remove(folder, { recursive: true });
});
