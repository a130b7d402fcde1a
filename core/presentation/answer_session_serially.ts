import { refuse, type Result } from "../../base/result.ts";
import {
  type AnsweredSession,
  type AnswerHandling,
  type AnswerPorts,
  type AnswerSession,
  answerSession,
  type AnswerSessionRefusal,
} from "./answer_session.ts";
import type { PresentationPorts } from "./ports.ts";
import type { SessionKind } from "./schema.ts";

/** Answers to one session that wait while one is judged: no wallet sends so many. */
export const waitingAnswersMax = 64;

/** Why an answer is not taken, or not now. */
export type SerialAnswerRefusal =
  | AnswerSessionRefusal
  | {
    readonly code: "rate_limit_exceeded";
    readonly message: string;
    readonly retryAfterSeconds: number;
  };

/**
 * As {@link answerSession}, one answer to a session at a time: whoever has its `state` may send any
 * number at once, and only as many of them are verified as the session has patience for. Answers
 * without the right `state` are in nobody's way.
 */
export async function answerSessionSerially<Kind extends SessionKind, Proof>(
  ports: AnswerPorts<Kind> & Pick<PresentationPorts, "answerQueue">,
  handling: AnswerHandling<Kind, Proof>,
  asked: AnswerSession,
): Promise<Result<AnsweredSession<Kind["decision"]>, SerialAnswerRefusal>> {
  const { id, answer: { state } } = asked;
  const answered = ports.answerQueue.enqueue(
    `${id} ${state}`,
    () => answerSession(ports, handling, asked),
  );
  if (answered !== null) return await answered;
  return refuse({
    code: "rate_limit_exceeded",
    message: "Too many answers to this session at once; try again shortly",
    retryAfterSeconds: 1,
  });
}
