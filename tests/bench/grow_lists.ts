/**
 * Builds a snapshot in a process of its own, so that building is not measured with reading:
 * `grow_lists.ts ENTITIES FOLDER`; 0 entities leaves the lists unchanged. Writes `snapshot.bin`,
 * and `queries.json`, an {@link Asked}.
 */

import { buildSnapshot } from "../../sources/lists/build_snapshot.ts";
import type { NamedListRead } from "../../sources/lists/read_lists.ts";
import type { ListedEntity } from "../../core/matching/ports.ts";
import { openSnapshotBuilder } from "../../wasm/matcher.ts";
import {
  charactersMax,
  drawsFrom,
  realisticQueries,
  withSlip,
  worstQueries,
} from "./core_queries.ts";
import { grownEntities } from "./growth.ts";
import { everyListAtHand } from "./lists.ts";

/** Queries for a snapshot. */
export interface Asked {
  /** Queries of which half are names of the snapshot; half of those are misspelt. */
  readonly realistic: readonly string[];
  /** The slowest possible queries. */
  readonly worst: readonly { readonly why: string; readonly name: string }[];
}

/** Entities handed over at a time. */
const batchEntities = 2_000;
/** Number of the snapshot's names to query. */
const namesAsked = 800;

if (import.meta.main) {
  const [entities = "0", folder = "."] = Deno.args;
  const lists = await everyListAtHand();
  const real = lists.flatMap((list) => list.entities);
  const wanted = Number(entities);
  const asked = askedOf(wanted === 0 ? real : sampleOf(real, wanted));
  await Deno.writeTextFile(`${folder}/queries.json`, JSON.stringify(asked));
  const bytes = wanted === 0
    ? buildSnapshot(openSnapshotBuilder(), lists)
    : grown(lists, real, wanted);
  await Deno.writeFile(`${folder}/snapshot.bin`, bytes);
}

function grown(lists: readonly NamedListRead[], real: readonly ListedEntity[], wanted: number) {
  const builder = openSnapshotBuilder();
  let batch: ListedEntity[] = [];
  for (const entity of grownEntities(real, wanted, drawsFrom(7))) {
    batch.push(entity);
    if (batch.length === batchEntities) {
      builder.add(batch);
      batch = [];
    }
  }
  builder.add(batch);
  return builder.finish(lists.map(({ description }) => description));
}

/** The first entities of the grown lists, at most as many as queries need. */
function sampleOf(real: readonly ListedEntity[], wanted: number): readonly ListedEntity[] {
  return [...grownEntities(real, Math.min(wanted, namesAsked), drawsFrom(7))];
}

function askedOf(listed: readonly ListedEntity[]): Asked {
  const draw = drawsFrom(11);
  const own = Array.from({ length: namesAsked }, () => {
    const { names } = listed[draw(listed.length)]!;
    const name = names[draw(names.length)]!.text;
    return draw(2) === 0 || name.length < 3 ? name : withSlip(name, draw);
  });
  const commonest = commonestWords(listed).join(" ").slice(0, charactersMax);
  return {
    realistic: [...own, ...[...realisticQueries()].slice(0, namesAsked)],
    worst: [...worstQueries, {
      why: "500 characters of the lists' commonest words",
      name: commonest,
    }],
  };
}

function commonestWords(listed: readonly ListedEntity[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { text } of listed.flatMap(({ names }) => names)) {
    for (const word of new Set(text.toLowerCase().split(/[^\p{L}\p{N}]+/u))) {
      if (word.length > 2) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const byCount = [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return byCount.slice(0, charactersMax / 4).map(([word]) => word);
}
