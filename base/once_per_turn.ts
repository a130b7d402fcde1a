/** Runs something a little later, once for all who ask in one turn of the event loop's microtasks. */
export function oncePerTurn(run: () => void): () => void {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    queueMicrotask(() => {
      isAsked = false;
      run();
    });
  };
}
