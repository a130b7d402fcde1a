import { z } from "zod";
import { hasRepeatedMember, parseJson } from "../../base/json.ts";
import { ClientId } from "../access/schema.ts";
import { Mode, optionalMember, Service, Timestamp, Uuid } from "../nouns.ts";
import { EvidenceEncryptionKey } from "../access/evidence_encryption_key.ts";
import { AuthorizationRequest } from "./authorization_request.ts";
import { walletEncryptionOf } from "./wallet_metadata.ts";

/** Identifies a session (UUIDv7), in either letter case (RFC 9562 §4). */
export const SessionId = Uuid.brand<"SessionId">();
export type SessionId = z.infer<typeof SessionId>;

/** A frozen form of a check: `age-verification@2`. */
export const TemplateVersion = z.string().regex(/^[a-z0-9-]+@[1-9]\d*$/);

/** The status of a session; `expired` results from the clock alone. */
export const SessionStatus = z.enum(["pending", "completed", "failed", "expired"])
  .meta({ id: "SessionStatus" });
export type SessionStatus = z.infer<typeof SessionStatus>;

/**
 * The purpose of a session: a call of the API, whose caller holds its token, or a login, whose page
 * holds it.
 */
export const StartedFor = z.enum(["api", "login"]);
export type StartedFor = z.infer<typeof StartedFor>;

/** Services with sessions. */
export const SessionService = Service.extract(["verification", "credentials"]);
export type SessionService = z.infer<typeof SessionService>;

/** The types of one service's sessions. */
export interface SessionKind {
  /** The service that owns the sessions; other services cannot find them. */
  readonly service: SessionService;
  /** The checks of the service. */
  readonly checkType: string;
  /** The decision of a completed session. */
  readonly decision: unknown;
}

/** The stored outcome of a session; `expired` is not stored, since it results from the clock. */
function outcomeSchema<Decision extends z.ZodType>(decision: Decision) {
  return z.discriminatedUnion("status", [
    z.object({
      status: z.literal("pending"),
      /** Presentations that failed verification. */
      failures: z.int().nonnegative(),
    }).readonly(),
    z.object({
      status: z.literal("completed"),
      endedAt: Timestamp,
      decision,
      /**
       * For a login: the person that it logs in, as a pseudonym of the holder for this client only.
       */
      subject: z.string().optional(),
      /**
       * The state of the one delivery, an evidence pack or claims: `none` if the check stores
       * nothing, `ready` until it is delivered or expires.
       */
      pack: z.enum(["none", "ready", "delivered"]),
      /** Random value known only to the reader that received the delivery. */
      claim: z.string().optional(),
      /**
       * Hex SHA-256 of the code that the session's browser must present to read the result; absent
       * if no code is needed.
       */
      responseCodeHash: z.string().optional(),
    }).readonly(),
    z.object({
      status: z.literal("failed"),
      endedAt: Timestamp,
      error: z.string(),
      responseCodeHash: z.string().optional(),
    }).readonly(),
  ]);
}

/**
 * The stored form of one service's sessions: without claims of a wallet, and with the request
 * encrypted.
 *
 * @param kind the service, with its check types and decision
 */
export function sessionSchema<
  Owner extends z.ZodType<SessionService>,
  CheckType extends z.ZodType<string>,
  Decision extends z.ZodType,
>(
  { service, checkType, decision }: {
    readonly service: Owner;
    readonly checkType: CheckType;
    readonly decision: Decision;
  },
) {
  return z.object({
    id: SessionId,
    /** Sessions of another service do not parse. */
    service,
    clientId: ClientId,
    /** The mode whose engine and trust anchors judge the answer. */
    mode: Mode,
    /** The default applies to records of servers that had no login. */
    startedFor: StartedFor.default("api"),
    checkType,
    templateVersion: TemplateVersion,
    countryCode: z.string().nullable(),
    /**
     * The request as the wallet received it; its answer is bound to it, whatever the current
     * configuration.
     */
    request: AuthorizationRequest,
    /**
     * The address of its signed form, and the number of fetches; absent for an unsigned request.
     */
    requestObject: z.object({
      id: z.string(),
      fetches: z.int().nonnegative(),
      /** Whether its link asks wallets to send a nonce (`request_uri_method`). */
      byPost: z.literal(true).optional(),
    }).readonly().optional(),
    /** The target of its link, a scheme or an https URL; absent: `openid4vp`. */
    walletLink: z.string().optional(),
    /** The URL to which the wallet returns the browser of this device; absent: none. */
    returnUrl: z.string().optional(),
    /**
     * For a session through a page's browser (OpenID4VP 1.0, Appendix A): the page's origin, and
     * the signed form of the request if there is one. `request` is then the session's own copy; the
     * browser receives the result of {@link digitalRequestOf} for both. Absent: the wallet answers
     * directly.
     */
    digital: z.object({ origin: z.string(), signed: z.string().optional() }).readonly().optional(),
    createdAt: Timestamp,
    /** End of the wait for an answer. Not the lifetime of the record. */
    pendingUntil: Timestamp,
    /** The key to which the pack is encrypted; null if the check stores no pack. */
    packKey: EvidenceEncryptionKey.nullable(),
    /** The server key that its token is derived under; null without a token. */
    tokenKeyId: z.string().nullable(),
    outcome: outcomeSchema(decision),
  }).readonly();
}

type AnySession = z.infer<
  ReturnType<typeof sessionSchema<typeof SessionService, z.ZodString, z.ZodUnknown>>
>;
type Completed = Extract<AnySession["outcome"], { status: "completed" }>;

/** The outcome of a session with this type of decision. */
export type Outcome<Decision = unknown> =
  | Exclude<AnySession["outcome"], Completed>
  | Completed & { readonly decision: Decision };

/** A session of one service, as {@link sessionSchema} parses it. */
export type Session<Kind extends SessionKind = SessionKind> =
  & Omit<AnySession, "service" | "checkType" | "outcome">
  & {
    readonly service: Kind["service"];
    readonly checkType: Kind["checkType"];
    readonly outcome: Outcome<Kind["decision"]>;
  };

/** The current status of a session. */
export function statusOf(
  { outcome, pendingUntil }: Pick<Session, "outcome" | "pendingUntil">,
  now: Temporal.Instant,
): SessionStatus {
  if (outcome.status !== "pending") return outcome.status;
  return Date.parse(pendingUntil) <= now.epochMilliseconds ? "expired" : "pending";
}

/** The time at which a session ended or will expire. */
export function endOf(
  { outcome, pendingUntil }: Pick<Session, "outcome" | "pendingUntil">,
): Temporal.Instant {
  return Temporal.Instant.from(outcome.status === "pending" ? pendingUntil : outcome.endedAt);
}

/** Rejects a member `__proto__`, which zod's record would drop. */
const VpToken = z.preprocess(
  (value) => isNamedProto(value) ? "refused" : value,
  z.record(z.string(), z.union([z.string(), z.array(z.string()).readonly()])),
).meta({ description: "Presentations by credential id, each a text or an array of one text" });

function isNamedProto(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.hasOwn(value, "__proto__");
}

/**
 * A wallet's answer (OpenID4VP 1.0 §8.2 and §8.5), sent directly or through a page's browser and
 * server.
 */
export const CallbackRequest = z.object({
  state: z.string(),
  vp_token: optionalMember(VpToken),
  error: optionalMember(z.string()),
  error_description: optionalMember(z.string()),
}).readonly().meta({
  id: "CallbackRequest",
  examples: [{ state: "the request's own", error: "access_denied" }],
});
export type CallbackRequest = z.infer<typeof CallbackRequest>;

/**
 * The encrypted answer (OpenID4VP 1.0 §8.3.1), or a plain one: an error, or for a session that
 * permits it.
 */
export const EncryptedCallbackRequest = z.object({
  ...CallbackRequest.unwrap().shape,
  response: optionalMember(z.string()).meta({
    description: "Compact JWE of the other members, to the key in the request",
  }),
  state: optionalMember(z.string()).meta({
    description: "Required where `response` is absent, and of a session by `dc_api`",
  }),
}).readonly().meta({
  id: "EncryptedCallbackRequest",
  examples: [{ response: "eyJhbGciOiJFQ0RILUVTIiwiZW5jIjoiQTEyOEdDTSJ9..." }],
});
export type EncryptedCallbackRequest = z.infer<typeof EncryptedCallbackRequest>;

/** The callback's answer as a form: `vp_token` is JSON in a field. */
const callbackForm = z.object({
  ...CallbackRequest.unwrap().shape,
  vp_token: z.string().meta({ description: "The object of the JSON body, as JSON text" })
    .transform((text, context): unknown => {
      const value = parseJson(text);
      if (value !== undefined && !hasRepeatedMember(text, value)) return value;
      context.addIssue("expected JSON that names no member twice");
      return z.NEVER;
    }).pipe(VpToken).optional(),
}).readonly();

/** A form with an encrypted answer, or with a `vp_token`. */
const encryptedCallbackForm = z.object({
  ...EncryptedCallbackRequest.unwrap().shape,
  vp_token: callbackForm.unwrap().shape.vp_token,
}).readonly();

/** The bodies of an answer for a route. @param encrypted whether wallets should encrypt them */
export function callbackBodies(encrypted: boolean): {
  readonly body: z.ZodType<EncryptedCallbackRequest>;
  readonly form: { readonly urlencoded: z.ZodType<EncryptedCallbackRequest> };
} {
  return encrypted
    ? { body: EncryptedCallbackRequest, form: { urlencoded: encryptedCallbackForm } }
    : { body: CallbackRequest, form: { urlencoded: callbackForm } };
}

/**
 * Maximum characters of a wallet's nonce, printable ASCII; some wallets send a signed one, which is
 * long.
 */
const walletNonceCharactersMax = 1_024;

/**
 * Maximum characters of a wallet's metadata: formats, algorithms and keys, some with a certificate
 * chain.
 */
const walletMetadataCharactersMax = 16_384;

/** A wallet's request for a signed request (OpenID4VP 1.0 §5.10). */
export const RequestObjectForm = z.object({
  wallet_nonce: z.string().regex(/^[\x21-\x7e]+$/).max(walletNonceCharactersMax).optional(),
  wallet_metadata: z.string().max(walletMetadataCharactersMax).meta({
    description: "A JSON object, of which `jwks` and the algorithms of encryption are read",
  }).transform((text, context) => {
    const encryption = walletEncryptionOf(text);
    if (encryption.ok) return encryption.value;
    context.addIssue(encryption.refusal.message);
    return z.NEVER;
  }).optional(),
}).readonly().meta({ examples: [{ wallet_nonce: "qPmxiNFCR3QTm19POc8u" }] });
export type RequestObjectForm = z.infer<typeof RequestObjectForm>;

/** The URL to which the wallet redirects the browser, for a session with a `returnUrl`. */
export const CallbackRedirect = z.url().optional().meta({
  description:
    "Where the wallet sends the browser (OpenID4VP 1.0 §8.2), of a session that was started with `returnUrl`",
});

/** The reply to a wallet's error. */
export const CallbackError = z.object({
  sessionId: SessionId,
  status: z.literal("failed"),
  error: z.string(),
  redirect_uri: CallbackRedirect,
}).readonly().meta({ id: "CallbackError" });
export type CallbackError = z.infer<typeof CallbackError>;
