/**
 * The Worker that decides the items of batches, so that other requests do not wait for them. It has
 * no permissions, and holds the lists of one snapshot.
 */
import "../../base/temporal.ts";
import type { SnapshotHandle } from "../../core/matching/ports.ts";
import { type Decide, decideOn } from "../../core/screening/decide.ts";
import { type MakeSieve, openSieves, type Sieve } from "./sieve.ts";
import { type Engine, openEngine } from "./matching.ts";
import type { BatchQuestion, BatchReply } from "./batch_messages.ts";

/** The members of a Worker's global scope that are used here. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<BatchQuestion>) => void) | null;
  postMessage(reply: BatchReply): void;
}

const scope = globalThis as unknown as WorkerScope;
let makeSieve: MakeSieve | null = null;
let sieve: Sieve | null = null;
let loaded: { readonly engine: Engine; readonly snapshot: SnapshotHandle } | null = null;

// An uncaught error would be printed with its words: of a row none leaves but by a reply.
for (const kind of ["error", "unhandledrejection"]) {
  globalThis.addEventListener(kind, (event) => {
    event.preventDefault();
    scope.postMessage({ kind: "fault" });
  });
}

scope.onmessage = async ({ data }) => {
  try {
    scope.postMessage(await answer(data));
  } catch {
    scope.postMessage({ kind: "fault" });
  }
};

async function answer(question: BatchQuestion): Promise<BatchReply> {
  if (question.ask === "load") {
    const engine = await openEngine(question.gates);
    const snapshot = engine.matcher.load(question.bytes);
    loaded = { engine, snapshot };
    return { kind: "loaded", snapshotId: snapshot.id };
  }
  if (loaded === null) throw new Error("no lists are loaded");
  const { engine, snapshot } = loaded;
  if (question.ask === "sieve") {
    makeSieve ??= openSieves(engine.matcher);
    sieve?.close();
    sieve = makeSieve(snapshot, question.entityIds);
    return { kind: "sieved" };
  }
  const { asked, snapshotIds } = question;
  const decided = (one: Decide) => decideOn({ snapshot, snapshotIds }, engine, one);
  if (question.ask === "decide") return { kind: "found", found: asked.map(decided) };
  const passes = sieve;
  if (passes === null) throw new Error("there is nothing to sift by");
  const found = asked.map((one) => passes.passes(one.request) ? decided(one) : null);
  return { kind: "sifted", found };
}
