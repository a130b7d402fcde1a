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

/**
 * Service whose limits, anomalies, usage and idempotency records a route counts in. `edge`: none.
 */
export type RouteService = Service | "edge";

/** The kinds of proof of a caller, and the callers of each. */
export interface CallerByAuth {
  /** RFC 6750 token of a client. A sandbox deployment requires none. */
  readonly bearer: TenantCaller;
  /** Read-only capability for one verification session; else a bearer token. */
  readonly session_token: TenantCaller | SessionTokenCaller;
  /** No authentication. A bearer token that is sent nevertheless must have the rights. */
  readonly optional_bearer: TenantCaller | AnonymousCaller;
  /** No authentication, or the operation's own, as for an OAuth token endpoint. */
  readonly none: AnonymousCaller;
  /** The session of a person in the operators' console. */
  readonly console: ConsoleCaller;
  /** The session of a client's reviewer at the desk. */
  readonly desk: DeskCaller;
}
/** The kind of proof by which a route identifies its caller. */
export type Auth = keyof CallerByAuth;

/**
 * `aval`: `{error, message}`; `oauth`: RFC 6749 §5.2; `credential`: the same with the codes of
 * OpenID4VCI 1.0 §8.3.1.2; `page`: a static HTML page for a person; `either`: such a page for a
 * caller that prefers it to `{error, message}`. The routes of one path share the form, which a 405
 * uses. A 429 is `{error, message}` everywhere, except for a caller that prefers a page on a path
 * with pages.
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

/** JSON that is generated while it is sent, because it is too long for memory. */
export interface StreamedAnswer {
  /** The schema of the whole value. */
  readonly streamed: z.ZodType;
  readonly description: string;
}

/**
 * JSON for a program, and a page for a person whose browser requests one: {@link
 * RequestFacts.wantsPage}.
 */
export interface JsonOrPageAnswer {
  readonly json: z.ZodType;
  readonly page: ContentAnswer;
  /** A third form, for a program: {@link RequestFacts.wantsLines}. */
  readonly lines?: ContentAnswer;
}

/** Answer of a status: a JSON value by its schema, other content, both, or a redirect. */
export type Answer =
  | z.ZodType
  | ContentAnswer
  | JsonOrPageAnswer
  | RedirectAnswer
  | StreamedAnswer;

/** Answers by status. */
export type Answers = Readonly<Record<number, Answer>>;

/** The value that `run` returns for an {@link Answer}. */
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

/**
 * Makes an answer with one of several statuses; the literal status determines the type of the
 * value.
 */
export function reply<const Status extends number, Value>(
  status: Status,
  value: Value,
  headers: Readonly<Record<string, string>> = {},
  cookies: readonly SetCookie[] = [],
): Result<Reply<Status, Value>, never> {
  return ok({ [replyBrand]: true, status, value, headers, cookies });
}

/** Whether `run` itself named the status of its answer. */
export function isReply(value: unknown): value is Reply<number, unknown> {
  return typeof value === "object" && value !== null && replyBrand in value;
}

type IsUnion<T, Whole = T> = T extends unknown ? ([Whole] extends [T] ? false : true) : never;
type ReplyTo<A extends Answers> = {
  [Status in keyof A & number]: Reply<Status, AnswerValue<A[Status]>>;
}[keyof A & number];
/** One status: its plain value suffices. Several: a {@link Reply}. */
export type RunValue<A extends Answers> = IsUnion<keyof A & number> extends true ? ReplyTo<A>
  : ReplyTo<A> | AnswerValue<A[keyof A & number]>;

/** Facts that the mount resolves about a request before it runs the operation. */
export interface RequestFacts {
  readonly requestId: string;
  /** The mode that runs. */
  readonly mode: Mode;
  /** The token has the agent read-only scope. */
  readonly isAgent: boolean;
  /** Whether the body named a mode other than the deployment's. */
  readonly sandboxOverride: boolean;
  /** Canonical text of the source address, or `unknown`. */
  readonly sourceAddress: string;
  /** Only the headers of the answer will arrive (RFC 9110 §9.3.2). */
  readonly isHead: boolean;
  /**
   * Whether the request may change data: false for HEAD and for a browser's prefetch. On a route
   * with `writesOnGet` it is false only for HEAD, whose unit is then dropped.
   */
  readonly writes: boolean;
  /**
   * Whether the caller requests the page of a route with JSON and a page ({@link
   * JsonOrPageAnswer}).
   */
  readonly wantsPage: boolean;
  /** Whether the caller requests the lines of a route with them. */
  readonly wantsLines: boolean;
  /** ISO 3166-1 alpha-2, from a trusted proxy only. */
  readonly country: string | null;
  /**
   * Host of `Origin`, else of `Referer`, without port. A claim of the client, not a security
   * boundary.
   */
  readonly originHost: string | null;
  /** The header that selects the language of a page (RFC 9110 §12.5.4). */
  readonly acceptLanguage: string | null;
}

/** Input of an operation. */
export interface RunInput<Caller, Params, Query, Body, Cookies, NamedHeaders> {
  readonly unit: Unit;
  /** Work done once, even if the operation runs again after a failed commit. */
  readonly once: Once;
  readonly caller: Caller;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly cookies: Cookies;
  readonly headers: NamedHeaders;
  readonly request: RequestFacts;
  /** Takes tokens of a further bucket that counts clients, in addition to that of the route. */
  readonly take: (
    bucket: ClientBucketName,
    tokens: number,
  ) => Promise<Result<undefined, Refusal<"rate_limit_exceeded"> | Refusal<"bad_request">>>;
}

/** Input of a guard of one route: the operation's input. */
export type GuardInput<Caller, Params, Query, Body, Cookies, NamedHeaders> = Omit<
  RunInput<Caller, Params, Query, Body, Cookies, NamedHeaders>,
  "unit" | "once" | "take"
>;

/**
 * Owner of an idempotency key: the calling client, or the owner that the validated body names (KYB
 * applicants have no client identity).
 */
export type IdempotencyOwner<Body> = "client" | ((body: Body) => string);

/**
 * The context of storing an answer: the caller's unit, to which writes for the replay may be added.
 */
export interface Keeping<C, Body> {
  readonly ports: Ports;
  readonly unit: Unit;
  readonly caller: C;
  readonly body: Body;
}

/** A replay whose body may not be stored: a reference from which the body is rendered again. */
export interface KeptByReference<Value, C, Body> {
  /** Whether the reference is encrypted at rest. Default: it is not. */
  readonly isPrivate?: true;
  /** @returns a JSON value without secrets, and without personal data unless it is private */
  reference(value: Value, keeping: Keeping<C, Body>): unknown;
  /**
   * @param body of the request that repeats the first one
   * @returns the value whose JSON has the bytes of the first answer; null if an erasure deleted the
   *   referenced data, and will delete the record
   */
  restore(ports: Ports, reference: unknown, body: Body): Promise<Value | null>;
}

/** The OpenAPI description of a route, besides its shapes. */
export interface Documentation {
  /** Name of the operation, of which generators make a function's. */
  readonly operationId: string;
  readonly description?: string;
  /** Group of the operation. Default: its service. */
  readonly tag?: "credentials" | "desk" | "events" | "login";
  /** Whether the route cannot fail; it then has no 500. */
  readonly neverFails?: true;
}

/** The permitted callers of a route, and what a request may state about its caller. */
export interface Access {
  /** Kind of the caller of a route without client identity. */
  readonly anonymous?: AnonymousCaller["kind"];
  /** Roles of which live requires one; empty: none is required. */
  readonly roles?: readonly Role[];
  /** The role that a person needs in the console. Default: `aval-operator`. */
  readonly consoleRole?: ConsoleRole;
  /** Whether the person must have logged in within minutes. */
  readonly freshLogin?: true;
  /** Roles that live requires all, in addition to one of `roles` if both are given. */
  readonly rolesAll?: readonly Role[];
  /** Whether a key with the agent read-only scope may call the route. Default: no. */
  readonly agents?: boolean;
  /**
   * Whether pages of any origin may read the answer, without credentials (CORS); with
   * `session_token` only for that token.
   */
  readonly cors?: true;
  /**
   * The specification gives it no 403: a caller without permission reads 404, as if the resource
   * did not exist.
   */
  readonly hidesForbidden?: true;
  /** Whether its client may call it from any address, despite restrictions of source. */
  readonly fromAnywhere?: true;
  /**
   * Whether token and client are looked up without a cache, for acts that cannot be undone
   * (decisions.md part 4).
   */
  readonly freshToken?: boolean;
  /** Whether only the client is looked up without a cache. */
  readonly freshClient?: true;
  /**
   * Part of the request in which a sandbox caller may name its client by `clientId`; default: the
   * header.
   */
  readonly namesClient?: "body" | "query";
  /** Whether the body may name the mode. Sandbox has precedence. */
  readonly namesMode?: true;
}

/** The limits of one caller on a route. */
export interface RouteLimits {
  /** The token bucket of its requests. Default: none, and no 429. */
  readonly bucket?: BucketName;
  /**
   * Maximum bytes of a body; default: the deployment's. A body that names no mode is always read
   * after the guards.
   */
  readonly bodyBytesMax?: number;
  /**
   * Whether it is a load balancer's probe, which is answered even when too many requests are open.
   * Default: false.
   */
  readonly isProbe?: true;
}

/** How a repeat under an idempotency key is recognised and answered. */
export interface Idempotency<Caller, Input, Body, Value, Code extends RefusalCode> {
  readonly owner: IdempotencyOwner<Body>;
  /**
   * Whether the key is reserved before the operation, which acts outside the store. Default: the
   * operation writes only to its unit, and the commit takes the key.
   */
  readonly reserves?: true;
  /**
   * Part of the body by which two requests are equal; default: all of it. Secrets are omitted. A
   * promise of it lets others run while a long body is hashed.
   */
  readonly comparedBy?: (body: Body) => unknown;
  /**
   * Checks a proof that a repeat under the same key must contain too. Runs on valid input before a
   * replay is looked up, and writes nothing: `run` verifies the proof again, and uses it up.
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
  /** @param query the query, parsed by the route's schema */
  body(raw: RawBytes, query: unknown): Body;
}

/** A body as received. */
export interface RawBytes {
  /** Media type, one of those that the route accepts. */
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The page that has a form. */
export interface FormPage {
  readonly page: Route;
  /** Fields of the form that are query parameters of the page. Path parameters are the same. */
  readonly query?: readonly string[];
  /** Path that the form of the page is posted to, if it is another than that of the route. */
  readonly action?: string;
}

/**
 * The form of a route, if it differs from JSON for JSON by a GET that reads or a POST that writes.
 */
export interface HttpForm<Body> {
  /** `application/x-www-form-urlencoded` body. With `body` both content types are accepted. */
  readonly urlencoded?: z.ZodType<Body>;
  /** Bodies that are passed on unparsed, besides `body`; the operation reads them. */
  readonly raw?: RawForm<Body>;
  /** Form of its errors. Default: `aval`. */
  readonly errors?: ErrorForm;
  /** The page that has this form: a refusal shows it again, with what was typed. */
  readonly on?: FormPage;
  /**
   * A page with a form of its own query: a refusal of the query shows the page without one, and the
   * form with what was typed.
   */
  readonly searches?: true;
  /** Whether a `bad_request` of `run` may list the invalid rows of the request. */
  readonly refusesRows?: true;
  /**
   * Whether `query` decides about repeated parameters: it gets an array of texts for a repeated
   * one, and a text for a single one. Default: the mount refuses repetitions.
   */
  readonly repeats?: true;
  /**
   * A GET that writes, or sets cookies. A browser's prefetch is refused; HEAD runs, but neither
   * commits its unit nor sets a cookie.
   */
  readonly writesOnGet?: true;
  /**
   * Seconds for which any cache may store its 200, which then has a strong ETag; `If-None-Match`
   * makes it a 304. Default: no caching (`no-store`).
   */
  readonly cacheSeconds?: number;
  /**
   * Whether its caller may store the 200 and revalidate it: it then has a strong ETag, and
   * `If-None-Match` makes it a 304. No shared cache stores it.
   */
  readonly revalidates?: true;
}

/** A route as its author writes it: permitted callers, counting, shapes and one operation. */
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
  /** OpenAPI path template; `params` declares every `{parameter}`. */
  readonly path: string;
  readonly summary: string;
  /** Required for described routes; pages, their files and the description itself have none. */
  readonly documentation?: Documentation;
  readonly service: RouteService;
  /**
   * The kind of check for anomaly tracking; computed from the request's body, before its
   * validation, if there are several.
   */
  readonly kind: string | ((body: unknown) => string);
  readonly auth: A;
  readonly access?: Access;
  readonly limits?: RouteLimits;
  /** Absent: the route accepts no idempotency key. */
  readonly idempotency?: Idempotency<
    CallerByAuth[A],
    GuardInput<CallerByAuth[A], Params, Query, Body, Cookies, NamedHeaders>,
    Body,
    AnswerValue<As[keyof As & number]>,
    Code
  >;
  /** Parameters that do not parse name a resource that does not exist: 404. */
  readonly params?: z.ZodType<Params>;
  readonly query?: z.ZodType<Query>;
  /** By lower-case names. A header that does not parse is a 400. */
  readonly headers?: z.ZodType<NamedHeaders>;
  /**
   * By logical names, each optional. A cookie that does not parse counts as absent, since a browser
   * cannot correct it.
   */
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
   * Replaces `run` for an act outside the store that is never repeated: it is called once, and the
   * record of its result is retried until its commit succeeds.
   *
   * @param reservation reservation of the idempotency key, which such a route reserves; it is
   *   pledged before the act begins
   */
  perform?(
    ports: Ports,
    input:
      & GuardInput<CallerByAuth[A], Params, Query, Body, Cookies, NamedHeaders>
      & { readonly reservation: Reservation | null },
  ): Promise<Result<Performed<RunValue<As>, Refusal<Code>>, Refusal<Code>>>;
}

/** A route for the mount: its types are checked at its definition and erased here. */
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

/** Defines a route. The mount orders its guards, so that a record cannot get them wrong. */
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
