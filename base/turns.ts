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
