import { z } from "zod";
import type { Json } from "../../base/json.ts";
import type { DisclosureFrame } from "../../standards/sd_jwt/disclosure_frame.ts";
import { Mode, Timestamp, Uuid } from "../nouns.ts";
import { AcademicIssuerId } from "./issuer_schema.ts";

/** Identifies a template (UUIDv7). */
export const TemplateId = Uuid.brand<"TemplateId">();
export type TemplateId = z.infer<typeof TemplateId>;

/** The subject of a credential (Credentials §2). */
export const CredentialType = z.enum(["ENROLMENT", "MODULE_COMPLETION", "DEGREE_AWARD"])
  .meta({
    id: "CredentialType",
    description:
      "What it certifies: that a person studies, has completed a module, or has a degree",
  });
export type CredentialType = z.infer<typeof CredentialType>;

/** `vct` of each type (decisions-2.md part 15). */
export const credentialTypes: Readonly<Record<CredentialType, string>> = {
  DEGREE_AWARD: "urn:academic:degree-award:1",
  MODULE_COMPLETION: "urn:academic:module-completion:1",
  ENROLMENT: "urn:academic:enrolment:1",
};

/** Names of credential types in wallets, for schemas without a title. */
export const credentialTypeNames: Readonly<Record<CredentialType, string>> = {
  DEGREE_AWARD: "Degree",
  MODULE_COMPLETION: "Completed module",
  ENROLMENT: "Enrolment",
};

/** The status of a template (decisions.md part 11). */
export const TemplateStatus = z.enum(["DRAFT", "PENDING_REVIEW", "APPROVED", "REJECTED"])
  .meta({
    id: "TemplateStatus",
    description:
      "`DRAFT` until it is submitted, `PENDING_REVIEW` until it is reviewed; `APPROVED` and `REJECTED` are final",
  });
export type TemplateStatus = z.infer<typeof TemplateStatus>;

/** A template of credentials. An approved template never changes. */
export const CredentialTemplate = z.object({
  id: TemplateId,
  /** Mode of the deployment that created it: live does not see a sandbox's templates. */
  mode: Mode,
  academicIssuerId: AcademicIssuerId,
  credentialType: CredentialType,
  /** JSON Schema 2020-12 of an object. */
  claimsSchema: z.custom<Json>(),
  sdJwtDisclosureFrame: z.custom<DisclosureFrame>(),
  status: TemplateStatus,
  createdAt: Timestamp,
  submittedAt: Timestamp.nullable(),
  reviewedAt: Timestamp.nullable(),
  reviewNotes: z.string().nullable(),
}).readonly();
export type CredentialTemplate = z.infer<typeof CredentialTemplate>;
