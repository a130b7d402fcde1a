import { refuse, type Result } from "../../base/result.ts";
import { openKeyedQueue } from "../../base/keyed_queue.ts";
import { type AnswerSession, answerSession, type AnswerSessionRefusal } from "./answer_session.ts";
import type { CallbackError, CallbackReply } from "../verification/schema.ts";

/** Answers to one session that wait while one is judged: no wallet sends so many. */
const waitingMax = 64;

const turns = openKeyedQueue(waitingMax);

/** Why an answer is not taken, or not now. */
export type AnswerInTurnRefusal =
  | AnswerSessionRefusal
  | {
    readonly code: "rate_limit_exceeded";
    readonly message: string;
    readonly retryAfterSeconds: number;
  };

/**
 * As {@link answerSession}, one answer to a session at a time: whoever has its `state` may send any
 * number at once, and only as many of them are verified as the session has patience for. Answers
 * without the right `state` stand in nobody's way.
 */
export async function answerSessionSerially(
  ports: Parameters<typeof answerSession>[0],
  asked: AnswerSession,
): Promise<Result<CallbackReply | CallbackError, AnswerInTurnRefusal>> {
  const { id, answer: { state } } = asked;
  const turn = turns.take(`${id} ${state}`, () => answerSession(ports, asked));
  if (turn !== null) return await turn;
  return refuse({
    code: "rate_limit_exceeded",
    message: "Too many answers to this session at once; try again shortly",
    retryAfterSeconds: 1,
  });
}
