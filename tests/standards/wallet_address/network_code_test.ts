import assert from "node:assert/strict";
import { isToken, networkCode } from "../../../standards/wallet_address/network_code.ts";

const byCode: readonly (readonly [code: string, written: readonly string[]])[] = [
  ["BTC", ["BTC", " btc\t", "XBT", "XXBT", "BITCOIN", "Bitcoin", "SEGWITBTC"]],
  ["ETH", ["ETH", "ETHEREUM", "Ethereum", "ERC20", "ERC-20", "erc_20", "XETH"]],
  ["BSC", ["BSC", "BEP20", "BEP-20", "BNB", "BNB_BSC", "BNB-Chain", "BNBSmartChain"]],
  ["TRX", ["TRX", "TRON", "TRC20", "TRC-20", "trc10"]],
  ["MATIC", ["MATIC", "POL", "POLYGON", "POLYGON_POS", "matic_polygon"]],
  ["XRP", ["XRP", "Ripple", "XRPL", "XXRP"]],
  ["LTC", ["LTC", "LITECOIN", "XLTC"]],
  ["BCH", ["BCH", "BITCOINCASH", "bitcoin-cash"]],
  ["BSV", ["BSV", "BITCOIN_SV"]],
  ["BTG", ["BTG", "BitcoinGold"]],
  ["DOGE", ["DOGE", "XDG", "Dogecoin"]],
  ["ZEC", ["ZEC", "Zcash"]],
  ["XMR", ["XMR", "Monero", "XXMR"]],
  ["ADA", ["ADA", "Cardano"]],
  ["DOT", ["DOT", "Polkadot"]],
  ["KSM", ["KSM", "Kusama"]],
  ["SOL", ["SOL", "Solana", "SPL"]],
  ["ETC", ["ETC", "Ethereum-Classic", "XETC"]],
  ["ARB", ["ARB", "Arbitrum", "Arbitrum-One"]],
  ["OP", ["OP", "Optimism"]],
  ["AVAX", ["AVAX", "AVAXC", "AVAX-C", "Avalanche"]],
  // Of no alias: as written.
  ["BEP2", ["BEP2", "bep2"]],
  ["LUNA", ["Luna"]],
  ["GREEN", ["Green"]],
  ["L-BTC", ["L-BTC"]],
  ["OMNI", ["OMNI"]],
  ["A234567890_-Z456", ["A234567890_-Z456"]],
];

for (const [code, written] of byCode) {
  Deno.test(`networkCode() reads ${written.join(", ")} as ${code}`, () => {
    assert.deepEqual(written.map(networkCode), written.map(() => code));
  });
}

Deno.test("networkCode() refuses what is no code", () => {
  const none = ["A234567890_-Z4567", "", "  ", "BTC ETH", "ＢＴＣ", "ETH/ERC20"];
  assert.deepEqual(none.map(networkCode), none.map(() => null));
});

Deno.test("isToken() knows stablecoins of several networks", () => {
  assert.deepEqual(["USDT", "USDC", "DAI", "PYUSD", "EURC", "ETH", "BEP20"].map(isToken), [
    ...[true, true, true, true, true, false, false],
  ]);
});
