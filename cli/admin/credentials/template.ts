import { isArray, isObject, type Json } from "../../../base/json.ts";
import { ok, type Result } from "../../../base/result.ts";
import type { CredentialTemplates } from "../../../core/credentials/template_ports.ts";
import { compileClaims } from "../../../core/credentials/templates/claims_check.ts";
import {
  type CredentialTemplate,
  credentialTypes,
} from "../../../core/credentials/template_schema.ts";
import { Mode } from "../../../core/nouns.ts";
import { defaultPolicy } from "../../../core/policy/policy.ts";
import { openCredentialTemplates } from "../../../kv/credentials/credential_templates.ts";
import { openDataKeys } from "../../../kv/keys/data_keys.ts";
import { frameOf } from "../../../standards/sd_jwt/disclosure_frame.ts";
import { type CommandRefusal, type Done, failed } from "../../command/command.ts";
import { writeListing } from "../../command/listing.ts";
import { printable, type Terminal } from "../../command/terminal.ts";
import type { OpenedTools } from "../command/admin_command.ts";
import { readSecrets } from "../command/secrets.ts";

/** The templates of both modes; a store contains those of its deployment's mode. */
async function openAll(
  tools: OpenedTools,
): Promise<Result<readonly CredentialTemplates[], CommandRefusal>> {
  const secrets = readSecrets(tools.variables);
  if (!secrets.ok) return secrets;
  const { store } = tools;
  const keys = await openDataKeys({ ...tools, secrets: secrets.value });
  return ok(
    Mode.options.map((mode) => openCredentialTemplates({ store, mode, atRest: keys["at-rest"] })),
  );
}

/** Lists templates of one status, or (null) of all. */
export async function listTemplates(
  { status, json }: {
    readonly status: CredentialTemplate["status"] | null;
    readonly json: boolean;
  },
  tools: OpenedTools,
): Promise<Done> {
  const opened = await openAll(tools);
  if (!opened.ok) return opened;
  const rows = async function* (): AsyncGenerator<CredentialTemplate> {
    for (const templates of opened.value) yield* everyOne(templates, status);
  };
  await writeListing<CredentialTemplate>({
    rows: rows(),
    columns: {
      TEMPLATE: ({ id }) => id,
      STATUS: ({ status }) => status,
      INSTITUTION: ({ academicIssuerId }) => academicIssuerId,
      TYPE: ({ credentialType }) => credentialType,
      MADE: ({ createdAt }) => createdAt,
      SUBMITTED: ({ submittedAt }) => submittedAt ?? "-",
      MODE: ({ mode }) => mode,
    },
    toJson: (template) => template,
    json,
    piped: "json",
  }, tools);
  return ok(null);
}

/** Prints one template for its reviewers. */
export async function showTemplate(
  { id }: { readonly id: CredentialTemplate["id"] },
  tools: OpenedTools,
): Promise<Done> {
  const opened = await openAll(tools);
  if (!opened.ok) return opened;
  for (const templates of opened.value) {
    const found = await templates.find(id);
    if (found === null) continue;
    show(found.template, tools);
    return ok(null);
  }
  return failed(`No template has the id ${id}`);
}

/** Templates that are read at once. */
const pageRows = 100;

async function* everyOne(
  templates: CredentialTemplates,
  status: CredentialTemplate["status"] | null,
): AsyncGenerator<CredentialTemplate> {
  for (let cursor: CredentialTemplate["id"] | null = null;;) {
    const page = await templates.list({ academicIssuerId: null, status, limit: pageRows, cursor });
    yield* page.templates;
    if (page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}

function show(template: CredentialTemplate, { out }: Terminal): void {
  const { id, status, mode, academicIssuerId, credentialType } = template;
  const lines = [
    `Template     ${id} (${mode})`,
    `Status       ${status}`,
    `Institution  ${academicIssuerId}`,
    `Type         ${credentialType}, vct ${credentialTypes[credentialType]}`,
    `Made         ${template.createdAt}`,
    `Submitted    ${template.submittedAt ?? "-"}`,
    `Reviewed     ${template.reviewedAt ?? "-"}`,
    `Notes        ${template.reviewNotes ?? "-"}`,
    "",
    "Claims",
    ...claimLines(template),
    "",
    "claimsSchema",
    ...indented(template.claimsSchema),
    "",
    "sdJwtDisclosureFrame",
    ...indented(template.sdJwtDisclosureFrame as Json),
  ];
  for (const line of lines) out(`${printable(line).trimEnd()}\n`);
}

/** A line for each claim, with its types and whether its holder may withhold it. */
function claimLines({ claimsSchema, sdJwtDisclosureFrame: frame }: CredentialTemplate): string[] {
  const compiled = compileClaims(claimsSchema, defaultPolicy.limits);
  if (!compiled.ok) return ["  cannot be listed: the schema does not compile here"];
  const { claimNames, typesOf } = compiled.value;
  const required = isObject(claimsSchema) && isArray(claimsSchema["required"])
    ? claimsSchema["required"]
    : [];
  const hidden = new Set(frame._sd?.map(String));
  const width = Math.max(...claimNames.map(({ length }) => length), 0);
  return claimNames.map((name) => {
    const within = frameOf(frame, name) === undefined ? "" : ", parts of it too";
    return [
      `  ${name.padEnd(width)}`,
      (typesOf(name).join(" or ") || "any").padEnd(16),
      required.includes(name) ? "required" : "optional",
      hidden.has(name)
        ? `selectively disclosable${within}`
        : `always shown${within === "" ? "" : ", parts of it not"}`,
    ].join("  ");
  });
}

function indented(value: Json): string[] {
  return JSON.stringify(value, null, 2).split("\n").map((line) => `  ${line}`);
}
