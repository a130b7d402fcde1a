import assert from "node:assert/strict";
import { type Certificate, parseCertificate } from "../../../standards/x509/certificate.ts";
import { openVerifyChainCached } from "../../../standards/x509/verify_chain_cached.ts";
import { verifyChain } from "../../../standards/x509/verify_chain.ts";
import { caExtensions, type Certified, certify, lookedAt } from "../../support/certificates.ts";

const root = await certify({ name: "Root" });
const other = await certify({ name: "Root" });
const middle = await certify({
  name: "Middle",
  issuer: root,
  extensions: caExtensions(0),
  notAfter: new Date((lookedAt + 100) * 1000),
});
const leaf = await certify({
  name: "Signer",
  issuer: middle,
  notBefore: new Date((lookedAt - 100) * 1000),
});
const chain = [leaf.der, middle.der];

function read({ der }: Certified): Certificate {
  const certificate = parseCertificate(der);
  assert(certificate !== null);
  return certificate;
}

Deno.test("openVerifyChainCached() answers as verifyChain() does, whatever it has seen before", () => {
  const verifyChainCached = openVerifyChainCached();
  const usages = ["1.0.18013.5.1.2"];
  const chains = [chain, [...chain].reverse(), [leaf.der], [], [root.der], [...chain, root.der], [
    leaf.der.with(-1, (leaf.der.at(-1) ?? 0) ^ 1),
    middle.der,
  ]];
  const anchors = [[read(root)], [read(other)], [], [read(other), read(root)], [read(middle)], [
    read(root),
    read(middle),
  ]];
  const times = [0, -101, -100, 100, 101, 0].map((by) => lookedAt + by);
  const seen = new Set<string>();
  for (let round = 0; round < 2; round++) {
    for (const one of chains) {
      for (const trusted of anchors) {
        for (const now of times) {
          const demands = { anchors: trusted, now, extendedKeyUsages: usages };
          const [made, recalled] = [verifyChain(one, demands), verifyChainCached(one, demands)];
          const answerOf = (result: typeof made) =>
            result.ok
              ? [result.value.jwk, ...result.value.vouchers.map(({ anchor }) => anchor.fingerprint)]
              : [result.refusal.code];
          assert.deepEqual(answerOf(recalled), answerOf(made));
          seen.add(made.ok ? "none" : made.refusal.code);
        }
      }
    }
  }
  assert.deepEqual(
    [...seen].toSorted(),
    [
      "certificate_expired",
      "certificate_not_yet_valid",
      "certificate_usage_unaccepted",
      "chain_malformed",
      "chain_untrusted",
      "issuer_not_authorised",
      "none",
    ],
  );
});

Deno.test("openVerifyChainCached() verifies a chain once, and gives the very key again", () => {
  const verifyChainCached = openVerifyChainCached();
  const demands = { anchors: [read(root)], now: lookedAt, extendedKeyUsages: [] };
  const [first, second] = [verifyChainCached(chain, demands), verifyChainCached(chain, demands)];
  assert(first.ok && second.ok);
  assert.equal(first.value.jwk, second.value.jwk);
});

Deno.test("openVerifyChainCached() names the anchor of whoever asks, not of who asked before", () => {
  const verifyChainCached = openVerifyChainCached();
  for (const types of [["urn:eudi:pid:1"], ["eu.europa.ec.av.1"]]) {
    const anchors = [{ ...read(root), types }];
    const recalled = verifyChainCached(chain, { anchors, now: lookedAt, extendedKeyUsages: [] });
    assert(recalled.ok);
    assert.deepEqual(recalled.value.vouchers.map(({ anchor }) => anchor.types), [types]);
  }
});
