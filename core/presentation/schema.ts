import { z } from "zod";
import { hasRepeatedMember, parseJson } from "../../base/json.ts";
import { ClientId } from "../access/schema.ts";
import { Mode, optionalMember, Service, Timestamp, Uuid } from "../nouns.ts";
import { EvidenceEncryptionKey } from "../access/evidence_encryption_key.ts";
import { AuthorizationRequest } from "./authorization_request.ts";
import { walletEncryptionOf } from "./wallet_metadata.ts";

/** Names one session (UUIDv7). Upper case names the same one (RFC 9562 §4). */
export const SessionId = Uuid.brand<"SessionId">();
export type SessionId = z.infer<typeof SessionId>;

/** A frozen form of a check: `age-verification@2`. */
export const TemplateVersion = z.string().regex(/^[a-z0-9-]+@[1-9]\d*$/);

/** The status of a session; `expired` by the clock alone. */
export const SessionStatus = z.enum(["pending", "completed", "failed", "expired"])
  .meta({ id: "SessionStatus" });
export type SessionStatus = z.infer<typeof SessionStatus>;

/**
 * What a session was started for: a call of the API, whose caller holds its token, or a login, whose
 * page does.
 */
export const StartedFor = z.enum(["api", "login"]);
export type StartedFor = z.infer<typeof StartedFor>;

/** Services that have sessions. */
export const SessionService = Service.extract(["verification", "credentials"]);
export type SessionService = z.infer<typeof SessionService>;

/** The types of one service's sessions. */
export interface SessionKind {
  /** Whose they are: no other service finds them. */
  readonly service: SessionService;
  /** What may be asked. */
  readonly checkType: string;
  /** What a completed session holds. */
  readonly decision: unknown;
}

/** The stored outcome of a session; `expired` is none, since the clock alone decides it. */
function outcomeSchema<Decision extends z.ZodType>(decision: Decision) {
  return z.discriminatedUnion("status", [
    z.object({
      status: z.literal("pending"),
      /** Presentations that did not verify. */
      failures: z.int().nonnegative(),
    }).readonly(),
    z.object({
      status: z.literal("completed"),
      endedAt: Timestamp,
      decision,
      /** Of a login's: whom it logs in, a pseudonym of the holder for this one client. */
      subject: z.string().optional(),
      /**
       * Whether anything waits for its one delivery, an evidence pack or claims: `none` where the
       * check keeps nothing, `ready` until it is delivered or its lifetime is over.
       */
      pack: z.enum(["none", "ready", "delivered"]),
      /** Which reader it was delivered to: random, and known to that one alone. */
      claim: z.string().optional(),
      /** Of the code that its browser shows to read how it ended, hex SHA-256; absent: none needs to. */
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
 * The stored form of one service's sessions: no claim of any wallet, and the request under a key.
 *
 * @param kind the service, and its own check types and decision
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
    /** Another service's session does not parse. */
    service,
    clientId: ClientId,
    /** Whose engine and trust anchors judge the answer. */
    mode: Mode,
    /** A record without it is of a server that knew no login. */
    startedFor: StartedFor.default("api"),
    checkType,
    templateVersion: TemplateVersion,
    countryCode: z.string().nullable(),
    /** As the wallet was sent it; what its answer is bound to, whatever is configured since. */
    request: AuthorizationRequest,
    /** Where its signed form is fetched, and how often it was; absent where it is not signed. */
    requestObject: z.object({
      id: z.string(),
      fetches: z.int().nonnegative(),
      /** Whether its link asks wallets to send a nonce (`request_uri_method`). */
      byPost: z.literal(true).optional(),
    }).readonly().optional(),
    /** What its link opens, a scheme or an https address; absent: `openid4vp`. */
    walletLink: z.string().optional(),
    /** Where the wallet sends the browser of this device back to; absent: nowhere. */
    returnUrl: z.string().optional(),
    /**
     * Of a session that a page's browser asks for (OpenID4VP 1.0, Appendix A): the page's origin, and
     * the signed form of the request where there is one. `request` is then what the session knows
     * itself of it; the browser gets what {@link digitalRequestOf} makes of both. Absent: its wallet
     * answers by itself.
     */
    digital: z.object({ origin: z.string(), signed: z.string().optional() }).readonly().optional(),
    createdAt: Timestamp,
    /** Expiry of the wait for an answer. Not a lifetime of the record. */
    pendingUntil: Timestamp,
    /** Whom the pack is encrypted to; null where the check keeps none. */
    packKey: EvidenceEncryptionKey.nullable(),
    /** The server key that its token is derived under; null where it has no token. */
    tokenKeyId: z.string().nullable(),
    outcome: outcomeSchema(decision),
  }).readonly();
}

type AnySession = z.infer<
  ReturnType<typeof sessionSchema<typeof SessionService, z.ZodString, z.ZodUnknown>>
>;
type Completed = Extract<AnySession["outcome"], { status: "completed" }>;

/** The outcome of a session that is completed by such a decision. */
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

/** The status of a session at this moment. */
export function statusOf(
  { outcome, pendingUntil }: Pick<Session, "outcome" | "pendingUntil">,
  now: Temporal.Instant,
): SessionStatus {
  if (outcome.status !== "pending") return outcome.status;
  return Date.parse(pendingUntil) <= now.epochMilliseconds ? "expired" : "pending";
}

/** When a session ended, or will by itself. */
export function endOf(
  { outcome, pendingUntil }: Pick<Session, "outcome" | "pendingUntil">,
): Temporal.Instant {
  return Temporal.Instant.from(outcome.status === "pending" ? pendingUntil : outcome.endedAt);
}

/** A record of the validator's has no member `__proto__`, which would be left out. */
const VpToken = z.preprocess(
  (value) => isNamedProto(value) ? "refused" : value,
  z.record(z.string(), z.union([z.string(), z.array(z.string()).readonly()])),
).meta({ description: "Presentations by credential id, each a text or an array of one text" });

function isNamedProto(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.hasOwn(value, "__proto__");
}

/** What a wallet sends (OpenID4VP 1.0 §8.2 and §8.5), or a page's server has got of its browser. */
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

/** The same encrypted (OpenID4VP 1.0 §8.3.1), or as it is: an error, or of a session that asks so. */
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

/** The same as a form, where `vp_token` is JSON in a field. */
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

/** A form that holds either. */
const encryptedCallbackForm = z.object({
  ...EncryptedCallbackRequest.unwrap().shape,
  vp_token: callbackForm.unwrap().shape.vp_token,
}).readonly();

/** The bodies of an answer, as a route names them. @param encrypted whether wallets are asked to encrypt them */
export function callbackBodies(encrypted: boolean): {
  readonly body: z.ZodType<EncryptedCallbackRequest>;
  readonly form: { readonly urlencoded: z.ZodType<EncryptedCallbackRequest> };
} {
  return encrypted
    ? { body: EncryptedCallbackRequest, form: { urlencoded: encryptedCallbackForm } }
    : { body: CallbackRequest, form: { urlencoded: callbackForm } };
}

/** A wallet's nonce is a text of printable ASCII; some hold a signed one, which is long. */
const walletNonceCharactersMax = 1_024;

/** A wallet's metadata has its formats, algorithms and keys, some with a certificate chain. */
const walletMetadataCharactersMax = 16_384;

/** What a wallet sends to fetch a signed request (OpenID4VP 1.0 §5.10). */
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

/** Where the wallet sends the browser, of a session that was started with a `returnUrl`. */
export const CallbackRedirect = z.url().optional().meta({
  description:
    "Where the wallet sends the browser (OpenID4VP 1.0 §8.2), of a session that was started with `returnUrl`",
});

/** The reply to a wallet that says why it does not answer. */
export const CallbackError = z.object({
  sessionId: SessionId,
  status: z.literal("failed"),
  error: z.string(),
  redirect_uri: CallbackRedirect,
}).readonly().meta({ id: "CallbackError" });
export type CallbackError = z.infer<typeof CallbackError>;
