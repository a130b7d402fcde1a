import { trimUnseen } from "./written.ts";

/**
 * Other codes and names of a network, by its canonical code, upper-case and without `-` and `_`
 * (decisions-3.md part 20, networks): asset codes of exchanges, token standards, names.
 */
const aliases: Readonly<Record<string, readonly string[]>> = {
  BTC: ["XBT", "XXBT", "BITCOIN", "BTCSEGWIT", "SEGWITBTC"],
  ETH: ["XETH", "ETHEREUM", "ERC20"],
  BSC: ["BEP20", "BNB", "BNBBSC", "BNBCHAIN", "BNBSMARTCHAIN", "BINANCE"],
  TRX: ["TRON", "TRC20", "TRC10"],
  MATIC: ["POL", "POLYGON", "POLYGONPOS", "MATICPOLYGON", "POLPOLYGON"],
  XRP: ["XXRP", "RIPPLE", "XRPL", "XRPLEDGER"],
  LTC: ["XLTC", "LITECOIN"],
  BCH: ["BITCOINCASH", "BCHABC"],
  BSV: ["BITCOINSV", "BCHSV"],
  BTG: ["BITCOINGOLD"],
  DOGE: ["XDG", "XXDG", "DOGECOIN"],
  XVG: ["VERGE"],
  ZEC: ["XZEC", "ZCASH"],
  XMR: ["XXMR", "MONERO"],
  ADA: ["CARDANO"],
  DOT: ["POLKADOT"],
  KSM: ["KUSAMA"],
  SOL: ["SOLANA", "SPL"],
  EOS: ["EOSIO"],
  ETC: ["XETC", "ETHEREUMCLASSIC"],
  ARB: ["ARBITRUM", "ARBITRUMONE", "ARBONE"],
  OP: ["OPTIMISM", "OPMAINNET"],
  AVAX: ["AVALANCHE", "AVAXC", "AVAXCCHAIN", "CCHAIN"],
  FTM: ["FANTOM"],
  CRO: ["CRONOS"],
  KCS: ["KCC"],
  RBTC: ["ROOTSTOCK", "RSK"],
};

const canonicalOf: ReadonlyMap<string, string> = new Map(
  Object.entries(aliases).flatMap(([code, others]) => others.map((other) => [other, code])),
);

/** Tokens that exist on several networks: their code does not determine the network. */
const tokens: ReadonlySet<string> = new Set([
  ...["USDT", "USDC", "DAI", "BUSD", "TUSD", "FDUSD", "PYUSD", "USDP", "USDD", "USDE"],
  ...["EURC", "EURT", "EURS"],
]);

/**
 * The canonical code of a network: trimmed, upper-case, its aliases replaced (XBT and Bitcoin are
 * BTC, ERC-20 is ETH). Null for text that is not 1 to 16 characters of `A-Z0-9_-`.
 */
export function networkCode(written: string): string | null {
  const code = trimUnseen(written).toUpperCase();
  if (!/^[A-Z0-9_-]{1,16}$/.test(code)) return null;
  return canonicalOf.get(code.replace(/[-_]/g, "")) ?? code;
}

/**
 * Whether a canonical code belongs to a token, whose network the form of the address determines.
 */
export function isToken(code: string): boolean {
  return tokens.has(code);
}
