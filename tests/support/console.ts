import assert from "node:assert/strict";
import type { ConsoleCaller, ConsoleRole } from "../../core/access/schema.ts";
import { ClientId, PersonId } from "../../core/access/schema.ts";
import { ok, refuse } from "../../base/result.ts";
import type { Deployment } from "../../routes/http/deployment.ts";
import { serviceInMemory, type TestService, type TestServiceOptions } from "./service.ts";

/** A page as a browser received it. */
export interface ConsolePage {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

/** A person with a session of the console. */
export interface ConsolePerson {
  readonly id: string;
  get(path: string): Promise<ConsolePage>;
  /**
   * Opens a page and submits one of its forms.
   *
   * @param fields besides the form's token
   */
  submit(
    from: string,
    action: string,
    fields?: Readonly<Record<string, string>>,
  ): Promise<ConsolePage & { readonly location: string | null }>;
}

/** The header in which test browsers name the person who is logged in. */
export const sessionHeader = "x-test-session";

/** A person's session, as the test header carries it. */
interface TestSession {
  readonly personId: string;
  readonly roles: readonly ConsoleRole[];
  /** In a sandbox. */
  readonly clientId?: string;
  /** Whether the login is too old for a step-up. */
  readonly isOld?: boolean;
}

/** The headers of a test session. */
export function sessionOf(session: TestSession): Readonly<Record<string, string>> {
  return { [sessionHeader]: JSON.stringify(session) };
}

/** Accepts the session that a request names in its test header. */
const consoleSessions: NonNullable<Deployment["consoleSessions"]> = {
  identify: (request, { freshLogin }) => {
    const header = request.headers.get(sessionHeader);
    if (header === null) return Promise.resolve(refuse({ code: "unauthorized" }));
    const { personId, roles, clientId, isOld = false }: TestSession = JSON.parse(header);
    if (freshLogin && isOld) return Promise.resolve(refuse({ code: "insufficient_role" }));
    const caller: ConsoleCaller = {
      kind: "console",
      person: {
        personId: PersonId.parse(personId),
        login: clientId === undefined ? "link" : "sandbox",
        loggedInAt: Temporal.Instant.fromEpochMilliseconds(0),
      },
      roles,
      sandboxClient: clientId === undefined
        ? null
        : { kind: "sandbox", clientId: ClientId.parse(clientId), named: true },
      formToken: `token-of-${personId}-${clientId ?? "live"}`,
    };
    return Promise.resolve(ok(caller));
  },
  identifyReviewer: () => Promise.resolve(refuse({ code: "unauthorized" })),
};

/** Starts a service whose console accepts the test sessions. */
export function serviceWithConsole(options: TestServiceOptions = {}): Promise<TestService> {
  return serviceInMemory({
    ...options,
    env: { AVAL_CONSOLE: "desk,console", ...options.env },
    consoleSessions,
  });
}

/** Logs a person in to the console of a live deployment. */
export function consoleOf(
  service: TestService,
  personId: string,
  { roles = ["aval-operator", "kyb-reviewer"], isOld = false }: {
    readonly roles?: readonly ConsoleRole[];
    readonly isOld?: boolean;
  } = {},
): ConsolePerson {
  return personOf(service, personId, sessionOf({ personId, roles, isOld }));
}

/** Opens the console of a sandbox in a browser of its own. */
export function sandboxConsole(service: TestService, clientId: string): ConsolePerson {
  const roles = ["aval-operator", "kyb-reviewer"] as const;
  return personOf(service, clientId, sessionOf({ personId: "visitor", roles, clientId }));
}

function personOf(
  service: TestService,
  id: string,
  session: Readonly<Record<string, string>>,
): ConsolePerson {
  const pageOf = async (response: Response) => ({
    status: response.status,
    headers: response.headers,
    html: await response.text(),
    location: response.headers.get("location"),
  });
  const get = async (path: string) => await pageOf(await service.fetch(path, { headers: session }));
  return {
    id,
    get,
    submit: async (from, action, fields = {}) => {
      const { html } = await get(from);
      const formToken = /name="formToken" value="([^"]+)"/.exec(html)?.[1];
      assert.ok(formToken !== undefined, `${from} has no form`);
      return await pageOf(
        await service.fetch(action, {
          method: "POST",
          headers: { ...session, "content-type": "application/x-www-form-urlencoded" },
          body: new URLSearchParams({ formToken, ...fields }).toString(),
        }),
      );
    },
  };
}
