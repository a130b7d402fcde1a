import degreeAward from "../../fixtures/credentials/templates/degree_award.json" with {
  type: "json",
};
import enrolment from "../../fixtures/credentials/templates/enrolment.json" with { type: "json" };
import moduleCompletion from "../../fixtures/credentials/templates/module_completion.json" with {
  type: "json",
};
import type { TestClient, TestService } from "./service.ts";

/** Path of templates. */
export const templatesPath = "/v1/credentials/issue/templates";

/** A complete template of each type, with matching claims. */
export const exampleTemplates = [degreeAward, moduleCompletion, enrolment];

/** A request to create an example template. */
export function templateRequest(
  academicIssuerId: string,
  changes: Readonly<Record<string, unknown>> = {},
) {
  const { credentialType, claimsSchema, sdJwtDisclosureFrame } = enrolment;
  return { academicIssuerId, credentialType, claimsSchema, sdJwtDisclosureFrame, ...changes };
}

/** A live client with one role. */
export function withRole(
  service: TestService,
  client: string,
  role: "client" | "issuer" | "reviewer" | "verifier",
): TestClient {
  return service.as(client, { roles: [`credentials-api-${role}`] });
}

/** Creates and submits a template. @returns its id @returns its id */
export async function submitted(client: TestClient, academicIssuerId: string): Promise<string> {
  const created = await client.post(templatesPath, templateRequest(academicIssuerId));
  const { templateId } = created.body;
  await client.post(`${templatesPath}/${templateId}/submit`, {});
  return templateId;
}
