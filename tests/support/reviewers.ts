import { ok, refuse } from "../../base/result.ts";
import { ClientId, PersonId } from "../../core/access/schema.ts";
import { oldLogin } from "../../core/console/fresh_login.ts";
import type { Deployment } from "../../routes/http/deployment.ts";
import { type DeskAnswer, whereTo } from "./desk.ts";
import { serviceInMemory, type TestService, type TestServiceOptions } from "./service.ts";

/** Starts a service whose desk accepts the person named by the tests' headers. */
export function serviceWithReviewers(options: TestServiceOptions = {}): Promise<TestService> {
  const isLive = options.mode === "live";
  const consoleSessions: NonNullable<Deployment["consoleSessions"]> = {
    identify: () => Promise.resolve(refuse(oldLogin)),
    identifyReviewer: (request) => {
      const [person = "", client = ""] = request.headers.get("x-reviewer")?.split("@") ?? [];
      const clientId = ClientId.parse(client);
      return Promise.resolve(ok({
        kind: "desk",
        client: isLive
          ? { kind: "client", clientId, roles: [], scopes: [] }
          : { kind: "sandbox", clientId, named: true },
        person: {
          personId: PersonId.parse(person),
          login: "link",
          homes: { desk: "/desk" },
          loggedInAt: Temporal.Instant.fromEpochMilliseconds(0),
        },
        formToken: `token-of-${person}`,
      }));
    },
  };
  return serviceInMemory({
    ...options,
    env: { AVAL_CONSOLE: "desk", ...options.env },
    consoleSessions,
  });
}

/** A reviewer of a client. */
export function reviewerOf(service: TestService, person: string, clientId: string) {
  const reviewer = { "x-reviewer": `${person}@${clientId}` };
  const send = async (path: string, init: RequestInit): Promise<DeskAnswer> => {
    const answer = await service.fetch(path, init);
    const { status, headers } = answer;
    return { status, headers, html: await answer.text(), location: whereTo(headers) };
  };
  return {
    get: (path: string) => send(path, { headers: reviewer }),
    post: (path: string, fields: Readonly<Record<string, string>> = {}) =>
      send(path, {
        method: "POST",
        headers: { ...reviewer, "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ formToken: `token-of-${person}`, ...fields }).toString(),
      }),
    /** Posts a file like the script of a page. */
    postFile: (path: string, body: string | Uint8Array<ArrayBuffer>, type = "text/csv") =>
      send(path, {
        method: "POST",
        headers: {
          ...reviewer,
          "content-type": type,
          "x-aval-form-token": `token-of-${person}`,
        },
        body,
      }),
  };
}
