import { createHash } from "node:crypto";
import { leastRecentlyUsed } from "../../base/least_recently_used.ts";
import { ok } from "../../base/result.ts";
import {
  type ChainDemands,
  type TrustedKey,
  type VerifyChain,
  verifyChain,
} from "./verify_chain.ts";

/** Few issuers sign the credentials that are presented to one deployment. */
const chainsMax = 256;

/**
 * Opens {@link verifyChain} with a memory, which does not verify again what has held before the same
 * anchors: neither bytes nor signatures change, so that only the time is compared. What is refused is
 * not remembered, so that nobody fills the memory but with what leads to an anchor.
 */
export function openVerifyChainCached(): VerifyChain {
  const held = leastRecentlyUsed<TrustedKey>(chainsMax);
  const fingerprintsOf = openFingerprintHashes();
  return (chain, demands) => {
    const name = nameOf(chain, demands, fingerprintsOf(demands.anchors));
    const known = held.get(name);
    if (known !== undefined && known.notBefore <= demands.now && demands.now <= known.notAfter) {
      // Of this demand: another that trusts the same certificates may believe them about other things.
      const vouching = new Set(known.anchors.map(({ fingerprint }) => fingerprint));
      const [anchor, ...others] = demands.anchors.filter((own) => vouching.has(own.fingerprint));
      if (anchor !== undefined) return ok({ ...known, anchors: [anchor, ...others] });
    }
    // Copies: what is remembered would keep the whole answer that it was a part of.
    const verified = verifyChain(chain.map((der) => new Uint8Array(der)), demands);
    if (verified.ok) held.set(name, verified.value);
    return verified;
  };
}

/**
 * Names everything that a verification depends on; of the time which anchors are valid. All of
 * them: a chain that holds before some is refused before others that one of its own certificates is
 * among.
 */
function nameOf(
  chain: readonly Uint8Array[],
  { anchors, extendedKeyUsages, now }: ChainDemands,
  fingerprints: string,
): string {
  let valid = "";
  for (const { notBefore, notAfter } of anchors) {
    valid += notBefore <= now && now <= notAfter ? "1" : "0";
  }
  const hash = createHash("sha256").update(JSON.stringify([
    fingerprints,
    valid,
    extendedKeyUsages,
    chain.map(({ length }) => length),
  ]));
  for (const der of chain) hash.update(der);
  return hash.digest("base64");
}

/** Hashes the fingerprints of anchors, of thousands once and not for every chain. */
function openFingerprintHashes(): (anchors: ChainDemands["anchors"]) => string {
  const hashes = new WeakMap<ChainDemands["anchors"], string>();
  return (anchors) => {
    const known = hashes.get(anchors);
    if (known !== undefined) return known;
    const hash = createHash("sha256");
    for (const { fingerprint } of anchors) hash.update(`${fingerprint};`);
    const made = hash.digest("base64");
    hashes.set(anchors, made);
    return made;
  };
}
