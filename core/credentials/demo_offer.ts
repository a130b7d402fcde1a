import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { uuidV7 } from "../../base/uuid.ts";
import {
  type CredentialOffer,
  makeOffer,
  offerUriByReference,
  preAuthorizedCodeGrant,
} from "../../standards/openid4vci/offer.ts";
import { Timestamp } from "../nouns.ts";
import { BatchId, type CredentialBatch, type StudentRow } from "./batch_schema.ts";
import type { DemoCredentials } from "./demo_ports.ts";
import { type AcademicIssuerId, SignatoryId } from "./issuer_schema.ts";
import { type CredentialTemplate, TemplateId } from "./template_schema.ts";

/** A demo offer (decisions-2.md part 15). */
export const DemoOffer = z.object({
  credentialOffer: z.custom<CredentialOffer>((value) => value !== undefined).meta({
    type: "object",
    description: "The offer by value (OpenID4VCI 1.0 §4.1.2)",
    properties: {
      credential_issuer: { type: "string" },
      credential_configuration_ids: { type: "array", items: { type: "string" } },
      grants: {
        type: "object",
        properties: {
          [preAuthorizedCodeGrant]: {
            type: "object",
            properties: { "pre-authorized_code": { type: "string" } },
            required: ["pre-authorized_code"],
          },
        },
        required: [preAuthorizedCodeGrant],
      },
    },
    required: ["credential_issuer", "credential_configuration_ids", "grants"],
  }),
  credentialOfferUri: z.string().meta({
    description: "The same by reference: the link or QR code for a wallet",
  }),
  expiresAt: Timestamp,
}).readonly().meta({ id: "DemoOffer" });
export type DemoOffer = z.infer<typeof DemoOffer>;

/** A new demo offer, with the institution's means to revoke it. */
export interface MadeDemoOffer {
  readonly offer: DemoOffer;
  /** URL whose POST revokes the credential, as its institution would. */
  readonly revocation: string;
}

/** Id of the demo's template, the same in every sandbox. A changed template gets another id. */
export const demoTemplateId = TemplateId.parse("019aa000-0000-7000-8000-000000000001");
/** Invented people of the sandbox's institution. */
const preparedBy = SignatoryId.parse("sandbox-registrar");
const approvedBy = SignatoryId.parse("sandbox-dean");

/** An invented person with an invented degree. */
const student: StudentRow = {
  studentFullName: "Erika Mustermann",
  studentEmail: "erika.mustermann@student.example",
  studentDob: "1984-08-12",
  institutionStudentId: null,
  claimValues: {
    family_name: "Mustermann",
    given_name: "Erika",
    award_title: "Bachelor of Science in Computer Science",
    award_date: "2025-07-14",
  },
};

const claimNames = Object.keys(student.claimValues);

/** The template of demo offers: a degree whose claims are each disclosed or withheld. */
function demoTemplate(academicIssuerId: AcademicIssuerId): CredentialTemplate {
  const createdAt = "2026-01-01T00:00:00.000Z";
  return {
    id: demoTemplateId,
    mode: "sandbox",
    academicIssuerId,
    credentialType: "DEGREE_AWARD",
    claimsSchema: {
      type: "object",
      properties: {
        family_name: { type: "string", title: "Family name" },
        given_name: { type: "string", title: "Given name" },
        award_title: { type: "string", title: "Award" },
        award_date: { type: "string", format: "date", title: "Awarded on" },
      },
      required: claimNames,
      additionalProperties: false,
    },
    sdJwtDisclosureFrame: { _sd: claimNames },
    status: "APPROVED",
    createdAt,
    submittedAt: createdAt,
    reviewedAt: createdAt,
    reviewNotes: null,
  };
}

/** A batch of one item, prepared and approved by two invented people. */
function demoBatch(
  id: BatchId,
  academicIssuerId: AcademicIssuerId,
  { now, lapsesAt }: { readonly now: string; readonly lapsesAt: string },
): CredentialBatch {
  return {
    id,
    mode: "sandbox",
    academicIssuerId,
    credentialTemplateId: demoTemplateId,
    submissionMethod: "API",
    preparedBySignatoryId: preparedBy,
    status: "APPROVED",
    createdAt: now,
    approvedAt: now,
    approvedBySignatoryId: approvedBy,
    itemCount: 1,
    differing: [],
    recheckedBy: [],
    lapsesAt,
  };
}

/**
 * Makes a new offer of an invented student's degree: a batch of one item, accepted like any batch,
 * so that its offer is redeemed, signed and revoked like any other.
 *
 * @see Credentials §4, rule 1
 */
export async function makeDemoOffer(
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  { institution, issuer, offerDays, ensureTemplate, accept }: DemoCredentials,
): Promise<MadeDemoOffer> {
  await ensureTemplate(demoTemplate(institution.id));
  const now = clock.now();
  const id = BatchId.parse(uuidV7({ clock, random }));
  const expiresAt = text(now.add({ hours: 24 * offerDays }));
  // A day longer than the offer, so that a sandbox is not filled by those who never came back.
  const lapsesAt = text(now.add({ hours: 24 * (offerDays + 1) }));
  const batch = demoBatch(id, institution.id, { now: text(now), lapsesAt });
  const item = await accept(batch, student);
  const { code, offerId } = await item.offer();
  return {
    offer: {
      credentialOffer: makeOffer({ issuer, configurationId: demoTemplateId, code }),
      credentialOfferUri: offerUriByReference(`${issuer}/offers/${offerId}`),
      expiresAt,
    },
    revocation: `${issuer}/issue/batches/${id}/items/${item.item.id}/revoke`,
  };
}

function text(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: "millisecond" });
}
