import type { Unit } from "../../base/unit.ts";
import type { ClientId } from "../access/schema.ts";
import type { Audit } from "../audit/ports.ts";
import type { Limits } from "../policy/limits.ts";
import type { Dated, InForce } from "../publications/ports.ts";
import type { WalletRiskResponse } from "./schema.ts";
import type { RiskRules } from "./weights.ts";

/** One tag of one address, as its pack gives it: what the tag leaves out stands in the pack's header. */
export interface CorpusTag {
  /** Canonical code: XBT is BTC, and a token's code is the network that the address form belongs to. */
  readonly network: string;
  /** As the pack writes it, without blanks around it. */
  readonly address: string;
  readonly label: string;
  readonly category: string | null;
  readonly abuse: string | null;
  /**
   * The concepts that the tag names, then its category and abuse where the taxonomy has them, each
   * followed by its broader ones; the root of the taxonomy is left out.
   */
  readonly concepts: readonly string[];
  readonly actorId: string | null;
  /** `unknown` where the pack states none. */
  readonly confidence: string;
  /** 0 to 100, by the packs' table. */
  readonly confidenceLevel: number;
  /** Whether a concept is `sanction`, or the tag is one of the pack of OFAC's own list. */
  readonly isSanctionsConcept: boolean;
  readonly source: string | null;
  /** The pack's path below `packs/`. */
  readonly packFile: string;
  readonly packTitle: string;
  /** ISO 8601, a calendar date or an instant; two of them compare as texts. */
  readonly lastmod: string | null;
  readonly isClusterDefiner: boolean;
}

/** One address that a corpus tags. */
export interface TaggedAddress {
  /** Canonical code. */
  readonly network: string;
  /** The key by which it is compared (`addressOnNetwork()` of `standards/wallet_address/`). */
  readonly address: string;
}

/** One address that the corpus tags under a given actor. */
export interface ActorAddress extends TaggedAddress {
  /** The label of its first tag under that actor. */
  readonly label: string;
}

/** Addresses of some actors. */
export interface ActorAddresses {
  /** How many there are in all. */
  readonly total: number;
  /** The first of them, by network and address. */
  readonly addresses: readonly ActorAddress[];
}

/** What a corpus is, and what it holds. */
export interface TagCorpusMeta {
  /** Content address: SHA-256 of the corpus's bytes, hex. */
  readonly id: string;
  /** Names the run that built it: when, and from what (a digest of the files read). */
  readonly etlRunId: string;
  /** ISO 8601 instant of that run. */
  readonly builtAt: string;
  /** ISO 8601 calendar date of the newest change that a tag states, or null when none does. */
  readonly asOf: string | null;
  readonly packs: number;
  readonly tags: number;
  /** Distinct pairs of network and address. */
  readonly addresses: number;
  readonly actors: number;
}

/** An address as a walk through a whole corpus meets it. */
export interface WalkedAddress {
  /** Where it stands in every walk: by this number, rising, then by its ref. */
  readonly place: number;
  /** Its network and key, as a text. */
  readonly ref: string;
  /** What its tags state, whatever their order: equal texts, no change. */
  stated(): string;
}

/** A corpus of tags in memory. Nothing in it changes; a newer corpus is another one. */
export interface TagCorpus {
  readonly meta: TagCorpusMeta;
  /** Codes of the networks that it has tags of, as the run that built it wrote them, with the canonical ones. */
  readonly networks: ReadonlyMap<string, string>;
  /**
   * Every tag of one address of one network, in the order of the packs; none where the corpus lacks
   * it.
   *
   * @param network a canonical code
   * @param key the key of `addressOnNetwork()`
   */
  find(network: string, key: string): readonly CorpusTag[];
  /**
   * The addresses that the corpus tags under any of these actors, each once.
   *
   * @param except the address that was asked for, which is not counted
   * @param max the most that are listed
   */
  sameActor(actorIds: readonly string[], except: TaggedAddress, max: number): ActorAddresses;
  /**
   * Every address, in an order of networks and keys alone. Null says that none is found yet, and that
   * other work may go on.
   */
  walk(): Iterable<WalkedAddress | null>;
}

/** A corpus in force. */
export interface CorpusInForce extends Dated {
  readonly corpus: TagCorpus;
  /** Whether it is the invented one of the sandbox, which no score names. */
  readonly isInvented: boolean;
  /** Days after which a corpus is stale, or null for one that does not age. */
  readonly staleAfterDays: number | null;
}

/** The corpus in force, which a newer one may take the place of. */
export type TagCorpora = InForce<CorpusInForce>;

/** Answers that are kept for a replay alone: an address points to a person. */
export interface KeptScores {
  /** Adds an answer, encrypted, for as long as its idempotency record lasts. @returns what names it */
  add(unit: Unit, client: ClientId, response: WalletRiskResponse): string;
  /** @returns the answer, or null when it has lapsed or was erased */
  find(client: ClientId, id: string): Promise<WalletRiskResponse | null>;
  /** Deletes the answers of a client, whose idempotency records are about to be erased. */
  erase(client: ClientId): Promise<void>;
}

/** Ports of wallet risk. */
export interface WalletRiskPorts {
  readonly audit: Audit;
  readonly walletRisk: {
    /** Null where a live deployment has none: then there is no route. */
    readonly corpora: TagCorpora | null;
    readonly rules: RiskRules;
    readonly kept: KeptScores;
    readonly limits: Pick<Limits, "sameActorAddressesMax" | "scoredTagsBytesMax">;
  };
}
