import assert from "node:assert/strict";
import { openGrowingAnchors } from "../../../core/presentation/anchor_source.ts";
import { openIssuerTrust } from "../../../core/presentation/trusted_issuer.ts";
import { type Certificate, parseCertificate } from "../../../standards/x509/certificate.ts";
import { openVerifyChainCached } from "../../../standards/x509/verify_chain_cached.ts";
import { type Certified, certify } from "../../support/certificates.ts";
import { fixedClock } from "../../support/clock.ts";
import { always } from "../../support/pem.ts";

const degree = "urn:academic:degree-award:1";
const pid = "urn:eudi:pid:1";

function read({ der }: Certified): Certificate {
  const certificate = parseCertificate(der);
  assert(certificate !== null);
  return certificate;
}

const root = await certify({ name: "Operator's root", ...always });
const government = await certify({ name: "Government", issuer: root, ...always });
const authority = await certify({ name: "Issuing authority", ...always });
const institution = await certify({ name: "University", issuer: authority, ...always });

/** Trust in the operator's root, and in whatever `authorities` holds. */
function openTrust() {
  const clock = fixedClock();
  const authorities: Certificate[] = [];
  let reads = 0;
  const anchors = openGrowingAnchors({
    fixed: [read(root)],
    authorities: () => {
      reads += 1;
      return Promise.resolve([...authorities]);
    },
    types: [degree],
    keptSeconds: 5,
    clock,
  });
  const trust = openIssuerTrust({ anchors, verifyChain: openVerifyChainCached() });
  const believes = async ({ der }: Certified, type: string) => {
    const found = await trust.credentialIssuer([der], clock.now());
    return found.ok ? found.value.isTrustedFor(type) : found.refusal.code;
  };
  return { clock, authorities, believes, reads: () => reads, anchors };
}

Deno.test("an authority that is made while servers run is believed for its types alone", async () => {
  const { clock, authorities, believes } = openTrust();
  assert.equal(await believes(institution, degree), "issuer_untrusted");
  assert.equal(await believes(government, pid), true);
  authorities.push(read(authority));
  clock.advance({ seconds: 5 });
  assert.equal(await believes(institution, degree), true);
  assert.equal(await believes(institution, pid), false, "never for a PID");
  assert.equal(await believes(government, pid), true);
  // The chain has held before: with its anchor gone it holds no more.
  authorities.pop();
  clock.advance({ seconds: 5 });
  assert.equal(await believes(institution, degree), "issuer_untrusted");
});

Deno.test("anchors are read again after a few seconds, and once for all who ask at once", async () => {
  const { clock, believes, reads, anchors } = openTrust();
  await Promise.all(Array.from({ length: 20 }, () => believes(government, pid)));
  assert.equal(reads(), 1);
  clock.advance({ seconds: 4 });
  await anchors();
  assert.equal(reads(), 1);
  clock.advance({ seconds: 1 });
  await anchors();
  assert.equal(reads(), 2);
  clock.advance({ seconds: -60 });
  await anchors();
  assert.equal(reads(), 3, "a clock that is set back");
});

Deno.test("a read that fails is a fault, and the next one reads again", async () => {
  let isUp = false;
  const anchors = openGrowingAnchors({
    fixed: [read(root)],
    authorities: () => isUp ? Promise.resolve([]) : Promise.reject(new Error("no store")),
    types: [degree],
    keptSeconds: 5,
    clock: fixedClock(),
  });
  await assert.rejects(anchors(), /no store/);
  isUp = true;
  assert.equal((await anchors()).length, 1);
});
