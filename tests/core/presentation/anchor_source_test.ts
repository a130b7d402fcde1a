import assert from "node:assert/strict";
import { openGrowingAnchors } from "../../../core/presentation/anchor_source.ts";
import type { TrustAnchor } from "../../../core/presentation/trust_anchors.ts";
import { openIssuerTrust } from "../../../core/presentation/trusted_issuer.ts";
import { parseCertificate } from "../../../standards/x509/certificate.ts";
import { parseRevocationList } from "../../../standards/x509/revocation_list.ts";
import { openVerifyChainCached } from "../../../standards/x509/verify_chain_cached.ts";
import { type Certified, certify } from "../../support/certificates.ts";
import { fixedClock } from "../../support/clock.ts";
import { always } from "../../support/pem.ts";
import { makeRevocationList, serialOf } from "../../support/revocation_lists.ts";

const degree = "urn:academic:degree-award:1";
const pid = "urn:eudi:pid:1";

function read({ der }: Certified): TrustAnchor {
  const certificate = parseCertificate(der);
  assert(certificate !== null);
  return certificate;
}

const root = await certify({ name: "Operator's root", ...always });
const government = await certify({ name: "Government", issuer: root, ...always });
const authority = await certify({ name: "Issuing authority", ...always });
const institution = await certify({ name: "University", issuer: authority, ...always });

/** Trusts the operator's root, and the anchors of the last call of `grow`. */
function openTrust(more: readonly TrustAnchor[] = []) {
  const clock = fixedClock();
  let operators: readonly TrustAnchor[] = [read(root), ...more];
  let grown: readonly TrustAnchor[] = [];
  const anchors = openGrowingAnchors({
    configured: () => operators,
    growing: () => Promise.resolve(grown),
  });
  const trust = openIssuerTrust({ anchors, verifyChain: openVerifyChainCached() });
  return {
    anchors,
    grow: (next: readonly TrustAnchor[]) => void (grown = next),
    configure: (next: readonly TrustAnchor[]) => void (operators = next),
    believes: async ({ der }: Certified, type: string) => {
      const found = await trust.credentialIssuer([der], clock.now());
      return found.ok ? found.value.isTrustedFor(type) : found.refusal.code;
    },
  };
}

Deno.test("an authority that is made while servers run is believed at once, for its types alone", async () => {
  const { grow, believes } = openTrust();
  assert.equal(await believes(institution, degree), "issuer_untrusted");
  assert.equal(await believes(government, pid), true);
  grow([{ ...read(authority), types: [degree] }]);
  assert.equal(await believes(institution, degree), true);
  assert.equal(await believes(institution, pid), false, "never for a PID");
  assert.equal(await believes(government, pid), true);
  // The chain has held before: with its anchor gone it holds no more, and with other types for those.
  grow([{ ...read(authority), types: [pid] }]);
  assert.equal(await believes(institution, degree), false);
  grow([]);
  assert.equal(await believes(institution, degree), "issuer_untrusted");
});

Deno.test("an authority of our own is believed about nothing more where its certificate is configured", async () => {
  const { grow, believes } = openTrust([read(authority)]);
  grow([{ ...read(authority), types: [degree] }]);
  assert.equal(await believes(institution, degree), true);
  assert.equal(await believes(institution, pid), false, "never for a PID");
});

Deno.test("what an authority of our own has revoked stays so beside its configured certificate", async () => {
  const list = parseRevocationList(
    await makeRevocationList(authority, { revoked: [serialOf(institution)] }),
  );
  assert(list.ok);
  const { grow, believes } = openTrust([{ ...read(authority), revocations: list.value }]);
  assert.equal(await believes(institution, degree), "certificate_revoked");
  grow([{ ...read(authority), types: [degree] }]);
  assert.equal(await believes(institution, degree), "certificate_revoked");
});

Deno.test("anchors are the same array for as long as nothing grows", async () => {
  const { anchors, grow } = openTrust();
  const first = await anchors();
  assert.equal(await anchors(), first);
  grow([read(authority)]);
  assert.equal((await anchors()).length, 2);
});

Deno.test("anchors that are swapped are believed from then on, and those before them no more", async () => {
  const { configure, believes } = openTrust();
  assert.equal(await believes(government, pid), true);
  configure([read(authority)]);
  assert.equal(await believes(government, pid), "issuer_untrusted");
  assert.equal(await believes(institution, degree), true);
  configure([{ ...read(root), types: [pid] }]);
  assert.equal(await believes(government, pid), true);
  assert.equal(await believes(government, degree), false);
});
