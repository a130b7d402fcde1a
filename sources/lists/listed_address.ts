import type { ListedAddress } from "../../core/matching/ports.ts";
import { networkCode } from "../../standards/wallet_address/network_code.ts";
import { normalizeAddress } from "../../standards/wallet_address/normalize.ts";

/**
 * The stored forms of a publisher's address: every spelling of the same key, so that a query in any
 * of them finds it. Codes are canonical (OFAC's `XBT` is `BTC`), as in wallet risk.
 */
export function listedAddresses(currency: string, written: string): readonly ListedAddress[] {
  const network = networkCode(currency) ?? currency;
  return normalizeAddress(written).listedUnder.map((address) => ({ network, address }));
}

/** Whether the address has no known form, and is only compared byte for byte. */
export function isUnknownForm(written: string): boolean {
  return normalizeAddress(written).family === null;
}

/** One entry for each network and address, in the order of first occurrence. */
export function distinctAddresses<Address extends ListedAddress>(
  addresses: readonly Address[],
): readonly Address[] {
  const byKey = new Map(
    addresses.toReversed().map((one) => [`${one.network} ${one.address}`, one]),
  );
  return [...byKey.values()].reverse();
}
