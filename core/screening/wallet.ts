import type { AddressHit } from "../matching/ports.ts";
import { normalizeAddress } from "../../standards/wallet_address/normalize.ts";
import type { NormalizedAddress } from "../../standards/wallet_address/schema.ts";
import type { WalletMatch, WalletResult } from "./decision_schema.ts";

/** The addresses of one request in normal form: duplicates dropped, order kept. */
export interface AskedAddresses {
  readonly asked: readonly NormalizedAddress[];
  /** Every form to look up. */
  readonly lookups: readonly string[];
}

/** Brings raw addresses to their normal forms (decisions.md part 6). */
export function askedAddresses(raw: readonly string[]): AskedAddresses {
  const byAddress = new Map<string, NormalizedAddress>();
  for (const text of raw) {
    const normalized = normalizeAddress(text);
    if (!byAddress.has(normalized.address)) byAddress.set(normalized.address, normalized);
  }
  const asked = [...byAddress.values()];
  return { asked, lookups: [...new Set(asked.flatMap(({ forms }) => forms))] };
}

/**
 * The wallet check: exact match with listed addresses, one entry per (address, entity), with every
 * currency code that a list gives it. A match is always CONFIRMED_MATCH, never
 * possible (Screening §2).
 */
export function walletResult(
  { asked }: AskedAddresses,
  hits: readonly AddressHit[],
): WalletResult {
  const matches = new Map<string, WalletMatch>();
  const byNetwork = hits.toSorted((a, b) => a.network < b.network ? -1 : 1);
  for (const { address, forms } of asked) {
    for (const hit of byNetwork) {
      if (!forms.includes(hit.address)) continue;
      const match = matchOf(address, hit);
      const key = JSON.stringify([address, match.source, match.listRef]);
      const known = matches.get(key);
      matches.set(key, known === undefined ? match : withNetwork(known, hit.network));
    }
  }
  return {
    classification: matches.size > 0 ? "CONFIRMED_MATCH" : "CLEAR",
    matches: [...matches.values()],
    checkedAddresses: asked.map(({ address }) => address),
    unrecognizedAddresses: asked.filter(({ family }) => family === null).map(({ address }) =>
      address
    ),
  };
}

function matchOf(address: string, { network, source, entity }: AddressHit): WalletMatch {
  return {
    address,
    network,
    networks: [network],
    source,
    listRef: entity?.listRef ?? null,
    entityId: entity?.entityId ?? null,
    entityName: entity?.name ?? null,
  };
}

/** `USDC, USDT`: one address of several tokens. The first stays `network`. */
function withNetwork(match: WalletMatch, network: string): WalletMatch {
  return { ...match, networks: [...new Set([...match.networks ?? [], network])] };
}
