import { z } from "zod";

/**
 * The history of a cluster run as JSON Lines: every request and answer of its clients, every fault
 * of the processes, and the service's exports at the end. Times are milliseconds since 1970 by the
 * machine's clock, which the servers use too; `began` is before and `ended` after the recorded
 * event.
 */

const Instant = z.number().nonnegative();
const span = { began: Instant, ended: Instant };

/** The parameters of the run. The first line. */
export const RunLine = z.object({
  type: z.literal("run"),
  backend: z.string(),
  seed: z.int(),
  seconds: z.number().positive(),
  servers: z.int().positive(),
  /** Token buckets by client; those of other clients never become empty. */
  buckets: z.record(
    z.string(),
    z.object({ capacity: z.number(), refillPerSecond: z.number() }).readonly(),
  ).readonly(),
  began: Instant,
}).readonly();

/** The operations that clients request. */
export const Operation = z.enum([
  ...["screen", "review", "read", "usage", "export", "erase"] as const,
  ...["batch", "results", "reviews", "monitor", "run", "runs", "events"] as const,
]);
export type Operation = z.infer<typeof Operation>;

/** A request to one server and its outcome. */
export const RequestLine = z.object({
  type: z.literal("request"),
  client: z.string(),
  operation: Operation,
  /** Its idempotency key. */
  key: z.string().nullable(),
  /** The exact body; empty without one. */
  body: z.string(),
  /**
   * The decision that is read or reviewed, the batch whose results are read, or the event after
   * which to list others.
   */
  subject: z.string().nullable(),
  /** The client that owns the subject. */
  owner: z.string().nullable(),
  server: z.int().nonnegative(),
  ...span,
  /** Null without an answer, so that the outcome is unknown. */
  status: z.int().nullable(),
  /** The answer; for an export, an {@link ExportSummary}. */
  text: z.string(),
  /** Whether the answer had `Idempotent-Replayed: true`. */
  replayed: z.boolean(),
}).readonly();
export type RequestLine = z.infer<typeof RequestLine>;

/** One step of a login by a browser, its wallet or its relying party. */
export const LoginLine = z.object({
  type: z.literal("login"),
  client: z.string(),
  /** The name of the login, which is its `state` and `nonce`. */
  login: z.string(),
  /**
   * `page`: the browser opens the login; `answer`: the wallet answers; `poll`: the page polls;
   * `redeem`: the relying party redeems the code; `return`: the browser logs in again without a
   * wallet.
   */
  step: z.enum(["page", "answer", "poll", "redeem", "return"]),
  /** The session for the wallet; null before the page exists. */
  sessionId: z.string().nullable(),
  server: z.int().nonnegative(),
  ...span,
  /** Null without an answer. */
  status: z.int().nullable(),
  /** The answer's body; for a redirect its target, for a page an empty text. */
  text: z.string(),
}).readonly();
export type LoginLine = z.infer<typeof LoginLine>;

/** A summary of an export, which has thousands of entries. */
export const ExportSummary = z.object({
  /** Every client named by its entries. */
  clients: z.array(z.string()).readonly(),
  decisions: z.array(z.string()).readonly(),
}).readonly();
export type ExportSummary = z.infer<typeof ExportSummary>;

/** A fault of a process. `ended`: the time at which it works again. */
export const FaultLine = z.object({
  type: z.literal("fault"),
  kind: z.enum(["kill", "terminate", "stop", "database_kill", "database_stop", "answers_lost"]),
  /** Null: the database. */
  server: z.int().nonnegative().nullable(),
  /** Exit code of a process after its signal to end. */
  code: z.int().optional(),
  /** Number of dropped answers of grouped commits. */
  lost: z.int().optional(),
  ...span,
}).readonly();
export type FaultLine = z.infer<typeof FaultLine>;

/** One process's attempt at a claim that only one process may win. */
export const ClaimLine = z.object({
  type: z.literal("claim"),
  name: z.string(),
  by: z.string(),
  ...span,
  /** `unknown`: the attempt failed, or its process was killed before the answer. */
  outcome: z.enum(["won", "lost", "unknown"]),
}).readonly();
export type ClaimLine = z.infer<typeof ClaimLine>;

/** The holder of a claim at the end. */
export const ClaimedLine = z.object({
  type: z.literal("claimed"),
  name: z.string(),
  by: z.string(),
}).readonly();
export type ClaimedLine = z.infer<typeof ClaimedLine>;

/** The output of `cli/verify_audit_export.ts` for the export next to this file. */
export const VerifiedLine = z.object({
  type: z.literal("verified"),
  code: z.int(),
  text: z.string(),
}).readonly();

/** From this time there are no more faults, and unanswered requests are sent again. */
export const SettleLine = z.object({ type: z.literal("settle"), began: Instant }).readonly();

/** The last line of a complete run. */
export const EndLine = z.object({ type: z.literal("end"), ended: Instant }).readonly();

/** A line of a history. */
export const Line = z.discriminatedUnion("type", [
  RunLine,
  RequestLine,
  LoginLine,
  FaultLine,
  ClaimLine,
  ClaimedLine,
  VerifiedLine,
  SettleLine,
  EndLine,
]);
export type Line = z.infer<typeof Line>;

/** The parts of an entry of `admin audit export` that the rules read. */
export const AuditLine = z.looseObject({
  seq: z.int().nullable(),
  prev: z.string().nullable(),
  id: z.string(),
  hash: z.string().nullable(),
  event: z.looseObject({ kind: z.string(), clientId: z.string().optional() }).readonly(),
}).readonly();
export type AuditLine = z.infer<typeof AuditLine>;

/** The lines of a history by kind, each in file order. */
export interface History {
  readonly run: z.infer<typeof RunLine>;
  readonly requests: readonly RequestLine[];
  readonly logins: readonly LoginLine[];
  readonly faults: readonly FaultLine[];
  readonly claims: readonly ClaimLine[];
  readonly claimed: readonly ClaimedLine[];
  readonly verified: z.infer<typeof VerifiedLine> | null;
  /** Null if the run never came that far. */
  readonly settled: number | null;
  readonly ended: number | null;
  /** The complete audit chain in export order. */
  readonly chain: readonly AuditLine[];
}

/** Files in the folder of a run. */
export const historyFiles = { lines: "history.jsonl", audit: "audit.jsonl" } as const;

/**
 * Reads the files of a run.
 *
 * @throws Error when a line has another form, or the first one is not the run's
 */
export function parseHistory(lines: string, audit: string): History {
  return historyOf(
    jsonLines(lines).map((line) => Line.parse(line)),
    jsonLines(audit).filter((line) => Object.hasOwn(Object(line), "seq"))
      .map((line) => AuditLine.parse(line)),
  );
}

/** Sorts lines by kind. */
export function historyOf(lines: readonly Line[], chain: readonly AuditLine[]): History {
  const of = <Type extends Line["type"]>(type: Type) =>
    lines.filter((line): line is Extract<Line, { readonly type: Type }> => line.type === type);
  const [run] = of("run");
  if (run === undefined) throw new Error("The history does not say what was run");
  return {
    run,
    requests: of("request"),
    logins: of("login"),
    faults: of("fault"),
    claims: of("claim"),
    claimed: of("claimed"),
    verified: of("verified")[0] ?? null,
    settled: of("settle")[0]?.began ?? null,
    ended: of("end")[0]?.ended ?? null,
    chain,
  };
}

function jsonLines(text: string): readonly unknown[] {
  return text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
}
