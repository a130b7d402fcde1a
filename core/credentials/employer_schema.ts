import { z } from "zod";
import type { JsonObject } from "../../base/json.ts";
import { ClientId } from "../access/schema.ts";
import { optionalMember } from "../nouns.ts";
import { BegunSession } from "../presentation/begun_session.ts";
import { type Session, SessionId, sessionSchema, TemplateVersion } from "../presentation/schema.ts";
import { sessionListSchema, sessionReadSchema } from "../presentation/session_members.ts";
import { StatusReference } from "../presentation/status_reference.ts";
import { CredentialType } from "./template_schema.ts";

/** Proofs that an employer may request from a student's wallet (Credentials §2). */
export const EmployerCheckType = z.enum(["academic-credential", "academic-enrolment-status"])
  .meta({
    id: "EmployerCheckType",
    description:
      "`academic-credential` accepts a degree or a module, `academic-enrolment-status` an enrolment",
  });
export type EmployerCheckType = z.infer<typeof EmployerCheckType>;

/** Whether a credential is still valid (decisions.md part 11). */
export const AcademicRevocationStatus = z.enum(["VALID", "REVOKED", "UNKNOWN"]).meta({
  id: "AcademicRevocationStatus",
  description: "`UNKNOWN`: the credential has no status list, or the list is currently unavailable",
});
export type AcademicRevocationStatus = z.infer<typeof AcademicRevocationStatus>;

/** A request for an employer's session. */
export const EmployerSessionRequest = z.object({
  clientId: optionalMember(ClientId).meta({
    description: "In sandbox accepted as given; in live the bearer token identifies the client",
  }),
  checkType: EmployerCheckType,
}).readonly().meta({
  id: "EmployerSessionRequest",
  examples: [{ clientId: "acme", checkType: "academic-credential" }],
});
export type EmployerSessionRequest = z.infer<typeof EmployerSessionRequest>;

/** A new employer's session, with the link for the wallet. */
export const EmployerSessionInitiated = BegunSession.meta({ id: "EmployerSessionInitiated" });
/** A new session, as an employer's client reads it. */
export type EmployerSessionInitiated = BegunSession;

/** The public result of an employer's check. */
export const AcademicProofs = z.object({
  claimsVerified: z.boolean().meta({
    description:
      "Always true: a presentation that fails verification is refused and gives no decision",
  }),
}).readonly();
export type AcademicProofs = z.infer<typeof AcademicProofs>;

/** A session's decision, without data of the student. It never changes. */
const AcademicDecision = z.object({
  method: z.literal("eudi_wallet"),
  booleanProofs: AcademicProofs,
  credentialType: CredentialType,
  issuer: z.object({
    name: z.string().nullable().meta({
      description: "The institution: the organisation (`O`) of its certificate",
    }),
    country: z.string().nullable().meta({ description: "ISO 3166-1 alpha-2 (`C`)" }),
  }).readonly(),
  templateVersion: TemplateVersion,
}).readonly();

/** The stored decision, including the place of the credential's revocation status. */
export const EmployerDecision = AcademicDecision.unwrap().extend({
  /** Null for a credential without a status list. */
  statusReference: StatusReference.nullable(),
  /** The status at the time of presentation. */
  revocationStatus: AcademicRevocationStatus,
}).readonly();
export type EmployerDecision = z.infer<typeof EmployerDecision>;

/** The types of employers' sessions. */
export interface EmployerKind {
  readonly service: "credentials";
  readonly checkType: EmployerCheckType;
  readonly decision: EmployerDecision;
}

/** The stored form of an employer's session. */
export const EmployerSession = sessionSchema({
  service: z.literal("credentials"),
  checkType: EmployerCheckType,
  decision: EmployerDecision,
});
/** A session of an employer. */
export type EmployerSession = Session<EmployerKind>;

/** A session, for its employer. */
export const EmployerSessionRead = sessionReadSchema(
  EmployerCheckType,
  AcademicDecision.unwrap().extend({
    disclosedClaims: z.custom<JsonObject>((value) => value !== undefined).nullable().meta({
      type: ["object", "null"],
      additionalProperties: true,
      description:
        "What the student showed, delivered at most once: by the first claim-mode read. Null before and after, and in lists",
    }),
    revocationStatus: AcademicRevocationStatus,
  }).readonly(),
).meta({ id: "EmployerSession" });
export type EmployerSessionRead = z.infer<typeof EmployerSessionRead>;

/** Sessions of an employer, newest first. */
export const EmployerSessionList = sessionListSchema(EmployerSessionRead)
  .meta({ id: "EmployerSessions" });
export type EmployerSessionList = z.infer<typeof EmployerSessionList>;

/** The reply to a wallet whose presentation was verified. */
export const EmployerCallbackReply = z.object({
  sessionId: SessionId,
  status: z.literal("completed"),
  booleanProofs: AcademicProofs,
  templateVersion: TemplateVersion,
}).readonly().meta({ id: "EmployerCallbackReply" });
export type EmployerCallbackReply = z.infer<typeof EmployerCallbackReply>;

/** The query of a read: whether it takes the disclosed claims. */
export const EmployerReadQuery = z.object({
  claimsDelivery: z.enum(["claim", "peek"]).default("claim").meta({
    description: "`claim` takes the claims if they are ready; `peek` leaves them for a later read",
  }),
});
export type EmployerReadQuery = z.infer<typeof EmployerReadQuery>;
