import { z } from "zod";
import { Uuid } from "../nouns.ts";
import { ok, type Result } from "../../base/result.ts";
import type { Unit } from "../../base/unit.ts";
import { readAddress } from "../../standards/wallet_address/network.ts";
import { networkCode } from "../../standards/wallet_address/network_code.ts";
import { trimUnseen } from "../../standards/wallet_address/written.ts";
import { ClientId } from "../access/schema.ts";
import type { Mode } from "../nouns.ts";
import { adviseOn } from "./advise.ts";
import { judgeTags } from "./judge_tags.ts";
import { listTags } from "./list_tags.ts";
import { otherNetworks, ownNetworks } from "./networks.ts";
import type { CorpusInForce, WalletRiskPorts } from "./ports.ts";
import type { WalletRiskRequest, WalletRiskResponse } from "./schema.ts";

/** Version of the scoring rules: which tags count, their weights and classes. */
const riskEngineVersion = "wallet-risk-2";

/** Input of {@link scoreWallet}. */
export interface ScoreWallet {
  readonly unit: Unit;
  readonly client: ClientId;
  readonly request: WalletRiskRequest;
  readonly mode: Mode;
  readonly sandboxOverride: boolean;
}

/**
 * Scores one address of one network by its tags in the corpus, and records the act without the
 * address. Tags of other networks and neighbours in a transaction graph do not count.
 *
 * @see Screening §2 and §4, rule 7; decisions.md part 7; decisions-2.md part 16; decisions-3.md part 20
 */
export function scoreWallet(
  ports: WalletRiskPorts,
  { unit, client, request, mode, sandboxOverride }: ScoreWallet,
): Result<WalletRiskResponse, never> {
  const { corpora } = ports.walletRisk;
  if (corpora === null) throw new Error("A wallet is scored where no corpus is configured");
  const scored = corpora.use((inForce) => scoreBy(ports, inForce, request));
  const response = { ...scored, meta: { mode, sandboxOverride } };
  const { classification, score, frozenDecisionArtifact } = response;
  ports.audit.record(unit, {
    kind: "WALLET_RISK_SCORED",
    clientId: client,
    mode,
    classification,
    score,
    ...frozenDecisionArtifact,
  });
  return ok(response);
}

function scoreBy(
  { walletRisk: { rules, limits } }: Pick<WalletRiskPorts, "walletRisk">,
  { corpus, isInvented }: CorpusInForce,
  { network: sent, address }: WalletRiskRequest,
): Omit<WalletRiskResponse, "meta"> {
  const code = networkCode(sent);
  if (code === null) throw new Error("A network was not validated");
  const reading = readAddress(address);
  const { network, key, keys } = reading.on(code);
  const own = ownNetworks(corpus, [network, code]);
  const lookedUp = own.flatMap((of) =>
    keys.map((one) => ({ network: of, address: one, tags: corpus.find(of, one) }))
  );
  const { score, classification, ...tags } = judgeTags(
    rules.weights,
    ...lookedUp.map((one) => one.tags),
  );
  const actors = tags.matchedTags.flatMap(({ actorId }) => actorId ?? []);
  const found = lookedUp.find((one) => one.tags.length > 0) ?? { network, address: key };
  const same = corpus.sameActor(actors, found, limits.sameActorAddressesMax);
  const others = otherNetworks({ corpus, weights: rules.weights }, own, reading);
  const { otherNetworks: listedOthers, ...listed } = listTags(
    tags,
    others,
    limits.scoredTagsBytesMax,
  );
  const advisories = adviseOn(corpus, { code, own, address, reading });
  return {
    network: trimUnseen(sent).toUpperCase(),
    address,
    addressLookup: found.address,
    score,
    classification,
    ...listed,
    sameActorAddresses: same.addresses,
    sameActorAddressesTotal: same.total,
    ...(advisories.length > 0 && { advisories }),
    ...(listedOthers.length > 0 && { otherNetworks: listedOthers }),
    frozenDecisionArtifact: {
      engineVersion: riskEngineVersion,
      riskWeightsHash: rules.riskWeightsHash,
      tagpackEtlRunId: isInvented ? null : corpus.meta.etlRunId,
    },
  };
}

/** Reference that a replay of a score stores. */
const ScoreReference = z.strictObject({ client: ClientId, keptScoreId: Uuid }).readonly();

/**
 * Stores an answer for its replay.
 *
 * @returns the reference from which {@link restoreScore} makes the answer again
 */
export function keepScore(
  { walletRisk }: Pick<WalletRiskPorts, "walletRisk">,
  { unit, client }: Pick<ScoreWallet, "unit" | "client">,
  response: WalletRiskResponse,
): z.infer<typeof ScoreReference> {
  return { client, keptScoreId: walletRisk.kept.add(unit, client, response) };
}

/** Restores the answer of an earlier score; null if it was erased. */
export async function restoreScore(
  { walletRisk }: Pick<WalletRiskPorts, "walletRisk">,
  reference: unknown,
): Promise<WalletRiskResponse | null> {
  const { client, keptScoreId } = ScoreReference.parse(reference);
  return await walletRisk.kept.find(client, keptScoreId);
}
