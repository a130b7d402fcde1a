/** Runs commits one at a time; callers that wait during one commit share the next one. */
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
