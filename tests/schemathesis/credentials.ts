import { students } from "../support/credential_batches.ts";
import {
  approveBatch,
  approvedDegree,
  type Institution,
  institutionAt,
  itemsOf,
  submittedBatch,
} from "../support/credential_journey.ts";
import { employerPathOf, startEmployer } from "../support/employing.ts";
import type { InstitutionTokens } from "../support/put_institution.ts";
import { templatesPath } from "../support/templates.ts";

/**
 * Issues as an institution and starts a session as an employer, so that tests reach existing
 * resources. A live server without an identity provider approves no batch: its offers belong to no
 * credential.
 *
 * @returns the variables of credentials.toml
 */
export async function prepareCredentials(
  url: string,
  tokens: InstitutionTokens | null,
): Promise<Readonly<Record<string, string>>> {
  const institution = institutionAt(url, tokens);
  const templateId = await approvedDegree(institution);
  const batchId = await submittedBatch(institution, templateId, students(3));
  if (tokens === null) {
    const { status, text } = await approveBatch(institution, batchId);
    if (status !== 200) throw new Error(text);
  }
  const [item] = await itemsOf(institution, batchId);
  const session = await startEmployer(institution.employer);
  return {
    CREDENTIAL_TEMPLATE: await openTemplate(institution),
    CREDENTIAL_BATCH: batchId,
    CREDENTIAL_ITEM: item?.itemId ?? "",
    CREDENTIAL_OFFER: offerIdOf(item?.offerUri ?? null),
    CREDENTIAL_SESSION: employerPathOf(session).split("/").at(-1) ?? "",
  };
}

/** A template that was not submitted yet. */
async function openTemplate({ registry }: Institution): Promise<string> {
  const { body } = await registry.get(`${templatesPath}?limit=1`);
  const { academicIssuerId, credentialType, claimsSchema, sdJwtDisclosureFrame } =
    body.templates[0];
  const created = await registry.post(templatesPath, {
    academicIssuerId,
    credentialType,
    claimsSchema,
    sdJwtDisclosureFrame,
  });
  return created.body.templateId;
}

function offerIdOf(offerUri: string | null): string {
  if (offerUri === null || offerUri === "") return "A".repeat(43);
  return new URL(offerUri).searchParams.get("credential_offer_uri")?.split("/").at(-1) ?? "";
}
