import assert from "node:assert/strict";
import { Role } from "../../core/access/schema.ts";
import { needsToken, type Secured } from "../support/bearer_routes.ts";
import { putRecord } from "../support/clients.ts";
import { BATCHES } from "../support/credential_batches.ts";
import { approvedDegree, good, submittedBatch } from "../support/credential_journey.ts";
import { actingFor, liveInstitutions } from "../support/live_institutions.ts";
import type { Answer, TestClient } from "../support/service.ts";
import { templateRequest } from "../support/templates.ts";

/**
 * A client learns nothing about another, over every operation of `/openapi.json`. A client's
 * resources are created with the description's examples, so that a new route is covered once it is
 * described. Resources that examples cannot create fail here, and are added to `notByExample`.
 */

/** Why no example creates an endpoint of events. */
const byEvents =
  "in live an endpoint is a host of the Internet: tests/routes/events_test.ts has each route";

/**
 * Operations with an id that belongs to no client, or whose example creates nothing, with the
 * reason.
 */
const notByExample: Readonly<Record<string, string>> = {
  "post /v1/credentials/issue/templates/{id}/review":
    "whoever reviews is of no institution: tests/routes/credential_templates_tenants_test.ts",
  "post /v1/kyb-applications/{applicationId}/review-drafts":
    "staff reviews the applications of every client but its own: tests/routes/review_drafts_test.ts",
  "get /v1/events/endpoints/{endpointId}": byEvents,
  "post /v1/events/endpoints/{endpointId}/rotate": byEvents,
  "post /v1/events/endpoints/{endpointId}/test": byEvents,
  "get /v1/events/endpoints/{endpointId}/deliveries": byEvents,
  "post /v1/events/endpoints/{endpointId}/deliveries/{deliveryId}/resend": byEvents,
  "get /v1/lists/{source}/entries/{listRef}":
    "lists are the same for every client: tests/routes/list_entries_test.ts",
  "get /v1/monitoring/subjects/{subjectRef}":
    "a client names its customers itself: tests/routes/monitoring_test.ts",
  "post /v1/monitoring/subjects/import/{generation}/finish":
    "a client names its imports itself: tests/routes/monitoring_test.ts",
  "get /v1/kyb-applications/{applicationId}/review-drafts/latest":
    "staff reviews the applications of every client but its own: tests/routes/review_drafts_test.ts",
};

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example?: unknown;
}
interface Described extends Secured {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, {
        readonly schema: unknown;
        readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
      }>
    >;
  };
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

/** One operation that needs a token. */
interface Operation {
  readonly method: "get" | "post";
  readonly path: string;
  readonly described: Described;
}

function operationsOf({ paths }: Document): readonly Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, described]) =>
      (method === "get" || method === "post") && needsToken(described)
        ? [{ method, path, described } as const]
        : []
    )
  );
}

function isErasure({ path }: Operation): boolean {
  return path.endsWith("/erasure-requests");
}

/**
 * The example of an operation's JSON body, with the institution of this test; empty if there is
 * none.
 */
function exampleBody(document: Document, { described }: Operation): unknown {
  const content = described.requestBody?.content["application/json"];
  const named = Object.values(content?.examples ?? {}).map(({ value }) => value);
  let schema: unknown = content?.schema;
  while (isRecord(schema) && typeof schema["$ref"] === "string") {
    const path = schema["$ref"].replace("#/", "").split("/");
    schema = path.reduce<unknown>((node, part) => isRecord(node) ? node[part] : null, document);
  }
  const examples = isRecord(schema) ? schema["examples"] : undefined;
  const [example = {}] = [...named, ...(Array.isArray(examples) ? examples : [])];
  return JSON.parse(JSON.stringify(example).replaceAll("sandbox-university", "alpha"));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function parameterNames(path: string): readonly string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? "");
}

function fill(path: string, ids: ReadonlyMap<string, string>): string {
  return path.replace(/\{([^}]+)\}/g, (_, name) => encodeURIComponent(ids.get(name) ?? ""));
}

/** Required query parameters of an operation. */
function queryOf({ described: { parameters = [] } }: Operation, clientId: string): string {
  const needed = parameters.filter((one) => one.in === "query" && one.required === true);
  const query = new URLSearchParams(
    needed.map((
      { name, example },
    ) => [name, name === "clientId" ? clientId : String(example ?? "")]),
  );
  return needed.length === 0 ? "" : `?${query}`;
}

/** Every text member of an answer, by name. */
function* textsOf(value: unknown): Iterable<readonly [string, string]> {
  if (!isRecord(value)) return;
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === "string") yield [name, member];
    else yield* textsOf(member);
  }
}

/** A client's resource: the path that created it, the member with its id, and the id. */
interface Made {
  readonly at: string;
  readonly name: string;
  readonly id: string;
}

/** Two clients of different institutions; the first has the resources that no example creates. */
async function twoClients() {
  // As the examples name them.
  const people = ["registrar", "registry-clerk", "dean"].map((as) => [`sandbox-${as}`, as]);
  const at = await liveInstitutions({
    institutions: { alpha: Object.fromEntries(people), beta: {} },
  });
  const { service, reviewer } = at;
  await putRecord(service, "acme", { academicIssuerId: "alpha" });
  await putRecord(service, "globex", { academicIssuerId: "beta" });
  const roles = { roles: Role.options };
  const [acme, globex] = [service.as("acme", roles), service.as("globex", roles)];
  const own = { registry: () => acme, reviewer };
  const alpha = actingFor(own, "alpha", "sandbox-registrar");
  const templateId = await approvedDegree(alpha);
  const path = `${BATCHES}/${await submittedBatch(alpha, templateId)}`;
  const { batchId, items: [{ itemId }] } = good(await acme.get(path)).body;
  const templates = "/v1/credentials/issue/templates";
  const draft = good(await acme.post(templates, templateRequest("alpha"))).body;
  const batches = "/v1/credentials/issue/batches";
  const made: readonly Made[] = [
    { at: templates, name: "id", id: draft.templateId },
    { at: batches, name: "id", id: batchId },
    { at: batches, name: "itemId", id: itemId },
  ];
  return { at, acme, globex, made };
}

/** Whether an answer requires a second factor, which is checked after ownership. */
function asksForStepUp({ status, headers }: Answer): boolean {
  const challenge = headers.get("www-authenticate") ?? "";
  return status === 401 && challenge.includes("insufficient_user_authentication");
}

/** An unknown id of the same form: its first digit differs. */
function unknownLike(id: string): string {
  return `${id.startsWith("0") ? "1" : "0"}${id.slice(1)}`;
}

/** An answer without its counters of requests. */
function seen({ status, headers, text }: Answer) {
  const compared = [...headers].filter(([name]) => !/^(ratelimit|x-request-id)/.test(name));
  return { status, headers: compared, text };
}

Deno.test("no client sees or changes anything of another, by any described operation", async (t) => {
  const { at: institutions, acme, globex, made: others } = await twoClients();
  await using _ = institutions;
  const { service } = institutions;
  const document: Document = await (await service.fetch("/openapi.json")).json();
  // An erasure takes away what the other examples make: it comes before them.
  const operations = operationsOf(document).toSorted((one, other) =>
    Number(isErasure(other)) - Number(isErasure(one))
  );
  assert(operations.length >= 4);

  const ask = (client: TestClient, operation: Operation, path: string, key?: string) =>
    operation.method === "get" ? client.get(path) : client.post(
      path,
      exampleBody(document, operation),
      key === undefined ? {} : { "idempotency-key": key },
    );

  /** Acme's resources. */
  const made: Made[] = [...others];
  /** Ids for a path: first those created above it, then others of the same name. */
  const ownedFor = (path: string) => {
    const isAbove = ({ at }: { readonly at: string }) => path.startsWith(`${at}/`);
    const ordered = made.toSorted((a, b) => Number(isAbove(a)) - Number(isAbove(b)));
    return new Map(ordered.map(({ name, id }) => [name, id]));
  };
  for (const operation of operations.filter(({ path }) => parameterNames(path).length === 0)) {
    const path = operation.path + queryOf(operation, "acme");
    await t.step(
      `${operation.method} ${operation.path}: a key of another client is another key`,
      async () => {
        const own = await ask(acme, operation, path, "one-key");
        if (own.status >= 300) return;
        const ids = [...textsOf(own.body)].filter(([name]) =>
          /Id$/.test(name) && name !== "clientId"
        );
        if (operation.method === "post") {
          const theirs = await ask(
            globex,
            operation,
            operation.path + queryOf(operation, "globex"),
            "one-key",
          );
          assert.equal(theirs.headers.get("idempotent-replayed"), null);
          for (const [name, id] of ids) {
            if (made.some(({ at, name: known }) => at === operation.path && known === name)) {
              continue;
            }
            if (theirs.text.includes(id)) continue; // the same for everybody, such as a list's id
            made.push({ at: operation.path, name, id });
          }
        }
      },
    );
  }

  for (const operation of operations) {
    const { method, path } = operation;
    const names = parameterNames(path);
    if (names.length === 0 || `${method} ${path}` in notByExample) continue;
    await t.step(`${method} ${path}: a foreign id is like an unknown one`, async () => {
      const owned = ownedFor(path);
      for (const name of names) {
        assert(owned.has(name), `No example made a ${name}: see notByExample`);
      }
      const unknown = new Map([...owned].map(([name, id]) => [name, unknownLike(id)]));
      const query = queryOf(operation, "globex");
      const events = (await service.auditEvents()).length;
      const foreign = await ask(globex, operation, fill(path, owned) + query);
      assert.equal(foreign.status, 404, foreign.text);
      assert.deepEqual(
        seen(foreign),
        seen(await ask(globex, operation, fill(path, unknown) + query)),
      );
      // Each id of the path by itself, beside one's own or nobody's.
      for (const name of names) {
        const mixed = new Map([...unknown, [name, owned.get(name) ?? ""]]);
        const answer = await ask(globex, operation, fill(path, mixed) + query);
        assert.deepEqual(seen(answer), seen(foreign));
      }
      assert.equal((await service.auditEvents()).length, events, "an attempt was recorded");
      const own = await ask(acme, operation, fill(path, owned) + queryOf(operation, "acme"));
      assert(
        ![400, 401, 403, 404].includes(own.status) || asksForStepUp(own),
        `its owner got ${own.status}: ${own.text}`,
      );
    });
  }

  for (const operation of operations) {
    const { method, path } = operation;
    if (method !== "get" || parameterNames(path).length > 0) continue;
    await t.step(`get ${path}: shows nothing of another client`, async () => {
      const { text } = await globex.get(path + queryOf(operation, "globex"));
      for (const id of [...made.map(({ id }) => id), "acme"]) assert(!text.includes(id));
    });
  }
});
