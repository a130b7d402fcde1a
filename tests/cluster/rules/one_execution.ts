import type { History, RequestLine } from "../history.ts";
import {
  byKey,
  erasuresOf,
  executionsAllowed,
  isAcknowledged,
  latestEffect,
  type Violation,
  violationsOf,
} from "../reading.ts";

/**
 * One execution for each idempotency key (Screening §4, rule 2). Every request with the key, at any
 * server, gets the same bytes; only one answer is the first; another body is a conflict; no request
 * is refused as a conflict or as still running without cause; and at the end every key has its
 * answer.
 */
export function oneExecution(history: History): readonly Violation[] {
  const found = [...byKey(history)].flatMap(([name, attempts]) => [
    ...differing(history, name, attempts),
    ...unanswered(history, name, attempts),
    ...withoutReason(history, name, attempts),
  ]);
  return violationsOf("one execution", [...found, ...broughtBack(history)]);
}

function differing(history: History, name: string, attempts: readonly RequestLine[]): string[] {
  const answers = attempts.filter(isAcknowledged);
  const texts = new Set(answers.map(({ text }) => text));
  const bodies = new Set(answers.map(({ body, subject }) => JSON.stringify([body, subject])));
  const firsts = answers.filter(({ replayed }) => !replayed);
  const allowed = executionsAllowed(history, attempts);
  const problems: string[] = [];
  if (texts.size > allowed) problems.push(`${name}: ${texts.size} different answers`);
  if (bodies.size > allowed) {
    problems.push(`${name}: ${bodies.size} different requests carried out`);
  }
  if (firsts.length > allowed) problems.push(`${name}: ${firsts.length} answers are no replay`);
  return problems;
}

/** Keys without an answer, although requests were repeated after the last fault. */
function unanswered(history: History, name: string, attempts: readonly RequestLine[]): string[] {
  if (history.settled === null || attempts.some(isAcknowledged)) return [];
  return [`${name}: was never answered`];
}

function withoutReason(
  { faults }: History,
  name: string,
  attempts: readonly RequestLine[],
): string[] {
  return attempts.flatMap((refused) => {
    if (refused.status !== 409) return [];
    const { error } = JSON.parse(refused.text);
    const others = attempts.filter((other) => other !== refused && other.began <= refused.ended);
    const sameRequest = (other: RequestLine) =>
      other.body === refused.body && other.subject === refused.subject;
    if (error === "idempotency_key_conflict" && others.every(sameRequest)) {
      return [`${name}: a conflict, and nobody had sent anything else`];
    }
    const mayRun = (other: RequestLine) => latestEffect(other, faults) >= refused.began;
    if (error === "idempotency_key_in_progress" && !others.some(mayRun)) {
      return lapsing(others, refused) ? [] : [`${name}: in progress, and nothing ran`];
    }
    return [];
  });
}

/** Whether a refusal is due to the reservation of a killed server that has not yet lapsed. */
function lapsing(others: readonly RequestLine[], refused: RequestLine): boolean {
  return others.some((other) =>
    !isAcknowledged(other) && refused.began - other.ended < lapseMillisecondsMax
  );
}

/** The lapse time of the servers' policy, and the same again for waiting. */
const lapseMillisecondsMax = 30_000;

/** Erased records that were answered again. */
function broughtBack(history: History): string[] {
  const problems: string[] = [];
  for (const [name, attempts] of byKey(history)) {
    const [first] = attempts;
    if (first === undefined) continue;
    const answers = attempts.filter(isAcknowledged);
    for (const erasure of erasuresOf(history, first.client).filter(isAcknowledged)) {
      const before = new Set(
        answers.filter(({ ended }) => ended < erasure.began).map(({ text }) => text),
      );
      const after = answers.filter(({ began }) => began > erasure.ended);
      if (after.some(({ text }) => before.has(text))) {
        problems.push(`${name}: answers what was erased before`);
      }
    }
  }
  return problems;
}
