import assert from "node:assert/strict";
import { putRecord } from "../support/clients.ts";
import { startServer } from "../support/server.ts";
import { serviceInMemory } from "../support/service.ts";
import { startTrustServices } from "../support/trust_services.ts";
import { documentOf } from "./seal_documents.ts";

/** Milliseconds of other requests, alone and while ten documents are sealed. */
export interface Meanwhile {
  readonly alone: readonly number[];
  readonly beside: readonly number[];
  /** Number of sealed or signed documents. */
  readonly sealed: number;
}

// Of the approved application of the sandbox's own client, as fixtures/kyb/applications.json has it.
const persons = [1, 2, 3].map((last) => `0199a000-0004-7000-8000-00000000000${last}`);
const documentsAtOnce = 10;

/** How other requests are measured. */
interface Measuring {
  /** Number of pairs of turns. */
  readonly rounds: number;
  /** Seconds of each turn. */
  readonly seconds: number;
  /** Milliseconds that the trust service waits for a call, in addition to its work. */
  readonly callMilliseconds: number;
}

/**
 * Measures other requests of a server, one after the other, alternately alone and with ten callers
 * who continuously seal or sign documents of 1 MB. The trust service runs in this process.
 */
export async function measureMeanwhile(
  { rounds, seconds, callMilliseconds }: Measuring,
): Promise<Meanwhile> {
  const folder = await Deno.makeTempDir();
  try {
    await using trust = await startTrustServices({ callMilliseconds });
    const kv = `${folder}/kv.sqlite3`;
    await provision(kv, trust.env);
    await using server = await startServer({ AVAL_MODE: "sandbox", AVAL_KV: kv, ...trust.env });
    const document = documentOf(1_000_000).toBase64();
    // Written once: what it costs the callers is not the server's.
    const bodies = Array.from({ length: documentsAtOnce }, (_, at) => {
      const personId = persons[at % persons.length];
      const named = at % 2 === 0
        ? { authorizingRepresentativeId: personId }
        : { signerId: personId };
      return new TextEncoder().encode(JSON.stringify({ document, ...named }));
    });
    const act = async (at: number) => {
      const answer = await fetch(`${server.url}/v1/${at % 2 === 0 ? "seal" : "sign"}`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-aval-sandbox-client": "sandbox" },
        body: bodies[at] ?? null,
      });
      const text = await answer.text();
      assert.equal(answer.status, 200, text.slice(0, 300));
    };
    // A thread of their own: what sealing costs this process is not theirs.
    const others = new Worker(new URL("seal_others.ts", import.meta.url), { type: "module" });
    const meanwhile = async (work: () => Promise<void>): Promise<readonly number[]> => {
      const { promise, resolve } = Promise.withResolvers<readonly number[]>();
      others.onmessage = ({ data }) => resolve(data);
      others.postMessage({ url: server.url });
      await work();
      others.postMessage("stop");
      return await promise;
    };
    const pause = () => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1_000));
    await act(0);
    await meanwhile(pause);
    const [alone, beside]: [number[], number[]] = [[], []];
    let sealed = 0;
    for (let round = 0; round < rounds; round++) {
      alone.push(...await meanwhile(pause));
      const until = performance.now() + seconds * 1_000;
      beside.push(
        ...await meanwhile(async () => {
          await Promise.all(
            Array.from({ length: documentsAtOnce }, async (_, at) => {
              for (; performance.now() < until; sealed++) await act(at);
            }),
          );
        }),
      );
    }
    others.terminate();
    return { alone, beside, sealed };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function provision(kv: string, env: Readonly<Record<string, string>>): Promise<void> {
  await using service = await serviceInMemory({ kv, env });
  await putRecord(service, "sandbox", {
    sealCredential: { credentialId: "seal-rsa" },
    signingCredentials: persons.map((personId, at) => ({
      personId,
      credentialId: ["sign-p256", "sign-p256-second", "sign-p256-third"][at] ?? "",
    })),
  });
}
