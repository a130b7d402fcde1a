import assert from "node:assert/strict";
import fc from "fast-check";
import { failsChecksum } from "../../../standards/wallet_address/checksum.ts";
import cardano from "../../../fixtures/vectors/wallet_address/cardano.json" with { type: "json" };
import cashaddr from "../../../fixtures/vectors/wallet_address/cashaddr.json" with { type: "json" };
import eip55 from "../../../fixtures/vectors/wallet_address/eip55.json" with { type: "json" };
import monero from "../../../fixtures/vectors/wallet_address/monero.json" with { type: "json" };
import ss58 from "../../../fixtures/vectors/wallet_address/ss58.json" with { type: "json" };
import tron from "../../../fixtures/vectors/wallet_address/tron.json" with { type: "json" };
import xrp from "../../../fixtures/vectors/wallet_address/xrp.json" with { type: "json" };
import { runs } from "../../support/runs.ts";

const legacy = "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu";
const script = "3LtcaPbCj87CwJHnRX3vh7c2y9RZQqeSy8";
const segwit = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const taproot = "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0";
const tronAddress = tron.addresses[0]!.base58;

/** Valid addresses with a checksum, each with a network of that form. */
const valid: readonly (readonly [code: string, address: string])[] = [
  ["BTC", legacy],
  ["BTC", script],
  ["BTC", segwit],
  ["BTC", taproot],
  ["LTC", "LbonesGyyeUDpQqtZQMmBUPJSEg4jHhUvb"],
  ["BCH", cashaddr.translations[0]!.cashaddr.slice("bitcoincash:".length)],
  ["BSV", legacy],
  ["TRX", tronAddress],
  ["XRP", xrp.addresses[0]!.classic],
  ["XRP", xrp.addresses[0]!.main],
  ["XMR", monero.standard[0]!],
  ["ADA", cardano.shelley[0]!],
  ["DOT", ss58.accounts[0]!.polkadot],
  ["KSM", ss58.accounts[0]!.kusama],
  ["USDT", tronAddress],
  ["DAI", segwit],
];

Deno.test("failsChecksum() is false for every valid address, in each of its spellings", () => {
  for (const [code, address] of valid) {
    assert(!failsChecksum(code, address), `${code} ${address}`);
    assert(!failsChecksum(code, ` ${address}\u200b`), `${code} ${address}`);
  }
  assert(!failsChecksum("BTC", `bitcoin:${legacy}?amount=1`));
  assert(!failsChecksum("BTC", segwit.toUpperCase()));
});

Deno.test("failsChecksum() sees any one character of any address that is changed", () => {
  const replacements = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0OIl";
  fc.assert(
    fc.property(
      fc.constantFrom(...valid.filter(([code]) => code !== "USDT" && code !== "DAI")),
      fc.nat(),
      fc.constantFrom(...replacements),
      ([code, address], pick, letter) => {
        const at = pick % address.length;
        fc.pre(address[at] !== letter);
        const changed = address.slice(0, at) + letter + address.slice(at + 1);
        assert(failsChecksum(code, changed), `${code} ${changed}`);
      },
    ),
    { numRuns: runs(600), seed: 33 },
  );
});

Deno.test("failsChecksum() of a form, a token and a network", async (t) => {
  const mistyped = legacy.replace("F", "G");
  const eip = eip55.checksummed.find((address) => /[a-f]/.test(address.slice(2)))!;
  const broken = eip.replace(/[a-f](?=[0-9a-fA-F]*$)/, (letter) => letter.toUpperCase());
  const cases: readonly {
    readonly why: string;
    readonly code: string;
    readonly raw: string;
    readonly expected: boolean;
  }[] = [
    { why: "a character too few", code: "BTC", raw: legacy.slice(0, -1), expected: true },
    { why: "a character too many", code: "BTC", raw: `${segwit}q`, expected: true },
    { why: "two characters exchanged", code: "BTC", raw: swapped(legacy, 10), expected: true },
    { why: "both cases of Bech32", code: "BTC", raw: `bc1Q${segwit.slice(4)}`, expected: true },
    { why: "in a payment link", code: "BTC", raw: `bitcoin:${mistyped}`, expected: true },
    { why: "a token's on Tron", code: "USDT", raw: tronAddress.toLowerCase(), expected: true },
    { why: "a token's on Bitcoin", code: "DAI", raw: mistyped, expected: true },
    { why: "EIP-55 that holds", code: "ETH", raw: eip, expected: false },
    { why: "EIP-55 that fails", code: "ETH", raw: broken, expected: true },
    { why: "EIP-55 that fails, on a token", code: "USDC", raw: broken, expected: true },
    { why: "hex in lower case", code: "ETH", raw: eip.toLowerCase(), expected: false },
    { why: "hex in upper case", code: "ETH", raw: eip.slice(2).toUpperCase(), expected: false },
    { why: "hex one digit short", code: "ETH", raw: eip.slice(0, -1), expected: true },
    { why: "a letter that is no digit", code: "BSC", raw: `${eip.slice(0, -1)}g`, expected: true },
    {
      // EIP-1191, the vector of Rootstock's main network.
      why: "Rootstock's own capitals",
      code: "RBTC",
      raw: "0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD",
      expected: false,
    },
    {
      // BIP-350: version 1 with the checksum of version 0.
      why: "a version that has the other checksum",
      code: "BTC",
      raw: "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd",
      expected: true,
    },
    { why: "another network's address", code: "BTC", raw: tronAddress, expected: false },
    {
      why: "a test network's",
      code: "BTC",
      raw: "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx",
      expected: false,
    },
    {
      // The extended public key of BIP-32's first vector: Base58Check that holds.
      why: "what is no address and holds its checksum",
      code: "BTC",
      raw:
        "xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8",
      expected: false,
    },
    { why: "a transaction's hash", code: "BTC", raw: "ab".repeat(32), expected: false },
    { why: "a transaction's hash", code: "ETH", raw: `0x${"ab".repeat(32)}`, expected: false },
    { why: "a word", code: "BTC", raw: "somebody", expected: false },
    { why: "a form without a checksum", code: "SOL", raw: "1".repeat(40), expected: false },
    { why: "a network of unknown forms", code: "GREEN", raw: mistyped, expected: false },
    { why: "longer than any address", code: "BTC", raw: "1".repeat(300), expected: false },
  ];
  for (const { why, code, raw, expected } of cases) {
    await t.step(`${code} ${why}`, () => assert.equal(failsChecksum(code, raw), expected, raw));
  }
});

function swapped(text: string, at: number): string {
  return text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2);
}
