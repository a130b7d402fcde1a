import assert from "node:assert/strict";
import { formatCashaddr, parseCashaddr } from "../../../standards/wallet_address/cashaddr_text.ts";
import { checksummedEvm } from "../../../standards/wallet_address/evm.ts";
import { bytesOfWords, parseBech32 } from "../../../standards/wallet_address/bech32.ts";
import { normalizeAddress } from "../../../standards/wallet_address/normalize.ts";
import { parseUnifiedReceivers } from "../../../standards/wallet_address/zcash_unified.ts";
import cardano from "../../../fixtures/vectors/wallet_address/cardano.json" with { type: "json" };
import cashaddr from "../../../fixtures/vectors/wallet_address/cashaddr.json" with { type: "json" };
import eip55 from "../../../fixtures/vectors/wallet_address/eip55.json" with { type: "json" };
import monero from "../../../fixtures/vectors/wallet_address/monero.json" with { type: "json" };
import segwit from "../../../fixtures/vectors/wallet_address/segwit.json" with { type: "json" };
import ss58 from "../../../fixtures/vectors/wallet_address/ss58.json" with { type: "json" };
import tron from "../../../fixtures/vectors/wallet_address/tron.json" with { type: "json" };
import xrp from "../../../fixtures/vectors/wallet_address/xrp.json" with { type: "json" };
import zcash from "../../../fixtures/vectors/wallet_address/zcash.json" with { type: "json" };

Deno.test("normalizeAddress() and checksummedEvm() agree with EIP-55", () => {
  for (const address of eip55.checksummed) {
    assert.equal(checksummedEvm(address.toLowerCase()), address);
    const lower = address.toLowerCase();
    assert.deepEqual(normalizeAddress(address), {
      address: lower,
      forms: [lower],
      listedUnder: [lower],
      family: "evm",
      notes: [],
    });
  }
});

Deno.test("normalizeAddress() notes capitals that break EIP-55, and compares all the same", () => {
  for (const address of eip55.checksummed) {
    const swapped = address.replace(
      /[a-fA-F]/g,
      (letter) => letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
    const normalized = normalizeAddress(swapped);
    assert.equal(normalized.address, address.toLowerCase());
    // One case throughout makes no promise: four of the vectors have only one.
    const hasBothCases = /[a-f]/.test(swapped.slice(2)) && /[A-F]/.test(swapped);
    assert.deepEqual(normalized.notes, hasBothCases ? ["eip55_checksum"] : []);
  }
});

Deno.test("normalizeAddress() takes every valid address of BIP-350, in lower case", () => {
  for (const address of segwit.valid) {
    const normalized = normalizeAddress(address);
    assert.equal(normalized.family, "segwit", address);
    assert.deepEqual(normalized.forms, [address.toLowerCase()]);
  }
});

Deno.test("normalizeAddress() takes no invalid address of BIP-173 and BIP-350", async (t) => {
  for (const { why, address } of segwit.invalid) {
    await t.step(`${why}: ${address}`, () => {
      const normalized = normalizeAddress(address);
      assert.equal(normalized.address, address);
      // Two of them have twelve letters, and would do for the name of an EOS account.
      assert.equal(normalized.family, address.length === 12 ? "eos" : null);
    });
  }
});

Deno.test("parseCashaddr() and formatCashaddr() agree with the CashAddr specification", () => {
  for (const { type, cashaddr: text, hash } of cashaddr.payloads) {
    const parsed = parseCashaddr(text);
    assert(parsed !== null, text);
    const prefix = text.slice(0, text.indexOf(":"));
    assert.deepEqual({ ...parsed, hash: hexOf(parsed.hash) }, { prefix, type, hash });
    assert.equal(`${prefix}:${formatCashaddr(parsed)}`, text);
    assert.deepEqual(parseCashaddr(text.toUpperCase()), parsed);
    assert.equal(parseCashaddr(text.toUpperCase().replace(/^./, prefix.charAt(0))), null);
  }
  for (const text of cashaddr.validChecksumWithoutPayload) {
    assert.equal(parseCashaddr(text), null, text);
  }
});

Deno.test("normalizeAddress() finds a hash in CashAddr by its legacy address and back", () => {
  for (const { legacy, cashaddr: prefixed } of cashaddr.translations) {
    const bare = prefixed.slice("bitcoincash:".length);
    const fromLegacy = normalizeAddress(legacy);
    assert.equal(fromLegacy.address, legacy);
    for (const written of [prefixed, bare, prefixed.toUpperCase(), bare.toUpperCase()]) {
      const fromCashaddr = normalizeAddress(written);
      assert.equal(fromCashaddr.address, bare);
      assert.deepEqual(fromCashaddr.forms.toSorted(), fromLegacy.forms.toSorted());
      assert(fromCashaddr.forms.includes(legacy) && fromCashaddr.forms.includes(prefixed));
    }
  }
});

Deno.test("normalizeAddress() turns Tron's hex form into T...", () => {
  for (const { base58, hex } of tron.addresses) {
    for (const written of [base58, hex, hex.toLowerCase(), `0x${hex}`]) {
      assert.deepEqual(normalizeAddress(written).forms, [base58]);
    }
  }
});

Deno.test("normalizeAddress() finds the standard address in an integrated one of Monero", () => {
  for (const address of [...monero.standard, ...monero.subaddress]) {
    const { family, forms } = normalizeAddress(address);
    assert.deepEqual({ family, forms }, { family: "monero", forms: [address] });
  }
  for (const { address, standard } of monero.integrated) {
    const { forms, listedUnder } = normalizeAddress(address);
    assert.deepEqual({ forms, listedUnder }, {
      forms: [address, standard],
      listedUnder: [address],
    });
  }
});

Deno.test("normalizeAddress() finds the classic address in an X-address", () => {
  for (const { classic, tag, main, test } of xrp.addresses) {
    assert.deepEqual(normalizeAddress(classic).forms, [classic]);
    for (const address of [main, test]) {
      const { forms, listedUnder } = normalizeAddress(address);
      assert.deepEqual(forms, tag === null ? [classic] : [address, classic]);
      assert.deepEqual(listedUnder, tag === null ? [classic] : [address]);
    }
  }
  for (const { why, address } of xrp.invalid) {
    assert.equal(normalizeAddress(address).family, null, why);
  }
});

Deno.test("parseUnifiedReceivers() agrees with the vectors of ZIP 316", () => {
  for (const vector of zcash.unified) {
    const bytes = bytesOfWords(parseBech32(vector.address, "bech32m")?.words ?? []);
    assert(bytes !== null);
    const receivers = parseUnifiedReceivers(bytes, "u") ?? [];
    const expected = [
      { kind: "keyHash", bytes: vector.keyHash },
      { kind: "scriptHash", bytes: vector.scriptHash },
      { kind: "sapling", bytes: vector.sapling },
      { kind: "other", bytes: vector.orchard },
      { kind: "other", bytes: vector.unknown },
    ].filter((receiver) => receiver.bytes !== null);
    assert.deepEqual(receivers.map(({ kind, bytes }) => ({ kind, bytes: hexOf(bytes) })), expected);
  }
});

Deno.test("normalizeAddress() finds a transparent key hash in each of Zcash's forms", () => {
  for (const { transparent, tex, keyHash } of zcash.tex) {
    assert.deepEqual(normalizeAddress(transparent).forms, [transparent, tex]);
    assert.deepEqual(normalizeAddress(tex).forms, [tex, transparent]);
    const unified = zcash.unified.filter((vector) =>
      vector.keyHash === keyHash && vector.address.length <= 256
    );
    for (const { address } of unified) {
      const { forms } = normalizeAddress(address.toUpperCase());
      assert.equal(forms[0], address);
      assert(forms.includes(transparent) && forms.includes(tex));
    }
  }
  for (const address of [...zcash.sapling, ...zcash.sprout]) {
    const { family, forms } = normalizeAddress(address);
    assert.deepEqual({ family, forms }, { family: "zcash", forms: [address] });
  }
  assert(
    zcash.unified.some(({ keyHash }) => zcash.tex.some((vector) => vector.keyHash === keyHash)),
  );
});

Deno.test("normalizeAddress() takes the addresses of CIP-19 and Byron's", () => {
  for (const address of cardano.shelley) {
    const { family, forms } = normalizeAddress(address.toUpperCase());
    assert.deepEqual({ family, forms }, { family: "cardano", forms: [address] });
  }
  for (const address of cardano.byron) {
    const { family, forms } = normalizeAddress(address);
    assert.deepEqual({ family, forms }, { family: "cardano", forms: [address] });
  }
});

Deno.test("normalizeAddress() finds one SS58 account under the prefix of any network", () => {
  for (const { generic, polkadot, kusama } of ss58.accounts) {
    assert.deepEqual(normalizeAddress(generic).forms, [generic]);
    assert.deepEqual(normalizeAddress(polkadot).forms, [polkadot, generic]);
    assert.deepEqual(normalizeAddress(kusama).forms, [kusama, generic]);
  }
});

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
