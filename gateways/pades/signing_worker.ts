/**
 * The Worker that reads and signs one document. It has no permissions, and ends with its document
 * whatever the document causes.
 */

import type { Result } from "../../base/result.ts";
import { openPdf, type Pdf } from "../../standards/pades/open_pdf.ts";
import {
  type AcceptedPdf,
  acceptPdfSignature,
  finishPdf,
  type PadesBounds,
  type PreparedPdf,
  preparePdf,
} from "../../standards/pades/sign_pdf.ts";
import type { SigningQuestion, SigningRefusal, SigningReply } from "./messages.ts";

/** The members of a Worker's global scope that are used here. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<SigningQuestion>) => void) | null;
  postMessage(reply: SigningReply): void;
}

/** The progress of a document. */
type Stage =
  | { readonly stage: "none" }
  | { readonly stage: "open"; readonly pdf: Pdf }
  | { readonly stage: "prepared"; readonly prepared: PreparedPdf }
  | { readonly stage: "accepted"; readonly accepted: AcceptedPdf };

interface State {
  readonly bounds: PadesBounds;
  readonly at: Stage;
}

const scope = globalThis as unknown as WorkerScope;
let state: State | null = null;

// An uncaught error would be printed with its words: of the document none leaves but by a reply.
for (const kind of ["error", "unhandledrejection"]) {
  globalThis.addEventListener(kind, (event) => {
    event.preventDefault();
    scope.postMessage({ kind: "fault", message: kind });
  });
}

scope.onmessage = async ({ data }) => {
  try {
    scope.postMessage(await answer(data));
  } catch (fault) {
    const message = fault instanceof Error ? `${fault.name}: ${fault.message}` : "unknown fault";
    scope.postMessage({ kind: "fault", message });
  }
};

async function answer(question: SigningQuestion): Promise<SigningReply> {
  if (question.ask === "open") {
    const { document, bounds } = question;
    return advance(
      openPdf(document, bounds),
      (pdf) => ({ bounds, at: { stage: "open", pdf } }),
      () => null,
    );
  }
  if (state === null) throw new Error("no document is open");
  const { bounds, at } = state;
  if (question.ask === "prepare" && at.stage === "open") {
    return advance(
      preparePdf(at.pdf, question.plan, bounds),
      (prepared) => ({ bounds, at: { stage: "prepared", prepared } }),
      ({ hash }) => hash,
    );
  }
  if (question.ask === "accept" && at.stage === "prepared") {
    const { signature, nonce } = question;
    return advance(
      await acceptPdfSignature(at.prepared, signature, nonce),
      (accepted) => ({ bounds, at: { stage: "accepted", accepted } }),
      ({ timestampRequest }) => timestampRequest,
    );
  }
  if (question.ask === "finish" && at.stage === "accepted") {
    return advance(
      await finishPdf(at.accepted, question.timestamp, bounds),
      () => ({ bounds, at: { stage: "none" } }),
      (signed) => signed,
    );
  }
  throw new Error(`it cannot ${question.ask} now`);
}

/** Records the next stage if the step succeeded. */
function advance<Value>(
  result: Result<Value, { readonly code: SigningRefusal }>,
  next: (value: Value) => State,
  answerOf: (value: Value) => Extract<SigningReply, { kind: "answer" }>["value"],
): SigningReply {
  if (!result.ok) return { kind: "refusal", code: result.refusal.code };
  state = next(result.value);
  return { kind: "answer", value: answerOf(result.value) };
}
