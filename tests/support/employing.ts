import type {
  EmployerCheckType,
  EmployerSessionInitiated,
} from "../../core/credentials/employer_schema.ts";
import type { Claims } from "./sandbox_wallet.ts";
import type { TestClient } from "./service.ts";

/** Path of employers' sessions. */
export const employerSessionsPath = "/v1/credentials/verify/sessions";

/** Claims of a degree as an institution certifies it. */
export const DEGREE: Claims = {
  family_name: "Mustermann",
  given_name: "Erika",
  award_title: "Master of Science in Computer Science",
  award_date: "2025-07-18",
};

/** The role of employers' keys. */
export const verifierRole = { roles: ["credentials-api-verifier"] };

/**
 * Starts a session.
 *
 * @throws Error with the answer, if that is not 200
 */
export async function startEmployer(
  client: TestClient,
  checkType: EmployerCheckType = "academic-credential",
  headers: Readonly<Record<string, string>> = {},
): Promise<EmployerSessionInitiated> {
  const body = { clientId: client.id, checkType };
  const answer = await client.post(employerSessionsPath, body, headers);
  if (answer.status !== 200) throw new Error(`${checkType}: ${answer.text}`);
  return answer.body;
}

/** The path of a session. */
export function employerPathOf({ sessionId }: Pick<EmployerSessionInitiated, "sessionId">): string {
  return `${employerSessionsPath}/${sessionId}`;
}
