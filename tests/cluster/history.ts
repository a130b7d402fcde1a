import { z } from "zod";

/**
 * What a run of the cluster leaves behind, as JSON Lines: everything that its clients sent and were
 * answered, everything that was done to the processes, and what the service exported at the end. All
 * times are milliseconds since 1970 by the machine's clock, which the servers read too; `began` is
 * before and `ended` after what they record.
 */

const Instant = z.number().nonnegative();
const span = { began: Instant, ended: Instant };

/** What was run. The first line. */
export const RunLine = z.object({
  type: z.literal("run"),
  backend: z.string(),
  seed: z.int(),
  seconds: z.number().positive(),
  servers: z.int().positive(),
  /** Token buckets by client; the others' are never empty. */
  buckets: z.record(
    z.string(),
    z.object({ capacity: z.number(), refillPerSecond: z.number() }).readonly(),
  ).readonly(),
  began: Instant,
}).readonly();

/** What a client may ask for. */
export const Operation = z.enum([
  ...["screen", "review", "read", "usage", "export", "erase"] as const,
  ...["batch", "results", "reviews", "monitor", "run", "runs", "events"] as const,
]);
export type Operation = z.infer<typeof Operation>;

/** One request to one server and what became of it. */
export const RequestLine = z.object({
  type: z.literal("request"),
  client: z.string(),
  operation: Operation,
  /** Its idempotency key. */
  key: z.string().nullable(),
  /** What was sent, word for word; empty for none. */
  body: z.string(),
  /** The decision that is read or reviewed, the batch whose results are read, the event behind which others are. */
  subject: z.string().nullable(),
  /** The client that the subject belongs to. */
  owner: z.string().nullable(),
  server: z.int().nonnegative(),
  ...span,
  /** Null: no answer came, and nobody knows whether it was carried out. */
  status: z.int().nullable(),
  /** The answer; of an export {@link ExportSummary}. */
  text: z.string(),
  /** Whether it said `Idempotent-Replayed: true`. */
  replayed: z.boolean(),
}).readonly();
export type RequestLine = z.infer<typeof RequestLine>;

/** One step of a login: a browser's, its wallet's or its relying party's. */
export const LoginLine = z.object({
  type: z.literal("login"),
  client: z.string(),
  /** Its name: the `state` and the `nonce` that it was asked with. */
  login: z.string(),
  /**
   * `page`: the browser opens the login; `answer`: the wallet's; `poll`: the page's; `redeem`: the
   * relying party shows the code; `return`: the browser comes again, with no wallet.
   */
  step: z.enum(["page", "answer", "poll", "redeem", "return"]),
  /** The session that the wallet answers; null while there is no page. */
  sessionId: z.string().nullable(),
  server: z.int().nonnegative(),
  ...span,
  /** Null: no answer came. */
  status: z.int().nullable(),
  /** The answer; of a redirect where it goes, of a page nothing. */
  text: z.string(),
}).readonly();
export type LoginLine = z.infer<typeof LoginLine>;

/** What is kept of an export, whose entries are thousands. */
export const ExportSummary = z.object({
  /** Every client that an entry of it names. */
  clients: z.array(z.string()).readonly(),
  decisions: z.array(z.string()).readonly(),
}).readonly();
export type ExportSummary = z.infer<typeof ExportSummary>;

/** Something that was done to a process. `ended`: it works again. */
export const FaultLine = z.object({
  type: z.literal("fault"),
  kind: z.enum(["kill", "terminate", "stop", "database_kill", "database_stop", "answers_lost"]),
  /** Null: the database. */
  server: z.int().nonnegative().nullable(),
  /** With what a process ended that was asked to. */
  code: z.int().optional(),
  /** Answers of grouped commits that were taken away. */
  lost: z.int().optional(),
  ...span,
}).readonly();
export type FaultLine = z.infer<typeof FaultLine>;

/** One process's attempt at a claim that only one may win. */
export const ClaimLine = z.object({
  type: z.literal("claim"),
  name: z.string(),
  by: z.string(),
  ...span,
  /** `unknown`: it failed or was killed before it was answered. */
  outcome: z.enum(["won", "lost", "unknown"]),
}).readonly();
export type ClaimLine = z.infer<typeof ClaimLine>;

/** Who holds a claim when all is over. */
export const ClaimedLine = z.object({
  type: z.literal("claimed"),
  name: z.string(),
  by: z.string(),
}).readonly();
export type ClaimedLine = z.infer<typeof ClaimedLine>;

/** What `cli/verify_audit_export.ts` said of the export beside this file. */
export const VerifiedLine = z.object({
  type: z.literal("verified"),
  code: z.int(),
  text: z.string(),
}).readonly();

/** From here on nothing is broken any more, and what is unanswered is asked again. */
export const SettleLine = z.object({ type: z.literal("settle"), began: Instant }).readonly();

/** The last line of a run that came to its end. */
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

/** One entry of `admin audit export`, as far as it is read here. */
export const AuditLine = z.looseObject({
  seq: z.int().nullable(),
  prev: z.string().nullable(),
  id: z.string(),
  hash: z.string().nullable(),
  event: z.looseObject({ kind: z.string(), clientId: z.string().optional() }).readonly(),
}).readonly();
export type AuditLine = z.infer<typeof AuditLine>;

/** A history, by what its lines record; each in the order of the file. */
export interface History {
  readonly run: z.infer<typeof RunLine>;
  readonly requests: readonly RequestLine[];
  readonly logins: readonly LoginLine[];
  readonly faults: readonly FaultLine[];
  readonly claims: readonly ClaimLine[];
  readonly claimed: readonly ClaimedLine[];
  readonly verified: z.infer<typeof VerifiedLine> | null;
  /** Null: it never came so far. */
  readonly settled: number | null;
  readonly ended: number | null;
  /** The whole audit chain, in the order of its export. */
  readonly chain: readonly AuditLine[];
}

/** The files of a run, in its folder. */
export const historyFiles = { lines: "history.jsonl", audit: "audit.jsonl" } as const;

/**
 * Reads what a run has left.
 *
 * @throws Error when a line has another form, or the first one does not say what was run
 */
export function parseHistory(lines: string, audit: string): History {
  return historyOf(
    jsonLines(lines).map((line) => Line.parse(line)),
    jsonLines(audit).filter((line) => Object.hasOwn(Object(line), "seq"))
      .map((line) => AuditLine.parse(line)),
  );
}

/** Sorts lines by what they record. */
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
