import type { z } from "zod";
import type {
  AnonymousCaller,
  ConsoleCaller,
  ConsoleRole,
  DeskCaller,
  Role,
  SessionTokenCaller,
  TenantCaller,
} from "../../core/access/schema.ts";
import type { Mode, Service } from "../../core/nouns.ts";
import type { Performed, Reservation } from "../../core/idempotency/ports.ts";
import type { BucketName, ClientBucketName } from "../../core/policy/rate_limits.ts";
import type { SetCookie } from "./cookies.ts";
import type { Ports } from "./ports.ts";
import type { Once } from "../../base/once.ts";
import type { Unit } from "../../base/unit.ts";
import { ok, type Result } from "../../base/result.ts";
import type { Refusal, RefusalCode } from "./refusals.ts";

/** Service whose limits, anomalies, usage and idempotency records a route counts in. `edge`: none. */
export type RouteService = Service | "edge";

/** Ways in which a request proves its caller, and the callers of each. */
export interface CallerByAuth {
  /** RFC 6750 token of a client. A sandbox deployment needs none. */
  readonly bearer: TenantCaller;
  /** Read-only capability for one verification session; else a bearer token. */
  readonly session_token: TenantCaller | SessionTokenCaller;
  /** No authentication. A bearer token that is sent all the same is held to what it may do. */
  readonly optional_bearer: TenantCaller | AnonymousCaller;
  /** No authentication, or the operation's own, as of an OAuth token endpoint. */
  readonly none: AnonymousCaller;
  /** The session of a person in the operators' console. */
  readonly console: ConsoleCaller;
  /** The session of a client's reviewer at the desk. */
  readonly desk: DeskCaller;
}
/** A way in which a route identifies its caller. */
export type Auth = keyof CallerByAuth;

/**
 * `aval`: `{error, message}`; `oauth`: RFC 6749 §5.2; `credential`: the same with the codes of OpenID4VCI
 * 1.0 §8.3.1.2; `page`: a static HTML page for a person; `either`: such a page for a caller that prefers it
 * to `{error, message}`. The routes of one path share it: a 405 has no other. A 429 is `{error, message}`
 * everywhere, but for a caller that prefers a page where there are any.
 */
export type ErrorForm = "aval" | OAuthForm | "page" | "either";
/** A form of errors that OAuth's libraries read. */
export type OAuthForm = "oauth" | "credential";

/** An answer that is not JSON. */
export interface ContentAnswer {
  readonly contentType: string;
  readonly description: string;
}

/** An answer that sends a browser elsewhere (RFC 9110 §10.2.2). */
export interface RedirectAnswer {
  readonly redirect: true;
  readonly description: string;
}

/** JSON that is read while it is sent: too long to be held in memory. */
export interface StreamedAnswer {
  /** The form of the whole. */
  readonly streamed: z.ZodType;
  readonly description: string;
}

/** JSON for a program, and a page for a person whose browser asks for one: {@link RequestFacts.wantsPage}. */
export interface JsonOrPageAnswer {
  readonly json: z.ZodType;
  readonly page: ContentAnswer;
  /** A third form, for a program: {@link RequestFacts.wantsLines}. */
  readonly lines?: ContentAnswer;
}

/** Answer of a status: a JSON value by its schema, other content, either, or a redirect. */
export type Answer =
  | z.ZodType
  | ContentAnswer
  | JsonOrPageAnswer
  | RedirectAnswer
  | StreamedAnswer;

/** Answers by status. */
export type Answers = Readonly<Record<number, Answer>>;

/** Value that `run` returns for an {@link Answer}. */
export type AnswerValue<A> = A extends z.ZodType ? z.output<A>
  : A extends RedirectAnswer ? { readonly location: string }
  : A extends StreamedAnswer ? ReadableStream<Uint8Array>
  : A extends JsonOrPageAnswer ?
      | { readonly json: z.output<A["json"]> }
      | { readonly page: AnswerValue<A["page"]> }
      | (A["lines"] extends ContentAnswer ? { readonly lines: AnswerValue<A["lines"]> } : never)
  : string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

const replyBrand = Symbol("reply");

/** An answer that names its status and may add headers and cookies. */
export interface Reply<Status extends number, Value> {
  readonly [replyBrand]: true;
  readonly status: Status;
  readonly value: Value;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly SetCookie[];
}

/** Answers with one of several statuses; the literal status decides the type of the value. */
export function reply<const Status extends number, Value>(
  status: Status,
  value: Value,
  headers: Readonly<Record<string, string>> = {},
  cookies: readonly SetCookie[] = [],
): Result<Reply<Status, Value>, never> {
  return ok({ [replyBrand]: true, status, value, headers, cookies });
}

/** Whether `run` named the status of its answer itself. */
export function isReply(value: unknown): value is Reply<number, unknown> {
  return typeof value === "object" && value !== null && replyBrand in value;
}

type IsUnion<T, Whole = T> = T extends unknown ? ([Whole] extends [T] ? false : true) : never;
type ReplyTo<A extends Answers> = {
  [Status in keyof A & number]: Reply<Status, AnswerValue<A[Status]>>;
}[keyof A & number];
/** One status: its bare value will do. Several: a {@link Reply}. */
export type RunValue<A extends Answers> = IsUnion<keyof A & number> extends true ? ReplyTo<A>
  : ReplyTo<A> | AnswerValue<A[keyof A & number]>;

/** Facts that the mount resolved about a request before it runs the operation. */
export interface RequestFacts {
  readonly requestId: string;
  /** The mode that runs. */
  readonly mode: Mode;
  /** The token has the agent read-only scope. */
  readonly isAgent: boolean;
  /** The body named a mode that differs from the deployment's. */
  readonly sandboxOverride: boolean;
  /** Canonical text of the source address, or `unknown`. */
  readonly sourceAddress: string;
  /** Only the headers of the answer will arrive (RFC 9110 §9.3.2). */
  readonly isHead: boolean;
  /**
   * Whether the request may change anything: not HEAD, and not a browser's fetch ahead of a person.
   * Where a GET writes, it is false for HEAD alone, and what the unit holds then is dropped.
   */
  readonly writes: boolean;
  /** Whether the page is asked for, of a route that answers JSON or a page ({@link JsonOrPageAnswer}). */
  readonly wantsPage: boolean;
  /** Whether its lines are asked for, of a route that answers them too. */
  readonly wantsLines: boolean;
  /** ISO 3166-1 alpha-2, from a trusted proxy only. */
  readonly country: string | null;
  /** Host of `Origin`, else of `Referer`, without port. A client's claim, not security. */
  readonly originHost: string | null;
  /** The header, which chooses the language of a page (RFC 9110 §12.5.4). */
  readonly acceptLanguage: string | null;
}

/** Input of an operation. */
export interface RunInput<Caller, Params, Query, Body, Cookies, NamedHeaders> {
  readonly unit: Unit;
  /** What is done once, however often the operation runs again because its commit was lost. */
  readonly once: Once;
  readonly caller: Caller;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly cookies: Cookies;
  readonly headers: NamedHeaders;
  readonly request: RequestFacts;
  /** Takes tokens of a further bucket that counts clients, beside that of the route. */
  readonly take: (
    bucket: ClientBucketName,
    tokens: number,
  ) => Promise<Result<undefined, Refusal<"rate_limit_exceeded"> | Refusal<"bad_request">>>;
}

/** Input of a guard of one route: what its operation gets of the request. */
export type GuardInput<Caller, Params, Query, Body, Cookies, NamedHeaders> = Omit<
  RunInput<Caller, Params, Query, Body, Cookies, NamedHeaders>,
  "unit" | "once" | "take"
>;

/**
 * To whom an idempotency key belongs: the calling client, or whom the validated body names
 * (KYB applicants have no client identity).
 */
export type IdempotencyOwner<Body> = "client" | ((body: Body) => string);

/** What an answer is kept with: the caller's unit, to which more may be added for the replay alone. */
export interface Keeping<C, Body> {
  readonly ports: Ports;
  readonly unit: Unit;
  readonly caller: C;
  readonly body: Body;
}

/** A replay whose body may not be kept: by a reference from which it is rendered again. */
export interface KeptByReference<Value, C, Body> {
  /** Whether the reference is encrypted at rest. Default: it is in clear. */
  readonly isPrivate?: true;
  /** @returns a JSON value without secrets, and without personal data unless it is private */
  reference(value: Value, keeping: Keeping<C, Body>): unknown;
  /**
   * @param body of the request that repeats the first one
   * @returns the value whose JSON has the bytes of the first answer; null where an erasure has taken
   * what it points to, and is about to take the record
   */
  restore(ports: Ports, reference: unknown, body: Body): Promise<Value | null>;
}

/** What the OpenAPI description says of a route beside its shapes. */
export interface Documentation {
  /** Name of the operation, of which generators make a function's. */
  readonly operationId: string;
  readonly description?: string;
  /** Group of the operation. Default: its service. */
  readonly tag?: "credentials" | "desk" | "events" | "login";
  /** Whether nothing that it does can fail: then it has no 500. */
  readonly neverFails?: true;
}

/** Who may call a route, and what a request itself may say of that. */
export interface Access {
  /** Kind of the caller of a route without client identity. */
  readonly anonymous?: AnonymousCaller["kind"];
  /** One of these is needed in live; none: no role is needed. */
  readonly roles?: readonly Role[];
  /** The role that a person needs in the console. Default: `aval-operator`. */
  readonly consoleRole?: ConsoleRole;
  /** Whether the person must have logged in minutes ago. */
  readonly freshLogin?: true;
  /** Each of these is needed in live, beside one of `roles` where both stand. */
  readonly rolesAll?: readonly Role[];
  /** Whether a key with the agent read-only scope may call it. Default: it may not. */
  readonly agents?: boolean;
  /**
   * Whether pages of any origin may read the answer, without credentials (CORS); with `session_token`
   * only where that token is shown.
   */
  readonly cors?: true;
  /** The specification gives it no 403: a caller that may not call it reads 404, as if nothing were there. */
  readonly hidesForbidden?: true;
  /** Whether its client may call it from anywhere, whatever restriction of source it has. */
  readonly fromAnywhere?: true;
  /** Token and client are looked up anew, whatever is cached: for what cannot be undone (decisions.md part 4). */
  readonly freshToken?: boolean;
  /** The client alone is looked up anew. */
  readonly freshClient?: true;
  /** Part of the request in which a sandbox caller may name its client by `clientId`; else the header. */
  readonly namesClient?: "body" | "query";
  /** Whether the body may name the mode that runs. Sandbox always wins. */
  readonly namesMode?: true;
}

/** How much of a route one caller gets. */
export interface RouteLimits {
  /** The token bucket that its requests take from. Default: none, and no 429. */
  readonly bucket?: BucketName;
  /** Largest body, bytes; default: the deployment's. One that names no mode is always read after the guards. */
  readonly bodyBytesMax?: number;
  /** A balancer's probe: it is answered also when too many requests are open. Default: false. */
  readonly isProbe?: true;
}

/** How a repeat under an idempotency key is known, and answered as the first time. */
export interface Idempotency<Caller, Input, Body, Value, Code extends RefusalCode> {
  readonly owner: IdempotencyOwner<Body>;
  /**
   * Whether the key is reserved before the operation, which acts outside of the store. Default: the
   * operation writes to its unit alone, and the commit takes the key.
   */
  readonly reserves?: true;
  /**
   * Part of the body by which two requests are the same; default: all of it. Secrets are left out. A
   * promise of it lets others run while a long body is hashed.
   */
  readonly comparedBy?: (body: Body) => unknown;
  /**
   * Proof that a repeat under the same key must show too. It runs on valid input, before a replay is
   * looked up, and writes nothing: `run` makes sure of the proof again, and uses it up.
   */
  beforeReplay?(
    ports: Ports,
    input: Input,
  ): Promise<Result<undefined, Refusal<Code>>> | Result<undefined, Refusal<Code>>;
  /** Default: the body's bytes are kept. */
  readonly keptBy?: KeptByReference<Value, Caller, Body>;
}

/** Bodies of other media types. */
export interface RawForm<Body> {
  /** Media types, without parameters. */
  readonly types: readonly string[];
  /** @param query as the route's schema has it */
  body(raw: RawBytes, query: unknown): Body;
}

/** A body as it came. */
export interface RawBytes {
  /** Media type, one of those that the route takes. */
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Where a route differs in form from JSON for JSON, by a GET that reads or a POST that writes. */
export interface HttpForm<Body> {
  /** `application/x-www-form-urlencoded` body. With `body` beside it, either content type is taken. */
  readonly urlencoded?: z.ZodType<Body>;
  /** Bodies that are passed on as they come, beside `body`; the operation reads them. */
  readonly raw?: RawForm<Body>;
  /** Form of its errors. Default: `aval`. */
  readonly errors?: ErrorForm;
  /** Whether a `bad_request` of `run` may list the rows of the request that are not valid. */
  readonly refusesRows?: true;
  /**
   * Whether `query` decides about a parameter that is given more than once: it gets an array of its
   * texts, and the text of one that is given once. Default: the mount refuses any repetition.
   */
  readonly repeats?: true;
  /**
   * A GET that writes, or sets cookies. A browser's fetch ahead of a person is refused; HEAD runs,
   * and neither its unit is committed nor a cookie set.
   */
  readonly writesOnGet?: true;
  /**
   * Seconds for which any cache may keep its 200, which has a strong ETag then, and which
   * `If-None-Match` makes a 304. Default: nothing is kept (`no-store`).
   */
  readonly cacheSeconds?: number;
  /**
   * Whether its caller may keep the 200 and ask whether it still holds: it has a strong ETag then, and
   * `If-None-Match` makes it a 304. No shared cache keeps it.
   */
  readonly revalidates?: true;
}

/** A route as its author writes it: who may call, what it counts as, its shapes and one operation. */
export interface RouteRecord<
  A extends Auth,
  Params,
  Query,
  Body,
  As extends Answers,
  Code extends RefusalCode,
  Cookies,
  NamedHeaders,
> {
  readonly method: "get" | "post" | "put" | "delete";
  /** OpenAPI path template; every `{parameter}` stands in `params`. */
  readonly path: string;
  readonly summary: string;
  /** What is described needs it; the pages, their files and the description itself have none. */
  readonly documentation?: Documentation;
  readonly service: RouteService;
  /**
   * The kind of check that anomaly tracking counts, as the request's body asks for it where there are
   * several. That is looked at before it is validated.
   */
  readonly kind: string | ((body: unknown) => string);
  readonly auth: A;
  readonly access?: Access;
  readonly limits?: RouteLimits;
  /** Absent: it takes no idempotency key. */
  readonly idempotency?: Idempotency<
    CallerByAuth[A],
    GuardInput<CallerByAuth[A], Params, Query, Body, Cookies, NamedHeaders>,
    Body,
    AnswerValue<As[keyof As & number]>,
    Code
  >;
  /** One that does not parse names a resource that does not exist: 404. */
  readonly params?: z.ZodType<Params>;
  readonly query?: z.ZodType<Query>;
  /** By lower-case names. One that does not parse is a 400. */
  readonly headers?: z.ZodType<NamedHeaders>;
  /** By logical names, each optional. One that does not parse reads as absent: a browser cannot mend it. */
  readonly cookies?: z.ZodType<Cookies>;
  /** JSON body. */
  readonly body?: z.ZodType<Body>;
  readonly form?: HttpForm<Body>;
  readonly answers: As;
  /** Every refusal that `run` and `beforeReplay` can return. */
  readonly refuses?: readonly Code[];
  run?(
    ports: Ports,
    input: RunInput<CallerByAuth[A], Params, Query, Body, Cookies, NamedHeaders>,
  ): Promise<Result<RunValue<As>, Refusal<Code>>> | Result<RunValue<As>, Refusal<Code>>;
  /**
   * In place of `run`, for an act outside of the store that is never repeated: it is called once, and
   * what it has done is recorded as often as a commit is lost.
   *
   * @param reservation of the idempotency key, which such a route reserves; it is pledged before the act begins
   */
  perform?(
    ports: Ports,
    input:
      & GuardInput<CallerByAuth[A], Params, Query, Body, Cookies, NamedHeaders>
      & { readonly reservation: Reservation | null },
  ): Promise<Result<Performed<RunValue<As>, Refusal<Code>>, Refusal<Code>>>;
}

/** A route as the mount sees it: its types are checked where it is defined and erased here. */
export type Route = RouteRecord<
  Auth,
  unknown,
  unknown,
  unknown,
  Answers,
  RefusalCode,
  unknown,
  unknown
>;

/** Defines a route. The mount orders its guards; a record can't get them wrong. */
export function defineRoute<
  A extends Auth,
  As extends Answers,
  Params = undefined,
  Query = undefined,
  Body = undefined,
  const Code extends RefusalCode = never,
  Cookies = undefined,
  NamedHeaders = undefined,
>(record: RouteRecord<A, Params, Query, Body, As, Code, Cookies, NamedHeaders>): Route {
  return record as unknown as Route;
}
