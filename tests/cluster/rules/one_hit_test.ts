import { chainOf, judged, screened, verified } from "../forging.ts";
import type { AuditLine, RequestLine } from "../history.ts";

const client = "watching";
const listed = {
  ...screened({ client: "keyed" }),
  body: JSON.stringify({ name: "listed" }),
  text: JSON.stringify({ classification: "POSSIBLE_MATCH", meta: { decisionId: "d0" } }),
};
const unlisted = { ...screened({ client: "keyed" }), body: JSON.stringify({ name: "unlisted" }) };
const items = [{ subjectRef: "a", name: "listed" }, { subjectRef: "b", name: "unlisted" }];
const imported: RequestLine = {
  ...screened({ client, key: "k" }),
  ...{ operation: "monitor", body: JSON.stringify({ items }), text: "{}" },
};
const begun: RequestLine = { ...imported, operation: "run", key: null, body: "", status: 202 };
const decision = event("SCREENING_DECISION", { decisionId: "d1" });
const run = event("MONITORING_RUN_ENDED", { runId: "r" });
const asked = [listed, unlisted, imported, begun, verified];

function event(kind: string, of: Readonly<Record<string, string>>): AuditLine["event"] {
  return { kind, clientId: client, ...of };
}

judged("one decision of each match of the monitoring", [
  { why: "each once", lines: asked, chain: chainOf(decision, run), says: null },
  { why: "a match that is lost", lines: asked, chain: chainOf(run), says: /0 decisions for 1/ },
  {
    why: "a match that was opened twice",
    lines: asked,
    chain: chainOf(decision, event("SCREENING_DECISION", { decisionId: "d2" }), run),
    says: /2 decisions for 1 matches/,
  },
  {
    why: "the same import once more",
    lines: [...asked, { ...imported, replayed: true }],
    chain: chainOf(decision, run),
    says: null,
  },
  {
    why: "a run that ended twice",
    lines: asked,
    chain: chainOf(decision, run, run),
    says: /a run ended twice/,
  },
  { why: "no run", lines: asked, chain: chainOf(decision), says: /no run ended/ },
]);
