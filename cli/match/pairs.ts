import { comparePairs } from "../../quality/evaluation/compare_pairs.ts";
import { NamedPair } from "../../quality/evaluation/schema.ts";
import type { Matcher } from "../../core/matching/ports.ts";
import { ok, type Result } from "../../base/result.ts";
import { type FileRefusal, readJsonLines } from "../command/read_lines.ts";

/** Pairs that cross the boundary to the matching core at a time. */
const batchPairs = 1_000;

/** Scores JSON lines of pairs as they arrive and writes a line for each, in order. */
export async function scorePairs(
  input: AsyncIterable<Uint8Array>,
  { matcher, out }: {
    readonly matcher: Pick<Matcher, "compare">;
    readonly out: (text: string) => void;
  },
): Promise<Result<null, FileRefusal>> {
  let batch: NamedPair[] = [];
  for await (const pair of readJsonLines(NamedPair, input)) {
    if (!pair.ok) return pair;
    batch.push(pair.value);
    if (batch.length < batchPairs) continue;
    out(scoredLines(batch, matcher));
    batch = [];
  }
  out(scoredLines(batch, matcher));
  return ok(null);
}

function scoredLines(pairs: readonly NamedPair[], matcher: Pick<Matcher, "compare">): string {
  const scores = comparePairs(matcher, pairs);
  return pairs.map(({ id }, index) => `${JSON.stringify({ id, score: scores[index] })}\n`).join("");
}
