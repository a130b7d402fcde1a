/** Posts at the desk and in the console are limited by person. */

import "../../../../base/temporal.ts";
import assert from "node:assert/strict";
import { defaultClientRecord } from "../../../../core/access/client_schema.ts";
import { ClientId, PersonId } from "../../../../core/access/schema.ts";
import type { PersonSession } from "../../../../core/console/schema.ts";
import { putRecord } from "../../../support/clients.ts";
import { openDesk } from "../../../support/desk.ts";
import { beginSession, formTokenOf, personBrowser } from "../../../support/person_provider.ts";
import { serviceInMemory, type TestService } from "../../../support/service.ts";

/** A person's browser. @returns a function that acts, and returns the outcome */
async function actor(service: TestService, personId: string, clientId: string | null) {
  const browser = personBrowser(service);
  const session = {
    personId: PersonId.parse(personId),
    clientId: clientId === null ? null : ClientId.parse(clientId),
    roles: clientId === null ? ["aval-operator"] : [],
  } satisfies Partial<PersonSession>;
  browser.cookies.set("aval_session", await beginSession(service, session));
  const [page, act] = clientId === null
    ? ["/console", "/console/client/record"]
    : ["/desk", "/desk/matches/0198c0de-0000-7000-8000-000000000000/assignee"];
  const formToken = await formTokenOf(browser, page);
  return async () => {
    const answer = await browser.post(act, { formToken, assignee: "me" });
    await answer.body?.cancel();
    return answer;
  };
}

Deno.test("posts count by person and client, and what is read does not", async () => {
  const policy = {
    rateLimits: {
      persons: { capacity: 3, refillPerSecond: 1 },
      pages: { capacity: 1_000, refillPerSecond: 1_000 },
    },
  };
  await using service = await serviceInMemory({
    mode: "live",
    env: { AVAL_CONSOLE: "desk,console" },
    policy,
  });
  for (const id of ["acme", "globex"]) await putRecord(service, id, defaultClientRecord);
  const ann = await actor(service, "ann", "acme");
  const statuses = [];
  for (let act = 0; act < 4; act++) statuses.push((await ann()).status);
  assert.deepEqual(statuses, [404, 404, 404, 429]);
  const refused = await ann();
  assert.equal(refused.headers.get("retry-after"), "1");
  assert.match(refused.headers.get("ratelimit-policy")!, /^"persons";q=3/);
  // Another session of hers is hers, and others are not: neither her namesake of another client.
  assert.equal((await (await actor(service, "ann", "acme"))()).status, 429);
  assert.equal((await (await actor(service, "bob", "acme"))()).status, 404);
  assert.equal((await (await actor(service, "ann", "globex"))()).status, 404);
  assert.notEqual((await (await actor(service, "ann", null))()).status, 429);
  service.clock.advance({ seconds: 1 });
  assert.equal((await ann()).status, 404);
});

Deno.test("a sandbox counts no visitor's posts by person", async () => {
  const policy = { rateLimits: { persons: { capacity: 1, refillPerSecond: 0.01 } } };
  await using service = await serviceInMemory({ policy });
  const desk = await openDesk(service);
  const path = "/desk/matches/0198c0de-0000-7000-8000-000000000000/assignee";
  for (let act = 0; act < 3; act++) {
    assert.equal((await desk.post(path, { assignee: "me" })).status, 404);
  }
});
