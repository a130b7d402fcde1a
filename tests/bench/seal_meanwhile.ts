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
  /** Documents that were sealed or signed. */
  readonly sealed: number;
}

// Of the approved application of the sandbox's own client, as fixtures/kyb/applications.json has it.
const persons = [1, 2, 3].map((last) => `0199a000-0004-7000-8000-00000000000${last}`);
const documentsAtOnce = 10;

/**
 * Measures other requests of a server, one after the other, in turns alone and beside ten callers who
 * seal or sign documents of 1 MB without a pause. The trust service runs in this process.
 *
 * @param rounds of both turns
 * @param seconds of each turn
 */
export async function measureMeanwhile(rounds: number, seconds: number): Promise<Meanwhile> {
  const folder = await Deno.makeTempDir();
  try {
    await using trust = await startTrustServices();
    const kv = `${folder}/kv.sqlite3`;
    await provision(kv, trust.env);
    await using server = await startServer({ AVAL_MODE: "sandbox", AVAL_KV: kv, ...trust.env });
    const post = async (path: string, body: unknown) => {
      const answer = await fetch(`${server.url}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-aval-sandbox-client": "sandbox" },
        body: JSON.stringify(body),
      });
      assert.equal(answer.status, 200, await answer.text());
    };
    const document = documentOf(1_000_000).toBase64();
    const act = async (at: number) => {
      const personId = persons[at % persons.length];
      if (at % 2 === 0) {
        await post("/v1/seal", { document, authorizingRepresentativeId: personId });
      } else {
        await post("/v1/sign", { document, signerId: personId });
      }
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
    signingCredentials: persons.map((personId) => ({ personId, credentialId: "sign-p256" })),
  });
}
