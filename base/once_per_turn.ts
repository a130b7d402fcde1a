/** Microtasks during which callers share a run: the code before a commit awaits a few. */
const hops = 8;

/**
 * Returns a function that runs something a little later, once for all calls in one turn of the
 * event loop's microtasks.
 */
export function oncePerTurn(run: () => void): () => void {
  let isAsked = false;
  const hop = (left: number) => {
    if (left > 0) {
      queueMicrotask(() => hop(left - 1));
      return;
    }
    isAsked = false;
    run();
  };
  return () => {
    if (isAsked) return;
    isAsked = true;
    hop(hops);
  };
}
