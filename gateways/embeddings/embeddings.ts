import { z } from "zod";
import { parseJson } from "../../base/json.ts";
import type { Vector as VectorRules } from "../../core/policy/vector.ts";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { VectorRefusal, Vectors } from "../../core/screening/ports.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { openCircuitBreaker } from "../http/circuit_breaker.ts";
import { concernsOneRequest } from "../http/concerned_status.ts";
import { postJson } from "../http/post_json.ts";
import { readText } from "../http/read_text.ts";

/** The service that computes embeddings in the shadow of decisions. */
export interface VectorProvider {
  /** URL of its `/v1/embeddings`. */
  readonly url: string;
  /** The provider's name of the model. */
  readonly model: string;
  /** Bearer token; null if none is needed. Never in a log, a message or an answer. */
  readonly key: string | null;
}

/** Dependencies of {@link openEmbeddings}. */
export interface EmbeddingsDependencies {
  readonly provider: VectorProvider;
  readonly rules: VectorRules;
  readonly clock: Clock;
  readonly log: Log;
}

/** The members of an answer that are read. */
const Embeddings = z.object({
  data: z.array(z.object({
    index: z.int().nonnegative(),
    embedding: z.array(z.number()).min(1),
  })),
});

/**
 * Compares names by the embeddings of a service of the `/v1/embeddings` shape: `model` and `input`
 * in, `data` with one `embedding` an `index` out. Sends the name to the provider: an operator who
 * configures it sends personal data there. A circuit breaker pauses calls to a failing provider.
 *
 * Log record: `shadow_vector_breaker` when the breaker opens (`opened`) and closes (`closed`).
 */
export function openEmbeddings({ provider, rules, clock, log }: EmbeddingsDependencies): Vectors {
  const breaker = openCircuitBreaker({
    clock,
    rules,
    onChange: (state) => log.warn("shadow_vector_breaker", { state }),
  });
  return {
    compare: async (name, listed, signal) => {
      const pass = breaker.admit();
      if (pass.kind === "open") return refuse({ code: "left_alone" });
      const embedded = await embed(provider, [name, ...listed], { rules, signal });
      breaker.report(pass, embedded.ok || embedded.refusal.isOfInput === true);
      if (!embedded.ok) return refuse({ code: embedded.refusal.code });
      const [asked = [], ...others] = embedded.value;
      return ok(others.map((other) => cosine(asked, other)));
    },
  };
}

/** The reason why there are no embeddings. */
interface EmbedRefusal extends VectorRefusal {
  /** Whether only these names cause it. */
  readonly isOfInput?: boolean;
}

async function embed(
  { url, model, key }: VectorProvider,
  input: readonly string[],
  { rules, signal }: { readonly rules: VectorRules; readonly signal: AbortSignal },
): Promise<Result<readonly (readonly number[])[], EmbedRefusal>> {
  const question = JSON.stringify({ model, input, encoding_format: "float" });
  const sent = await postJson({ url, key, body: question, signal });
  if (!sent.ok) return sent;
  const { status, body } = sent.value;
  if (status !== 200) {
    body?.cancel().catch(() => {});
    return refuse({ code: "status", isOfInput: concernsOneRequest(sent.value) });
  }
  const text = await readText(body, rules.answerBytesMax, signal);
  return text.ok ? parseEmbeddings(text.value, input.length) : text;
}

function parseEmbeddings(
  text: string,
  count: number,
): Result<readonly (readonly number[])[], VectorRefusal> {
  const parsed = Embeddings.safeParse(parseJson(text));
  if (!parsed.success) return refuse({ code: "bad_answer" });
  const byIndex = new Map(parsed.data.data.map(({ index, embedding }) => [index, embedding]));
  const all = Array.from({ length: count }, (_, index) => byIndex.get(index) ?? []);
  const [first] = all;
  const whole = all.every(({ length }) => length > 0 && length === first?.length);
  return whole ? ok(all) : refuse({ code: "bad_answer" });
}

/** Cosine of the angle between two vectors of equal length; NaN if one is zero. */
function cosine(a: readonly number[], b: readonly number[]): number {
  let [product, squaresOfA, squaresOfB] = [0, 0, 0];
  for (const [at, x] of a.entries()) {
    const y = b[at] ?? 0;
    product += x * y;
    squaresOfA += x * x;
    squaresOfB += y * y;
  }
  const angle = product / Math.sqrt(squaresOfA * squaresOfB);
  return Math.max(-1, Math.min(1, angle));
}
