import assert from "node:assert/strict";
import type { AddressHit } from "../../../core/matching/ports.ts";
import { askedAddresses, walletResult } from "../../../core/screening/wallet.ts";

const address = "0xd882cfc20f52f2599d84b8e8d58c7fb62cfe344b";
const entity = { entityId: "688781f8-db6a-5705-81c1-5c6c63f4211e", listRef: "1", name: "X, Y" };
const hit = (change: Partial<AddressHit>): AddressHit => ({
  address,
  network: "ETH",
  source: "ofac-sdn",
  entity,
  ...change,
});

Deno.test("walletResult() has one entry per address and entity, whatever codes a list gives them", () => {
  const asked = askedAddresses([address.toUpperCase().replace("0X", "0x"), ` ${address} `]);
  const other = { ...entity, listRef: "2" };
  const { matches, classification, checkedAddresses } = walletResult(asked, [
    hit({}),
    hit({ network: "ETC" }),
    hit({ entity: other }),
    hit({ network: "BSC", entity: null }),
    hit({ network: "ARB", entity: null }),
  ]);
  assert.deepEqual(matches.map(({ network, listRef }) => [network, listRef]), [
    ["ARB", null],
    ["ETC", "1"],
    ["ETH", "2"],
  ]);
  assert.deepEqual(matches.map(({ networks }) => networks), [
    ["ARB", "BSC"],
    ["ETC", "ETH"],
    ["ETH"],
  ]);
  assert.deepEqual([classification, checkedAddresses], ["CONFIRMED_MATCH", [address]]);
});

Deno.test("walletResult() ignores hits of addresses that were not asked for", () => {
  const result = walletResult(askedAddresses([]), [hit({})]);
  assert.deepEqual([result.classification, result.matches], ["CLEAR", []]);
});
