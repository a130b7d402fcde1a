/** Runs the work of one name in sequence, within this process. */
export interface KeyedQueue {
  /**
   * Runs work after everything queued earlier under this name has ended, failed or not.
   *
   * @returns null, without running the work, when too many already wait
   */
  enqueue<Value>(name: string, run: () => Promise<Value>): Promise<Value> | null;
}

interface Queue {
  /** Number of tasks that have not ended. */
  count: number;
  /** Resolves when all queued work has ended. */
  last: Promise<void>;
}

/**
 * Opens a queue for each name; work of different names runs concurrently.
 *
 * @param waitingMax maximum waiting under one name, besides the one that runs
 */
export function openKeyedQueue(waitingMax: number): KeyedQueue {
  const queues = new Map<string, Queue>();
  return {
    enqueue: (name, run) => {
      const queue = queues.get(name) ?? { count: 0, last: Promise.resolve() };
      if (queue.count > waitingMax) return null;
      queues.set(name, queue);
      queue.count += 1;
      const running = queue.last.then(run);
      const end = () => {
        queue.count -= 1;
        if (queue.count === 0) queues.delete(name);
      };
      queue.last = running.then(end, end);
      return running;
    },
  };
}
