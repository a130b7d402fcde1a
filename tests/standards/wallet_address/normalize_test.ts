import assert from "node:assert/strict";
import { bech32, bech32m } from "@scure/base";
import fc from "fast-check";
import {
  formatBase58,
  formatBase58Check,
  parseBase58,
} from "../../../standards/wallet_address/base58.ts";
import { formatCashaddr } from "../../../standards/wallet_address/cashaddr_text.ts";
import { checksummedEvm } from "../../../standards/wallet_address/evm.ts";
import { normalizeAddress } from "../../../standards/wallet_address/normalize.ts";
import { runs } from "../../support/runs.ts";

const EVM = "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed";
const EVM_PAYEE = "0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359";
const EVM_CHECKSUMMED = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const LEGACY = "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu";
const SEGWIT = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const CASHADDR = "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a";
const TRON = "TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL";
const XRP = "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59";

Deno.test("normalizeAddress() brings what people write to one address", async (t) => {
  const cases = [
    { why: "lower-case hex", written: EVM, expected: EVM },
    { why: "EIP-55 capitals", written: EVM_CHECKSUMMED, expected: EVM },
    { why: "0X before capitals", written: EVM.toUpperCase(), expected: EVM },
    { why: "no 0x", written: EVM.slice(2), expected: EVM },
    { why: "spaces and line ends", written: ` \t${EVM}\r\n`, expected: EVM },
    { why: "no-break and ideographic space", written: `\u00a0${LEGACY}\u3000`, expected: LEGACY },
    { why: "byte order mark", written: `\ufeff${LEGACY}`, expected: LEGACY },
    { why: "bidi marks", written: `\u202a${LEGACY}\u202c\u200e`, expected: LEGACY },
    { why: "zero-width space inside", written: `0x\u200b${EVM.slice(2)}`, expected: EVM },
    { why: "soft hyphen inside", written: `bc1q\u00ad${SEGWIT.slice(4)}`, expected: SEGWIT },
    { why: "invisible tag before a space", written: `${LEGACY} \u{e0001}`, expected: LEGACY },
    { why: "link", written: `bitcoin:${LEGACY}`, expected: LEGACY },
    {
      why: "link with parameters",
      written: `bitcoin:${LEGACY}?amount=1&label=x`,
      expected: LEGACY,
    },
    { why: "link in capitals", written: `BITCOIN:${SEGWIT.toUpperCase()}`, expected: SEGWIT },
    { why: "link with slashes", written: `litecoin://${LEGACY}`, expected: LEGACY },
    { why: "parameters without a scheme", written: `${LEGACY}?amount=1`, expected: LEGACY },
    { why: "chain id", written: `ethereum:${EVM}@1`, expected: EVM },
    { why: "pay- and chain id", written: `ethereum:pay-${EVM}@0x38?value=1e18`, expected: EVM },
    {
      why: "a token transfer pays its payee, not the token",
      written: `ethereum:${EVM}@1/transfer?address=${EVM_PAYEE}&uint256=1`,
      expected: EVM_PAYEE,
    },
    { why: "CashAddr with its prefix", written: `bitcoincash:${CASHADDR}?a=1`, expected: CASHADDR },
    { why: "address in a parameter", written: `zcash:?address=${LEGACY}`, expected: LEGACY },
    { why: "Tron link", written: `tron:${TRON}?amount=3`, expected: TRON },
    { why: "XRP link", written: `ripple:${XRP}?dt=5`, expected: XRP },
  ];
  for (const { why, written, expected } of cases) {
    await t.step(why, () => {
      const { address, forms, family } = normalizeAddress(written);
      assert.deepEqual({ address, first: forms[0] }, { address: expected, first: expected });
      assert(family !== null);
    });
  }
});

Deno.test("normalizeAddress() compares byte for byte what it does not recognise", async (t) => {
  const cases = [
    { why: "empty", written: "", forms: [""] },
    { why: "only what nobody sees", written: " \u200b\n", address: "", forms: [""] },
    { why: "Base58Check with swapped case", written: swapCase(LEGACY) },
    { why: "Base58Check with one wrong letter", written: LEGACY.replace("E", "F") },
    { why: "Base58Check in lower case", written: LEGACY.toLowerCase() },
    { why: "Bech32 in both cases", written: `bc1Q${SEGWIT.slice(4)}` },
    { why: "Tron in lower case", written: TRON.toLowerCase() },
    { why: "XRP in capitals", written: XRP.toUpperCase() },
    { why: "39 hex digits", written: EVM.slice(0, -1) },
    { why: "41 hex digits", written: `${EVM}0` },
    { why: "a transaction hash", written: `0x${"ab".repeat(32)}` },
    { why: "a private key (WIF)", written: "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ" },
    {
      why: "Bech32 with a letter too many",
      written: "bc1qw5d6qejxtdg4y5r3zarvary2c5xw7kv7f3t4aaa",
    },
    { why: "a word", written: "wallet" },
    { why: "a name of a name service", written: "vitalik.eth" },
    { why: "trimmed at its ends only", written: ` a\u200bb `, address: "a\u200bb" },
    { why: "too long", written: "1".repeat(257) },
    { why: "far too long", written: "1".repeat(3_000) },
    {
      why: "a link that names two addresses",
      written: `bitcoin:${LEGACY}?bc=${SEGWIT}`,
    },
    { why: "several payees", written: `zcash:?address=${LEGACY}&address.1=${LEGACY}` },
    { why: "another call of a contract", written: `ethereum:${EVM}/approve?address=${EVM_PAYEE}` },
    { why: "a link of another kind", written: `https://example.com/address/${EVM}` },
  ];
  for (const { why, written, address = written, forms } of cases) {
    await t.step(why, () => {
      const normalized = normalizeAddress(written);
      assert.equal(normalized.address, address);
      assert.equal(normalized.family, null);
      assert.deepEqual(normalized.listedUnder, [address]);
      assert(normalized.forms.includes(address));
      if (forms !== undefined) assert.deepEqual(normalized.forms, forms);
    });
  }
});

Deno.test("normalizeAddress() finds what a list holds unrecognised by a link to it as well", () => {
  const published = "5be5543ff73456ab9f2d207887e2af87322c651ea1a873c5b25b7ffae456c320";
  assert(normalizeAddress(`monero:${published}?tx_amount=1`).forms.includes(published));
});

Deno.test("normalizeAddress() keeps families apart where the text could be of two", async (t) => {
  const cases = [
    {
      why: "40 digits that are Base58 too",
      written: "1".repeat(10) + "a".repeat(30),
      family: "evm",
    },
    { why: "42 digits from 41", written: `41${"ab".repeat(20)}`, family: "tron" },
    { why: "32 zero bytes", written: "1".repeat(32), family: "solana" },
    { why: "twelve letters", written: "eosbetdice11", family: "eos" },
    { why: "a name of the system", written: "eosio.token", family: "eos" },
  ];
  for (const { why, written, family } of cases) {
    await t.step(why, () => assert.equal(normalizeAddress(written).family, family));
  }
});

const hash160 = fc.uint8Array({ minLength: 20, maxLength: 20 });
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });

/** Addresses of checksummed families, encoded from random hashes. */
const checksummed = fc.oneof(
  fc.tuple(fc.constantFrom(0x00, 0x05, 0x30, 0x32, 0x1e, 0x4c, 0x26, 0x41), hash160)
    .map(([version, hash]) => formatBase58Check(Uint8Array.of(version, ...hash))),
  fc.tuple(fc.constantFrom(0xb8, 0xbd), hash160)
    .map(([version, hash]) => formatBase58Check(Uint8Array.of(0x1c, version, ...hash))),
  hash160.map((hash) => formatBase58Check(Uint8Array.of(0x00, ...hash), "ripple")),
  fc.tuple(hash160, fc.uint8Array({ minLength: 4, maxLength: 4 })).map(([hash, tag]) =>
    formatBase58Check(Uint8Array.of(0x05, 0x44, ...hash, 1, ...tag, 0, 0, 0, 0), "ripple")
  ),
  fc.tuple(fc.constantFrom(0, 1), hash160)
    .map(([type, hash]) => formatCashaddr({ prefix: "bitcoincash", type, hash })),
  fc.tuple(fc.constantFrom("bc", "ltc"), fc.oneof(hash160, bytes32))
    .map(([prefix, hash]) => bech32.encode(prefix, [0, ...bech32.toWords(hash)])),
  bytes32.map((key) => bech32m.encode("bc", [1, ...bech32m.toWords(key)])),
  hash160.map((hash) => bech32m.encode("tex", bech32m.toWords(hash))),
);

const anyAddress = fc.oneof(
  checksummed,
  hash160.map((hash) => checksummedEvm(`0x${hexOf(hash)}`)),
  hash160.map((hash) => `41${hexOf(hash)}`),
  bytes32.map((key) => formatBase58(key)),
);

/** Arbitrary text, and text of the letters and marks of addresses and links. */
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom(
      ...":?@/=&.1qpxXrT0fbc \u200b\ud800",
      "bitcoin:",
      "bc1",
      "0x",
      "address=",
    ),
    maxLength: 60,
  }),
);

Deno.test("normalizeAddress() never throws, and its own address is a fixed point", () => {
  fc.assert(fc.property(fc.oneof(anyText, anyAddress), (written) => {
    const once = normalizeAddress(written);
    const twice = normalizeAddress(once.address);
    assert.equal(twice.address, once.address);
    assert.equal(once.forms[0], once.address);
    assert.equal(once.listedUnder[0], once.address);
    assert(once.listedUnder.every((form) => once.forms.includes(form)));
    if (once.family !== null) assert.deepEqual({ ...twice, notes: once.notes }, once);
  }));
});

Deno.test("normalizeAddress() recognises each of its forms, and finds it by itself", () => {
  fc.assert(fc.property(anyAddress, (written) => {
    const { family, forms, listedUnder } = normalizeAddress(written);
    assert(family !== null, written);
    for (const form of forms) {
      const again = normalizeAddress(form);
      assert(again.family !== null && again.listedUnder.includes(form), form);
    }
    // Spellings of one hash are one set, whichever of them is written.
    for (const form of listedUnder) {
      assert.deepEqual(normalizeAddress(form).listedUnder.toSorted(), listedUnder.toSorted());
    }
  }));
});

Deno.test("normalizeAddress() never recognises a checksummed address with one changed letter", () => {
  const letter = fc.constantFrom(
    ..."123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0",
  );
  fc.assert(
    fc.property(checksummed, fc.nat(), letter, (address, pick, other) => {
      const at = pick % address.length;
      fc.pre(address[at] !== other);
      const changed = address.slice(0, at) + other + address.slice(at + 1);
      const { family, forms } = normalizeAddress(changed);
      // Solana has no checksum and SS58 one of two bytes: any text of the right length may be theirs.
      const mayBeAnyText = [32, 35, 36, 37].includes(parseBase58(changed)?.length ?? 0);
      assert(family === null || (mayBeAnyText && (family === "solana" || family === "polkadot")));
      assert(!forms.includes(address));
    }),
    { numRuns: runs(2_000) },
  );
});

Deno.test("normalizeAddress() never takes one hash for another, nor a key for a script", () => {
  const addressOf = (version: number, hash: Uint8Array) =>
    normalizeAddress(formatBase58Check(Uint8Array.of(version, ...hash)));
  fc.assert(fc.property(hash160, hash160, (one, other) => {
    fc.pre(hexOf(one) !== hexOf(other));
    const disjoint = [
      addressOf(0x00, one),
      addressOf(0x05, one),
      addressOf(0x30, one),
      addressOf(0x41, one),
      addressOf(0x00, other),
      addressOf(0x05, other),
    ].flatMap(({ forms }) => forms);
    assert.equal(new Set(disjoint).size, disjoint.length);
  }));
});

Deno.test("normalizeAddress() gives Base58 and hex forms that never collide", () => {
  fc.assert(fc.property(hash160, hash160, (one, other) => {
    const base58 = normalizeAddress(formatBase58Check(Uint8Array.of(0x41, ...one))).forms;
    const hex = normalizeAddress(hexOf(other)).forms;
    assert(hex.every((form) => form.startsWith("0x") && !base58.includes(form)));
    // "0" is no letter of Base58: no text of it begins like a hex form.
    assert(base58.every((form) => !form.startsWith("0")));
  }));
});

Deno.test("normalizeAddress() does bounded work on hostile text", () => {
  const hostile = [
    "1".repeat(2_000_000),
    " ".repeat(1_000_000) + "x" + " ".repeat(1_000_000) + "x",
    "bitcoin:".repeat(250_000),
    "bc1" + "q".repeat(2_000_000),
    "?address=".repeat(200_000),
    "\u200b".repeat(2_000_000) + "a",
  ];
  const started = performance.now();
  for (const text of hostile) assert.equal(normalizeAddress(text).family, null);
  // Square work on two million letters would take minutes; this takes well under a second.
  assert(performance.now() - started < 10_000);
});

function swapCase(text: string): string {
  return Array.from(
    text,
    (letter) => letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  ).join("");
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
