import { ClientId } from "../../core/access/schema.ts";
import { openLoginRegistrations } from "../../kv/login/login_registrations.ts";
import { certify } from "../support/certificates.ts";
import { type CostedService, costedService } from "../support/costed_service.ts";
import type { StoreCost } from "../support/counting_backend.ts";
import {
  authorizePath,
  openBrowser,
  openPage,
  parametersOf,
  proveLogin,
  REDIRECT_URI,
  VERIFIER,
} from "../support/login_journey.ts";
import { issuerBelow } from "../support/issuer.ts";
import { always, certificatesPem } from "../support/pem.ts";
import { seededRandom } from "../support/random.ts";
import type { TestIssuer } from "../support/sandbox_wallet.ts";
import type { RouteCost } from "./route_costs.ts";

/** The steps of a login in live, in order. */
const steps = [
  "authorize, a page",
  "poll of a page that waits",
  "wallet's answer to a login",
  "poll that issues the code",
  "poll that has the code again",
  "token",
  "authorize, single sign-on",
  "token, the code replayed",
  "discovery",
  "keys",
] as const;

/** The store's cost of a login up to its answers, by step, after one login for warm-up. */
export async function loginCosts(): Promise<readonly RouteCost[]> {
  const root = await certify({ name: "Issuers", ...always });
  const env = { AVAL_TRUST_ANCHORS: certificatesPem(root) };
  await using live = await costedService({ mode: "live", env });
  const secret = await register(live);
  const issuer = await issuerBelow(root);
  await lead(live, { secret, issuer });
  const costs = await lead(live, { secret, issuer });
  return steps.map((what) => ({ what, cost: costs[what] }));
}

async function register({ service: { store }, clock }: CostedService): Promise<string> {
  const random = seededRandom(101);
  const audit = { record: () => {} };
  const registrations = openLoginRegistrations({ store, clock, random, audit });
  const redirectUris = [REDIRECT_URI];
  const { secret } = await registrations.put(ClientId.parse("acme"), { redirectUris });
  if (secret === null) throw new Error("A new login client has a secret");
  return secret;
}

/** Runs one login, step by step. */
async function lead(
  live: CostedService,
  { secret, issuer }: {
    readonly secret: string;
    readonly issuer: TestIssuer;
  },
): Promise<Readonly<Record<typeof steps[number], StoreCost>>> {
  const browser = openBrowser(live);
  /** The cost of a step, whose answer must have this status. */
  const costOf = async (status: number, step: () => Promise<{ readonly status: number }>) => {
    let answered = 0;
    const cost = await live.count(async () => {
      ({ status: answered } = await step());
    });
    if (answered !== status) throw new Error(`Answered ${answered}, not ${status}: ${step}`);
    return cost;
  };
  let waiting: Awaited<ReturnType<typeof openPage>> | undefined;
  const page = await costOf(200, async () => (waiting = await openPage(browser)).page);
  if (waiting === undefined) throw new Error("There is no page");
  const { statusPath, request } = waiting;
  const poll = () => browser.get(statusPath);
  const waits = await costOf(200, poll);
  const proved = await costOf(200, () => proveLogin(live, { request }, { issuer }));
  const issues = await costOf(200, poll);
  let redirectTo = "";
  const again = await costOf(200, async () => {
    const polled = await poll();
    redirectTo = polled.body.redirectTo;
    return polled;
  });
  const redeem = () => live.fetch("/v1/login/token", tokenCall(secret, redirectTo));
  const token = await costOf(200, redeem);
  return {
    "authorize, a page": page,
    "poll of a page that waits": waits,
    "wallet's answer to a login": proved,
    "poll that issues the code": issues,
    "poll that has the code again": again,
    "token": token,
    "authorize, single sign-on": await costOf(302, () => browser.get(authorizePath())),
    "token, the code replayed": await costOf(400, redeem),
    "discovery": await costOf(
      200,
      () => live.fetch("/v1/login/.well-known/openid-configuration"),
    ),
    "keys": await costOf(200, () => live.fetch("/v1/login/.well-known/jwks.json")),
  };
}

function tokenCall(secret: string, redirectTo: string): RequestInit {
  return {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      authorization: `Basic ${btoa(`acme:${secret}`)}`,
    },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code: parametersOf(redirectTo)["code"] ?? "",
      redirect_uri: REDIRECT_URI,
      code_verifier: VERIFIER,
    }).toString(),
  };
}
