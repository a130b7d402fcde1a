import { exportJWK, importJWK } from "jose";
import { tdate } from "../../sandbox/wallet/cbor.ts";
import { transcriptOf } from "../../sandbox/wallet/credentials.ts";
import type { MdocMaking } from "../../sandbox/wallet/make_mdoc.ts";
import type { SdJwtMaking } from "../../sandbox/wallet/make_sd_jwt.ts";
import { digestOf } from "../../standards/sd_jwt/disclosure.ts";
import type { CredentialQuery } from "../../standards/dcql/query.ts";
import { sandboxIssuer } from "../../sandbox/invented/credentials.ts";
import type { WalletRequest } from "../../sandbox/wallet/wallet_request.ts";
import * as mdoc from "./mdoc.ts";
import * as sdJwt from "./sd_jwt.ts";

/** Claims of one credential by name. */
export type Claims = Readonly<Record<string, unknown>>;

/** The issuer of a test's credential. */
export interface TestIssuer {
  /** DER certificates, the issuer's own first. */
  readonly chain: readonly Uint8Array[];
  readonly key: CryptoKey;
}

/** The content of a test wallet's presentation. */
export interface Presenting {
  readonly now: Temporal.Instant;
  /** Claims to show, by credential ID. */
  readonly claims: Readonly<Record<string, Claims>>;
  /** The issuer of the credentials; by default {@link publishedIssuer}. */
  readonly issuer?: TestIssuer;
  /** The issuer's `status` claim, by credential ID. */
  readonly status?: Readonly<Record<string, unknown>>;
  /** Deviations from a correct SD-JWT. */
  readonly sdJwt?: Partial<SdJwtMaking>;
  /** Deviations from a correct mobile document. */
  readonly mdoc?: Partial<MdocMaking>;
}

/** The body of a wallet's answer. */
export interface WalletBody {
  readonly state: string;
  readonly vp_token: Readonly<Record<string, readonly string[]>>;
}

/** A person on no list. */
export const ERIKA = {
  given_name: "Erika",
  family_name: "Mustermann",
  birthdate: "1984-08-12",
  nationalities: ["DE"],
} as const;

/** The same person with only the claims of a mandate's PID. */
export const PERSON: Claims = {
  given_name: ERIKA.given_name,
  family_name: ERIKA.family_name,
  birthdate: ERIKA.birthdate,
};

/** A full power to act for a company, valid this year. */
export const MANDATE: Claims = {
  legal_person_identifier: "ATU12345678",
  legal_name: "Beispiel GmbH",
  full_powers: true,
  effective_from_date: "2020-01-01",
  effective_until_date: "2030-01-01",
};

const { certificate, privateKey } = sandboxIssuer();
/** The issuer that sandboxes trust. */
export const publishedIssuer: TestIssuer = {
  chain: [certificate],
  key: await importJWK({ ...privateKey }, "ES256") as CryptoKey,
};
const holder = await exportJWK(sdJwt.wallet.publicKey);

/** Answers a request with credentials made for it. */
export async function answerOf(
  request: WalletRequest & { readonly state: string },
  presenting: Presenting,
): Promise<WalletBody> {
  const entries = Object.entries(presenting.claims).map(async ([id, claims]) => {
    const query = request.dcql_query.credentials.find((asked) => asked.id === id);
    if (query === undefined) throw new Error(`The request does not ask for ${id}`);
    const one = { ...presenting, claims, status: presenting.status?.[id] };
    return [id, [await present(query, request, one)]] as const;
  });
  return { state: request.state, vp_token: Object.fromEntries(await Promise.all(entries)) };
}

type PresentingOne = Omit<Presenting, "claims" | "status"> & {
  readonly claims: Claims;
  readonly status: unknown;
};

function present(
  query: CredentialQuery,
  request: WalletRequest,
  presenting: PresentingOne,
): Promise<string> {
  return query.format === "dc+sd-jwt"
    ? presentSdJwt(query.meta.vct_values[0] ?? "", request, presenting)
    : presentMdoc(query, request, presenting);
}

async function presentSdJwt(
  vct: string,
  { client_id, nonce }: WalletRequest,
  { now, claims, issuer = publishedIssuer, status, sdJwt: making = {} }: PresentingOne,
): Promise<string> {
  const at = Math.floor(now.epochMilliseconds / 1000);
  const disclosures = Object.entries(claims).map(([name, value]) =>
    sdJwt.disclosureOf(name, value as never)
  );
  return await sdJwt.makePresentation({
    issuerKey: issuer.key,
    disclosures,
    ...making,
    payload: {
      vct,
      iat: at - 3_600,
      exp: at + 3_600,
      cnf: { jwk: holder },
      _sd_alg: "sha-256",
      _sd: disclosures.map(digestOf),
      ...(status === undefined ? {} : { status }),
      ...making.payload,
    },
    header: { x5c: issuer.chain.map((der) => der.toBase64()), ...making.header },
    binding: { iat: at, aud: client_id, nonce, ...making.binding },
  });
}

async function presentMdoc(
  { meta, claims: asked = [] }: Extract<CredentialQuery, { readonly format: "mso_mdoc" }>,
  request: WalletRequest,
  { now, claims, issuer = publishedIssuer, status, mdoc: making = {} }: PresentingOne,
): Promise<string> {
  const at = Math.floor(now.epochMilliseconds / 1000);
  const docType = meta.doctype_value;
  return await mdoc.makePresentation({
    docType,
    nameSpace: String(asked[0]?.path[0] ?? docType),
    items: Object.entries(claims).map(([name, value], id) => ({ id, name, value })),
    signedDocType: docType,
    validity: {
      signed: tdate(at - 100),
      validFrom: tdate(at - 100),
      validUntil: tdate(at + 100),
    },
    issuerCertificates: issuer.chain,
    issuerSigner: issuer.key,
    transcript: transcriptOf(request),
    ...making,
    mso: { ...(status === undefined ? {} : { status }), ...making.mso },
  });
}
