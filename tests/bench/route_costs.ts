import type { PolicyOverrides } from "../../core/policy/policy.ts";
import { sandboxWallets } from "../../routes/openapi/sandbox_wallets.ts";
import { activeAnswer, fakeProvider, providerEnvironment } from "../support/identity_provider.ts";
import {
  type CostedRequest,
  type CostedService,
  costedService,
} from "../support/costed_service.ts";
import type { StoreCost } from "../support/counting_backend.ts";
import { COMPLETE, onboardingPath } from "../support/onboarding.ts";
import { roomyPolicy } from "../support/policy.ts";
import { walletRiskPath } from "../support/wallet_risk.ts";

/** The store operations of one act. */
export interface RouteCost {
  readonly what: string;
  readonly cost: StoreCost;
}

/** Entries of the measured export. */
export const exportedEntries = 100;
/** Requests whose background work one turn does. */
export const batch = 32;

/**
 * A name one typing error from an entry of the excerpt in `fixtures/`: a possible match with a
 * candidate.
 */
export const listed = { name: "Yinyin Tan" };
let keys = 0;
const screening = (): CostedRequest => ({ method: "POST", path: "/v1/screen", body: listed });
const keyed = (): CostedRequest => ({ ...screening(), idempotencyKey: `order-${keys++}` });

/**
 * The cost of a request up to its answer, by route. Each route is called once before, so that
 * nothing is done for the first time.
 */
export async function routeCosts(): Promise<readonly RouteCost[]> {
  return [...await liveCosts(), ...await providerCosts(), ...await sandboxCosts()];
}

async function liveCosts(): Promise<readonly RouteCost[]> {
  await using live = await costedService({ mode: "live" });
  const ask = askOf(live);
  await ask(keyed());
  const replayed = keyed();
  const { decisionId } = JSON.parse((await ask(replayed)).text).meta;
  const path = `/v1/screen/${decisionId}`;
  const review = { decision: "false_positive", notes: "Other date of birth in the passport." };
  const costs = [
    { what: "screen, live", cost: (await ask(screening())).cost },
    { what: "screen, live, idempotency key", cost: (await ask(keyed())).cost },
    { what: "the same, replayed", cost: (await ask(replayed)).cost },
    { what: "read of a decision", cost: (await ask({ method: "GET", path })).cost },
    {
      what: "review, idempotency key",
      cost: (await ask({
        method: "POST",
        path: `${path}/review`,
        body: review,
        idempotencyKey: "review-1",
      })).cost,
    },
    {
      what: "usage of 90 days",
      cost: (await ask({ method: "GET", path: "/v1/screen/usage" })).cost,
    },
  ];
  for (let n = 0; n < exportedEntries; n++) await ask(screening());
  await live.settle();
  const exporting: CostedRequest = { method: "GET", path: "/v1/screen/gdpr/export" };
  await live.runMaintenance();
  costs.push({ what: `export of ${exportedEntries} entries`, cost: (await ask(exporting)).cost });
  const erasing: CostedRequest = { method: "POST", path: "/v1/screen/gdpr/erasure-requests" };
  costs.push({ what: "erasure of 4 idempotency records", cost: (await ask(erasing)).cost });
  return [...costs, await refusedCost(), ...await clearedCosts()];
}

/** The cost for a customer with a reference who was cleared of a listed person. */
async function clearedCosts(): Promise<readonly RouteCost[]> {
  await using live = await costedService({ mode: "live" });
  const ask = askOf(live);
  const known = { ...screening(), body: { ...listed, subjectRef: "customer-1" } };
  await ask(known);
  const { decisionId } = JSON.parse((await ask(known)).text).meta;
  const review = { decision: "false_positive", clearForDays: 30 };
  const begin = { method: "POST", path: `/v1/screen/${decisionId}/review`, body: review } as const;
  const list = { method: "GET", path: "/v1/screen/cleared-pairs" } as const;
  const costs = [
    { what: "review that clears", cost: (await ask(begin)).cost },
    { what: "screen of a cleared customer, live", cost: (await ask(known)).cost },
  ];
  const listing = await ask(list);
  const [{ pairId }] = JSON.parse(listing.text).pairs;
  return [
    ...costs,
    { what: "list of cleared pairs", cost: listing.cost },
    {
      what: "end of a cleared pair",
      cost: (await ask({ method: "DELETE", path: `${list.path}/${pairId}` })).cost,
    },
  ];
}

async function refusedCost(): Promise<RouteCost> {
  const policy: PolicyOverrides = {
    ...roomyPolicy,
    rateLimits: { screening: { capacity: 1, refillPerSecond: 0.01 } },
  };
  await using live = await costedService({ mode: "live", policy });
  await askOf(live)(screening());
  const { cost } = await askOf(live, 429)(screening());
  return { what: "screen, refused by its bucket (429)", cost };
}

async function providerCosts(): Promise<readonly RouteCost[]> {
  const now = Temporal.Instant.from("2026-03-02T09:00:00Z");
  await using provider = fakeProvider(() => Response.json(activeAnswer(provider, now)));
  await using live = await costedService({
    mode: "live",
    env: providerEnvironment(provider.url),
    token: "provider-token",
  });
  const ask = askOf(live);
  await ask(keyed());
  return [{
    what: "screen, live, idempotency key, introspection cached",
    cost: (await ask(keyed())).cost,
  }];
}

async function sandboxCosts(): Promise<readonly RouteCost[]> {
  await using sandbox = await costedService({ mode: "sandbox" });
  const ask = askOf(sandbox);
  const [{ send: body } = { send: {} }] = sandboxWallets;
  const score = { method: "POST", path: walletRiskPath, body } as const;
  const applies = { method: "POST", path: onboardingPath, body: COMPLETE } as const;
  const applyKeyed = { ...applies, idempotencyKey: "form-1" };
  await ask(keyed());
  await ask(applies);
  return [
    { what: "screen, sandbox", cost: (await ask(screening())).cost },
    { what: "screen, sandbox, idempotency key", cost: (await ask(keyed())).cost },
    { what: "wallet score, sandbox", cost: (await ask(score)).cost },
    {
      what: "wallet score, sandbox, idempotency key",
      cost: (await ask({ ...score, idempotencyKey: "score-1" })).cost,
    },
    { what: "application, sandbox", cost: (await ask(applies)).cost },
    { what: "application, sandbox, idempotency key", cost: (await ask(applyKeyed)).cost },
    { what: "the same application, replayed", cost: (await ask(applyKeyed)).cost },
    ...await monitoringCosts(),
  ];
}

/** Customers of the measured import. */
const imported = 100;

/** The cost of monitored customers; their client is in a sandbox. */
async function monitoringCosts(): Promise<readonly RouteCost[]> {
  await using sandbox = await costedService({ mode: "sandbox" });
  const [ask, make] = [askOf(sandbox), askOf(sandbox, 201)];
  const path = "/v1/monitoring/subjects";
  const put = (ref: string): CostedRequest => ({
    ...{ method: "PUT", path: `${path}/${ref}`, body: { name: "Viktor Sandbegov" } },
  });
  const items = Array.from({ length: imported }, (_, at) => ({
    subjectRef: `i-${at}`,
    name: "Hannelore Bistrupgaard",
  }));
  await make(put("c-1"));
  return [
    { what: "customer to monitor, new", cost: (await make(put("c-2"))).cost },
    { what: "customer to monitor, equal data", cost: (await ask(put("c-2"))).cost },
    {
      what: "read of a monitored customer",
      cost: (await ask({ method: "GET", path: `${path}/c-2` })).cost,
    },
    {
      what: "removal of a monitored customer",
      cost: (await ask({ method: "DELETE", path: `${path}/c-2` })).cost,
    },
    {
      what: `import of ${imported} customers`,
      cost: (await ask({ method: "POST", path: `${path}/import?generation=g`, body: { items } }))
        .cost,
    },
    {
      what: "end of an import",
      cost: (await ask({ method: "POST", path: `${path}/import/g/finish?remove=1` })).cost,
    },
  ];
}

/** The background's cost for {@link batch} screenings of one client, and for an idle minute. */
export async function backgroundCosts(): Promise<readonly RouteCost[]> {
  await using live = await costedService({ mode: "live" });
  const ask = askOf(live);
  await ask(screening());
  await live.settle();
  for (let n = 0; n < batch; n++) await ask(screening());
  const gathered = await live.settle();
  live.clock.advance({ minutes: 11 });
  const checkpoint = await live.runMaintenance();
  live.clock.advance({ minutes: 1 });
  const idle = await live.runMaintenance();
  return [
    { what: `chain and counters of ${batch} screenings at once`, cost: gathered },
    { what: `housekeeping with a checkpoint over ${batch} entries`, cost: checkpoint },
    { what: "housekeeping, nothing to do", cost: idle },
  ];
}

/** Waits for background work after each request, so that it is not counted for the next one. */
function askOf(service: CostedService, expected = 200) {
  return async (request: CostedRequest) => {
    const answer = await service.send(request);
    if (answer.status !== expected) {
      throw new Error(`${request.path} answered ${answer.status}: ${answer.text}`);
    }
    return answer;
  };
}
