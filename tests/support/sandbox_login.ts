import published from "../../fixtures/login/sandbox.json" with { type: "json" };
import { type Changed, VERIFIER } from "./login_journey.ts";
import type { TestService } from "./service.ts";

const { clientId, secret, redirectUris: [redirectUri = ""] } = published;

/** Client ID of the relying party in every sandbox. */
export const sandboxLoginClientId = clientId;

/** Parameters of its authentication request that differ from others'. */
export const ofSandboxClient = {
  client_id: clientId,
  redirect_uri: redirectUri,
} as const satisfies Changed;

/** Servers on one store; each request goes to the next one. */
export function servedBy(urls: readonly string[]): Pick<TestService, "fetch" | "clock"> {
  let turn = 0;
  return {
    clock: {
      now: () => Temporal.Now.instant(),
      advance: () => {
        throw new Error("The clock of servers cannot be wound");
      },
    },
    fetch: (path, init) =>
      fetch(`${urls[turn++ % urls.length]}${path}`, { ...init, redirect: "manual" }),
  };
}

/** A token call of the sandbox's relying party. */
export function tokenCall(code: string): {
  readonly path: string;
  readonly init: {
    readonly method: "POST";
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
} {
  return {
    path: "/v1/login/token",
    init: {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        authorization: `Basic ${btoa(`${clientId}:${secret}`)}`,
      },
      body: new URLSearchParams({
        grant_type: "authorization_code",
        code,
        redirect_uri: redirectUri,
        code_verifier: VERIFIER,
      }).toString(),
    },
  };
}
