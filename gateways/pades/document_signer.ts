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
import { type Conversation, type Outcome, startConversation } from "./worker_conversation.ts";

/** What documents are signed with. */
export interface DocumentSignerDependencies {
  readonly rules: SealRules;
  /** Nonces of timestamp requests. */
  readonly random: Random;
  /** Aborted when the service closes: ends every Worker. Default: never. */
  readonly closing?: AbortSignal;
}

/**
 * Whether documents can be read apart from other requests here: Deno Deploy has no Workers, and a
 * process without the permission to read their modules cannot start one. Starts one to see.
 *
 * @returns null when they can, or else why not, for the operator
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

/** Documents that wait for each Worker: each holds some 25 MB. */
const waitingPerWorkerMax = 8;

/**
 * Opens a signer of documents: one Worker for each, `workersMax` at a time, and one of a credential.
 * Nothing that reads PDFs is loaded before the first document, and never into this thread.
 */
export function openDocumentSigner(dependencies: DocumentSignerDependencies): DocumentSigner {
  const { rules } = dependencies;
  const slots = openFairSlots({
    slotsMax: rules.workersMax,
    // A credential signs one document after the other.
    slotsPerOwnerMax: 1,
    waitingMax: waitingPerWorkerMax * rules.workersMax,
  });
  return {
    open: async (document, { credentialId, signal }) => {
      const slot = signal.aborted ? null : await slots.take(credentialId, signal);
      if (slot === null) return refuse({ code: "upstream_unavailable", fault: "workers_busy" });
      const conversation = startIn(
        slot,
        () => startConversation(workerModule, rules.documentSeconds * 1_000),
        dependencies.closing,
      );
      const opened = await openIn(conversation, document, dependencies);
      if (!opened.ok) conversation.end();
      return opened;
    },
  };
}

/** A conversation that gives its slot back, once, when it ends: at the latest when the service closes. */
function startIn(slot: Slot, start: () => Conversation, closing?: AbortSignal): Conversation {
  let isReleased = false;
  const release = () => {
    if (!isReleased) slot.release();
    isReleased = true;
  };
  try {
    const conversation = start();
    const end = () => {
      closing?.removeEventListener("abort", end);
      conversation.end();
      release();
    };
    closing?.addEventListener("abort", end);
    if (closing?.aborted === true) end();
    return { ask: conversation.ask, end };
  } catch (fault) {
    release();
    throw fault;
  }
}

async function openIn(
  conversation: Conversation,
  document: Uint8Array,
  dependencies: DocumentSignerDependencies,
): Promise<Result<OpenedDocument, DocumentRefusal>> {
  const { documentObjectsMax, inflatedBytesMax, appendedBytesMax } = dependencies.rules;
  const bounds = { objectsMax: documentObjectsMax, inflatedBytesMax, appendedBytesMax };
  try {
    const outcome = await conversation.ask({ ask: "open", document, bounds });
    const opened = asDocumentResult(outcome);
    return opened.ok ? ok(openedDocument(conversation, dependencies)) : opened;
  } catch (fault) {
    conversation.end();
    throw fault;
  }
}

function openedDocument(
  conversation: Conversation,
  { random }: DocumentSignerDependencies,
): OpenedDocument {
  return {
    prepare: async (plan) =>
      asDocumentResult(await conversation.ask({ ask: "prepare", plan: planOf(plan) })),
    accept: async (signature) => {
      const nonce = random.bytes(nonceBytes);
      const outcome = await conversation.ask({ ask: "accept", signature, nonce });
      if (outcome.kind === "refusal" && outcome.code === "signature_invalid") {
        return refuse({ code: outcome.code });
      }
      return ok(valueOf(outcome));
    },
    finish: async (timestamp) => {
      const outcome = await conversation.ask({ ask: "finish", timestamp });
      if (outcome.kind === "refusal" && isOfTimestamp(outcome.code)) {
        return refuse({ code: outcome.code });
      }
      return ok(valueOf(outcome));
    },
    close: () => conversation.end(),
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

/** @throws Error for an outcome that is no answer */
function valueOf<Answer>(outcome: Outcome<Answer>): Answer {
  if (outcome.kind === "answer") return outcome.value;
  const what = outcome.kind === "fault" ? outcome.message : outcome.kind;
  throw new Error(`a document could not be signed: ${what}`);
}
