import { z } from "zod";
import type { KybPorts } from "../kyb/ports.ts";
import { describeRegisters, RegisterInForce } from "../kyb/register_age.ts";
import {
  describeLists,
  describeUpdate,
  LastUpdate,
  listsMembers,
} from "../lists_in_force/describe_lists.ts";
import type { ListsInForcePorts } from "../lists_in_force/ports.ts";
import type { Mode } from "../nouns.ts";
import { isStale, secondsSinceBuilt } from "./corpus_age.ts";
import type { WalletRiskPorts } from "./ports.ts";

/** The tag corpus in force. */
const TagCorpusInForce = z.object({
  id: z.string().nullable().meta({
    description: "SHA-256 of its bytes; null in sandbox, whose corpus is invented",
  }),
  etlRunId: z.string().nullable().meta({ description: "What scores pin; null in sandbox" }),
  builtAt: z.iso.datetime(),
  ageHours: z.int().nonnegative().meta({ description: "Whole hours since it was built" }),
  stale: z.boolean().meta({ description: "Built longer ago than the policy allows" }),
  asOf: z.iso.date().nullable().meta({ description: "Newest change that a tag states" }),
  packs: z.int().nonnegative(),
  tags: z.int().nonnegative(),
  addresses: z.int().nonnegative(),
  actors: z.int().nonnegative(),
  manifestAt: z.iso.datetime().nullable(),
  lastUpdate: LastUpdate.nullable(),
}).readonly().meta({ id: "TagCorpusInForce" });

/** Answer of GET /v1/lists. */
export const ListsResponse = z.object({
  ...listsMembers,
  tagpacks: TagCorpusInForce.nullable().meta({
    description: "The tag corpus for wallet scores; null if none is configured",
  }),
  registers: z.array(RegisterInForce).readonly().meta({
    description:
      "Snapshots of company registers that applications are checked against; empty if none is configured, and in sandbox, whose register is invented",
  }),
}).readonly().meta({ id: "ListsResponse" });
export type ListsResponse = z.infer<typeof ListsResponse>;

/** The data to describe. */
type Published =
  & ListsInForcePorts
  & Pick<WalletRiskPorts, "walletRisk">
  & { readonly kyb: Pick<KybPorts["kyb"], "registers"> };

/**
 * Describes the lists, the tag corpus and the registers in force, with their age (decisions.md part
 * 6).
 */
export function describePublished(
  ports: Published,
  mode: Mode,
): ListsResponse {
  return {
    ...describeLists(ports, mode),
    tagpacks: describeCorpus(ports),
    registers: describeRegisters(ports),
  };
}

function describeCorpus(
  { clock, walletRisk: { corpora } }:
    & Pick<ListsInForcePorts, "clock">
    & Pick<WalletRiskPorts, "walletRisk">,
): ListsResponse["tagpacks"] {
  if (corpora === null) return null;
  const inForce = corpora.current();
  const { corpus, isInvented, manifestAt } = inForce;
  const { id, etlRunId, builtAt, asOf, packs, tags, addresses, actors } = corpus.meta;
  const now = clock.now();
  return {
    id: isInvented ? null : id,
    etlRunId: isInvented ? null : etlRunId,
    builtAt,
    ageHours: Math.floor(secondsSinceBuilt(corpus, now) / 3_600),
    stale: isStale(inForce, now),
    asOf,
    packs,
    tags,
    addresses,
    actors,
    manifestAt: manifestAt?.toString({ smallestUnit: "millisecond" }) ?? null,
    lastUpdate: describeUpdate(corpora.lastUpdate()),
  };
}
