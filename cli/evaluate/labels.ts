import type { z } from "zod";
import { LabelledPair, QueryCase } from "../../quality/evaluation/schema.ts";
import { ok, type Result } from "../../base/result.ts";
import { type CommandRefusal, failed } from "../command/command.ts";
import { readJsonLines } from "../command/read_lines.ts";

/** Labelled pairs of names, next to {@link casesFile}. */
export const pairsFile = "pairs-dev.jsonl";
/** Labelled screenings. */
export const casesFile = "query_cases-dev.jsonl";

/** Optional further strangers, on which no peer was measured. */
export const strangersFile = "strangers-dev.jsonl";

/** The externally labelled data. */
export interface Labels {
  readonly pairs: readonly LabelledPair[];
  readonly cases: readonly QueryCase[];
}

/** Reads the labelled data of a folder. */
export async function readLabels(folder: string): Promise<Result<Labels, CommandRefusal>> {
  const pairs = await readLabelled(`${folder}/${pairsFile}`, LabelledPair);
  if (!pairs.ok) return pairs;
  const cases = await readLabelled(`${folder}/${casesFile}`, QueryCase);
  if (!cases.ok) return cases;
  return ok({ pairs: pairs.value, cases: cases.value });
}

/** Reads the further strangers of a folder; null without any. */
export async function readStrangers(
  folder: string,
): Promise<Result<readonly QueryCase[] | null, CommandRefusal>> {
  const path = `${folder}/${strangersFile}`;
  const isThere = await Deno.stat(path).then(() => true, () => false);
  return isThere ? await readLabelled(path, QueryCase) : ok(null);
}

async function readLabelled<Value>(path: string, schema: z.ZodType<Value>) {
  let file: Deno.FsFile;
  try {
    file = await Deno.open(path);
  } catch {
    return failed(`${path}: no such file, or no access; say where the labelled data is`);
  }
  const values: Value[] = [];
  for await (const read of readJsonLines(schema, file.readable)) {
    if (!read.ok) return failed(`${path}: ${read.refusal.message}`);
    values.push(read.value);
  }
  return values.length === 0 ? failed(`${path}: holds nothing`) : ok(values);
}
