import type { CredentialQuery } from "../../../standards/dcql/query.ts";
import { isObject } from "../../../base/json.ts";
import { ok } from "../../../base/result.ts";
import {
  type CheckDefinition,
  type CheckRegistry,
  checkRegistry,
  unusableClaim,
} from "../../presentation/check_definition.ts";
import type { EmployerCheckType } from "../employer_schema.ts";
import { type CredentialType, credentialTypes } from "../template_schema.ts";

/** The result of a check: the type of the presented credential. */
export interface AcademicProof {
  readonly credentialType: CredentialType;
}

/** A credential that employers ask for. */
interface AskedCredential {
  readonly id: string;
  readonly credentialType: CredentialType;
  /**
   * Claims, with the certified one first: a student may withhold any number of claims from the end,
   * but not the first. Institutions should certify all of them.
   */
  readonly claims: readonly [string, ...string[]];
}

const degree: AskedCredential = {
  id: "academic_degree",
  credentialType: "DEGREE_AWARD",
  claims: ["award_title", "award_date", "family_name", "given_name"],
};

const moduleCompletion: AskedCredential = {
  id: "academic_module",
  credentialType: "MODULE_COMPLETION",
  claims: ["module_title", "credits", "completion_date", "family_name", "given_name"],
};

const enrolment: AskedCredential = {
  id: "academic_enrolment",
  credentialType: "ENROLMENT",
  claims: ["programme", "enrolment_status", "family_name", "given_name"],
};

/** Every check that employers may request (Credentials §2; decisions-2.md part 15). */
export const employerChecks: CheckRegistry<EmployerCheckType, CheckDefinition<AcademicProof>> =
  checkRegistry({
    "academic-credential": checkOf(degree, moduleCompletion),
    "academic-enrolment-status": checkOf(enrolment),
  });

/** The query of a check. */
export function queryOf(checkType: EmployerCheckType) {
  const check = employerChecks.find(employerChecks.versionOf(checkType));
  if (check === null) throw new Error(`No check ${checkType}`);
  return check.query;
}

/** Makes a check that requests one of these credentials. */
function checkOf(...asked: readonly AskedCredential[]): CheckDefinition<AcademicProof> {
  const [first, ...others] = asked.map(credentialQueryOf);
  if (first === undefined) throw new Error("A check asks for a credential");
  return {
    version: 1,
    query: {
      credentials: [first, ...others],
      credential_sets: [{ options: asked.map(({ id }) => [id]), required: true }],
    },
    delivers: "claims",
    judge: (claims) => {
      const shown = asked.find(({ id }) => claims.has(id));
      if (shown === undefined) throw new Error("An employer's check is answered by a credential");
      const of = claims.get(shown.id);
      const [name] = shown.claims;
      const title = isObject(of) ? of[name] : undefined;
      return typeof title === "string" && /\S/.test(title)
        ? ok({ credentialType: shown.credentialType })
        : unusableClaim(shown.id, name);
    },
  };
}

/**
 * Makes the query of a credential. Without `claims` a wallet would disclose nothing (OpenID4VP 1.0
 * §6.4.1).
 */
function credentialQueryOf({ id, credentialType, claims }: AskedCredential): CredentialQuery {
  return {
    id,
    format: "dc+sd-jwt",
    meta: { vct_values: [credentialTypes[credentialType]] },
    claims: claims.map((name) => ({ id: name, path: [name] })),
    claim_sets: claims.map((_, left) => claims.slice(0, claims.length - left)),
  };
}
