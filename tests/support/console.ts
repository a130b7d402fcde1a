import assert from "node:assert/strict";
import { ok } from "../../base/result.ts";
import { ClientId, type ConsoleRole, PersonId } from "../../core/access/schema.ts";
import { openLoginLinks } from "../../kv/console/login_links.ts";
import { commitAct } from "../../kv/store/operator_act.ts";
import { ownOrigin, whereTo } from "./desk.ts";
import { serviceInMemory, type TestService, type TestServiceOptions } from "./service.ts";

/** A page as a browser got it. */
export interface ConsolePage {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

/** An answer to a form; the test follows redirects itself. */
export interface ConsoleDone extends ConsolePage {
  readonly location: string | null;
}

/** A person with a session of the console. */
export interface ConsolePerson {
  readonly id: string;
  readonly cookie: string;
  get(path: string): Promise<ConsolePage>;
  /** Opens a page, and submits a form of it. @param fields in addition to the form's token */
  submit(
    from: string,
    action: string,
    fields?: Readonly<Record<string, string>>,
  ): Promise<ConsoleDone>;
  /** Posts a form unchanged, without adding a token. */
  post(
    action: string,
    fields: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ConsoleDone>;
}

/** Starts a service with desk and console. */
export function serviceWithConsole(options: TestServiceOptions = {}): Promise<TestService> {
  return serviceInMemory({
    ...options,
    env: { AVAL_CONSOLE: "desk,console", ...options.env },
  });
}

const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
const operatorRoles = ["aval-operator", "kyb-reviewer"] as const;

/** The person whom a link logs in. */
export interface Linked {
  readonly personId: string;
  readonly roles?: readonly ConsoleRole[];
  /** The client for which the person reviews. */
  readonly clientId?: string;
}

/** Makes a login link like an operator's command. @returns its token */
export async function linkFor(
  { store, clock, dataKeys }: Pick<TestService, "store" | "clock" | "dataKeys">,
  { personId, roles = operatorRoles, clientId }: Linked,
): Promise<string> {
  const links = openLoginLinks({ store, clock, random, atRest: dataKeys["at-rest"] });
  const made = await commitAct(store, (unit) =>
    Promise.resolve(ok(links.make(unit, {
      personId: PersonId.parse(personId),
      clientId: clientId === undefined ? null : ClientId.parse(clientId),
      roles,
    }))));
  assert.ok(made.ok);
  return made.value;
}

/** Logs a person in to the console of a live deployment, by a link. */
export async function consoleOf(
  service: TestService,
  personId: string,
  linked: Omit<Linked, "personId"> = {},
): Promise<ConsolePerson> {
  const token = await linkFor(service, { personId, ...linked });
  return await logIn(service, personId, { next: "/console", token });
}

/**
 * Opens the console of a sandbox in a new browser. The person's id is that of the browser's client.
 */
export async function sandboxConsole(service: TestService): Promise<ConsolePerson> {
  const person = await logIn(service, "visitor", { next: "/console" });
  const { html } = await person.get("/console/clients");
  const id = /href="\/console\/client\?clientId=(desk-[\w-]+)"/.exec(html)?.[1];
  assert.ok(id !== undefined);
  return { ...person, id };
}

async function logIn(
  service: TestService,
  id: string,
  fields: Readonly<Record<string, string>>,
): Promise<ConsolePerson> {
  const begun = await send(service, "/desk/login", fields);
  assert.equal(begun.status, 303, begun.html);
  const cookie = begun.headers.get("set-cookie")!.split(";", 1)[0]!;
  const get = async (path: string) =>
    await pageOf(await service.fetch(path, { headers: { cookie } }));
  return {
    ...{ id, cookie, get },
    submit: async (from, action, fields = {}) => {
      const { html } = await get(from);
      const formToken = /name="formToken" value="([^"]+)"/.exec(html)?.[1];
      assert.ok(formToken !== undefined, `${from} has no form`);
      const form = html.split("<form").find((one) => one.includes(`action="${action}"`)) ?? "";
      const startId = /name="startId" value="([^"]+)"/.exec(form)?.[1];
      const hidden = { formToken, ...(startId === undefined ? {} : { startId }) };
      return await send(service, action, { ...hidden, ...fields }, { cookie });
    },
    post: async (action, fields, headers = {}) =>
      await send(service, action, fields, { cookie, ...headers }),
  };
}

async function send(
  service: TestService,
  path: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<ConsoleDone> {
  return await pageOf(
    await service.fetch(path, {
      method: "POST",
      headers: {
        origin: ownOrigin,
        "content-type": "application/x-www-form-urlencoded",
        ...headers,
      },
      body: new URLSearchParams(fields).toString(),
    }),
  );
}

async function pageOf(response: Response): Promise<ConsoleDone> {
  const { status, headers } = response;
  return { status, headers, html: await response.text(), location: whereTo(headers) };
}
