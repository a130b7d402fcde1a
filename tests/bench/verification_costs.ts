import { answerOf, type Claims, ERIKA } from "../support/sandbox_wallet.ts";
import {
  type CostedRequest,
  type CostedService,
  costedService,
} from "../support/costed_service.ts";
import { pathOf } from "../support/verifying.ts";
import type { RouteCost } from "./route_costs.ts";

let keys = 0;
const sessions = "/v1/verify/sessions";
const initiation = (checkType: string): CostedRequest => ({
  method: "POST",
  path: sessions,
  body: { clientId: "my-bank", checkType },
});
const keyed = (): CostedRequest => ({
  ...initiation("age-verification"),
  idempotencyKey: `order-${keys++}`,
});

/**
 * The cost of verification up to its answer, by route; routes of wallets and packs in a sandbox.
 */
export async function verificationCosts(): Promise<readonly RouteCost[]> {
  return [...await clientCosts(), ...await walletCosts()];
}

async function clientCosts(): Promise<readonly RouteCost[]> {
  await using live = await costedService({ mode: "live" });
  const ask = askOf(live);
  await ask(keyed());
  const replayed = keyed();
  const started = JSON.parse((await ask(replayed)).text);
  const costs = [
    {
      what: "initiation of a session, live",
      cost: (await ask(initiation("age-verification"))).cost,
    },
    { what: "initiation, live, idempotency key", cost: (await ask(keyed())).cost },
    { what: "the same initiation, replayed", cost: (await ask(replayed)).cost },
    {
      what: "read of a session",
      cost: (await ask({ method: "GET", path: pathOf(started) })).cost,
    },
  ];
  for (let n = 0; n < 20; n++) await ask(initiation("age-verification"));
  costs.push({
    what: "list of 20 sessions",
    cost: (await ask({ method: "GET", path: sessions })).cost,
  });
  return costs;
}

async function walletCosts(): Promise<readonly RouteCost[]> {
  await using sandbox = await costedService({ mode: "sandbox" });
  const ask = askOf(sandbox);
  const answered = async (checkType: string, claims: Readonly<Record<string, Claims>>) => {
    const started = JSON.parse((await ask(initiation(checkType))).text);
    const body = await answerOf(started.authorizationRequest, { now: sandbox.clock.now(), claims });
    const { cost } = await ask({ method: "POST", path: `${pathOf(started)}/responses`, body });
    return { started, cost };
  };
  const age = await answered("age-verification", { av_age_over_18: { age_over_18: true } });
  const identity = await answered("aml-identity", { pid_aml_identity: ERIKA });
  const reading = await ask({ method: "GET", path: pathOf(identity.started) });
  const erasing = { method: "POST", path: "/v1/verify/gdpr/erasure-requests" } as const;
  await answered("aml-identity", { pid_aml_identity: ERIKA });
  return [
    { what: "wallet's answer to an age check", cost: age.cost },
    { what: "wallet's answer to an identity check", cost: identity.cost },
    { what: "read that takes the pack", cost: reading.cost },
    { what: "erasure of 3 sessions", cost: (await ask({ ...erasing, client: "my-bank" })).cost },
  ];
}

/** Waits for background work after each request, so that it is not counted for the next one. */
function askOf(service: CostedService) {
  return async (request: CostedRequest) => {
    const answer = await service.send(request);
    if (answer.status !== 200) throw new Error(`${request.path}: ${answer.text}`);
    return answer;
  };
}
