/**
 * Kills a server repeatedly while it seals, at random times from request to answer. There are never
 * two signatures for one key, an unknown outcome stays unknown, and every act is on the chain. The
 * last line has the form of `deno test`.
 *
 * usage: deno task test:stress seals [--kills 50] [--seed N]
 */
import "../../base/temporal.ts";
import assert from "node:assert/strict";
import { z } from "zod";
import { putRecord } from "../support/clients.ts";
import { readOptions } from "../support/options.ts";
import { pdfOf } from "../support/pdf_documents.ts";
import { seededRandom } from "../support/random.ts";
import { startServer } from "../support/server.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import type { FakeCredentialId } from "../support/trust_service_credentials.ts";
import { startTrustServices, type TrustServices } from "../support/trust_services.ts";

// Of the approved application of the sandbox's own client, as fixtures/kyb/applications.json has it.
const OWNER = "0199a000-0004-7000-8000-000000000001";
const client = "sandbox";
/** Maximum milliseconds from the awaited call to the kill. */
const laterMax = 30;

/** An act that was requested once, on a server that was killed. */
interface KilledSeal {
  readonly key: string;
  readonly body: { readonly document: string; readonly authorizingRepresentativeId: string };
  /** The answer before the kill; null if there was none. */
  readonly answered: string | null;
  /** Number of signatures for the act. */
  readonly signed: number;
}

/** The outcome of an act whose server was killed. */
export type SealEnd = "answered" | "done, its answer lost" | "unknown" | "not begun";

/** The store of a sandbox's servers, and their trust service. */
export interface SealedStore {
  readonly kv: string;
  readonly trust: TrustServices;
}

/** Assigns a credential to the sandbox's own client. */
export async function provisionSeal(
  { kv, trust }: SealedStore,
  credentialId: FakeCredentialId = "seal-p256",
): Promise<void> {
  await using service = await serviceInMemory({ kv, env: trust.env });
  await putRecord(service, client, { sealCredential: { credentialId } });
}

/** A request to seal a unique document. */
export function sealOf(name: string): KilledSeal["body"] {
  const document = pdfOf({ objects: [`(${name})`] }).toBase64();
  return { document, authorizingRepresentativeId: OWNER };
}

/** Sends a request to seal. @param signal ends its connection @returns its status and text */
export async function postSeal(
  url: string,
  key: string,
  body: KilledSeal["body"],
  signal: AbortSignal | null = null,
) {
  const answer = await fetch(`${url}/v1/seal`, {
    method: "POST",
    signal,
    headers: {
      "content-type": "application/json",
      "x-aval-sandbox-client": client,
      "idempotency-key": key,
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, text, headers: answer.headers };
}

/** Kills a server on a store this many times, and checks the outcome of every act. */
export async function killWhileSealing(
  { kv, trust, kills, seed }: SealedStore & { readonly kills: number; readonly seed: number },
): Promise<readonly SealEnd[]> {
  const env = { AVAL_MODE: "sandbox", AVAL_KV: kv, ...trust.env };
  const random = seededRandom(seed);
  await provisionSeal({ kv, trust });
  const milliseconds = await timeAct(env);
  const killed: KilledSeal[] = [];
  for (let kill = 0; kill < kills; kill++) {
    await using server = await startServer(env);
    const [which = 0, high = 0, low = 0] = random.bytes(3);
    const share = (256 * high + low) / 65_536;
    const before = trust.provider.signed();
    const key = `kill-${kill}`;
    const body = sealOf(key);
    const answer = postSeal(server.url, key, body).then(
      ({ status, text }) => {
        assert.equal(status, 200, text);
        return text;
      },
      () => null,
    );
    await moment(trust, which % 3, share * (which % 3 === 0 ? 1.2 * milliseconds : laterMax));
    await server.kill();
    killed.push({ key, body, answered: await answer, signed: trust.provider.signed() - before });
  }
  return await judge({ kv, trust }, killed);
}

/** Milliseconds of a server's first act. */
async function timeAct(env: Readonly<Record<string, string>>): Promise<number> {
  await using server = await startServer(env);
  const start = performance.now();
  const { status, text } = await postSeal(server.url, "timed", sealOf("timed"));
  assert.equal(status, 200, text);
  return performance.now() - start;
}

/** Waits for a random time within the act, for its authorization, or for its signature. */
async function moment({ provider }: TrustServices, which: number, later: number): Promise<void> {
  const calls = [null, "credentials/authorize", "signatures/signHash"] as const;
  const call = calls[which] ?? null;
  const count = () => call === null ? 1 : provider.calls.get(call) ?? 0;
  const before = call === null ? 0 : count();
  while (count() === before) await new Promise((resolve) => setTimeout(resolve, 1));
  await new Promise((resolve) => setTimeout(resolve, later));
}

async function judge(
  { kv, trust }: SealedStore,
  killed: readonly KilledSeal[],
): Promise<readonly SealEnd[]> {
  await using service = await serviceInMemory({ kv, env: trust.env, seed: 9 });
  // Past the lapse of every reservation.
  service.clock.advance(Temporal.Now.instant().since(service.clock.now()));
  service.clock.advance({ seconds: 131 });
  await service.runMaintenance();
  const open = await Array.fromAsync(
    service.store.list(z.unknown(), { prefix: ["signing_attempt"] }),
  );
  assert.equal(open.length, 0, "an act has no end");
  const ends: SealEnd[] = [];
  for (const one of killed) ends.push(await resume(service, trust, one));
  await assertChain(service, killed, ends);
  return ends;
}

async function resume(
  service: TestService,
  { provider }: TrustServices,
  { key, body, answered, signed }: KilledSeal,
): Promise<SealEnd> {
  const ask = async () => {
    const before = provider.signed();
    const answer = await service.as(client).post("/v1/seal", body, { "idempotency-key": key });
    return { ...answer, made: provider.signed() - before };
  };
  const again = await ask();
  assert(signed + again.made <= 1, `${key} was signed ${signed + again.made} times`);
  if (again.status === 409) {
    assert.equal(again.body.error, "signing_outcome_unknown");
    assert(answered === null && again.made === 0);
    assert.equal((await ask()).text, again.text, "an unknown outcome stays one");
    return "unknown";
  }
  assert.equal(again.status, 200, again.text);
  const isReplay = again.headers.get("idempotent-replayed") === "true";
  assert.equal(again.made, isReplay ? 0 : 1);
  if (!isReplay) {
    assert(answered === null && signed === 0);
    return "not begun";
  }
  assert.equal(signed, 1);
  if (answered === null) return "done, its answer lost";
  assert.equal(again.text, answered, "a replay of other bytes");
  return "answered";
}

/** Asserts that the chain has one entry of each act, with its outcome. */
async function assertChain(
  service: TestService,
  killed: readonly KilledSeal[],
  ends: readonly SealEnd[],
): Promise<void> {
  const events = await service.auditEvents();
  for (const [at, { body }] of killed.entries()) {
    const bytes = Uint8Array.fromBase64(body.document);
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
    const own = events.flatMap((event) =>
      event.kind === "DOCUMENT_SEALED" && event.originalSha256 === hash
        ? ["sealed"]
        : event.kind === "DOCUMENT_SEALED_FAILED" && event.originalSha256 === hash
        ? [event.outcome]
        : []
    );
    assert.deepEqual(own, [ends[at] === "unknown" ? "unknown" : "sealed"]);
  }
}

/** The number of acts by outcome, in a line. */
export function summaryOf(ends: readonly SealEnd[]): string {
  const counted = [...Map.groupBy(ends, (end) => end)].map(([end, all]) => `${all.length} ${end}`);
  return `${ends.length} kills; no key signed twice: ${counted.join(", ")}`;
}

async function main(): Promise<boolean> {
  const values = readOptions("test:stress seals", {
    kills: "50",
    seed: `${Date.now() % 1_000_000}`,
  });
  const [kills, seed] = [Number(values.kills), Number(values.seed)];
  if (!(kills >= 1) || !Number.isInteger(kills) || !Number.isInteger(seed)) {
    throw new Error("--kills and --seed take whole numbers");
  }
  console.log(`== killed while it seals, seed ${seed}`);
  const folder = await Deno.makeTempDir({ prefix: "aval-seals-" });
  let failed = 0;
  try {
    await using trust = await startTrustServices();
    const kv = `${folder}/kv.sqlite3`;
    console.log(summaryOf(await killWhileSealing({ kv, trust, kills, seed })));
  } catch (fault) {
    console.error(fault);
    failed = 1;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  console.log(`\n${failed === 0 ? "ok" : "FAILED"} | ${1 - failed} passed | ${failed} failed`);
  return failed === 0;
}

if (import.meta.main) Deno.exit(await main() ? 0 : 1);
