import "../../base/temporal.ts";
import type { Clock } from "../../base/clock.ts";
import {
  authorize,
  checkAuthorization,
  describeCredential,
  type FakeDialect,
  type FakeRequest,
  type FakeState,
  listCredentials,
  Refused,
  signHash,
} from "./trust_service_calls.ts";
import { type RawReply, type RawRequest, serveRaw } from "./raw_server.ts";
import { type TestTrust, testTrust } from "./trust_service_credentials.ts";
import {
  type FakeAnswer,
  faultyReply,
  replyOf,
  type TrustServiceFault,
} from "./trust_service_faults.ts";

/** The service's client ID at every fake trust service; it and the secret need form-encoding. */
export const CSC_CLIENT_ID = "aval seal:1";
/** The service's client secret there. */
export const CSC_CLIENT_SECRET = "s3cr:t% +~/zw31";

/** The calls of a trust service by name. */
export const trustServiceCalls = [
  "token",
  "info",
  "credentials/list",
  "credentials/info",
  "credentials/authorize",
  "credentials/authorizeCheck",
  "signatures/signHash",
] as const;
/** One of {@link trustServiceCalls}. */
export type TrustServiceCall = typeof trustServiceCalls[number];

/** A strict trust service on loopback that accepts only what the specification says. */
export interface FakeTrustService extends AsyncDisposable {
  /** Base address of the API with its version. */
  readonly url: string;
  readonly trust: TestTrust;
  /** Number of calls received, whatever their results. */
  readonly calls: ReadonlyMap<TrustServiceCall, number>;
  /** Number of signatures made, whether or not the answers were sent. */
  readonly signed: () => number;
  /** Bodies of the requests in order, as lists of member values. */
  readonly bodies: readonly (readonly [TrustServiceCall, unknown])[];
  /** Makes the next `times` calls of a kind meet a fault. */
  meet(call: TrustServiceCall, fault: TrustServiceFault, times?: number): void;
  /** Sets the answer of a call from now on. */
  answer(call: TrustServiceCall, answer: FakeAnswer | null): void;
  /** Sets the answer of the next such call. */
  answerOnce(call: TrustServiceCall, answer: FakeAnswer): void;
  /** Invalidates all issued tokens. */
  endTokens(): void;
}

/** Options for a fake trust service. */
export interface FakeTrustServiceOptions {
  readonly dialect?: FakeDialect;
  readonly clock?: Clock;
  /** Lifetime of a token. */
  readonly tokenSeconds?: number;
  /** Members that replace those of `info`; undefined removes one. */
  readonly info?: Readonly<Record<string, unknown>>;
  /** Milliseconds from a request to its answer, in addition to computing time; 0 by default. */
  readonly callMilliseconds?: number;
  /** Called when a request has met `hang` or `slow` and gets no more data. */
  readonly onStuck?: () => void;
}

interface Fault {
  readonly fault: TrustServiceFault;
  times: number;
}

const realClock: Clock = { now: () => Temporal.Now.instant() };

/** Starts a trust service on a free port. */
export async function startTrustService(
  { dialect = "v2", clock = realClock, tokenSeconds = 3_600, info = {}, callMilliseconds, onStuck }:
    FakeTrustServiceOptions = {},
): Promise<FakeTrustService> {
  const trust = await testTrust();
  const state: FakeState = {
    dialect,
    clock,
    credentials: trust.credentials,
    failures: new Map(),
    handles: new Map(),
    sads: new Map(),
  };
  const tokens = new Map<string, Temporal.Instant>();
  const calls = new Map<TrustServiceCall, number>(trustServiceCalls.map((name) => [name, 0]));
  const bodies: [TrustServiceCall, unknown][] = [];
  const faults = new Map<TrustServiceCall, Fault>();
  const answers = new Map<TrustServiceCall, FakeAnswer>();
  const passing = new Map<TrustServiceCall, FakeAnswer>();
  let origin = "";
  let signed = 0;

  const makers: Record<TrustServiceCall, (request: FakeRequest) => FakeAnswer> = {
    token: ({ body }) => {
      if (body["grant_type"] !== "client_credentials" || body["scope"] !== "service") {
        throw new Refused(400, "unsupported_grant_type", CSC_CLIENT_SECRET);
      }
      const token = crypto.randomUUID();
      tokens.set(token, clock.now().add({ seconds: tokenSeconds }));
      const lifetime = { expires_in: tokenSeconds };
      return { status: 200, body: { access_token: token, token_type: "Bearer", ...lifetime } };
    },
    info: () => ({ status: 200, body: { ...describe(dialect, origin), ...info } }),
    "credentials/list": (request) => listCredentials(state, request),
    "credentials/info": (request) => describeCredential(state, request),
    "credentials/authorize": (request) => authorize(state, request),
    "credentials/authorizeCheck": (request) => checkAuthorization(state, request),
    "signatures/signHash": (request) => {
      const answer = signHash(state, request);
      signed++;
      return answer;
    },
  };

  const answerTo = (name: TrustServiceCall, request: RawRequest, text: string): FakeAnswer => {
    const given = passing.get(name) ?? answers.get(name);
    passing.delete(name);
    if (given !== undefined) return given;
    try {
      return makers[name](readRequest(name, request, text, (token) => {
        const until = tokens.get(token);
        return until !== undefined && Temporal.Instant.compare(clock.now(), until) < 0;
      }));
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      const { status, error, message: error_description } = refused;
      return { status, body: { error, error_description } };
    }
  };

  const serve = (request: RawRequest): RawReply => {
    const text = new TextDecoder().decode(request.body);
    const name = nameOf(request.path, dialect);
    if (name === null || request.method !== "POST") return replyOf({ status: 404, body: {} });
    calls.set(name, (calls.get(name) ?? 0) + 1);
    bodies.push([name, text]);
    const fault = faults.get(name);
    if (fault === undefined || fault.times-- <= 0) return replyOf(answerTo(name, request, text));
    // Of these nothing was done; of all others everything, and the answer is lost.
    const isRefused = fault.fault === "expired_token" || fault.fault === "429";
    const answer = isRefused ? { status: 401, body: {} } : answerTo(name, request, text);
    if (fault.fault === "hang" || fault.fault === "slow") onStuck?.();
    return faultyReply(fault.fault, answer);
  };
  const serveLate = async (request: RawRequest) => {
    await new Promise((resolve) => setTimeout(resolve, callMilliseconds));
    return serve(request);
  };
  const server = serveRaw(callMilliseconds === undefined ? serve : serveLate);
  origin = server.origin;
  return {
    url: `${origin}/csc/${dialect}`,
    trust,
    calls,
    signed: () => signed,
    bodies,
    meet: (call, fault, times = Infinity) => void faults.set(call, { fault, times }),
    answer: (call, answer) =>
      void (answer === null ? answers.delete(call) : answers.set(call, answer)),
    answerOnce: (call, answer) => void passing.set(call, answer),
    endTokens: () => tokens.clear(),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** `info` (CSC API v2.0 §11.1). */
function describe(dialect: FakeDialect, origin: string): Readonly<Record<string, unknown>> {
  const methods = trustServiceCalls.slice(1)
    .filter((name) => dialect === "v2" || name !== "credentials/authorizeCheck");
  return {
    specs: dialect === "v2" ? "2.2.0.0" : "1.0.4.0",
    name: "Example Trust Services",
    logo: "https://trust.example/logo.png",
    region: "EE",
    lang: "en-US",
    description: null,
    authType: ["oauth2client"],
    oauth2: `${origin}/auth`,
    methods,
  };
}

function nameOf(path: string, dialect: FakeDialect): TrustServiceCall | null {
  if (path === "/auth/oauth2/token") return "token";
  const base = `/csc/${dialect}/`;
  const name = trustServiceCalls.find((one) => one !== "token" && path === `${base}${one}`);
  return name ?? null;
}

function readRequest(
  name: TrustServiceCall,
  { headers }: RawRequest,
  text: string,
  isAlive: (token: string) => boolean,
): FakeRequest {
  const authorization = headers.get("authorization") ?? "";
  const type = headers.get("content-type") ?? "";
  if (name === "token") {
    if (type !== "application/x-www-form-urlencoded") throw new Refused(400, "invalid_request");
    const [kind, credentials = ""] = authorization.split(" ");
    const [id = "", secret = ""] = atob(credentials).split(":")
      .map((half) => new URLSearchParams(`=${half}`).get("") ?? "");
    if (kind !== "Basic" || id !== CSC_CLIENT_ID || secret !== CSC_CLIENT_SECRET) {
      throw new Refused(401, "invalid_client", `${id} has another secret than ${secret}`);
    }
    return { body: Object.fromEntries(new URLSearchParams(text)), token: "" };
  }
  if (type !== "application/json") throw new Refused(400, "invalid_request", "Not JSON");
  const token = /^Bearer (.+)$/.exec(authorization)?.[1] ?? "";
  if (name === "info" ? authorization !== "" : !isAlive(token)) {
    throw new Refused(401, "invalid_token", `The token ${token} is not taken`);
  }
  const body: unknown = JSON.parse(text);
  if (typeof body !== "object" || body === null) throw new Refused(400, "invalid_request");
  return { body: { ...body }, token };
}
