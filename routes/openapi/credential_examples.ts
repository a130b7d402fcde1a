import type { Examples } from "./named_examples.ts";

const degreeSchema = {
  type: "object",
  properties: {
    family_name: { type: "string" },
    given_name: { type: "string" },
    award_title: { type: "string" },
    award_date: { type: "string", format: "date" },
  },
  required: ["family_name", "given_name", "award_title", "award_date"],
  additionalProperties: false,
} as const;
const degree = {
  family_name: "Mustermann",
  given_name: "Erika",
  award_title: "Bachelor of Science",
  award_date: "2026-06-30",
} as const;

const templates: Examples = {
  degree: {
    summary: "A degree, each claim of which its holder may withhold",
    value: {
      academicIssuerId: "sandbox-university",
      credentialType: "DEGREE_AWARD",
      claimsSchema: degreeSchema,
      sdJwtDisclosureFrame: { _sd: Object.keys(degreeSchema.properties) },
    },
  },
};

const templateReviews: Examples = {
  approved: { summary: "It may be used", value: { decision: "APPROVED" } },
  rejected: {
    summary: "It may not",
    value: { decision: "REJECTED", notes: "The award's title must be of a closed list." },
  },
};

const batch = {
  academicIssuerId: "sandbox-university",
  credentialTemplateId: "01890a5d-ac96-774b-bcce-b302099a8057",
  preparedBySignatoryId: "sandbox-registrar",
} as const;
const batches: Examples = {
  rows: {
    summary: "One student",
    value: {
      ...batch,
      submissionMethod: "API",
      rows: [{
        studentFullName: "Erika Mustermann",
        studentEmail: "erika.mustermann@student.example",
        studentDob: "1984-08-12",
        institutionStudentId: "01234567",
        claimValues: degree,
      }],
    },
  },
  csv: {
    summary: "The same as CSV",
    value: {
      ...batch,
      submissionMethod: "CSV_UPLOAD",
      csvContent: [
        `studentFullName,studentEmail,${
          Object.keys(degree).map((name) => `claim.${name}`).join(",")
        }`,
        `Erika Mustermann,erika.mustermann@student.example,${Object.values(degree).join(",")}`,
        "",
      ].join("\r\n"),
    },
  },
};

const rechecks: Examples = {
  recheck: {
    summary: "The claims of one student, entered again by another person",
    value: { recheckingSignatoryId: "sandbox-registry-clerk", claimValues: degree },
  },
};

const approvals: Examples = {
  dean: { summary: "By a third person", value: { approvedBySignatoryId: "sandbox-dean" } },
};

/** Examples of the JSON bodies of templates and batches, by operation. */
export const credentialRequestExamples: Readonly<Record<string, Examples>> = {
  createTemplate: templates,
  reviewTemplate: templateReviews,
  createCredentialBatch: batches,
  recheckCredentialBatchItem: rechecks,
  approveCredentialBatch: approvals,
};
