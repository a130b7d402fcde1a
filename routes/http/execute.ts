import { jitter } from "../../base/jitter.ts";
import type { Random } from "../../base/random.ts";
import type { KeptAnswer, Performed } from "../../core/idempotency/ports.ts";
import type { Caller } from "../../core/access/schema.ts";
import type { HeldKey } from "./held_key.ts";
import type { Ports } from "./ports.ts";
import type { Unit, Units } from "../../base/unit.ts";
import type { Result } from "../../base/result.ts";
import { renderAnswer, type Rendered, renderRefusal } from "./render.ts";
import { type Refusal, type RefusalCode, refusalKind, refusalKinds } from "./refusals.ts";
import { type Answer, isReply, type Keeping, type Route } from "./route.ts";

/**
 * Maximum runs of an operation when other requests keep changing the data that it read: about a
 * second in total.
 */
const attemptsMax = 20;
/** Maximum wait before another run. */
const pauseMillisecondsMax = 100;

/** Dependencies of running an operation again. */
export interface RetryPorts {
  readonly random: Random;
  /** Resolves after a number of milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** One run of an operation, which can be repeated with a new unit. */
export type Attempt = (unit: Unit) => Promise<Result<unknown, Refusal>> | Result<unknown, Refusal>;

/** An act that is called once, with the result to record. */
export type Act = () => Promise<Result<Performed<unknown, Refusal>, Refusal>>;

/** Dependencies of running an operation under a key. */
interface Running extends RetryPorts {
  readonly keeping?: Omit<Keeping<Caller, unknown>, "unit">;
  /** Reverts writes that the operation made before a commit that never happens. */
  readonly undo?: () => Promise<void>;
}

/**
 * Runs an operation as one unit of work: its writes, its audit entry and its idempotency record are
 * one commit, made before the answer is sent. After a failed check it replays the answer of the
 * request that took the key first, runs the operation again, or returns the refusal that the check
 * names. A refusal of the operation writes only its own replay.
 */
export async function execute(
  units: Units,
  route: Route,
  key: HeldKey | null,
  run: Attempt,
  running: Running,
): Promise<Rendered> {
  const { random, pause, keeping } = running;
  try {
    for (let attempt = 1; attempt <= attemptsMax; attempt++) {
      const unit = units.begin();
      const result = await run(unit);
      if (!result.ok) return await refused(units, route, key, { ...running, ...result });
      const { rendered, value } = rendering(route, result.value);
      key?.keep(unit, keptAnswer(route, { rendered, value, keeping, unit }));
      const outcome = await units.commit(unit);
      if (outcome.kind === "committed") return rendered;
      if (outcome.kind === "refused") {
        return await refused(units, route, key, {
          ...running,
          refusal: lostRefusal(outcome.code),
        });
      }
      const settled = await settledBy(route, key, running);
      if (settled !== null) return settled;
      await pause(pauseBefore(attempt, random));
    }
    throw new Error(`${route.path} lost its commit ${attemptsMax} times`);
  } catch (fault) {
    // Best effort: where the store is down the reservation lapses, and the first fault is the cause.
    await key?.release().catch(() => {});
    throw fault;
  } finally {
    key?.end();
  }
}

/** The answer, or refusal, because of another request with the key; null: there is none. */
async function settledBy(
  route: Route,
  key: HeldKey | null,
  { keeping, undo }: Running,
): Promise<Rendered | null> {
  const settled = await key?.settle() ?? null;
  if (settled === null) return null;
  // Best effort: what is left behind is never read, and lapses.
  await undo?.().catch(() => {});
  if (!settled.ok) return renderRefusal(settled.refusal, route.form?.errors);
  if (keeping === undefined) throw new Error(`${route.path} replays without a keeper`);
  return await replay(keeping.ports, route, settled.value, keeping.body);
}

/**
 * Calls an act outside the store once, then records it with its idempotency record in one commit;
 * only the commit is retried. A pledged key is not released here: the outcome of the act decides.
 */
export async function executeOnce(
  units: Units,
  route: Route,
  key: HeldKey | null,
  perform: Act,
  running: Running,
): Promise<Rendered> {
  const { random, pause, keeping } = running;
  try {
    const done = await perform();
    if (!done.ok) return await refused(units, route, key, { ...running, ...done });
    const { rendered, value } = rendering(route, done.value.value);
    for (let attempt = 1; attempt <= attemptsMax; attempt++) {
      const unit = units.begin();
      const answer = key === null ? null : keptAnswer(route, { rendered, value, keeping, unit });
      const recorded = await done.value.record(unit, answer);
      if (!recorded.ok) return renderRefusal(recorded.refusal, route.form?.errors);
      const outcome = await units.commit(unit);
      if (outcome.kind === "committed") return rendered;
      await pause(pauseBefore(attempt, random));
    }
    throw new Error(`${route.path} lost the record of its act ${attemptsMax} times`);
  } catch (fault) {
    await key?.release().catch(() => {});
    throw fault;
  }
}

/** Milliseconds to wait after a number of attempts. */
function pauseBefore(attempt: number, random: Random): number {
  return jitter(random, Math.min(2 ** attempt, pauseMillisecondsMax));
}

/** Answers a refusal, and stores it for replay if its code requires that. */
async function refused(
  units: Units,
  route: Route,
  key: HeldKey | null,
  running: Running & { readonly refusal: Refusal },
): Promise<Rendered> {
  const { refusal, undo } = running;
  if (refusal.rows !== undefined && route.form?.refusesRows !== true) {
    throw new Error(`${route.path} does not say that it lists rows`);
  }
  const rendered = renderRefusal(refusal, route.form?.errors);
  if (key === null) {
    await undo?.().catch(() => {});
    return rendered;
  }
  // It may be what the equal request has done that this one is refused for.
  const settled = await settledBy(route, key, running);
  if (settled !== null) return settled;
  await undo?.().catch(() => {});
  if (refusalKind(refusal.code).kept !== true) {
    await key.release();
    return rendered;
  }
  const unit = units.begin();
  key.keep(unit, textAnswer(rendered));
  const { kind } = await units.commit(unit);
  return kind === "committed" ? rendered : await settledBy(route, key, running) ?? rendered;
}

/**
 * Replays an answer: a body stored by reference is rendered again; others are repeated.
 *
 * @param repeated the body of the request that repeats the first one
 */
export async function replay(
  ports: Ports,
  route: Route,
  { status, headers, body }: KeptAnswer,
  repeated: unknown,
): Promise<Rendered> {
  const replayed = { ...headers, "idempotent-replayed": "true" };
  if (body.kind === "text") return { status, headers: replayed, body: body.text };
  if (route.idempotency?.keptBy === undefined) throw new Error(`${route.path} keeps no references`);
  const value = await route.idempotency?.keptBy.restore(ports, body.reference, repeated);
  if (value === null) {
    return renderRefusal(lostRefusal("idempotency_key_in_progress"), route.form?.errors);
  }
  return renderAnswer(answerOf(route, status), status, value, replayed);
}

function rendering(
  route: Route,
  result: unknown,
): { readonly rendered: Rendered; readonly value: unknown } {
  if (isReply(result)) {
    const { status, value, headers, cookies } = result;
    const rendered = renderAnswer(answerOf(route, status), status, value, headers);
    return { rendered: cookies.length === 0 ? rendered : { ...rendered, cookies }, value };
  }
  const [status] = Object.keys(route.answers).map(Number);
  if (status === undefined) throw new Error(`${route.path} declares no answer`);
  return { rendered: renderAnswer(answerOf(route, status), status, result), value: result };
}

function answerOf(route: Route, status: number): Answer {
  const answer = route.answers[status];
  if (answer === undefined) throw new Error(`${route.path} declares no answer ${status}`);
  return answer;
}

/** @throws Error for an answer with cookies, which are secrets of one browser and never replayed */
function keptAnswer(
  route: Route,
  { rendered, value, keeping, unit }: {
    readonly rendered: Rendered;
    readonly value: unknown;
    readonly keeping: Omit<Keeping<Caller, unknown>, "unit"> | undefined;
    readonly unit: Unit;
  },
): KeptAnswer {
  if (rendered.cookies !== undefined) throw new Error(`${route.path} keeps an answer with cookies`);
  if (route.idempotency?.keptBy === undefined) return textAnswer(rendered);
  if (keeping === undefined) throw new Error(`${route.path} keeps a reference without a keeper`);
  const reference = route.idempotency?.keptBy.reference(
    value as never,
    { ...keeping, unit } as never,
  );
  return {
    status: rendered.status,
    headers: rendered.headers,
    body: { kind: "reference", reference, isPrivate: route.idempotency?.keptBy.isPrivate },
  };
}

function textAnswer({ status, headers, body }: Rendered): KeptAnswer {
  if (typeof body !== "string") throw new Error("Only text answers are kept for replay");
  return { status, headers, body: { kind: "text", text: body } };
}

/** @returns the refusal that a failed check names, in the form of its code */
function lostRefusal(code: string): Refusal {
  if (!(code in refusalKinds)) throw new Error(`A lost check names the unknown refusal ${code}`);
  return { code: code as RefusalCode };
}
