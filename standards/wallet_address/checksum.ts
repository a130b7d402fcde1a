import { parseBase58Check } from "./base58.ts";
import { parseBech32 } from "./bech32.ts";
import { recognizeEvm } from "./evm.ts";
import { holdsMoneroChecksum } from "./monero.ts";
import { isHexNetwork, isKnownNetwork } from "./network.ts";
import { isToken } from "./network_code.ts";
import { normalizeAddress } from "./normalize.ts";
import { hasOtherSegwitChecksum } from "./segwit.ts";
import { addressCharactersMax, writtenAddress } from "./written.ts";

/** Networks whose addresses have no checksum. */
const unchecked: ReadonlySet<string> = new Set(["SOL", "EOS"]);

/** As many letters and digits as an address has, including one that is lost or mistyped. */
const addressLike = /^[0-9a-z]{24,}$/i;

/** The same for the networks of tokens, since tokens also exist on unknown networks. */
const tokenAddressLike =
  /^(?:0x[0-9a-z]{36,44}|T[0-9a-z]{33}|[13][0-9a-z]{25,33}|r[0-9a-z]{24,34}|[qp][0-9a-z]{41}|(?:bc|addr|stake)1[0-9a-z]{20,})$/i;

/** `0x` and nearly as many letters and digits as an account has; 64 digits are not an account. */
const nearlyHexAccount = /^0x[0-9a-z]{36,44}$/i;

/** A hash or a public key, both without a checksum. */
const hexKey = /^[0-9a-f]{64,}$/i;

/**
 * Whether an address fails the checksum that its form carries: Base58Check, Bech32 and Bech32m,
 * CashAddr, SS58, those of Monero, Cardano and Zcash, and EIP-55 where hex has both cases. Hex that
 * is one digit short fails too. False for a network with unknown forms, for an address of another
 * network, and when any of these checksums is valid.
 *
 * @param code a canonical code
 */
export function failsChecksum(code: string, raw: string): boolean {
  const written = writtenAddress(raw);
  if (!isKnownNetwork(code) || written.length > addressCharactersMax) return false;
  const hex = recognizeEvm(written);
  if (hex !== null) return hex.notes !== undefined;
  if (unchecked.has(code) || hexKey.test(written) || !shapeOn(code).test(written)) return false;
  if (normalizeAddress(written).family !== null) return false;
  return hasOtherSegwitChecksum(written) || !holdsAnyChecksum(written);
}

/** The pattern of the network's addresses, correct or mistyped. */
function shapeOn(code: string): RegExp {
  if (isHexNetwork(code)) return nearlyHexAccount;
  return isToken(code) ? tokenAddressLike : addressLike;
}

/**
 * Whether any known checksum is valid, including those of test networks, private keys, and networks
 * that have no row here.
 */
function holdsAnyChecksum(written: string): boolean {
  return parseBase58Check(written) !== null || parseBase58Check(written, "ripple") !== null ||
    parseBech32(written, "bech32") !== null || parseBech32(written, "bech32m") !== null ||
    holdsMoneroChecksum(written);
}
