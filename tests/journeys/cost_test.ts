import assert from "node:assert/strict";
import { credentialCosts } from "../bench/credential_costs.ts";
import { loginCosts } from "../bench/login_costs.ts";
import { backgroundCosts, type RouteCost, routeCosts } from "../bench/route_costs.ts";
import { verificationCosts } from "../bench/verification_costs.ts";

/** Calls of the store, which are round trips if the store is on another machine. */
function callsOf(costs: readonly RouteCost[]): Record<string, string> {
  return Object.fromEntries(
    costs.map(({ what, cost: { reads, pages, commits } }) => [
      what,
      `${reads} reads, ${pages} pages, ${commits} commits`,
    ]),
  );
}

// docs/capacity.md has the routes that a load consists of. A route that needs another round trip is
// seen here.
Deno.test("every route costs the store what the cost table says", async () => {
  assert.deepEqual(callsOf(await routeCosts()), {
    // The decision with all that belongs to it: token and client are remembered, which cost a read each
    // every 10 s, and the bucket is written by one in 20.
    "screen, live": "0 reads, 0 pages, 1 commits",
    "screen, live, idempotency key": "1 reads, 0 pages, 1 commits",
    // The record of the key, the decision that the answer is rendered from.
    "the same, replayed": "2 reads, 0 pages, 0 commits",
    "read of a decision": "1 reads, 1 pages, 0 commits",
    "review, idempotency key": "6 reads, 1 pages, 1 commits",
    "usage of 90 days": "3 reads, 3 pages, 2 commits",
    // Both look for KYB records.
    "export of 100 entries": "21 reads, 4 pages, 1 commits",
    "erasure of 4 idempotency records": "3 reads, 3 pages, 2 commits",
    "screen, refused by its bucket (429)": "1 reads, 0 pages, 0 commits",
    "review that clears": "6 reads, 1 pages, 1 commits",
    // The pairs of the customer.
    "screen of a cleared customer, live": "1 reads, 0 pages, 1 commits",
    "list of cleared pairs": "1 reads, 1 pages, 0 commits",
    "end of a cleared pair": "4 reads, 0 pages, 1 commits",
    "screen, live, idempotency key, introspection cached": "1 reads, 0 pages, 2 commits",
    "screen, sandbox": "0 reads, 0 pages, 2 commits",
    "screen, sandbox, idempotency key": "1 reads, 0 pages, 1 commits",
    "wallet score, sandbox": "0 reads, 0 pages, 1 commits",
    "wallet score, sandbox, idempotency key": "1 reads, 0 pages, 1 commits",
    "application, sandbox": "0 reads, 0 pages, 2 commits",
    "application, sandbox, idempotency key": "0 reads, 0 pages, 2 commits",
    // The reservation that lost and its record hold the whole answer.
    "the same application, replayed": "2 reads, 0 pages, 1 commits",
    // The book, the customer, its pairs; how many there are; with tokens of the bucket.
    "customer to monitor, new": "6 reads, 0 pages, 2 commits",
    // The decision on file.
    "customer to monitor, equal data": "3 reads, 0 pages, 0 commits",
    "read of a monitored customer": "2 reads, 0 pages, 0 commits",
    "removal of a monitored customer": "4 reads, 0 pages, 1 commits",
    // Ten customers a read; 250 a commit, and the one of the answer.
    "import of 100 customers": "17 reads, 0 pages, 2 commits",
    "end of an import": "7 reads, 0 pages, 1 commits",
  });
});

Deno.test("every verification route costs the store what the cost table says", async () => {
  assert.deepEqual(callsOf(await verificationCosts()), {
    // As a screening's: the session with its record.
    "initiation of a session, live": "0 reads, 0 pages, 1 commits",
    "initiation, live, idempotency key": "1 reads, 0 pages, 1 commits",
    "the same initiation, replayed": "2 reads, 0 pages, 0 commits",
    "read of a session": "1 reads, 0 pages, 0 commits",
    "list of 20 sessions": "2 reads, 1 pages, 0 commits",
    "wallet's answer to an age check": "1 reads, 0 pages, 1 commits",
    "wallet's answer to an identity check": "1 reads, 0 pages, 1 commits",
    "read that takes the pack": "3 reads, 0 pages, 2 commits",
    "erasure of 3 sessions": "10 reads, 5 pages, 5 commits",
  });
});

Deno.test("every step of a login costs the store what the cost table says", async () => {
  const costs = await loginCosts();
  assert.deepEqual(callsOf(costs), {
    // The client; the session with its request.
    "authorize, a page": "1 reads, 0 pages, 1 commits",
    "poll of a page that waits": "2 reads, 0 pages, 0 commits",
    "wallet's answer to a login": "1 reads, 0 pages, 1 commits",
    "poll that issues the code": "3 reads, 0 pages, 1 commits",
    "poll that has the code again": "2 reads, 0 pages, 0 commits",
    // The client, its record again and its secrets, the code, the signing keys.
    "token": "5 reads, 0 pages, 1 commits",
    "authorize, single sign-on": "2 reads, 0 pages, 1 commits",
    "token, the code replayed": "7 reads, 0 pages, 1 commits",
    "discovery": "0 reads, 0 pages, 0 commits",
    "keys": "1 reads, 0 pages, 0 commits",
  });
});

Deno.test("every route of credentials costs the store what the cost table says", async () => {
  assert.deepEqual(callsOf(await credentialCosts()), {
    // The record of the key, the template; four commits of 25 rows, and the batch.
    "batch of 100 rows, idempotency key": "2 reads, 0 pages, 6 commits",
    "the same batch, replayed": "1 reads, 0 pages, 0 commits",
    "recheck of an item": "3 reads, 0 pages, 1 commits",
    // Whatever the size.
    "approval of 100 items": "4 reads, 0 pages, 1 commits",
    "read of a batch of 100 items": "1 reads, 2 pages, 0 commits",
    "offer made anew": "2 reads, 0 pages, 1 commits",
    // From memory within a second.
    "issuer metadata": "0 reads, 0 pages, 0 commits",
    // The offer, its batch and its item.
    "offer by reference": "3 reads, 0 pages, 0 commits",
    "token for a code": "3 reads, 0 pages, 1 commits",
    "nonce": "0 reads, 0 pages, 1 commits",
    "credential": "8 reads, 0 pages, 1 commits",
    // The list and its count of revocations.
    "status list, as it was": "2 reads, 0 pages, 0 commits",
    "revocation": "2 reads, 0 pages, 1 commits",
    "status list after a revocation": "2 reads, 2 pages, 0 commits",
    "demo offer": "3 reads, 1 pages, 5 commits",
    "initiation of an employer's session": "0 reads, 0 pages, 2 commits",
    "student's answer": "4 reads, 0 pages, 1 commits",
    "read that looks at the revocation": "5 reads, 0 pages, 1 commits",
    "read that takes the claims": "7 reads, 0 pages, 1 commits",
  });
});

Deno.test("a poll that changes nothing writes nothing, but for the tokens of 20 at a time", async () => {
  const written = (await loginCosts()).filter(({ what }) => /^poll (of a page|that has)/.test(what))
    .map(({ cost }) => cost.written);
  assert.deepEqual(written, [[], []]);
});

Deno.test("what follows a request is shared by all that come together", async () => {
  assert.deepEqual(callsOf(await backgroundCosts()), {
    // One gives back the tokens that were taken ahead.
    "chain and counters of 32 screenings at once": "2 reads, 1 pages, 3 commits",
    // The first checkpoint of a log marks its tree.
    "housekeeping with a checkpoint over 32 entries": "16 reads, 16 pages, 3 commits",
    // Two of the pages: KYB applications whose retention is over, who reads events.
    "housekeeping, nothing to do": "15 reads, 7 pages, 0 commits",
  });
});

Deno.test("a screening's commits stay small", async () => {
  const screenings = (await routeCosts()).filter(({ what }) => what.startsWith("screen, "));
  for (const { what, cost } of screenings) {
    // A match, with its row of the queue and its event.
    assert(cost.bytesWritten <= 5_120, `${what} writes ${cost.bytesWritten} bytes`);
    assert(cost.checks <= 5, `${what} checks ${cost.checks} keys`);
  }
});
