import { z } from "zod";
import { readEvaluationLists } from "../../../cli/evaluate/evaluation_lists.ts";
import {
  type ListedScore,
  scoreOfStrangers,
  type ScreeningScores,
  strangersMost,
} from "../../../quality/calibration/objective.ts";
import { casesOfFit, scoreScreenings } from "../../../quality/calibration/score_labels.ts";
import { isOneOf, targetsOf } from "../../../quality/evaluation/evaluate_queries.ts";
import { table } from "../../../quality/evaluation/markdown.ts";
import type { QueryCase } from "../../../quality/evaluation/schema.ts";
import { buildSnapshot } from "../../../sources/lists/build_snapshot.ts";
import type { Matcher } from "../../../core/matching/ports.ts";
import { openSnapshotBuilder } from "../../../wasm/matcher.ts";
import { ownCpuMicros } from "./own_cpu.ts";
import { runPeers } from "./python.ts";

const Search = z.object({
  name: z.string(),
  cpuMillis: z.number(),
  best: z.array(z.tuple([z.int().nullable(), z.number()])),
});

interface Searched {
  readonly name: string;
  readonly cpuMillis: number;
  readonly scores: ScreeningScores;
}

/**
 * Compares the service and rapidfuzz on misspelt names and on unlisted names, with all available
 * lists. @returns a table
 */
export async function compareQueries(
  matcher: Matcher,
  { python, cases, folder }: {
    readonly python: string;
    readonly cases: readonly QueryCase[];
    /** The folder of the lists. */
    readonly folder: string;
  },
): Promise<readonly string[]> {
  const lists = await readEvaluationLists(folder);
  if (!lists.ok) throw new Error(lists.refusal.message);
  const entities = lists.value.flatMap((list) => list.entities);
  const names = entities.flatMap((entity) =>
    entity.names.map(({ text }) => ({ entry: entity, text }))
  );
  const asked = casesOfFit(cases);
  const searched = await searchWithPeers(python, names.map(({ text }) => text), asked);
  const peers = searched.map(({ name, cpuMillis, best }): Searched => {
    const found = asked.map((one, index) => {
      const [place, score] = best[index] ?? [null, 0];
      const entry = place === null ? undefined : names[place]?.entry;
      const own = entry !== undefined && isOneOf(targetsOf(one), entry);
      return { label: one.label, score, own };
    });
    return {
      name,
      cpuMillis,
      scores: {
        // Who came second is not reported: a party behind another counts as not found.
        listed: found.filter(({ label }) => label === "match")
          .map(({ score, own }): ListedScore => ({ score: own ? score : 0, behind: !own })),
        strangers: found.filter(({ label }) => label === "clear").map(({ score }) => score),
      },
    };
  });
  const snapshot = matcher.load(buildSnapshot(openSnapshotBuilder(), lists.value));
  const ours = searchWithOurs(() => scoreScreenings(matcher, snapshot, asked), asked.length);
  return [
    `${entities.length} entities, ${names.length} names; ${asked.length} queries by name.`,
    "",
    ...table(
      ["", "CPU ms a query", "UN typos found, .3 % of strangers flagged", "nobody ahead"],
      [...peers, ours].map(row),
    ),
  ];
}

async function searchWithPeers(
  python: string,
  names: readonly string[],
  asked: readonly QueryCase[],
): Promise<readonly z.infer<typeof Search>[]> {
  const file = await Deno.makeTempFile({ prefix: "aval-peers-", suffix: ".json" });
  try {
    const queries = asked.map(({ name }) => name);
    await Deno.writeTextFile(file, JSON.stringify({ names, queries }));
    return z.array(Search).parse(await runPeers(python, "search_names.py", file));
  } finally {
    await Deno.remove(file);
  }
}

function searchWithOurs(search: () => ScreeningScores, queries: number): Searched {
  const cpuMillis = ownCpuMicros(search) / 1000 / queries;
  return { name: "ours, in the module", cpuMillis, scores: search() };
}

function row({ name, cpuMillis, scores: { listed, strangers } }: Searched): readonly string[] {
  const gate = scoreOfStrangers(strangers, strangersMost);
  const share = (all: readonly ListedScore[]) => (all.length / listed.length).toFixed(3);
  return [
    name,
    cpuMillis.toFixed(2),
    share(listed.filter(({ score }) => score > gate)),
    share(listed.filter(({ behind, score }) => score > 0 && !behind)),
  ];
}
