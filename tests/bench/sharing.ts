/** Whoever waits while one commit is under way shares the next one. */
export function sharing(commit: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const start = (): Promise<void> => {
    next = null;
    running = commit().finally(() => running = null);
    return running;
  };
  return () => next ??= running === null ? start() : running.then(start);
}
