import type { AuditWitness, WitnessRefusal } from "../../core/audit/ports.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { Connect } from "../http/connect.ts";
import { type GetAnswer, type GetRefusal, httpGet, httpPost } from "../http/http_get.ts";

/** The address of the witness, and the means to reach it. */
export interface OpenHttpsWitness {
  readonly url: string;
  /** Reaches public addresses only. */
  readonly connect: Connect;
  /** Deadline of each exchange. */
  readonly seconds: number;
}

/** Maximum bytes of an answer: a note has about 300. */
const answerBytesMax = 4_096;

/**
 * Opens an https address as a witness: each head is posted as `text/plain`, and a GET returns the
 * newest one (404: there is none yet). A head may be posted more than once.
 */
export function openHttpsWitness({ url, connect, seconds }: OpenHttpsWitness): AuditWitness {
  const request = () => ({
    url: new URL(url),
    accept: "text/plain",
    bytesMax: answerBytesMax,
    signal: AbortSignal.timeout(seconds * 1_000),
  });
  return {
    send: async ({ note }) => {
      const contentType = "text/plain; charset=utf-8";
      const answer = judge(await httpPost(connect, { ...request(), contentType, body: note }));
      return answer.ok ? ok(null) : answer;
    },
    read: async () => {
      const answer = await httpGet(connect, request());
      if (answer.ok && answer.value.status === 404) return ok([]);
      const judged = judge(answer);
      return judged.ok ? ok([new TextDecoder().decode(judged.value.body)]) : judged;
    },
  };
}

function judge(answer: Result<GetAnswer, GetRefusal>): Result<GetAnswer, WitnessRefusal> {
  if (!answer.ok) return refuse({ code: "unreachable", reason: answer.refusal.code });
  const { status } = answer.value;
  return status >= 200 && status < 300
    ? answer
    : refuse({ code: "refused", reason: `status ${status}` });
}
