import type { Clock } from "./clock.ts";

/** Waits for a turn of the event loop. */
export type NextTurn = () => Promise<void>;

/**
 * Lets what takes long go on in steps: of all who wait one goes on in a turn of the event loop, in the
 * order of asking, so that other requests are served between any two.
 *
 * @param soon runs something in the next turn: a timer of 0 ms
 */
export function openTurns(soon: (run: () => void) => void): NextTurn {
  const waiting: (() => void)[] = [];
  const next = () => {
    waiting.shift()?.();
    if (waiting.length > 0) soon(next);
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) soon(next);
    });
}

/** Work of one request before others run. */
const millisecondsAtOnce = 4;

/**
 * Opens long work, which calls this between its steps: it goes on at once, or in a later turn where it
 * has worked for some time.
 */
export function openSteps(
  { clock, nextTurn }: { readonly clock: Clock; readonly nextTurn: NextTurn },
): () => Promise<void> {
  const now = () => clock.now().epochMilliseconds;
  let began = now();
  return async () => {
    if (now() - began < millisecondsAtOnce) return;
    await nextTurn();
    began = now();
  };
}
