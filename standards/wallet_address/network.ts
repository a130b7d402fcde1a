import { recognizeBase58Check, recognizeBitcoinLegacy } from "./base58check.ts";
import { recognizeCardano } from "./cardano.ts";
import { recognizeCashaddr } from "./cashaddr.ts";
import { recognizeEos } from "./eos.ts";
import { recognizeEvm } from "./evm.ts";
import { recognizeMonero } from "./monero.ts";
import { recognizePolkadot } from "./polkadot.ts";
import { recognizeRipple } from "./ripple.ts";
import type { RecognizeAddress, RecognizedAddress } from "./schema.ts";
import { recognizeSegwit } from "./segwit.ts";
import { recognizeSolana } from "./solana.ts";
import { recognizeTron } from "./tron.ts";
import { isToken } from "./network_code.ts";
import { addressCharactersMax, trimUnseen, writtenAddress } from "./written.ts";
import { recognizeZcash } from "./zcash.ts";

/** A written address, in the forms for looking it up on one network. */
export interface NetworkAddress {
  /** The canonical code; for the code of a token, the network of the address's form. */
  readonly network: string;
  /** The single key under which a corpus stores this address of this network. */
  readonly key: string;
  /**
   * Every key to look up, `key` first, including the accounts that a payment to this address
   * reaches.
   */
  readonly keys: readonly string[];
  /** Whether the form belongs to this network; null if the network's forms are unknown. */
  readonly isOfNetwork: boolean | null;
}

/** The forms of a network's addresses. */
interface NetworkForm {
  readonly recognizers: readonly RecognizeAddress[];
  /** The pattern of its normal forms; other networks' spellings of the same key do not match. */
  readonly pattern: RegExp;
}

const anyForm = /^/;
const evm: NetworkForm = { recognizers: [recognizeEvm], pattern: anyForm };

/** The forms of known networks, by canonical code. */
const networks: ReadonlyMap<string, NetworkForm> = new Map<string, NetworkForm>([
  [
    "BTC",
    { recognizers: [recognizeBitcoinLegacy, recognizeSegwit], pattern: /^(?:[13]|bc1)/ },
  ],
  ["LTC", { recognizers: [recognizeSegwit, recognizeBase58Check], pattern: /^(?:[LM]|ltc1)/ }],
  ["BTG", { recognizers: [recognizeSegwit, recognizeBase58Check], pattern: /^(?:[GA]|btg1)/ }],
  ["BCH", { recognizers: [recognizeCashaddr, recognizeBase58Check], pattern: /^[qp][^:]+$/ }],
  ["BSV", { recognizers: [recognizeBase58Check, recognizeCashaddr], pattern: /^[13]/ }],
  ["DOGE", { recognizers: [recognizeBase58Check], pattern: /^[D9A]/ }],
  ["DASH", { recognizers: [recognizeBase58Check], pattern: /^[X7]/ }],
  ["XVG", { recognizers: [recognizeBase58Check], pattern: /^[DE]/ }],
  ["ZEC", { recognizers: [recognizeZcash], pattern: /^(?:t[13]|zc|zs1|u1)/ }],
  ["XRP", { recognizers: [recognizeRipple], pattern: anyForm }],
  ["XMR", { recognizers: [recognizeMonero], pattern: anyForm }],
  ["ADA", { recognizers: [recognizeCardano], pattern: anyForm }],
  ["DOT", { recognizers: [recognizePolkadot], pattern: anyForm }],
  ["KSM", { recognizers: [recognizePolkadot], pattern: anyForm }],
  ["SOL", { recognizers: [recognizeSolana], pattern: anyForm }],
  ["EOS", { recognizers: [recognizeEos], pattern: anyForm }],
  ["TRX", { recognizers: [recognizeTron], pattern: anyForm }],
  ...[
    "ETH",
    "BSC",
    "ETC",
    "ARB",
    "MATIC",
    "OP",
    "BASE",
    "AVAX",
    "FTM",
    "CRO",
    "CELO",
    "KCS",
    "RBTC",
  ]
    .map((code) => [code, evm] as const),
]);

/** Networks on which a token's address may exist, in the order of the look-ups. */
const tokenNetworks = ["ETH", "TRX", "BTC", "BCH", "XRP", "ADA", "SOL", "EOS"] as const;

/** Accounts of Polkadot itself; other networks with this form have other prefixes. */
const polkadotOwn = /^1/;

/** Whether the address forms of a network are known here. @param code a canonical code */
export function isKnownNetwork(code: string): boolean {
  return networks.has(code) || isToken(code);
}

/** Whether a network's addresses are hex after `0x`. @param code a canonical code */
export function isHexNetwork(code: string): boolean {
  return networks.get(code) === evm;
}

/** A written address, read for any network. Each family runs at most once. */
export interface AddressReading {
  /**
   * The address on one network: the normal form of its family, restricted to the network's own
   * spellings. Hex after `0x` is lower-case on every network; any other text of an unknown form, or
   * with a wrong checksum, is compared byte for byte.
   *
   * @param code a canonical code
   */
  on(code: string): NetworkAddress;
  /** The networks with known forms whose form the address matches. */
  networks(): readonly string[];
}

/** Reads a written address once, for {@link addressOnNetwork} on several networks. */
export function readAddress(raw: string): AddressReading {
  const trimmed = trimUnseen(raw);
  const written = writtenAddress(raw);
  const recognized = new Map<RecognizeAddress, RecognizedAddress | null>();
  const recognizeOnce: Recognize = (recognize) => {
    const known = recognized.get(recognize);
    if (known !== undefined) return known;
    const read = written.length > addressCharactersMax ? null : recognize(written);
    recognized.set(recognize, read);
    return read;
  };
  const isPolkadotOwn = () =>
    polkadotOwn.test(written) && recognizeOnce(recognizePolkadot) !== null;
  return {
    on: (code) => {
      for (const network of isToken(code) ? tokenNetworks : [code]) {
        const keys = keysOn(network, recognizeOnce);
        if (keys.length > 0) return known(network, keys);
      }
      return isToken(code) && isPolkadotOwn()
        ? known("DOT", [written])
        : unknown(code, written, trimmed);
    },
    networks: () => [...networks.keys()].filter((code) => keysOn(code, recognizeOnce).length > 0),
  };
}

/** Converts a written address to the key under which it is stored for one network. */
export function addressOnNetwork(code: string, raw: string): NetworkAddress {
  return readAddress(raw).on(code);
}

type Recognize = (recognize: RecognizeAddress) => RecognizedAddress | null;

function keysOn(code: string, recognizeOnce: Recognize): readonly string[] {
  const form = networks.get(code);
  for (const recognize of form?.recognizers ?? []) {
    const recognized = recognizeOnce(recognize);
    if (form === undefined || recognized === null) continue;
    const { address, alsoWritten = [], paysInto = [] } = recognized;
    const spelled = [address, ...alsoWritten, ...paysInto].filter((key) => form.pattern.test(key));
    if (spelled.length > 0) return [...new Set(spelled)];
  }
  return [];
}

function known(network: string, keys: readonly string[]): NetworkAddress {
  return { network, key: keys[0]!, keys, isOfNetwork: true };
}

function unknown(network: string, written: string, trimmed: string): NetworkAddress {
  const keys = [...new Set([keyOfUnknown(written), keyOfUnknown(trimmed)])];
  return { network, key: keys[0]!, keys, isOfNetwork: networks.has(network) ? false : null };
}

function keyOfUnknown(text: string): string {
  return /^0x[0-9a-f]+$/i.test(text) ? text.toLowerCase() : text;
}
