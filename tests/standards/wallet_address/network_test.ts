import assert from "node:assert/strict";
import {
  addressOnNetwork,
  isKnownNetwork,
  readAddress,
} from "../../../standards/wallet_address/network.ts";

Deno.test("isKnownNetwork() knows tokens and no invented code", () => {
  assert.deepEqual(["USDT", "ETH", "GREEN"].map(isKnownNetwork), [true, true, false]);
});

Deno.test("readAddress().networks() names each network whose form an address fits", async (t) => {
  const hex = ["ETH", "BSC", "ETC", "ARB", "MATIC", "OP", "BASE", "AVAX", "FTM", "CRO", "CELO"];
  const cases: readonly (readonly [raw: string, networks: readonly string[]])[] = [
    ["0xfa8e3920daf271dab92be9b87d9998ddd94fef08", [...hex, "KCS", "RBTC"]],
    ["bc1q92md7868uun8vplp9te0vaecmxyc5rrphdyvxg", ["BTC"]],
    ["1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu", ["BTC", "BCH", "BSV"]],
    ["LbonesGyyeUDpQqtZQMmBUPJSEg4jHhUvb", ["LTC"]],
    ["TRYL7PKCG4b4xRCM554Q5J6o8f1UjUmfnY", ["TRX"]],
    ["eosio.token", ["EOS"]],
    ["of no form", []],
  ];
  for (const [raw, networks] of cases) {
    await t.step(raw, () => assert.deepEqual(readAddress(raw).networks(), networks));
  }
});

Deno.test("addressOnNetwork() makes one key of all spellings on one network, and of no other's", async (t) => {
  const evm = "0xFA8E3920daF271daB92Be9B87d9998DDd94FEF08";
  const cases: readonly {
    why: string;
    code: string;
    raw: string;
    network?: string;
    keys: readonly string[];
    isOfNetwork: boolean | null;
  }[] = [
    { why: "hex", code: "ETH", raw: evm, keys: [evm.toLowerCase()], isOfNetwork: true },
    {
      why: "hex without its prefix, where the network has hex",
      code: "BSC",
      raw: evm.slice(2),
      keys: [evm.toLowerCase()],
      isOfNetwork: true,
    },
    {
      why: "hex on a network that nobody here knows",
      code: "ZILIQA",
      raw: evm,
      keys: [evm.toLowerCase()],
      isOfNetwork: null,
    },
    {
      why: "a payment link",
      code: "BTC",
      raw: " bitcoin:1Archive1n2C579dMsAu3iC6tWzuQJz8dN?amount=1 ",
      keys: ["1Archive1n2C579dMsAu3iC6tWzuQJz8dN"],
      isOfNetwork: true,
    },
    {
      why: "a payment link with blanks around the address",
      code: "ETH",
      raw: `ethereum: ${evm} ?value=1`,
      keys: [evm.toLowerCase()],
      isOfNetwork: true,
    },
    {
      why: "bech32 in capitals",
      code: "BTC",
      raw: "BC1Q92MD7868UUN8VPLP9TE0VAECMXYC5RRPHDYVXG",
      keys: ["bc1q92md7868uun8vplp9te0vaecmxyc5rrphdyvxg"],
      isOfNetwork: true,
    },
    {
      why: "a wrong checksum stays byte for byte",
      code: "BTC",
      raw: "1Archive1n2C579dMsAu3iC6tWzuQJz8dM",
      keys: ["1Archive1n2C579dMsAu3iC6tWzuQJz8dM"],
      isOfNetwork: false,
    },
    {
      why: "another network's address stays byte for byte",
      code: "BTC",
      raw: "LbonesGyyeUDpQqtZQMmBUPJSEg4jHhUvb",
      keys: ["LbonesGyyeUDpQqtZQMmBUPJSEg4jHhUvb"],
      isOfNetwork: false,
    },
    {
      // The pair of the CashAddr specification's examples.
      why: "the legacy spelling of Bitcoin Cash",
      code: "BCH",
      raw: "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu",
      keys: ["qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"],
      isOfNetwork: true,
    },
    {
      why: "CashAddr with its prefix",
      code: "BCH",
      raw: "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
      keys: ["qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"],
      isOfNetwork: true,
    },
    {
      why: "CashAddr on Bitcoin SV",
      code: "BSV",
      raw: "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
      keys: ["1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu"],
      isOfNetwork: true,
    },
    {
      why: "a token on Ethereum",
      code: "USDT",
      raw: evm,
      network: "ETH",
      keys: [evm.toLowerCase()],
      isOfNetwork: true,
    },
    {
      why: "a token on Tron",
      code: "USDC",
      raw: "TRYL7PKCG4b4xRCM554Q5J6o8f1UjUmfnY",
      network: "TRX",
      keys: ["TRYL7PKCG4b4xRCM554Q5J6o8f1UjUmfnY"],
      isOfNetwork: true,
    },
    {
      why: "a token on Bitcoin",
      code: "USDT",
      raw: "3LtcaPbCj87CwJHnRX3vh7c2y9RZQqeSy8",
      network: "BTC",
      keys: ["3LtcaPbCj87CwJHnRX3vh7c2y9RZQqeSy8"],
      isOfNetwork: true,
    },
    {
      why: "a token on a network that nobody here knows",
      code: "USDT",
      raw: "tz1N47UGiVScUUvHemXd2kGwJi44h7qZMUzp",
      keys: ["tz1N47UGiVScUUvHemXd2kGwJi44h7qZMUzp"],
      isOfNetwork: null,
    },
  ];
  for (const { why, code, raw, network = code, keys, isOfNetwork } of cases) {
    await t.step(why, () => {
      assert.deepEqual(addressOnNetwork(code, raw), { network, key: keys[0], keys, isOfNetwork });
    });
  }
});
