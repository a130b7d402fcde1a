import type { SigningAnswers, SigningQuestion, SigningRefusal, SigningReply } from "./messages.ts";

/** The outcome of a question to a Worker. */
export type Outcome<Answer> =
  | { readonly kind: "answer"; readonly value: Answer }
  | { readonly kind: "refusal"; readonly code: SigningRefusal }
  | { readonly kind: "fault"; readonly message: string }
  /** The Worker exceeded its time and was ended. */
  | { readonly kind: "took_too_long" };

/** One Worker that answers questions in sequence. */
export interface Conversation {
  /** Ends the Worker when its time is up. */
  ask<Ask extends SigningQuestion["ask"]>(
    question: Extract<SigningQuestion, { ask: Ask }>,
  ): Promise<Outcome<SigningAnswers[Ask]>>;
  /** Resets the Worker's time for another document. */
  renew(): void;
  /** Ends the Worker; a running question ends in a fault. */
  end(): void;
}

/**
 * Starts a Worker that has no permissions. Only its working time counts, not its idle time.
 *
 * @param workMilliseconds maximum working time until it is renewed
 */
export function startConversation(module: URL, workMilliseconds: number): Conversation {
  const worker = new Worker(module, { type: "module", deno: { permissions: "none" } });
  let left = workMilliseconds;
  let hasEnded = false;
  let waiting: ((outcome: Outcome<never> | SigningReply) => void) | null = null;

  function settle(outcome: Outcome<never> | SigningReply): void {
    waiting?.(outcome);
    waiting = null;
  }

  function end(): void {
    if (hasEnded) return;
    hasEnded = true;
    worker.terminate();
    settle({ kind: "fault", message: "the Worker was ended" });
  }

  worker.onmessage = (event: MessageEvent<SigningReply>) => settle(event.data);
  worker.onmessageerror = () => settle({ kind: "fault", message: "the answer cannot be read" });
  worker.onerror = (event) => {
    // What ends a Worker must not end the process.
    event.preventDefault();
    settle({ kind: "fault", message: "the Worker failed" });
    end();
  };

  return {
    end,
    renew: () => {
      left = workMilliseconds;
    },
    ask: async <Ask extends SigningQuestion["ask"]>(
      question: Extract<SigningQuestion, { ask: Ask }>,
    ) => {
      if (hasEnded) return { kind: "fault", message: "the Worker has ended" };
      const { promise, resolve } = Promise.withResolvers<Outcome<SigningAnswers[Ask]>>();
      // A Worker answers what it was asked: one question at a time.
      waiting = (outcome) => resolve(outcome as Outcome<SigningAnswers[Ask]>);
      const start = performance.now();
      const deadline = setTimeout(() => {
        resolve({ kind: "took_too_long" });
        end();
      }, Math.max(0, left));
      worker.postMessage(question);
      const outcome = await promise;
      clearTimeout(deadline);
      left -= performance.now() - start;
      return outcome;
    },
  };
}
