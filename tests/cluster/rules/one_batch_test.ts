import { chainOf, judged, screened, verified } from "../forging.ts";
import type { AuditLine, RequestLine } from "../history.ts";

const client = "batching";
const batch = line("batch", { items: [{ name: "one" }, { name: "two" }] }, { batchId: "b" });
const [one, two] = [result(0, "d1"), result(1, "d2")];
const results = resultsAre([one, two]);
const accepted = event("BATCH_ACCEPTED", { batchId: "b" });
const ended = event("BATCH_ENDED", { batchId: "b" });
const decided = ["d1", "d2"].map((decisionId) => event("SCREENING_DECISION", { decisionId }));
const whole = chainOf(accepted, ...decided, ended);
const review = line("reviews", { reviews: [{}] }, { results: [{ status: 200, reviewId: "r" }] });
const reviewed = event("SCREENING_REVIEWED", { reviewId: "r" });

function line(operation: RequestLine["operation"], body: unknown, answer: unknown): RequestLine {
  return {
    ...screened({ client, key: "k" }),
    ...{ operation, body: JSON.stringify(body), text: JSON.stringify(answer) },
  };
}

function result(item: number, decisionId: string) {
  return { item, decisionId, classification: "POSSIBLE_MATCH" };
}

function resultsAre(shown: readonly unknown[]): RequestLine {
  const page = { results: shown, nextCursor: null };
  return { ...line("results", null, page), key: null, subject: "b", owner: client };
}

function event(kind: string, of: Readonly<Record<string, string>>): AuditLine["event"] {
  return { kind, clientId: client, ...of };
}

judged("one decision of each item of a batch", [
  { why: "each once", lines: [batch, results, verified], chain: whole, says: null },
  {
    why: "never read",
    lines: [batch, verified],
    chain: whole,
    says: /other results than items/,
  },
  {
    why: "an item that is lost",
    lines: [batch, resultsAre([one]), verified],
    chain: whole,
    says: /other results than items/,
  },
  {
    why: "an item that is decided twice",
    lines: [batch, results, verified],
    chain: chainOf(accepted, ...decided, event("SCREENING_DECISION", { decisionId: "d3" }), ended),
    says: /3 decisions on the chain, 2 in results/,
  },
  {
    why: "one decision for two items",
    lines: [batch, resultsAre([one, result(1, "d1")]), verified],
    chain: whole,
    says: /2 decisions on the chain, 2 in results/,
  },
  {
    why: "ended twice",
    lines: [batch, results, verified],
    chain: chainOf(accepted, ...decided, ended, ended),
    says: /begins 1 times, ends 2/,
  },
  {
    why: "a review of many",
    lines: [batch, results, review, verified],
    chain: chainOf(accepted, ...decided, ended, reviewed),
    says: null,
  },
  {
    why: "a review that is lost",
    lines: [batch, results, review, verified],
    chain: whole,
    says: /0 reviews on the chain, 1 acknowledged/,
  },
]);
