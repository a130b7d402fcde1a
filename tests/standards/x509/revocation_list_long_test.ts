import "../../support/certificates.ts";
import assert from "node:assert/strict";
import { isSignedBy, parseCertificate } from "../../../standards/x509/certificate.ts";
import {
  parseRevocationList,
  type RevocationList,
} from "../../../standards/x509/revocation_list.ts";
import { certify } from "../../support/certificates.ts";
import { makeRevocationList, revokingExtensions } from "../../support/revocation_lists.ts";

const ca = await certify({ name: "Issuers", extensions: revokingExtensions });
const authority = parseCertificate(ca.der);
assert(authority !== null);

function read(der: Uint8Array): RevocationList {
  const list = parseRevocationList(der);
  assert(list.ok);
  return list.value;
}

function codeOf(der: Uint8Array): string {
  const list = parseRevocationList(der);
  return list.ok ? "none" : list.refusal.code;
}

Deno.test("a list of 100,000 certificates is read whole, and longer ones end at the bound", async () => {
  const serials = (count: number) =>
    Array.from({ length: count }, (_, n) => (0x1000_0000 + n).toString(16));
  const list = read(await makeRevocationList(ca, { revoked: serials(100_000) }));
  assert.equal(list.serials.size, 100_000);
  assert(list.serials.has((0x1000_0000 + 99_999).toString(16)));
  assert(isSignedBy(list, authority));
  const longer = await makeRevocationList(ca, { revoked: serials(250_001) });
  assert.equal(codeOf(longer), "revocation_list_too_long");
});
