import { type Conversation, startConversation } from "./worker_conversation.ts";

/** A Worker that one document has to itself. */
export interface LentWorker extends Pick<Conversation, "ask"> {
  /** Takes the Worker back for another document: for one whose document came to its good end. */
  giveBack(): void;
  /** Ends the Worker. */
  end(): void;
}

/** What Workers are started with. */
export interface WorkerDependencies {
  readonly module: URL;
  /** How long a Worker may work on one document. */
  readonly workMilliseconds: number;
  /** Aborted when the service closes: ends every Worker. */
  readonly closing: AbortSignal | undefined;
}

/** A Worker that waits, and what ends it when nothing comes. */
interface Idle {
  readonly conversation: Conversation;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** How long a Worker waits for its next document: it keeps the memory that it has needed. */
const idleMilliseconds = 30_000;

/**
 * Opens Workers for documents. One that has done its document is used again: to start one stops this
 * thread for 10 to 50 ms. One that has refused a document, or failed, is ended.
 *
 * @returns lends a Worker, which must be given back or ended
 */
export function openWorkers(
  { module, workMilliseconds, closing }: WorkerDependencies,
): () => LentWorker {
  const alive = new Set<Conversation>();
  const idle: Idle[] = [];

  function end(conversation: Conversation): void {
    alive.delete(conversation);
    conversation.end();
  }

  function rest(conversation: Conversation): void {
    if (closing?.aborted === true) return end(conversation);
    conversation.renew();
    const timer = setTimeout(() => {
      idle.splice(idle.findIndex((waiting) => waiting.timer === timer), 1);
      end(conversation);
    }, idleMilliseconds);
    Deno.unrefTimer(timer);
    idle.push({ conversation, timer });
  }

  function take(): Conversation {
    const waiting = idle.pop();
    if (waiting === undefined) {
      const started = startConversation(module, workMilliseconds);
      alive.add(started);
      return started;
    }
    clearTimeout(waiting.timer);
    return waiting.conversation;
  }

  closing?.addEventListener("abort", () => {
    for (const { timer } of idle.splice(0)) clearTimeout(timer);
    for (const conversation of [...alive]) end(conversation);
  });

  return () => {
    const conversation = take();
    if (closing?.aborted === true) end(conversation);
    return {
      ask: conversation.ask,
      giveBack: () => rest(conversation),
      end: () => end(conversation),
    };
  };
}
