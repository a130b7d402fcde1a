/** Work of one name that is done one after the other, in this process. */
export interface KeyedQueue {
  /**
   * Runs once whatever has been asked for under this name before is over, failed or not.
   *
   * @returns null, and runs nothing, when too many wait already
   */
  enqueue<Value>(name: string, run: () => Promise<Value>): Promise<Value> | null;
}

interface Queue {
  /** Not yet over. */
  count: number;
  /** Resolves when all of them are. */
  last: Promise<void>;
}

/**
 * Opens a queue for each name; work of other names does not wait.
 *
 * @param waitingMax under one name, beside the one that runs
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
