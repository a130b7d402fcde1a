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
import { parseAnswer, proofOf } from "./read_answer.ts";
import type { EncryptedCallbackRequest, SessionKind } from "./schema.ts";

/** Answers to one session that wait while one is judged: no wallet sends so many. */
export const waitingAnswersMax = 64;

/** An answer as a wallet has sent it. */
export interface SentAnswer extends Omit<AnswerSession, "answer"> {
  /** In clear or encrypted. */
  readonly answer: EncryptedCallbackRequest;
}

/** Why an answer is not taken, or not now. */
export type SerialAnswerRefusal =
  | AnswerSessionRefusal
  | {
    readonly code: "rate_limit_exceeded";
    readonly message: string;
    readonly retryAfterSeconds: number;
  };

/**
 * As {@link answerSession}, one answer to a session at a time: a bearer of its `state` may send any
 * number at once, and only as many of them are verified as the session has patience for. Answers
 * that do not know the session's request hold up no other answer.
 */
export async function answerSessionSerially<Kind extends SessionKind, Proof>(
  ports: AnswerPorts<Kind> & Pick<PresentationPorts, "answerQueue">,
  handling: AnswerHandling<Kind, Proof>,
  { answer: sent, ...asked }: SentAnswer,
): Promise<Result<AnsweredSession<Kind["decision"]>, SerialAnswerRefusal>> {
  const parsed = parseAnswer(sent);
  if (!parsed.ok) return parsed;
  const answer = parsed.value;
  const answered = ports.answerQueue.enqueue(
    `${asked.id} ${proofOf(answer)}`,
    () => answerSession(ports, handling, { ...asked, answer }),
  );
  if (answered !== null) return await answered;
  return refuse({
    code: "rate_limit_exceeded",
    message: "Too many answers to this session at once; try again shortly",
    retryAfterSeconds: 1,
  });
}
