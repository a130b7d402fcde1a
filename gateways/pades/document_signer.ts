import { anySignal } from "../../base/any_signal.ts";
import type { Random } from "../../base/random.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { SealRules } from "../../core/policy/seal.ts";
import type {
  DocumentProblem,
  DocumentRefusal,
  DocumentSigner,
  OpenedDocument,
  SignaturePlan,
} from "../../core/seal/ports.ts";
import { openFairSlots, type Slot } from "../http/fair_slots.ts";
import type { SigningRefusal } from "./messages.ts";
import type { Outcome } from "./worker_conversation.ts";
import { type LentWorker, openWorkers } from "./workers.ts";

/** Dependencies of signing documents. */
export interface DocumentSignerDependencies {
  readonly rules: SealRules;
  /** The source of nonces for timestamp requests. */
  readonly random: Random;
  /** Aborted when the service closes, which ends every Worker. Default: never. */
  readonly closing?: AbortSignal;
}

/**
 * Checks whether Workers are available for reading documents: a runtime may have none, and a
 * process without the permission to read their modules cannot start one. Starts one to test it.
 *
 * @returns null if available, else the reason for the operator
 */
export async function findWorkerProblem(
  dependencies: DocumentSignerDependencies,
): Promise<"no_workers" | "worker_does_not_start" | null> {
  if (typeof globalThis.Worker !== "function") return "no_workers";
  try {
    const nothing = new Uint8Array();
    const turn = { credentialId: "", signal: AbortSignal.timeout(30_000) };
    const opened = await openDocumentSigner(dependencies).open(nothing, turn);
    if (opened.ok) opened.value.close();
    return null;
  } catch {
    return "worker_does_not_start";
  }
}

const workerModule = new URL("./signing_worker.ts", import.meta.url);

const nonceBytes = 16;

/**
 * Maximum documents that wait for each Worker until their acts are over, since each keeps its
 * request in memory.
 */
const waitingPerWorkerMax = 32;

/**
 * Opens a signer of documents: one Worker for each document, `workersMax` at a time, and one for
 * each credential. The code that reads PDFs is loaded with the first document, and never in this
 * thread.
 */
export function openDocumentSigner(dependencies: DocumentSignerDependencies): DocumentSigner {
  const { rules, closing } = dependencies;
  const workMilliseconds = rules.documentSeconds * 1_000;
  const lend = openWorkers({ module: workerModule, workMilliseconds, closing });
  const slots = openFairSlots({
    slotsMax: rules.workersMax,
    // A credential signs one document after the other.
    slotsPerOwnerMax: 1,
    waitingMax: waitingPerWorkerMax * rules.workersMax,
  });
  return {
    open: async (document, { credentialId, signal }) => {
      const leaving = closing === undefined ? signal : anySignal([signal, closing]);
      const slot = leaving.aborted ? null : await slots.take(credentialId, leaving);
      if (slot === null) return refuse({ code: "upstream_unavailable", fault: "workers_busy" });
      const worker = lendIn(slot, lend);
      const opened = await openIn(worker, document, dependencies);
      if (!opened.ok) worker.end();
      return opened;
    },
  };
}

/** Lends a Worker whose slot is released, once, when its document is finished. */
function lendIn(slot: Slot, lend: () => LentWorker): LentWorker {
  let isHeld = true;
  const letGo = (how: () => void) => () => {
    if (!isHeld) return;
    isHeld = false;
    how();
    slot.release();
  };
  try {
    const { ask, giveBack, end } = lend();
    return { ask, giveBack: letGo(giveBack), end: letGo(end) };
  } catch (fault) {
    letGo(() => {})();
    throw fault;
  }
}

async function openIn(
  worker: LentWorker,
  document: Uint8Array,
  dependencies: DocumentSignerDependencies,
): Promise<Result<OpenedDocument, DocumentRefusal>> {
  const { documentObjectsMax, inflatedBytesMax, appendedBytesMax } = dependencies.rules;
  const bounds = { objectsMax: documentObjectsMax, inflatedBytesMax, appendedBytesMax };
  try {
    const outcome = await worker.ask({ ask: "open", document, bounds });
    const opened = asDocumentResult(outcome);
    return opened.ok ? ok(openedDocument(worker, dependencies)) : opened;
  } catch (fault) {
    worker.end();
    throw fault;
  }
}

function openedDocument(
  worker: LentWorker,
  { random }: DocumentSignerDependencies,
): OpenedDocument {
  let isDone = false;
  return {
    prepare: async (plan) =>
      asDocumentResult(await worker.ask({ ask: "prepare", plan: planOf(plan) })),
    accept: async (signature) => {
      const nonce = random.bytes(nonceBytes);
      const outcome = await worker.ask({ ask: "accept", signature, nonce });
      if (outcome.kind === "refusal" && outcome.code === "signature_invalid") {
        return refuse({ code: outcome.code });
      }
      return ok(valueOf(outcome));
    },
    finish: async (timestamp) => {
      const outcome = await worker.ask({ ask: "finish", timestamp });
      if (outcome.kind === "refusal" && isOfTimestamp(outcome.code)) {
        return refuse({ code: outcome.code });
      }
      const signed = valueOf(outcome);
      isDone = true;
      return ok(signed);
    },
    close: () => isDone ? worker.giveBack() : worker.end(),
  };
}

function planOf({ signedAt, ...plan }: SignaturePlan) {
  const time = signedAt.toString({ smallestUnit: "second" });
  return { ...plan, signedAt: time.replace(/[^0-9]/g, "") };
}

/** Refusals of a timestamp. */
type TimestampCode = Extract<SigningRefusal, `timestamp_${string}`>;

function isOfTimestamp(code: SigningRefusal): code is TimestampCode {
  return code === "timestamp_invalid" || code === "timestamp_refused";
}

function asDocumentResult<Answer>(outcome: Outcome<Answer>): Result<Answer, DocumentRefusal> {
  if (outcome.kind === "took_too_long") return unsealable(outcome.kind);
  if (outcome.kind !== "refusal") return ok(valueOf(outcome));
  const { code } = outcome;
  if (code === "signature_invalid" || isOfTimestamp(code)) throw new Error(`unexpected: ${code}`);
  return unsealable(code);
}

function unsealable(problem: DocumentProblem) {
  return refuse({ code: "document_not_sealable", problem } as const);
}

/** @throws Error for an outcome other than an answer */
function valueOf<Answer>(outcome: Outcome<Answer>): Answer {
  if (outcome.kind === "answer") return outcome.value;
  const what = outcome.kind === "fault" ? outcome.message : outcome.kind;
  throw new Error(`a document could not be signed: ${what}`);
}
