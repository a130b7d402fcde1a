import assert from "node:assert/strict";
import degree from "../../fixtures/credentials/templates/degree_award.json" with { type: "json" };
import { admin } from "../../cli/admin.ts";
import { putRecord } from "./clients.ts";
import { BATCHES, student } from "./credential_batches.ts";
import { folderOf } from "./folder.ts";
import {
  type FakeProvider,
  fakeProvider,
  OWN_CLIENT,
  providerEnvironment,
  REALM,
} from "./identity_provider.ts";
import { seededRandom } from "./random.ts";
import {
  type Answer,
  liveEnvironment,
  serviceInMemory,
  type TestClient,
  type TestService,
  type TestServiceOptions,
} from "./service.ts";
import { assertionClaims, type Members, type ProviderKey, signCompact } from "./step_up.ts";
import { noPause } from "./store.ts";
import { templatesPath, withRole } from "./templates.ts";

/** `sub` of each person who acts for an institution, by the id that it has on file. */
export type People = Readonly<Record<string, string>>;

/** A live service over a file, and operators' commands on it. */
export interface LiveInstitutions extends AsyncDisposable {
  readonly service: TestService;
  /** Variables of the deployment, with its store. */
  readonly env: Readonly<Record<string, string>>;
  readonly location: string;
  /** Runs a command that must succeed. @returns what it printed */
  admin(...args: readonly string[]): Promise<string>;
  /** Registers an institution with its people, and the client of its own software. */
  register(institution: string, people: People): Promise<void>;
  /** An institution's own software. */
  registry(institution: string): TestClient;
  /** Of no institution. */
  readonly reviewer: TestClient;
}

/** How a live service is started. */
export interface OpenLive extends Pick<TestServiceOptions, "env" | "connect"> {
  /** Institutions, each with its people. */
  readonly institutions: Readonly<Record<string, People>>;
  /** What the clock says; default: that of every test. */
  readonly now?: Temporal.Instant;
  /** Clients' tokens are a provider's own. Default: the store's, whose time is the clock's. */
  readonly providersTokens?: boolean;
}

/** Starts a live service with institutions, as an operator registers them. */
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
    const [out, err]: [string[], string[]] = [[], []];
    const status = await admin(args, {
      out: (text) => void out.push(text),
      err: (text) => void err.push(text),
      isTerminal: false,
      variables: env,
      location,
      clock: service.clock,
      random,
      pause: noPause,
    });
    assert.equal(status, 0, `admin ${args.join(" ")}: ${err.join("")}`);
    return out.join("");
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

type At = Pick<LiveInstitutions, "registry" | "reviewer">;

/** A template of degrees that was submitted and reviewed. @returns its id */
export async function reviewedTemplate(
  { registry, reviewer }: At,
  institution: string,
): Promise<string> {
  const { credentialType, claimsSchema, sdJwtDisclosureFrame } = degree;
  const created = good(
    await registry(institution).post(templatesPath, {
      academicIssuerId: institution,
      credentialType,
      claimsSchema,
      sdJwtDisclosureFrame,
    }),
  );
  const { templateId } = created.body;
  const path = `${templatesPath}/${templateId}`;
  good(await registry(institution).post(`${path}/submit`, undefined));
  good(await reviewer.post(`${path}/review`, { decision: "APPROVED" }));
  return templateId;
}

/** A batch of an institution that waits for its approval. @returns where it is */
export async function waitingBatch(
  at: At,
  institution: string,
  { preparedBy, templateId, rows = [student(1)] }: {
    readonly preparedBy: string;
    readonly templateId: string;
    readonly rows?: readonly unknown[];
  },
): Promise<string> {
  const created = good(
    await at.registry(institution).post(BATCHES, {
      academicIssuerId: institution,
      credentialTemplateId: templateId,
      preparedBySignatoryId: preparedBy,
      submissionMethod: "API",
      rows,
    }),
  );
  return `${BATCHES}/${created.body.batchId}`;
}

/** Approves a batch. @param assertion null: without the header */
export async function approveBy(
  client: TestClient,
  batch: string,
  assertion: string | null,
  { by, headers = {} }: {
    readonly by: string;
    readonly headers?: Readonly<Record<string, string>>;
  },
): Promise<Answer> {
  return await client.post(`${batch}/approve`, { approvedBySignatoryId: by }, {
    ...(assertion === null ? {} : { "x-credentials-step-up-assertion": assertion }),
    ...headers,
  });
}

/** An answer that is as it should be. @throws AssertionError with what it says */
export function good(answer: Answer): Answer {
  assert(answer.status < 300, answer.text);
  return answer;
}

/** Why the last assertion was refused, as the log has it. */
export function reasonOf({ logLines }: Pick<TestService, "logLines">): unknown {
  const line = logLines.findLast((line) => line.includes("step_up_refused"));
  return JSON.parse(line ?? "{}").reason;
}

/** A provider on loopback that publishes keys, and assertions of its. */
export interface StepUpProvider extends AsyncDisposable {
  readonly idp: FakeProvider;
  /** Variables of a deployment at this provider. */
  readonly env: Readonly<Record<string, string>>;
  /** From now on it publishes these keys. */
  publish(...keys: readonly ProviderKey[]): void;
  /** An assertion of a person who has just authenticated; `members` replace its own. */
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
