import { createHash } from "node:crypto";
import { leastRecentlyUsed } from "../../base/least_recently_used.ts";
import { ok } from "../../base/result.ts";
import { anchorIndex } from "./anchor_index.ts";
import {
  type ChainDemands,
  type TrustedKey,
  type VerifyChain,
  verifyChain,
} from "./verify_chain.ts";

/** Maximum cached chains; few issuers sign the credentials that one deployment sees. */
const chainsMax = 256;

/**
 * Opens a cached {@link verifyChain}. A chain that was valid under the same anchors is not verified
 * again: bytes and signatures do not change, so that only the time is compared. Refusals are not
 * cached, so that only chains to an anchor use memory.
 */
export function openVerifyChainCached(): VerifyChain {
  const held = leastRecentlyUsed<TrustedKey>(chainsMax);
  const anchorName = openAnchorNames();
  return (chain, demands) => {
    const name = nameOf(chain, demands, anchorName(demands));
    const known = held.get(name);
    if (known !== undefined && known.notBefore <= demands.now && demands.now <= known.notAfter) {
      // Of this demand: another that trusts the same certificates may believe them about other things.
      const index = anchorIndex(demands.anchors);
      const [voucher, ...others] = known.vouchers.flatMap(({ anchor, issued }) =>
        index.ofSubject(issued.issuer)
          .filter(({ fingerprint }) => fingerprint === anchor.fingerprint)
          .map((own) => ({ anchor: own, issued }))
      );
      if (voucher !== undefined) return ok({ ...known, vouchers: [voucher, ...others] });
    }
    // Copies: what is remembered would keep the whole answer that it was a part of.
    const verified = verifyChain(chain.map((der) => new Uint8Array(der)), demands);
    if (verified.ok) held.set(name, verified.value);
    return verified;
  };
}

/**
 * Makes the cache key of a verification from everything that it depends on. Of the time, only the
 * set of valid anchors matters; the key covers all of them, since another set may have more anchors
 * for the same chain.
 */
function nameOf(
  chain: readonly Uint8Array[],
  { extendedKeyUsages }: ChainDemands,
  anchors: string,
): string {
  const hash = createHash("sha256").update(JSON.stringify([
    anchors,
    extendedKeyUsages,
    chain.map(({ length }) => length),
  ]));
  for (const der of chain) hash.update(der);
  return hash.digest("base64");
}

/** The name of a set of anchors, and the period in which it applies, exclusive. */
interface NamedAnchors {
  readonly name: string;
  readonly after: number;
  readonly before: number;
}

/**
 * Names a set of anchors together with the valid ones among them. Thousands of anchors are named
 * once, not for every chain.
 */
function openAnchorNames(): (demands: Pick<ChainDemands, "anchors" | "now">) => string {
  const names = new WeakMap<ChainDemands["anchors"], NamedAnchors>();
  return ({ anchors, now }) => {
    const known = names.get(anchors);
    if (known !== undefined && known.after < now && now < known.before) return known.name;
    const hash = createHash("sha256");
    let [after, before] = [-Infinity, Infinity];
    for (const { fingerprint, notBefore, notAfter } of anchors) {
      hash.update(`${fingerprint} ${notBefore <= now && now <= notAfter};`);
      for (const edge of [notBefore, notAfter]) {
        if (edge <= now) after = Math.max(after, edge);
        if (edge >= now) before = Math.min(before, edge);
      }
    }
    const named = { name: hash.digest("base64"), after, before };
    names.set(anchors, named);
    return named.name;
  };
}
