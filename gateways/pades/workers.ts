import { type Conversation, startConversation } from "./worker_conversation.ts";

/** A Worker reserved for one document. */
export interface LentWorker extends Pick<Conversation, "ask"> {
  /** Returns the Worker for another document, after its document succeeded. */
  giveBack(): void;
  /** Ends the Worker. */
  end(): void;
}

/** Dependencies of starting Workers. */
export interface WorkerDependencies {
  readonly module: URL;
  /** Maximum milliseconds that a Worker may work on one document. */
  readonly workMilliseconds: number;
  /** Aborted when the service closes, which ends every Worker. */
  readonly closing: AbortSignal | undefined;
}

/** An idle Worker with its end timer. */
interface Idle {
  readonly conversation: Conversation;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** Milliseconds for which an idle Worker is kept: it keeps its memory too. */
const idleMilliseconds = 30_000;

/**
 * Opens Workers for documents. A Worker whose document succeeded is reused, since starting one
 * blocks this thread for 10 to 50 ms. A Worker that refused a document, or failed, is ended.
 *
 * @returns a function that lends a Worker, which must be returned or ended
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
