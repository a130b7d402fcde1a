/** A score for a sandbox: a row of the table in docs/sandbox.md, a choice on the reference page. */
export interface SandboxWallet {
  /** Names it in the OpenAPI description. */
  readonly name: string;
  /** Body of POST /v1/wallet-risk/score. */
  readonly send: Readonly<Record<string, unknown>>;
  /** Expected parts of the answer, separated by commas. */
  readonly result: string;
  readonly because: string;
}

/** A request for every class and kind of evidence, of the sandbox's invented tag packs. */
export const sandboxWallets: readonly SandboxWallet[] = [
  {
    name: "one_exchange_tag",
    send: { "network": "ETH", "address": "0x2FAEF878D2B8D4C02A0A4227EFCD90802C339A67" },
    result: "LOW, score 6, two addresses of the actor",
    because: "one tag of an exchange: weight 12, confidence 50",
  },
  {
    name: "mixer",
    send: { "network": "ETH", "address": "0xf8b09eae35e1dc57595a0607efc91018d6790139" },
    result: "LOW, score 35",
    because: "a mixing service: weight 70, confidence 50",
  },
  {
    name: "ransomware",
    send: { "network": "BTC", "address": "1PGANNwXJ8aMYvk5LdMGbwSE9t14RVkWzE" },
    result: "LOW, score 48",
    because: "weight 95, but confidence 50 only",
  },
  {
    name: "terrorism",
    send: { "network": "BTC", "address": "1FUmYnHjjXtQ22ejq3EhpjMuuNZKw8kfGo" },
    result: "HIGH, score 100",
    because: "weight 100, confidence 100",
  },
  {
    name: "token_network",
    send: { "network": "USDT", "address": "TB75rE9cXfpDEeRJQfuWSAESJsRhbv4JNh" },
    result: "HIGH, score 90",
    because: "a token: the network is that of the address form, TRX",
  },
  {
    name: "sanctions_concept",
    send: { "network": "ETH", "address": "0x852c795bcfc646e9fc59d432cc47478a4af51529" },
    result: "HIGH, score 100, sanctions concept",
    because: "a sanctions concept scores 100 at any confidence that counts",
  },
  {
    name: "superseded",
    send: { "network": "ETH", "address": "0x0cb267b9a186ebda277aeb9b33fd023ac18b207f" },
    result: "LOW, score 5, superseded",
    because: "the pack has a newer tag of the address; the older one does not count",
  },
  {
    name: "only_excluded",
    send: { "network": "BTC", "address": "1NbDorwHmQCXLmMKHqoAZi8oSdzvsZcsQ1" },
    result: "UNTAGGED, score null, below_confidence_floor",
    because: "only tags under the floor of confidence",
  },
  {
    name: "untagged",
    send: { "network": "ETH", "address": "0x2dc1e5c966b4aae70b3fd966fa85a13d98ad272c" },
    result: "UNTAGGED, score null",
    because: "no evidence, which is never proof of safety",
  },
  {
    name: "other_network",
    send: { "network": "BSC", "address": "0x2faef878d2b8d4c02a0a4227efcd90802c339a67" },
    result: "UNTAGGED, score null, network_not_in_corpus, other network ETH",
    because: "another network's tags are named and do not count",
  },
  {
    name: "unknown_network",
    send: { "network": "DOGE2", "address": "0x2faef878d2b8d4c02a0a4227efcd90802c339a67" },
    result: "UNTAGGED, score null, network_not_in_corpus, other network ETH",
    because: "a network missing in the corpus",
  },
  {
    name: "network_alias",
    send: { "network": "ERC-20", "address": "0xf8b09eae35e1dc57595a0607efc91018d6790139" },
    result: "LOW, score 35",
    because: "another name of the network ETH",
  },
  {
    name: "mistyped_address",
    send: { "network": "BTC", "address": "1FUmYnHjjXtQ22ejq3EhpjMuuNZKw8kfGp" },
    result: "UNTAGGED, score null, address_malformed",
    because: "the last character is wrong, so that the checksum fails",
  },
  {
    name: "no_network_code",
    send: { "network": "E T H", "address": "0x2faef878d2b8d4c02a0a4227efcd90802c339a67" },
    result: "400",
    because: "no network code",
  },
  {
    name: "other_mode",
    send: {
      "network": "ETH",
      "address": "0x2faef878d2b8d4c02a0a4227efcd90802c339a67",
      "mode": "live",
    },
    result: "LOW, score 6, sandbox override",
    because: "sandbox takes precedence, and the answer states it",
  },
];
