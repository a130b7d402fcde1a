import assert from "node:assert/strict";
import { normalizeAddress } from "../../../standards/wallet_address/normalize.ts";
import type { AddressFamily } from "../../../standards/wallet_address/schema.ts";
import sample from "../../../fixtures/vectors/wallet_address/ofac_sample.json" with {
  type: "json",
};

/** Folder of the full extract of the list, if available. */
const FULL_LIST = new URL("../../../../shared/data/crypto/ofac-addresses/", import.meta.url);

/** Published as addresses, but not valid ones, each with the reason. */
const NOT_RECOGNIZED: Readonly<Record<string, string>> = {
  "5be5543ff73456ab9f2d207887e2af87322c651ea1a873c5b25b7ffae456c320":
    "published under XMR, but 32 bytes of hex: a payment id or a key, and no address",
};

Deno.test("normalizeAddress() recognises a sample of sanctioned addresses of every currency", () => {
  for (const { address } of sample) assertRecognized(address);
});

const hasFullList = await Deno.stat(FULL_LIST).then(() => true, () => false);
if (!hasFullList) {
  console.error(
    "LEFT OUT: all sanctioned addresses; no extract of the list is beside the checkout",
  );
}

Deno.test({
  name: "normalizeAddress() recognises every sanctioned address but those named with a reason",
  ignore: !hasFullList,
  fn: async () => {
    const addresses = await readFullList();
    assert(addresses.size >= 641, `${addresses.size} addresses`);
    for (const address of addresses) assertRecognized(address);
  },
});

Deno.test({
  name: "normalizeAddress() gives no form to two sanctioned addresses",
  ignore: !hasFullList,
  fn: async () => {
    const owners = new Map<string, string>();
    for (const written of await readFullList()) {
      const { address, forms } = normalizeAddress(written);
      for (const form of forms) {
        const owner = owners.get(form) ?? address;
        assert.equal(owner, address, form);
        owners.set(form, owner);
      }
    }
  },
});

function assertRecognized(written: string): void {
  const { address, forms, family, notes } = normalizeAddress(written);
  if (written in NOT_RECOGNIZED) {
    assert.deepEqual({ address, forms, family }, {
      address: written,
      forms: [written],
      family: null,
    });
    return;
  }
  assert.equal(family, familyByPrefix(written), written);
  assert.equal(address, written.startsWith("0x") ? written.toLowerCase() : written);
  assert.deepEqual(notes, []);
}

/** The family of a listed address by its prefix, without its checksum. */
function familyByPrefix(address: string): AddressFamily {
  if (address.startsWith("0x")) return "evm";
  if (address.startsWith("bc1")) return "segwit";
  if (address.startsWith("T")) return "tron";
  if (address.startsWith("q")) return "cashaddr";
  if (address.startsWith("t1")) return "zcash";
  if (address.startsWith("r")) return "ripple";
  return address.length === 95 ? "monero" : "base58check";
}

async function readFullList(): Promise<ReadonlySet<string>> {
  const addresses = new Set<string>();
  for await (const { name } of Deno.readDir(FULL_LIST)) {
    const text = await Deno.readTextFile(new URL(name, FULL_LIST));
    for (const line of text.split("\n")) if (line.trim() !== "") addresses.add(line.trim());
  }
  return addresses;
}
