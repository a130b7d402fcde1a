import { AcademicIssuer, type AcademicIssuerId } from "../../core/credentials/issuer_schema.ts";
import type { AcademicIssuers } from "../../core/credentials/ports.ts";
import { defaultPolicy } from "../../core/policy/policy.ts";
import { credentialTemplateRoutes } from "../../routes/api/credential_templates.ts";
import type { Route } from "../../routes/http/route.ts";

/** Institutions on file, until there is the adapter that operators fill. */
const onFile = ["sandbox-university", "alpha", "beta"].map((id) =>
  AcademicIssuer.parse({ id, name: id, country: "AT", logo: null, colour: null })
);

const academicIssuers: AcademicIssuers = {
  find: (id: AcademicIssuerId) => Promise.resolve(onFile.find((each) => each.id === id) ?? null),
  signer: () => Promise.resolve(null),
};

/** The routes of templates, over these institutions. */
export function templateRoutes(): readonly Route[] {
  return credentialTemplateRoutes(defaultPolicy.limits).map((route) => ({
    ...route,
    run: (ports, input) => route.run({ ...ports, academicIssuers }, input),
  }));
}
