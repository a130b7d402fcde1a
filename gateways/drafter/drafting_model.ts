import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import { parseJson } from "../../base/json.ts";
import type { Log } from "../../base/log.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { ModelApplication, type ModelInput } from "../../core/kyb/model_schema.ts";
import type { DraftingModel, ModelRefusal } from "../../core/kyb/ports.ts";
import type { Kyb } from "../../core/policy/kyb.ts";
import { openCircuitBreaker } from "../http/circuit_breaker.ts";
import { concernsOneRequest } from "../http/concerned_status.ts";
import { postJson } from "../http/post_json.ts";
import { readText } from "../http/read_text.ts";
import { answerSchema, instructions } from "./prompt.ts";

/** The service of a drafting model. */
export interface DraftingProvider {
  /** URL of its `/v1/chat/completions`. */
  readonly url: string;
  /** The provider's name of the model. */
  readonly model: string;
  /** Bearer token; null if none is needed. Never in a log, a message or an answer. */
  readonly key: string | null;
}

/** The dependencies of {@link openDraftingModel}. */
export interface DraftingModelDependencies {
  readonly provider: DraftingProvider;
  readonly rules: Kyb;
  readonly clock: Clock;
  readonly log: Log;
  /** Aborts after a number of milliseconds. */
  readonly deadline: (milliseconds: number) => AbortSignal;
}

/** The members of an answer that are read. */
const Completion = z.object({
  choices: z.array(z.object({
    finish_reason: z.string().nullish(),
    message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
  })).min(1),
});

/** The reason why an application was not normalised. */
interface NormalizeRefusal extends ModelRefusal {
  /** Whether a retry may succeed. */
  readonly isPassing?: boolean;
  /** Whether only this application causes it, since applicants write the model's input. */
  readonly isOfInput?: boolean;
}

/** The result of one request: the text of the answer. */
type Sent = Result<string, NormalizeRefusal>;

/**
 * Opens a drafting model behind a service of the `/v1/chat/completions` shape, with a strict JSON
 * Schema for its answer. Sends names of applicants to the provider: an operator who configures it
 * sends personal data there. A circuit breaker pauses calls to a failing provider; failures of one
 * application alone do not count.
 *
 * Log record: `drafter_breaker` when the breaker opens (`opened`) and closes (`closed`).
 */
export async function openDraftingModel(
  { provider, rules, clock, log, deadline }: DraftingModelDependencies,
): Promise<DraftingModel> {
  const breaker = openCircuitBreaker({
    clock,
    rules,
    onChange: (state) => log.warn("drafter_breaker", { state }),
  });
  return {
    name: provider.model,
    promptHash: await sha256(JSON.stringify([instructions, answerSchema])),
    normalize: async (input) => {
      const began = clock.now();
      const latency = () => Math.max(0, Math.round(began.until(clock.now()).total("milliseconds")));
      const pass = breaker.admit();
      if (pass.kind === "open") {
        const answer = refuse({ code: "left_alone" } as const);
        return { answer, outputHash: null, latencyMilliseconds: latency() };
      }
      const signal = deadline(rules.drafterSeconds * 1_000);
      const sent = await sendTwice({ provider, rules, signal }, bodyOf(provider, input));
      const read = sent.ok ? parseAnswer(sent.value) : sent;
      breaker.report(pass, read.ok || read.refusal.isOfInput === true);
      return {
        answer: read.ok ? read : refuse({ code: read.refusal.code }),
        outputHash: sent.ok ? await sha256(sent.value) : null,
        latencyMilliseconds: latency(),
      };
    },
  };
}

function bodyOf({ model }: DraftingProvider, input: ModelInput): string {
  return JSON.stringify({
    model,
    temperature: 0,
    messages: [
      { role: "system", content: instructions },
      { role: "user", content: JSON.stringify(JSON.stringify(input)) },
    ],
    response_format: {
      type: "json_schema",
      json_schema: { name: "application", strict: true, schema: answerSchema },
    },
  });
}

interface Sending {
  readonly provider: DraftingProvider;
  readonly rules: Kyb;
  readonly signal: AbortSignal;
}

/** Repeats a request once after a temporary failure, if time is left. */
async function sendTwice(sending: Sending, body: string): Promise<Sent> {
  const first = await send(sending, body);
  if (first.ok || first.refusal.isPassing !== true || sending.signal.aborted) return first;
  return await send(sending, body);
}

async function send({ provider, rules, signal }: Sending, body: string): Promise<Sent> {
  const { url, key } = provider;
  const sent = await postJson({ url, key, body, signal });
  if (!sent.ok) return sent;
  const { status, body: answer } = sent.value;
  if (status !== 200) {
    answer?.cancel().catch(() => {});
    return refuse({
      code: "status",
      isPassing: status === 429 || status >= 500,
      isOfInput: concernsOneRequest(sent.value),
    });
  }
  const text = await readText(answer, rules.drafterAnswerBytesMax, signal);
  return text.ok || text.refusal.code !== "too_long"
    ? text
    : refuse({ ...text.refusal, isOfInput: true });
}

function parseAnswer(text: string): Result<ModelApplication, NormalizeRefusal> {
  const completion = Completion.safeParse(parseJson(text));
  const choice = completion.data?.choices[0];
  if (choice === undefined) return refuse({ code: "bad_answer" });
  const { finish_reason: reason, message: { content, refusal } } = choice;
  if (typeof refusal === "string" && refusal !== "") {
    return refuse({ code: "refused", isOfInput: true });
  }
  if (typeof content !== "string" || (reason ?? "stop") !== "stop") {
    return refuse({ code: "bad_answer", isOfInput: true });
  }
  const parsed = ModelApplication.safeParse(parseJson(content));
  return parsed.success ? ok(parsed.data) : refuse({ code: "bad_answer", isOfInput: true });
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest).toHex();
}
