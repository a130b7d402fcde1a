import type { Unit } from "../../base/unit.ts";
import type { ClientId } from "../access/schema.ts";
import type { Audit } from "../audit/ports.ts";
import type { Limits } from "../policy/limits.ts";
import type { Dated, InForce } from "../publications/ports.ts";
import type { WalletRiskResponse } from "./schema.ts";
import type { RiskRules } from "./weights.ts";

/** One tag of one address from its pack; values that the tag omits come from the pack's header. */
export interface CorpusTag {
  /** Canonical code: XBT is BTC, and a token's code is the network of the address's form. */
  readonly network: string;
  /** The address as written in the pack, trimmed. */
  readonly address: string;
  readonly label: string;
  readonly category: string | null;
  readonly abuse: string | null;
  /**
   * The concepts of the tag, then its category and abuse if the taxonomy has them, each followed by
   * its broader concepts, without the root of the taxonomy.
   */
  readonly concepts: readonly string[];
  readonly actorId: string | null;
  /** `unknown` if the pack states none. */
  readonly confidence: string;
  /** 0 to 100, by the packs' table. */
  readonly confidenceLevel: number;
  /** Whether a concept is `sanction`, or the tag belongs to the pack of OFAC's own list. */
  readonly isSanctionsConcept: boolean;
  readonly source: string | null;
  /** The pack's path below `packs/`. */
  readonly packFile: string;
  readonly packTitle: string;
  /** ISO 8601, a calendar date or an instant; values are comparable as texts. */
  readonly lastmod: string | null;
  readonly isClusterDefiner: boolean;
}

/** One tagged address of a corpus. */
export interface TaggedAddress {
  /** Canonical code. */
  readonly network: string;
  /** The key for comparison (`addressOnNetwork()` of `standards/wallet_address/`). */
  readonly address: string;
}

/** One address that the corpus tags with a given actor. */
export interface ActorAddress extends TaggedAddress {
  /** The label of its first tag with that actor. */
  readonly label: string;
}

/** Addresses of some actors. */
export interface ActorAddresses {
  /** The total number. */
  readonly total: number;
  /** The first addresses, by network and address. */
  readonly addresses: readonly ActorAddress[];
}

/** The description of a corpus and its content. */
export interface TagCorpusMeta {
  /** Content address: SHA-256 of the corpus's bytes, hex. */
  readonly id: string;
  /** Id of the run that built it: its time and a digest of the source files. */
  readonly etlRunId: string;
  /** ISO 8601 instant of that run. */
  readonly builtAt: string;
  /** ISO 8601 calendar date of the newest change in a tag; null when no tag states one. */
  readonly asOf: string | null;
  readonly packs: number;
  readonly tags: number;
  /** Distinct pairs of network and address. */
  readonly addresses: number;
  readonly actors: number;
}

/** An address in a walk through a whole corpus. */
export interface WalkedAddress {
  /** Position in every walk: ascending by this number, then by ref. */
  readonly place: number;
  /** Its network and key, as a text. */
  readonly ref: string;
  /** The content of its tags, independent of their order: equal texts mean no change. */
  stated(): string;
}

/** A corpus of tags in memory. It never changes; a newer corpus is another value. */
export interface TagCorpus {
  readonly meta: TagCorpusMeta;
  /**
   * Codes of the tagged networks as written by the run that built it, with their canonical codes.
   */
  readonly networks: ReadonlyMap<string, string>;
  /**
   * Every tag of one address of one network, in the order of the packs; empty if the corpus lacks
   * the address.
   *
   * @param network a canonical code
   * @param key the key of `addressOnNetwork()`
   */
  find(network: string, key: string): readonly CorpusTag[];
  /**
   * Distinct addresses that the corpus tags with any of these actors.
   *
   * @param except the requested address, which is not counted
   * @param max maximum listed addresses
   */
  sameActor(actorIds: readonly string[], except: TaggedAddress, max: number): ActorAddresses;
  /**
   * Yields every address, in an order that depends only on networks and keys. Null: none found yet,
   * and other work may continue.
   */
  walk(): Iterable<WalkedAddress | null>;
}

/** A corpus in force. */
export interface CorpusInForce extends Dated {
  readonly corpus: TagCorpus;
  /** Whether the corpus is the sandbox's invented one, which no score names. */
  readonly isInvented: boolean;
  /** Days after which a corpus is stale; null for a corpus that does not age. */
  readonly staleAfterDays: number | null;
}

/** The corpus in force, which a newer one may replace. */
export type TagCorpora = InForce<CorpusInForce>;

/** Answers stored only for replays, since an address may identify a person. */
export interface KeptScores {
  /**
   * Adds an encrypted answer, stored as long as its idempotency record.
   *
   * @returns the answer's id
   */
  add(unit: Unit, client: ClientId, response: WalletRiskResponse): string;
  /** @returns the answer; null when it expired or was erased */
  find(client: ClientId, id: string): Promise<WalletRiskResponse | null>;
  /** Deletes the answers of a client before its idempotency records are erased. */
  erase(client: ClientId): Promise<void>;
}

/** Ports of wallet risk. */
export interface WalletRiskPorts {
  readonly audit: Audit;
  readonly walletRisk: {
    /** Null for a live deployment without a corpus, which has no route. */
    readonly corpora: TagCorpora | null;
    readonly rules: RiskRules;
    readonly kept: KeptScores;
    readonly limits: Pick<Limits, "sameActorAddressesMax" | "scoredTagsBytesMax">;
  };
}
