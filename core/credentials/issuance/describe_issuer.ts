import { isArray, isObject, type Json } from "../../../base/json.ts";
import { preAuthorizedCodeGrant } from "../../../standards/openid4vci/offer.ts";
import type { AcademicIssuer, AcademicIssuerId } from "../issuer_schema.ts";
import type {
  ClaimDescription,
  CredentialConfiguration,
  CredentialIssuerMetadata,
  CredentialServerMetadata,
} from "../issuance_schema.ts";
import type { IssuancePorts, IssuanceSettings } from "../issuance_ports.ts";
import type { AcademicIssuers } from "../ports.ts";
import type { CredentialTemplates } from "../template_ports.ts";
import {
  type CredentialTemplate,
  credentialTypeNames,
  credentialTypes,
} from "../template_schema.ts";

/** The ports that describing the issuer needs. */
export interface DescribeIssuerPorts extends Pick<IssuancePorts, "credentialIssuance"> {
  readonly academicIssuers: Pick<AcademicIssuers, "find">;
  readonly credentialTemplates: Pick<CredentialTemplates, "approved">;
}

/**
 * Maximum characters of all logos together; a logo is repeated for every template of its
 * institution.
 */
const logoCharactersMax = 1_048_576;

/**
 * Limits for the described claims of one template: number, depth and characters, since each claim
 * repeats the names above it.
 */
const claimsMax = 256;
const depthMax = 8;
const claimCharactersMax = 65_536;

/**
 * Describes the issuer to wallets: its own name, and one credential configuration for each approved
 * template of a registered institution, with the title of its schema and the institution's brand.
 * Once logos would take more than a mebibyte, further configurations have none.
 *
 * @see OpenID4VCI 1.0 §12.2; decisions-2.md part 15
 */
export async function describeIssuer(
  { academicIssuers, credentialIssuance: { issuer }, credentialTemplates }: DescribeIssuerPorts,
): Promise<CredentialIssuerMetadata> {
  const templates = await credentialTemplates.approved();
  const ids = new Set(templates.map(({ academicIssuerId }) => academicIssuerId));
  const institutions = new Map<AcademicIssuerId, AcademicIssuer | null>();
  for (const id of ids) institutions.set(id, await academicIssuers.find(id));
  let logoCharacters = 0;
  const configurations: [string, CredentialConfiguration][] = [];
  for (const template of templates) {
    const institution = institutions.get(template.academicIssuerId) ?? null;
    if (institution === null) continue;
    logoCharacters += institution.logo?.length ?? 0;
    const logo = logoCharacters > logoCharactersMax ? null : institution.logo;
    configurations.push([template.id, describeTemplate(template, { ...institution, logo })]);
  }
  return {
    credential_issuer: issuer,
    credential_endpoint: issuer,
    nonce_endpoint: `${issuer}/nonce`,
    display: [{ name: issuerName(issuer, [...institutions.values()]) }],
    credential_configurations_supported: Object.fromEntries(configurations),
  };
}

/**
 * Returns the name of the issuer: that of its only institution or, of several, their common host.
 */
function issuerName(issuer: string, institutions: readonly (AcademicIssuer | null)[]): string {
  const [only, ...others] = institutions.filter((institution) => institution !== null);
  return only !== undefined && others.length === 0 ? only.name : new URL(issuer).host;
}

/**
 * Describes the token endpoint to wallets, which need no client id.
 *
 * @see RFC 8414 §2; OpenID4VCI 1.0 §12.3
 */
export function describeServer({ issuer }: IssuanceSettings): CredentialServerMetadata {
  return {
    issuer,
    token_endpoint: `${issuer}/token`,
    grant_types_supported: [preAuthorizedCodeGrant],
    response_types_supported: [],
    token_endpoint_auth_methods_supported: ["none"],
    "pre-authorized_grant_anonymous_access_supported": true,
  };
}

function describeTemplate(
  { claimsSchema, credentialType }: CredentialTemplate,
  { name, logo, colour }: AcademicIssuer,
): CredentialConfiguration {
  const claims = firstOf(describeClaims(claimsSchema, { path: [], mandatory: true }));
  return {
    format: "dc+sd-jwt",
    vct: credentialTypes[credentialType],
    cryptographic_binding_methods_supported: ["jwk"],
    credential_signing_alg_values_supported: ["ES256"],
    proof_types_supported: { jwt: { proof_signing_alg_values_supported: ["ES256"] } },
    credential_metadata: {
      display: [{
        name: titleOf(claimsSchema) ?? credentialTypeNames[credentialType],
        description: name,
        ...(logo === null ? {} : { logo: { uri: logo, alt_text: name } }),
        ...(colour === null ? {} : { background_color: colour }),
      }],
      ...(claims.length === 0 ? {} : { claims }),
    },
  };
}

/** The title of a schema; null if it has no visible title. */
function titleOf(schema: Json | undefined): string | null {
  const title = isObject(schema) ? schema["title"] : undefined;
  return typeof title === "string" && title.trim() !== "" ? title.trim() : null;
}

/** Returns as many claims as the description of a template may have. */
function firstOf(claims: Iterable<ClaimDescription>): readonly ClaimDescription[] {
  const first: ClaimDescription[] = [];
  let characters = 0;
  for (const claim of claims) {
    characters += JSON.stringify(claim).length;
    if (first.length === claimsMax || characters > claimCharactersMax) break;
    first.push(claim);
  }
  return first;
}

/** Yields the properties of an object schema, each before its nested ones. */
function* describeClaims(
  schema: Json | undefined,
  { path, mandatory }: { readonly path: readonly string[]; readonly mandatory: boolean },
): Generator<ClaimDescription, void> {
  if (!isObject(schema) || path.length > depthMax) return;
  const { properties, required } = schema;
  if (!isObject(properties)) return;
  for (const [name, property] of Object.entries(properties)) {
    const isMandatory = mandatory && isArray(required) && required.includes(name);
    const title = titleOf(property);
    const inner = [...path, name];
    yield {
      path: inner,
      ...(isMandatory ? { mandatory: true } : {}),
      ...(title === null ? {} : { display: [{ name: title }] }),
    };
    yield* describeClaims(property, { path: inner, mandatory: isMandatory });
  }
}
