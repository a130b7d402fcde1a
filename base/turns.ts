import type { Clock } from "./clock.ts";

/** Waits for the next turn of the event loop. */
export type NextTurn = () => Promise<void>;

/**
 * Divides long work into steps: in each turn of the event loop one waiting caller continues, in the
 * order of the calls, and other requests are served in between.
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

/** Milliseconds for which one request may work before others run. */
const millisecondsAtOnce = 4;

/**
 * Opens long work, which calls the returned function between its steps. The call resolves at once,
 * or in a later turn if the work has run for some time.
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
