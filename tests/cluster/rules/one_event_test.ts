import { chainOf, judged, screened, verified } from "../forging.ts";
import type { AuditLine, RequestLine } from "../history.ts";

const client = "keyed";
const listed = (...decisionIds: readonly string[]): RequestLine => {
  const events = decisionIds.map((decisionId) => ({
    ...{ id: `event of ${decisionId}`, type: "screening.match", data: { decisionId } },
  }));
  const text = JSON.stringify({ events, after: null, more: false });
  return { ...screened({ client }), operation: "events", body: "", text };
};
const decided = (decisionId: string, classification: string): AuditLine["event"] => ({
  ...{ kind: "SCREENING_DECISION", clientId: client, decisionId, classification },
});
const chain = chainOf(
  decided("d1", "POSSIBLE_MATCH"),
  decided("d2", "CLEAR"),
  decided("d3", "CONFIRMED_MATCH"),
);

judged("one event of each match, batch and run", [
  { why: "each once", lines: [listed("d1", "d3"), verified], chain, says: null },
  { why: "over two pages", lines: [listed("d1"), listed("d3"), verified], chain, says: null },
  { why: "one that is lost", lines: [listed("d1"), verified], chain, says: /1 events .* 2 on the/ },
  { why: "one twice", lines: [listed("d1", "d3", "d3"), verified], chain, says: /3 events/ },
  { why: "one of nothing", lines: [listed("d1", "d2", "d3"), verified], chain, says: /3 events/ },
  {
    why: "the end of a batch",
    lines: [listed(), verified],
    chain: chainOf({ kind: "BATCH_ENDED", clientId: client, batchId: "b" }),
    says: /0 events of batch.done, 1 on the chain/,
  },
]);
