import type { History, RequestLine } from "../history.ts";
import { isUnknown, latestEffect, type Violation, violationsOf } from "../reading.ts";

/** Capacity and refill of a bucket. */
interface Size {
  readonly capacity: number;
  readonly refillPerSecond: number;
}

/** A time span in which a token was taken. */
interface Taken {
  readonly from: number;
  readonly to: number;
}

/**
 * Allowance for rounding: buckets count in whole milliseconds, and tolerate a millionth of a token
 * each time.
 */
const slackMilliseconds = 1;
const slackTokens = 0.01;

/**
 * Exact bucket totals (decisions.md part 5), over all servers. In no time span were more requests
 * admitted than the bucket held and refilled. No request was refused while a token must have been
 * available, even if every request of unknown outcome took one as late as possible.
 */
export function bucketTotals(history: History): readonly Violation[] {
  const found = Object.entries(history.run.buckets).flatMap(([client, size]) => {
    const takers = history.requests.filter((request) =>
      request.client === client && request.operation === "screen"
    );
    return [
      ...overAdmitted(takers, size).map((what) => `${client}: ${what}`),
      ...refusedInVain(history, takers, size).map((what) => `${client}: ${what}`),
    ];
  });
  return violationsOf("bucket totals", found);
}

function wasLetIn(request: RequestLine): boolean {
  return !isUnknown(request) && request.status !== 429;
}

/** Checks every time span between two requests. */
function overAdmitted(takers: readonly RequestLine[], { capacity, refillPerSecond }: Size) {
  const taken = takers.filter(wasLetIn).toSorted((a, b) => a.ended - b.ended);
  for (const { began } of taken) {
    let inside = 0;
    for (const other of taken) {
      if (other.began < began) continue;
      inside++;
      const seconds = (other.ended - began + 2 * slackMilliseconds) / 1000;
      const most = capacity + refillPerSecond * seconds + slackTokens;
      if (inside > most) {
        return [
          `${inside} requests let in within ${seconds} s, and ${most.toFixed(2)} were possible`,
        ];
      }
    }
  }
  return [];
}

function refusedInVain(
  { faults }: History,
  takers: readonly RequestLine[],
  size: Size,
): readonly string[] {
  const taken: readonly Taken[] = takers
    .filter((request) => wasLetIn(request) || isUnknown(request))
    .map((request) => ({ from: request.began, to: latestEffect(request, faults) }))
    .sort((a, b) => a.to - b.to);
  return takers.filter(({ status }) => status === 429).flatMap((refusal) => {
    // Between two takes the bucket only fills: it is emptiest where one may just have begun.
    const began = taken.map(({ from }) => from)
      .filter((from) => from > refusal.began && from <= refusal.ended);
    const least = Math.min(
      ...[refusal.began, ...began].map((moment) => leastTokens(taken, size, moment)),
    );
    return least < 1
      ? []
      : [`refused at ${refusal.began} with at least ${least.toFixed(2)} tokens`];
  });
}

/**
 * The least number of tokens in the bucket if all uncertain requests took one as late as possible.
 * It never falls below 0, so that uncertainty fades with time.
 *
 * @param taken ordered by latest moment
 */
function leastTokens(
  taken: readonly Taken[],
  { capacity, refillPerSecond }: Size,
  moment: number,
): number {
  const refilled = (tokens: number, milliseconds: number) =>
    Math.min(capacity, tokens + milliseconds / 1000 * refillPerSecond);
  let [tokens, last] = [capacity, 0];
  for (const { from, to } of taken) {
    if (from > moment) continue;
    const at = Math.min(to, moment);
    tokens = Math.max(0, refilled(tokens, at - last) - 1);
    last = at;
  }
  return refilled(tokens, moment - last) - slackTokens -
    2 * slackMilliseconds / 1000 * refillPerSecond;
}
