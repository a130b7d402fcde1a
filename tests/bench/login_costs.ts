import { authorizePath, parametersOf, proveLogin, readPage } from "../support/login_journey.ts";
import { roomyPolicy } from "../support/policy.ts";
import { costedService } from "../support/costed_service.ts";
import type { RouteCost } from "./route_costs.ts";

/** What a login costs the store, step by step, at the sandbox's relying party. */
export async function loginCosts(): Promise<readonly RouteCost[]> {
  const policy = { ...roomyPolicy, login: { bindToBrowser: false } };
  await using costed = await costedService({ mode: "sandbox", policy });
  const redirect_uri = "http://localhost:9000/callback";
  const ask = async (path: string) => {
    const answer = await costed.send({ method: "GET", path });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`);
    return answer;
  };
  const path = authorizePath({ client_id: "sandbox-login", redirect_uri });
  // Asked before, so that nothing is new.
  await ask(path);
  const page = await ask(path);
  const { statusPath, request } = await readPage(page.text);
  await ask(statusPath);
  const waiting = await ask(statusPath);
  const fetch = async (path: string, init: RequestInit = {}) =>
    await costed.service.app(new Request(`http://localhost${path}`, init), { peerAddress: "" });
  await proveLogin({ fetch, clock: costed.clock }, { request });
  await costed.settle();
  const issuing = await ask(statusPath);
  const { redirectTo } = JSON.parse(issuing.text);
  if (parametersOf(redirectTo)["code"] === undefined) throw new Error(issuing.text);
  return [
    { what: "page of a login", cost: page.cost },
    { what: "poll of a login that waits", cost: waiting.cost },
    { what: "poll that issues the code", cost: issuing.cost },
    { what: "poll after that", cost: (await ask(statusPath)).cost },
  ];
}
