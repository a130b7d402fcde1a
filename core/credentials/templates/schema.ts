import { z } from "zod";
import type { Json } from "../../../base/json.ts";
import { optionalMember } from "../../nouns.ts";
import {
  type CredentialTemplate,
  CredentialTemplate as Template,
  CredentialType,
  credentialTypes,
  TemplateId,
  TemplateStatus,
} from "../template_schema.ts";

/** Any JSON value except null; the operation reports the required form with its place. */
const AnyJson = z.custom<Json>((value) => value !== undefined && value !== null, "is required");

/** A request to create a template (Credentials §2). */
export const TemplateRequest = z.object({
  academicIssuerId: z.string().meta({ description: "The institution" }),
  credentialType: CredentialType,
  claimsSchema: AnyJson.meta({
    type: "object",
    description:
      "JSON Schema 2020-12 of an object. `$ref` within the document alone; `pattern` in the syntax of RE2; `format` is asserted (date, date-time, time, email, uri, uuid). A keyword that is not known is refused.",
  }),
  sdJwtDisclosureFrame: AnyJson.meta({
    type: "object",
    description:
      "Which claims the holder may withhold: `_sd` names members of a level (indexes of an array), `_sd_decoy` adds decoy digests, every other member is the frame of the claim of that name. Every name must be one of `claimsSchema`.",
  }),
}).readonly().meta({ id: "TemplateRequest" });
export type TemplateRequest = z.infer<typeof TemplateRequest>;

/** A reviewer's decision (Credentials §2). */
export const TemplateDecision = z.enum(["APPROVED", "REJECTED"]);
export type TemplateDecision = z.infer<typeof TemplateDecision>;

/** A request to review a template. */
export function templateReview({ notesCharactersMax }: { readonly notesCharactersMax: number }) {
  return z.object({
    decision: TemplateDecision,
    notes: optionalMember(z.string().max(notesCharactersMax)).meta({
      description: "For the institution, which reads the notes; must contain no personal data",
    }),
  }).readonly().meta({ id: "TemplateReview" });
}
export type TemplateReview = z.infer<ReturnType<typeof templateReview>>;

const { id: _id, mode: _mode, claimsSchema: _schema, sdJwtDisclosureFrame: _frame, ...shared } =
  Template.unwrap().shape;

/** Whether a member is present: without this check zod treats a member of any form as optional. */
function isThere(value: unknown): boolean {
  return value !== undefined;
}

/** A template in an answer. */
export const TemplateRead = z.object({
  templateId: TemplateId,
  ...shared,
  vct: z.string().meta({ description: "Type of the template's credentials (SD-JWT VC)" }),
  claimsSchema: z.custom<Json>(isThere).meta({
    type: "object",
    description: "JSON Schema 2020-12 of the claims",
  }),
  sdJwtDisclosureFrame: z.custom<CredentialTemplate["sdJwtDisclosureFrame"]>(isThere).meta({
    type: "object",
    description: "Which claims the holder may withhold",
  }),
}).readonly().meta({ id: "CredentialTemplate" });
export type TemplateRead = z.infer<typeof TemplateRead>;

/** A page of templates, newest first. */
export const TemplateList = z.object({
  templates: z.array(TemplateRead).readonly(),
  nextCursor: TemplateId.nullable().meta({ description: "Null at the end" }),
}).readonly().meta({ id: "TemplateList" });
export type TemplateList = z.infer<typeof TemplateList>;

/** The query of a list (Credentials §2). */
export function templateListQuery(
  { listRowsDefault, listRowsMax }: {
    readonly listRowsDefault: number;
    readonly listRowsMax: number;
  },
) {
  return z.object({
    academicIssuerId: z.string().optional(),
    status: TemplateStatus.optional(),
    limit: z.string().regex(/^[0-9]{1,9}$/, "expected a whole number in digits").transform(Number)
      .pipe(z.int().min(1).max(listRowsMax)).default(listRowsDefault)
      .meta({ type: "integer", minimum: 1, maximum: listRowsMax }),
    cursor: TemplateId.optional().meta({ description: "`nextCursor` of the last page" }),
  });
}
export type TemplateListQuery = z.infer<ReturnType<typeof templateListQuery>>;

/** Converts a template to its answer; the deployment states the mode. */
export function templateRead({ id, mode: _, ...template }: CredentialTemplate): TemplateRead {
  return { templateId: id, ...template, vct: credentialTypes[template.credentialType] };
}
