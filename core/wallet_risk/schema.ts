import { z } from "zod";
import { networkCode } from "../../standards/wallet_address/network_code.ts";
import { trimUnseen } from "../../standards/wallet_address/written.ts";
import { Mode, optionalMember, Sha256 } from "../nouns.ts";

/** Maximum characters of an address, URI parts included: no format needs a quarter of it. */
const addressCharactersMax = 512;
/** Maximum characters of a written network code, including surrounding white space. */
const networkCharactersMax = 64;

/** Request of a wallet risk score (Screening §2). */
export const WalletRiskRequest = z.object({
  network: z.string().max(networkCharactersMax)
    .refine((text) => networkCode(text) !== null, "expected 1 to 16 of A-Z, 0-9, _ and -")
    .meta({
      description:
        "Chain code, in any case, or another name of the chain: XBT and Bitcoin are BTC, ERC20 and Ethereum ETH, BEP20 and BNB BSC, TRC20 and Tron TRX, Polygon MATIC. A token's code (USDT, USDC, DAI) means the network of the address's form. A code missing in the corpus gives UNTAGGED and is named in `advisories`.",
      examples: ["BTC", "ETH"],
    }),
  address: z.string().max(addressCharactersMax)
    .refine((text) => trimUnseen(text) !== "", "expected an address")
    .meta({
      description:
        "Normalized per network: hex lower-cased, Base58Check compared byte for byte. An address in no form of the network is compared unchanged; a wrong checksum is named in `advisories`.",
    }),
  mode: optionalMember(Mode).meta({
    description: "Sandbox always wins: live runs only when the deployment is live too.",
  }),
}).readonly().meta({ id: "WalletRiskRequest" });
export type WalletRiskRequest = z.infer<typeof WalletRiskRequest>;

const percent = z.int().min(0).max(100);

const tagMembers = {
  network: z.string().meta({ description: "Canonical code" }),
  address: z.string().meta({ description: "As the pack writes it" }),
  label: z.string(),
  category: z.string().nullable(),
  abuse: z.string().nullable(),
  concepts: z.array(z.string()).readonly().meta({
    description:
      "Concepts of the tag, of its category and of its abuse, each with its broader ones",
  }),
  actorId: z.string().nullable(),
  confidence: z.string().meta({ examples: ["service_data", "ledger_immanent"] }),
  confidenceLevel: percent,
  categoryWeight: percent.meta({
    description: "The highest weight of category, abuse and concepts",
  }),
  contributionScore: percent.meta({
    description: "round(categoryWeight × confidenceLevel / 100)",
  }),
  isSanctionsConcept: z.boolean(),
  source: z.string().nullable(),
  packFile: z.string(),
  packTitle: z.string(),
  lastmod: z.string().nullable(),
  isClusterDefiner: z.boolean(),
};

/** One tag that counts. */
export const MatchedTag = z.object(tagMembers).readonly().meta({ id: "MatchedTag" });
export type MatchedTag = z.infer<typeof MatchedTag>;

/** The reason why a tag of the address does not count. */
export const ExclusionReason = z.enum(["below_confidence_floor", "superseded"]).meta({
  id: "ExclusionReason",
  description:
    "Confidence under the floor; or the same pack tags the address again with a newer lastmod",
});
export type ExclusionReason = z.infer<typeof ExclusionReason>;

/** A tag that does not count, with the reason. */
export const ExcludedTag = z.object({ ...tagMembers, exclusionReason: ExclusionReason })
  .readonly().meta({ id: "ExcludedTag" });
export type ExcludedTag = z.infer<typeof ExcludedTag>;

/** Remarks on a request that was scored nevertheless (decisions-3.md part 20, networks). */
export const WalletRiskAdvisory = z.discriminatedUnion("code", [
  z.object({
    code: z.literal("network_not_in_corpus"),
    networks: z.array(z.string()).readonly().meta({
      description: "Networks with the address's form, those in the corpus first",
    }),
  }).readonly(),
  z.object({ code: z.literal("address_malformed") }).readonly(),
]).meta({
  id: "WalletRiskAdvisory",
  description:
    "`network_not_in_corpus`: the corpus has no tag of any address of the network. `address_malformed`: the address fails the checksum of its form (Base58Check, Bech32, EIP-55 where hex has both cases, ...), as a mistyped one does.",
});
export type WalletRiskAdvisory = z.infer<typeof WalletRiskAdvisory>;

/** Tags of the same address on another network. */
export const OtherNetwork = z.object({
  network: z.string().meta({ description: "As the corpus names it" }),
  tags: z.array(z.object({ ...tagMembers, exclusionReason: ExclusionReason.optional() }).readonly())
    .readonly().meta({
      description:
        "Tags that would count there, highest contribution first, then tags that would not",
    }),
  tagsTotal: z.int().nonnegative().meta({
    description: "How many there are; the list is cut as that of matched tags is, after it",
  }),
}).readonly().meta({ id: "OtherNetwork" });
export type OtherNetwork = z.infer<typeof OtherNetwork>;

/** Classes of a wallet (Screening §3; decisions.md part 7). */
export const walletRiskClasses = ["LOW", "HIGH", "UNTAGGED"] as const;

/** Answer of POST /v1/wallet-risk/score. */
export const WalletRiskResponse = z.object({
  network: z.string().meta({ description: "As sent, in upper case" }),
  address: z.string().meta({ description: "As sent" }),
  addressLookup: z.string().meta({
    description: "The normalized key that was compared; of several, the one with tags",
  }),
  score: percent.nullable().meta({
    description:
      "The highest contribution, 100 where a sanctions concept counts. Null: no evidence in the corpus, which is never proof of safety.",
  }),
  classification: z.enum(walletRiskClasses).meta({ description: "LOW below 50, HIGH from 50" }),
  matchedTags: z.array(MatchedTag).readonly().meta({
    description: "Highest contribution first",
  }),
  matchedTagsTotal: z.int().nonnegative().meta({
    description: "How many count; the list is cut where tags take more bytes than the policy's",
  }),
  excludedTags: z.array(ExcludedTag).readonly(),
  excludedTagsTotal: z.int().nonnegative().meta({
    description: "How many do not count; the list is cut as that of matched tags is, after it",
  }),
  sameActorAddresses: z.array(
    z.object({ network: z.string(), address: z.string(), label: z.string() }).readonly(),
  ).readonly().meta({
    description:
      "Other addresses that the corpus tags under the same declared actors, by network and address; nothing is propagated from them",
  }),
  sameActorAddressesTotal: z.int().nonnegative().meta({
    description: "How many there are; the list is cut at the policy's number",
  }),
  advisories: z.array(WalletRiskAdvisory).readonly().optional().meta({
    description: "Absent without remarks",
  }),
  otherNetworks: z.array(OtherNetwork).readonly().optional().meta({
    description:
      "Other networks on which the corpus tags the same key; they change neither score nor class. Absent if there are none.",
  }),
  frozenDecisionArtifact: z.object({
    engineVersion: z.string().meta({ description: "Version of the scoring rules" }),
    riskWeightsHash: Sha256,
    tagpackEtlRunId: z.string().nullable().meta({
      description: "The run that built the corpus; null in sandbox",
    }),
  }).readonly(),
  meta: z.object({
    mode: Mode.meta({ description: "The mode that ran" }),
    sandboxOverride: z.boolean().meta({
      description:
        "True when the body named a mode that differs from the deployment's: settled as sandbox",
    }),
  }).readonly(),
}).readonly().meta({ id: "WalletRiskResponse" });
export type WalletRiskResponse = z.infer<typeof WalletRiskResponse>;
