import type { AcademicIssuers, AcademicIssuerSigner } from "../../core/credentials/ports.ts";
import type { PolicyOverrides } from "../../core/policy/policy.ts";
import { Policy } from "../../core/policy/policy.ts";
import type { Mode } from "../../core/nouns.ts";
import { openUnits } from "../../kv/store/unit.ts";
import { openStatuses } from "../../service/credential_statuses.ts";
import { type Certified, certify } from "./certificates.ts";
import { always } from "./pem.ts";
import type { StoreInMemory } from "./store.ts";

/** The base of the tests' deployment. */
export const BASE_URL = "https://aval.example";

/** An institution with a certificate below an authority of the tests. */
export interface StandInIssuer {
  readonly authority: Certified;
  readonly signer: AcademicIssuerSigner;
  readonly academicIssuers: Pick<AcademicIssuers, "find" | "signer">;
}

/** Makes the authority and the key of an institution. */
export async function standInIssuer(id = "university"): Promise<StandInIssuer> {
  const authority = await certify({ name: "Authority", ...always });
  const own = await certify({ name: "University", issuer: authority, ...always });
  const signer: AcademicIssuerSigner = {
    key: own.keys.privateKey,
    chain: [own.der],
    notAfter: own.certificate.notAfter.getTime() / 1000,
  };
  const name = "University";
  const academicIssuers: StandInIssuer["academicIssuers"] = {
    find: (asked) =>
      Promise.resolve(
        asked === id ? { id: asked, name, country: "AT", logo: null, colour: null } : null,
      ),
    signer: (asked) => Promise.resolve(asked === id ? signer : null),
  };
  return { authority, signer, academicIssuers };
}

/** Status lists over a store, as a deployment opens them. */
export function statusesOver(
  at: StoreInMemory,
  { academicIssuers }: Pick<StandInIssuer, "academicIssuers">,
  { mode = "live", policy = {} }: { readonly mode?: Mode; readonly policy?: PolicyOverrides } = {},
) {
  const config = { mode, baseUrl: BASE_URL, policy: Policy.parse(policy) };
  return { ...openStatuses(config, at, { ...at, academicIssuers }), units: openUnits(at.store) };
}
