import assert from "node:assert/strict";
import { runAdmin } from "./admin.ts";
import { putRecord } from "./clients.ts";
import { DEAN } from "./credential_batches.ts";
import { clientOf, type InstitutionAt, type Registry } from "./credential_journey.ts";
import { folderOf } from "./folder.ts";
import {
  activeAnswer,
  type FakeProvider,
  fakeProvider,
  OWN_CLIENT,
  providerEnvironment,
  REALM,
} from "./identity_provider.ts";
import { registerInstitution, rolesOfInstitution as roles, subjectOf } from "./put_institution.ts";
import { seededRandom } from "./random.ts";
import {
  liveEnvironment,
  serviceInMemory,
  type TestClient,
  type TestService,
  type TestServiceOptions,
} from "./service.ts";
import {
  assertionClaims,
  type Members,
  type ProviderKey,
  providerKey,
  signCompact,
} from "./step_up.ts";
import { withRole } from "./templates.ts";

/** `sub` of each person who acts for an institution, by signatory ID. */
export type People = Readonly<Record<string, string>>;

/** A live service on a file, with operators' commands. */
export interface LiveInstitutions extends AsyncDisposable {
  readonly service: TestService;
  /** The deployment's environment, with its store. */
  readonly env: Readonly<Record<string, string>>;
  readonly location: string;
  /** Runs a command that must succeed. @returns its output */
  admin(...args: readonly string[]): Promise<string>;
  /** Registers an institution with its people and a client for its software. */
  register(institution: string, people: People): Promise<void>;
  /** The client of an institution's software. */
  registry(institution: string): TestClient;
  /** A client of the reviewer, who belongs to no institution. */
  readonly reviewer: TestClient;
}

/** Clients of an institution's software and of the reviewer of its templates. */
export function actingFor(
  { registry, reviewer }: Pick<LiveInstitutions, "registry" | "reviewer">,
  academicIssuerId: string,
  preparedBy = "clerk",
): Required<Registry> & { readonly reviewer: TestClient } {
  return { registry: registry(academicIssuerId), reviewer, academicIssuerId, preparedBy };
}

/** Options for starting a live service. */
export interface OpenLive extends Pick<TestServiceOptions, "env" | "connect"> {
  /** Institutions with their people. */
  readonly institutions: Readonly<Record<string, People>>;
  /** Time of the clock; default: that of every test. */
  readonly now?: Temporal.Instant;
  /**
   * Whether clients' tokens come from an identity provider. Default: from the store, by the test
   * clock.
   */
  readonly providersTokens?: boolean;
}

/** Starts a live service with institutions that an operator registered. */
export async function liveInstitutions(
  { institutions, env: given = {}, now, providersTokens = false, ...options }: OpenLive,
): Promise<LiveInstitutions> {
  const folder = await folderOf({});
  const location = `${folder.path}/kv.sqlite3`;
  const env = {
    ...await liveEnvironment(),
    AVAL_BASE_URL: "https://aval.example",
    ...given,
  };
  const service = await serviceInMemory({
    ...options,
    mode: "live",
    kv: location,
    env,
    localTokens: !providersTokens,
  });
  if (now !== undefined) service.clock.advance(service.clock.now().until(now));
  const random = seededRandom(43);
  const run = async (...args: readonly string[]) => {
    const tools = { variables: env, clock: service.clock, random };
    const { status, out, err } = await runAdmin(location, args, tools);
    assert.equal(status, 0, `admin ${args.join(" ")}: ${err}`);
    return out;
  };
  const register = async (id: string, people: People) => {
    await run("issuer", "put", id, "--name", `University of ${id}`, "--country", "AT");
    for (const [person, sub] of Object.entries(people)) {
      await run("signatory", "put", person, "--issuer", id, "--subject", sub, "--name", "Example");
    }
    await putRecord(service, `registry-${id}`, { academicIssuerId: id });
  };
  for (const [id, people] of Object.entries(institutions)) await register(id, people);
  return {
    service,
    env: { ...env, AVAL_KV: location },
    location,
    admin: run,
    register,
    registry: (institution) =>
      service.as(`registry-${institution}`, {
        roles: ["credentials-api-client", "credentials-api-issuer"],
      }),
    reviewer: withRole(service, "reviewer", "reviewer"),
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/**
 * A live service with an identity provider and an institution of the sandbox's name under the
 * deployment's own authority, so that the same test requests work in live and sandbox.
 */
export async function liveInstitution(options: TestServiceOptions = {}): Promise<InstitutionAt> {
  const key = await providerKey("provider-key");
  const provider = stepUpProvider(key);
  const service = await serviceInMemory({
    ...options,
    mode: "live",
    env: { ...provider.env, ...options.env },
  });
  answerTokens(provider.idp, key.jwk, service);
  await registerInstitution(service);
  // A new authority is believed within the minute.
  service.clock.advance({ minutes: 1 });
  const client = (id: keyof typeof roles): TestClient => {
    const bearer = { authorization: `Bearer ${id}.${roles[id].join(".")}` };
    return clientOf(service, id, bearer);
  };
  return {
    service,
    registry: client("registry"),
    reviewer: client("reviewer"),
    employer: client("employer"),
    assertion: () => provider.assertion(key, service, subjectOf(DEAN)),
    loseProvider: () => provider.idp.says(() => new Response(null, { status: 503 })),
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}

/** Makes the provider publish its key and accept tokens that name a client and roles. */
function answerTokens(
  provider: FakeProvider,
  jwk: unknown,
  { clock }: Pick<TestService, "clock">,
): void {
  provider.says((token) => {
    if (token === "") return Response.json({ keys: [jwk] });
    const [client = "", ...granted] = token.split(".");
    const members = { client_id: client, azp: client, realm_access: { roles: granted } };
    return Response.json(activeAnswer(provider, clock.now(), members));
  });
}

/** The logged reason for the last refused assertion. */
export function reasonOf({ logLines }: Pick<TestService, "logLines">): unknown {
  const line = logLines.findLast((line) => line.includes("step_up_refused"));
  return JSON.parse(line ?? "{}").reason;
}

/** A provider on loopback that publishes keys and makes assertions. */
export interface StepUpProvider extends AsyncDisposable {
  readonly idp: FakeProvider;
  /** Environment of a deployment with this provider. */
  readonly env: Readonly<Record<string, string>>;
  /** Publishes these keys from now on. */
  publish(...keys: readonly ProviderKey[]): void;
  /** Makes an assertion of a person who has just authenticated; `members` replace its members. */
  assertion(
    key: ProviderKey,
    service: Pick<TestService, "clock">,
    sub: string,
    members?: Members,
  ): Promise<string>;
}

/** Starts a provider that publishes these keys. */
export function stepUpProvider(...keys: readonly ProviderKey[]): StepUpProvider {
  const publishing = (published: readonly ProviderKey[]) => () =>
    Response.json({ keys: published.map(({ jwk }) => jwk) });
  const idp = fakeProvider(publishing(keys));
  let issued = 0;
  return {
    idp,
    env: providerEnvironment(idp.url),
    publish: (...others) => idp.says(publishing(others)),
    assertion: (key, { clock }, sub, members = {}) => {
      const own = { iss: `${idp.url}/realms/${REALM}`, aud: OWN_CLIENT, sub };
      const claims = { ...own, jti: `jti-${issued++}`, ...members };
      return signCompact(key, assertionClaims(clock.now(), claims));
    },
    [Symbol.asyncDispose]: () => idp[Symbol.asyncDispose](),
  };
}
