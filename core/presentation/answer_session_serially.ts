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

/** Maximum answers to one session that wait while one is judged: no real wallet sends so many. */
export const waitingAnswersMax = 64;

/** An answer as sent by a wallet. */
export interface SentAnswer extends Omit<AnswerSession, "answer"> {
  /** The answer, plain or encrypted. */
  readonly answer: EncryptedCallbackRequest;
}

/** The reason why an answer is refused, or refused for now. */
export type SerialAnswerRefusal =
  | AnswerSessionRefusal
  | {
    readonly code: "rate_limit_exceeded";
    readonly message: string;
    readonly retryAfterSeconds: number;
  };

/**
 * Runs {@link answerSession} for one answer to a session at a time: a bearer of its `state` may
 * send any number at once, and only as many are verified as failures are permitted. Answers without
 * knowledge of the session's request delay no other answer.
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
