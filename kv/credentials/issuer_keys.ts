import type { AcademicIssuerId } from "../../core/credentials/issuer_schema.ts";
import { academicIssuer, issuerIdOf, listIssuers } from "./academic_issuers.ts";
import { findAuthority, issuingAuthority } from "./issuing_authority.ts";
import type { Store } from "../store/store.ts";

/** A key of the authority or of an institution, for an operator: without key material. */
export interface ListedIssuerKey {
  readonly purpose: string;
  /** Null: the authority's. */
  readonly academicIssuerId: AcademicIssuerId | null;
  readonly kid: string;
  readonly createdAt: string;
  /** The id of the wrapping secret. */
  readonly secretId: string;
}

/** The authority's key and those of institutions, in the order of their ids. Needs no secret. */
export async function listIssuerKeys(store: Store): Promise<readonly ListedIssuerKey[]> {
  const authority = await findAuthority(store);
  const issuers = await Array.fromAsync(listIssuers(store));
  return [
    ...(authority === null ? [] : [authority]).map(({ value: { kid, createdAt, wrapped } }) => ({
      purpose: issuingAuthority,
      academicIssuerId: null,
      kid,
      createdAt,
      secretId: wrapped.secretId,
    })),
    ...issuers.map((entry) => ({
      purpose: academicIssuer,
      academicIssuerId: issuerIdOf(entry),
      kid: entry.value.kid,
      createdAt: entry.value.certifiedAt,
      secretId: entry.value.wrapped.secretId,
    })),
  ];
}
