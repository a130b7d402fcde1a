import assert from "node:assert/strict";
import { type HeldCredential, readCredential } from "../../../sandbox/wallet/held_credential.ts";
import { findHeld, presentHeld } from "../../../sandbox/wallet/present_held.ts";
import { ok } from "../../../base/result.ts";
import type { CredentialQuery } from "../../../standards/dcql/query.ts";
import { certificatesOf, importPublicKey } from "../../../standards/jose/jws.ts";
import { digestBy, type SdHash } from "../../../standards/sd_jwt/disclosure.ts";
import { verifySdJwtPresentation } from "../../../standards/sd_jwt/verify_presentation.ts";
import { parseCertificate } from "../../../standards/x509/certificate.ts";
import { ecKeyOf } from "../../../standards/x509/verify_chain.ts";
import { issuedByLarge } from "../../support/p521.ts";
import {
  credential,
  demands,
  disclosureOf,
  makePresentation,
  presentedAt,
  wallet,
} from "../../support/sd_jwt.ts";

const disclosures = [
  disclosureOf("family_name", "Mustermann"),
  disclosureOf("birthdate", "1984-08-12"),
];
const { family_name: _family, birthdate: _birthdate, ...open } = credential;

/** A credential of an issuer on P-521, without a key binding. */
async function issued(_sd_alg: string, hash: SdHash): Promise<string> {
  const { issuer, sdJwt } = issuedByLarge;
  const x5c = issuer?.chain.map((der) => der.toBase64());
  const text = await makePresentation({
    ...sdJwt,
    header: { ...sdJwt?.header, x5c },
    payload: { ...open, _sd_alg, _sd: disclosures.map((text) => digestBy(hash, text)) },
    disclosures,
  });
  return text.slice(0, text.lastIndexOf("~") + 1);
}

const query: CredentialQuery = {
  id: "pid",
  format: "dc+sd-jwt",
  meta: { vct_values: ["urn:eudi:pid:1"] },
  claims: [{ path: ["birthdate"] }],
};

Deno.test("a credential by ES512 with digests of another SHA-2 is kept, and presented by its hash", async () => {
  for (const hash of ["sha-256", "sha-384", "sha-512"] as const) {
    const text = await issued(hash, hash);
    const read = await readCredential(text);
    assert(read.ok);
    assert.equal(read.value.claims["birthdate"], "1984-08-12");
    const kept: HeldCredential = {
      issuer: "https://issuer.example",
      name: null,
      receivedAt: "2026-11-21T00:00:00.000Z",
      credential: text,
      keys: wallet,
    };
    const found = await findHeld({ list: () => Promise.resolve(ok([kept])) }, [query], presentedAt);
    const answer = found.ok ? found.value.get("pid") : undefined;
    assert(answer !== undefined);
    const { nonce, audience: client_id } = demands.binding;
    const presented = await presentHeld(answer, { client_id, nonce }, presentedAt);
    const verified = await verifySdJwtPresentation(presented, {
      ...demands,
      issuerKey: async (header) => {
        const certificate = parseCertificate(certificatesOf(header)[0]!)!;
        return ok({ key: await importPublicKey(ecKeyOf(certificate)!) });
      },
    });
    assert(verified.ok);
    assert.equal(verified.value.claims["birthdate"], "1984-08-12");
    assert.equal(verified.value.claims["family_name"], undefined);
    assert.equal(verified.value.showsAll, false);
  }
});

Deno.test("a credential with digests of another hash is not kept", async () => {
  for (const [named, hash] of [["sha-1", "sha-256"], ["sha-512", "sha-256"]] as const) {
    const read = await readCredential(await issued(named, hash));
    assert(!read.ok);
  }
});
