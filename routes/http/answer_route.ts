import type { Mode } from "../../core/nouns.ts";
import { bucketAddress } from "../../core/access/source_address.ts";
import { ok, type Result } from "../../base/result.ts";
import { letKeep } from "./caching.ts";
import type { EncodeContent } from "./content_coding.ts";
import type { Deployment } from "./deployment.ts";
import { handle } from "./mount.ts";
import type { CrowdRefusal, OpenAnswer } from "./open_answers.ts";
import { paceAnswer } from "./paced_body.ts";
import { inForm, type Rendered, renderRefusal } from "./render.ts";
import type { RequestContext } from "./request_context.ts";
import type { Route } from "./route.ts";

/** An answer to send, with the mode that ran the request. */
export interface RouteAnswer {
  readonly mode: Mode;
  readonly rendered: Rendered;
}

/**
 * Answers a request to one route, and counts it until its caller has received the answer. A request
 * is refused first of all if its source, or the process, already has the maximum of open ones. If
 * only the answer exceeds the limit, a read is refused; an act was already done, and is answered.
 */
export async function answerRoute(
  deployment: Deployment,
  route: Route,
  { context, params, encodeContent }: {
    readonly context: RequestContext;
    readonly params: Readonly<Record<string, string>>;
    readonly encodeContent: EncodeContent;
  },
): Promise<RouteAnswer> {
  const refused = (refusal: CrowdRefusal): RouteAnswer => ({
    mode: deployment.settings.mode,
    rendered: renderRefusal(refusal, route.form?.errors),
  });
  const opened = openAnswer(deployment, route, context);
  if (!opened.ok) return refused(opened.refusal);
  const open = opened.value;
  try {
    const { mode, rendered: handled } = await handle(deployment, route, context, params);
    const { request } = context;
    const whole = inForm(handled, request.headers);
    const accepted = request.headers.get("accept-encoding");
    const encoded = letKeep(route, request, await encodeContent(accepted, whole));
    const isShared = whole.body instanceof Uint8Array;
    const { rendered, heldBytes } = paceAnswer(encoded, { method: request.method, isShared });
    const room = route.method === "get" && route.form?.writesOnGet !== true
      ? open.fits(heldBytes)
      : ok(undefined);
    if (!room.ok) {
      if (rendered.body instanceof ReadableStream) void rendered.body.cancel();
      return refused(room.refusal);
    }
    open.hold(heldBytes);
    return { mode, rendered };
  } finally {
    if (context.completed === null) open.close();
  }
}

/**
 * A load balancer's probe, which is not counted: refusing one would take the server out of
 * rotation.
 */
const uncounted: OpenAnswer = { fits: () => ok(undefined), hold: () => {}, close: () => {} };

/** Begins to count a request, until its answer is received or its connection ends. */
function openAnswer(
  { openAnswers, rateRules }: Deployment,
  { limits }: Route,
  { sourceAddress, completed }: RequestContext,
): Result<OpenAnswer, CrowdRefusal> {
  if (limits?.isProbe === true) return ok(uncounted);
  const opened = openAnswers.open(bucketAddress(sourceAddress, rateRules.ipv6PrefixBits));
  if (opened.ok) void completed?.then(opened.value.close, opened.value.close);
  return opened;
}
