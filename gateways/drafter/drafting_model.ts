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
  /** Address of its `/v1/chat/completions`. */
  readonly url: string;
  /** Name of the model, as the provider calls it. */
  readonly model: string;
  /** Bearer token; null where it takes none. Never in a log, a message or an answer. */
  readonly key: string | null;
}

/** The dependencies of {@link openDraftingModel}. */
export interface DraftingModelDependencies {
  readonly provider: DraftingProvider;
  readonly rules: Kyb;
  readonly clock: Clock;
  readonly log: Log;
  /** Aborts after so many milliseconds. */
  readonly deadline: (milliseconds: number) => AbortSignal;
}

/** As much of an answer as is read. */
const Completion = z.object({
  choices: z.array(z.object({
    finish_reason: z.string().nullish(),
    message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
  })).min(1),
});

/** Why an application brought nothing. */
interface NormalizeRefusal extends ModelRefusal {
  /** Whether it may be gone when it is sent again. */
  readonly isPassing?: boolean;
  /** Whether another application need not meet it: applicants write what the model reads. */
  readonly isOfInput?: boolean;
}

/** What one request brought: the text of the answer. */
type Sent = Result<string, NormalizeRefusal>;

/**
 * Opens a drafting model behind a service of the `/v1/chat/completions` shape, its answer held to a strict
 * JSON Schema. Names of applicants leave the machine: an operator who configures this sends personal data there.
 * One that fails is left alone for a while; what one application alone meets does not count.
 *
 * Log record: `drafter_breaker` when it is left alone (`opened`) and when it answers again (`closed`).
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

/** Sends once more what met a passing failure, where time is left. */
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
