import { failsChecksum } from "../../standards/wallet_address/checksum.ts";
import type { AddressReading } from "../../standards/wallet_address/network.ts";
import { ownNetworks } from "./networks.ts";
import type { TagCorpus } from "./ports.ts";
import type { WalletRiskAdvisory } from "./schema.ts";

/** An address on the requested network. */
interface Asked {
  /** The canonical code. */
  readonly code: string;
  /** The codes of the network in the corpus. */
  readonly own: readonly string[];
  /** The address as sent. */
  readonly address: string;
  readonly reading: AddressReading;
}

/**
 * Remarks on a network missing in the corpus, and on a mistyped address; neither changes the score.
 */
export function adviseOn(
  corpus: Pick<TagCorpus, "networks">,
  { code, own, address, reading }: Asked,
): readonly WalletRiskAdvisory[] {
  return [
    ...(own.length > 0 ? [] : [{
      code: "network_not_in_corpus" as const,
      networks: inCorpusFirst(corpus, reading.networks()),
    }]),
    ...(failsChecksum(code, address) ? [{ code: "address_malformed" as const }] : []),
  ];
}

function inCorpusFirst(
  corpus: Pick<TagCorpus, "networks">,
  networks: readonly string[],
): readonly string[] {
  const has = (network: string) => ownNetworks(corpus, [network]).length > 0;
  return [...networks.filter(has), ...networks.filter((network) => !has(network))];
}
