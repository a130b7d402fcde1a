import { z } from "zod";
import { ClientId } from "../access/schema.ts";
import { isHttpsOrigin, isLoopbackOrigin } from "../access/web_origin.ts";
import { optionalMember } from "../nouns.ts";
import { countryCode as codeOf } from "../../standards/country/country.ts";
import { Classification } from "../screening/candidate_schema.ts";
import { NameCoverage } from "../screening/decision_schema.ts";
import { FrozenArtifact, Timestamp } from "../nouns.ts";
import { BegunSession } from "../presentation/begun_session.ts";
import { DigitalCredentialRequest } from "../presentation/digital_credential_request.ts";
import { ReturnUrl } from "../presentation/return_url.ts";
import { CallbackRedirect, SessionId, TemplateVersion } from "../presentation/schema.ts";
import { sessionListSchema, sessionReadSchema } from "../presentation/session_members.ts";
import { BooleanProofs } from "./check_definition.ts";
import { CheckType } from "./check_type.ts";
import { checkTypes } from "./check_types.ts";

/** The part of a request that decides whether a country is required. */
const AskedCheck = z.object({ checkType: CheckType });

function needsCountry(request: unknown): boolean {
  const asked = AskedCheck.safeParse(request);
  return asked.success && checkTypes[asked.data.checkType].needsCountry;
}

function isAlpha2(code: unknown): boolean {
  return typeof code === "string" && code.length === 2 && codeOf(code) === code;
}

/** The channel to the wallet: direct, or through the browser of a page. */
const Channel = z.enum(["redirect", "dc_api"]);

/** The part of a request that decides whether an origin is required. */
const AskedChannel = z.object({ channel: z.literal("dc_api") });

function isByBrowser(request: unknown): boolean {
  return AskedChannel.safeParse(request).success;
}

/** A request to verify (Verification §2). */
export const InitiateRequest = z.object({
  clientId: ClientId.meta({
    description: "In sandbox accepted as given; in live the bearer token identifies the client",
  }),
  checkType: CheckType,
  countryCode: z.unknown().optional().meta({
    description:
      "ISO 3166-1 alpha-2, upper case; required for restricted-purchase-*, ignored for other checks, even if invalid. Never sent to the wallet: 18 is 18 everywhere.",
    examples: ["DE"],
  }),
  returnUrl: optionalMember(ReturnUrl).meta({
    description:
      "Where a wallet on the same device sends the browser back to, with `response_code` in its query. Its origin is one of the client record's `returnOrigins`; in a sandbox http on this machine will do.",
  }),
  channel: optionalMember(Channel).meta({
    description:
      "The channel to the wallet: `redirect` (the default), a link or a QR code; `dc_api`, the browser of your page (Digital Credentials API)",
  }),
  origin: z.unknown().optional().meta({
    description:
      "The origin of your page; required for `dc_api` and then one of `returnOrigins` of the client's record, in a sandbox also of a page on this machine. Ignored for other channels, even if invalid.",
    examples: ["https://shop.example"],
  }),
}).readonly().refine(({ countryCode }) => isAlpha2(countryCode), {
  path: ["countryCode"],
  message: "expected an ISO 3166-1 alpha-2 code in upper case",
  // Also beside other wrong members: all of them are reported together.
  when: ({ value }) => needsCountry(value),
}).refine(({ origin }) => isHttpsOrigin(origin) || isLoopbackOrigin(origin), {
  path: ["origin"],
  message: "expected the origin of a page, such as https://shop.example",
  when: ({ value }) => isByBrowser(value),
}).refine(({ returnUrl }) => returnUrl === undefined, {
  path: ["returnUrl"],
  message: "expected none with `dc_api`: the browser stays at its page",
  when: ({ value }) => isByBrowser(value),
}).transform(({ clientId, checkType, countryCode, returnUrl, channel, origin }) => ({
  clientId,
  checkType,
  countryCode: checkTypes[checkType].needsCountry ? String(countryCode) : null,
  ...(returnUrl === undefined ? {} : { returnUrl }),
  /** The origin of the page whose browser calls the wallet; null for a direct request. */
  origin: channel === "dc_api" ? String(origin) : null,
})).meta({
  id: "InitiateRequest",
  examples: [{ clientId: "acme", checkType: "age-verification" }],
});
export type InitiateRequest = z.infer<typeof InitiateRequest>;

/** A new session, with the link for the wallet. */
export const SessionInitiated = BegunSession.unwrap().extend({
  sessionToken: z.string().meta({
    description:
      "Reads this one session back (`X-Aval-Verify-Session-Token`), safe to use in a page. It never gets the evidence pack.",
  }),
}).readonly().meta({ id: "SessionInitiated" });
export type SessionInitiated = z.infer<typeof SessionInitiated>;

/** A new session, with the request for a page's browser. */
export const DigitalSessionInitiated = z.object({
  sessionId: SessionId,
  templateVersion: TemplateVersion,
  digitalCredentialRequest: DigitalCredentialRequest,
  responseUri: z.url().meta({
    description: "The URL to which your server posts the browser's result, together with `state`",
  }),
  state: z.string().meta({ description: "For your server alone: it authorizes the answer" }),
  expiresAt: Timestamp,
  sessionToken: SessionInitiated.unwrap().shape.sessionToken,
}).readonly().meta({ id: "DigitalSessionInitiated" });
export type DigitalSessionInitiated = z.infer<typeof DigitalSessionInitiated>;

/** The result of a session, without personal data. It never changes. */
export const VerificationDecision = z.object({
  method: z.literal("eudi_wallet"),
  booleanProofs: BooleanProofs,
  // A union: OpenAPI prints a named schema that is `nullable()` as one that null does not satisfy.
  amlResult: z.union([Classification, z.null()]),
  pepFlag: z.boolean().nullable().meta({
    description:
      "Whether a candidate is politically exposed. Null if no screening ran, or no list in force contains such persons",
  }),
  sanctionedFlag: z.boolean().nullable().meta({
    description:
      "Whether a candidate is listed for another reason. Null if no screening ran, or no sanctions list is in force",
  }),
  listsChecked: z.array(z.string()).readonly().meta({
    description: "The lists of persons that were used. Empty if no screening ran",
  }),
  humanReviewRequired: z.boolean().meta({
    description:
      "True where `amlResult` is POSSIBLE_MATCH. False of CLEAR, where no screening ran, and of CONFIRMED_MATCH: branch on `amlResult`, never on this alone",
  }),
  nameCoverage: NameCoverage.optional().meta({
    description:
      "As in a screening: present when the name could not be compared in the usual way, and how it was",
  }),
  templateVersion: TemplateVersion,
  frozenDecisionArtifact: FrozenArtifact.nullable(),
}).readonly().meta({ id: "VerificationDecision" });
export type VerificationDecision = z.infer<typeof VerificationDecision>;

/** The reply to a wallet whose presentation was verified. */
export const CallbackReply = VerificationDecision.unwrap()
  .extend({ sessionId: SessionId, redirect_uri: CallbackRedirect })
  .readonly().meta({ id: "CallbackReply" });
export type CallbackReply = z.infer<typeof CallbackReply>;

/** A session in an answer: without personal data, except the pack, once and only for its client. */
export const SessionRead = sessionReadSchema(
  CheckType,
  VerificationDecision.unwrap().extend({
    evidencePackCiphertext: z.string().nullable().meta({
      description:
        "Compact JWE to the client's key, delivered at most once: by the first claim-mode read with the production credential",
    }),
  }).readonly(),
).meta({ id: "VerificationSession" });
export type SessionRead = z.infer<typeof SessionRead>;

/** Sessions of a client, newest first. */
export const SessionList = sessionListSchema(SessionRead).meta({ id: "VerificationSessions" });
export type SessionList = z.infer<typeof SessionList>;

/** The query of a read: whether it takes the evidence pack. */
export const ReadQuery = z.object({
  evidencePackDelivery: z.enum(["claim", "peek"]).default("claim").meta({
    description: "`claim` takes the pack if it is ready; `peek` leaves it for a later read",
  }),
  response_code: z.string().optional().meta({
    description:
      "What the browser came back with from the wallet. A session token needs it to read how a session with `returnUrl` ended",
  }),
});
export type ReadQuery = z.infer<typeof ReadQuery>;
