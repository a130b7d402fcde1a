import assert from "node:assert/strict";
import type { Json } from "../../base/json.ts";
import type { DigitalSessionInitiated } from "../../core/verification/schema.ts";
import {
  askDigital,
  digitalEnvironments,
  type DigitalKind,
  sendData,
} from "../support/digital_sessions.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";

/** A sandbox, and a shop with the page of docs/verification.md. */
export interface ShopServer extends AsyncDisposable {
  readonly service: TestService;
  /** Origin of the page, different from the service's. */
  readonly origin: string;
  /** Origin of the service, for requests that a page must not make. */
  readonly serviceOrigin: string;
  /** Sessions started by the page's server, in order. */
  readonly sessions: readonly DigitalSessionInitiated[];
  /** Answers to the page. */
  readonly answers: readonly Json[];
}

/** The page of docs/verification.md: its only block of HTML. */
export async function pageOfDocs(): Promise<string> {
  const text = await Deno.readTextFile(new URL("../../docs/verification.md", import.meta.url));
  const [, page, ...others] = text.split("```html\n").map((part) => part.split("```")[0]);
  assert(page !== undefined && others.length === 0);
  return page;
}

const onLoopback = { port: 0, hostname: "127.0.0.1", onListen: () => {} };

/** Starts both in this process, each on a free port. */
export async function startShopServer(kind: DigitalKind): Promise<ShopServer> {
  const service = await serviceInMemory({ env: digitalEnvironments[kind] });
  const page = await pageOfDocs();
  const sessions: DigitalSessionInitiated[] = [];
  const answers: Json[] = [];
  const reply = (value: Json) => {
    answers.push(value);
    return Response.json(value);
  };
  const shop = Deno.serve(onLoopback, async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method === "GET") {
      return new Response(page, { headers: { "content-type": "text/html" } });
    }
    const [, , sessionId] = pathname.split("/");
    if (sessionId === undefined) {
      const asked = await askDigital(service.as("shop"), "age-verification", { origin });
      const started: DigitalSessionInitiated = asked.body;
      sessions.push(started);
      const handed = JSON.parse(JSON.stringify(started.digitalCredentialRequest));
      return reply({ sessionId: started.sessionId, request: handed });
    }
    const started = sessions.find((one) => one.sessionId === sessionId);
    if (started === undefined) return new Response(null, { status: 404 });
    const { body } = await sendData(service, started, await request.json());
    return reply({ ageOver18: body.booleanProofs?.ageOver18 ?? false });
  });
  const listener = Deno.serve(onLoopback, (request) => {
    const { pathname, search } = new URL(request.url);
    const { method, headers, body } = request;
    return service.fetch(`${pathname}${search}`, { method, headers, body });
  });
  const origin = `http://localhost:${shop.addr.port}`;
  return {
    service,
    origin,
    serviceOrigin: `http://localhost:${listener.addr.port}`,
    sessions,
    answers,
    [Symbol.asyncDispose]: async () => {
      await shop.shutdown();
      await listener.shutdown();
      await service[Symbol.asyncDispose]();
    },
  };
}
