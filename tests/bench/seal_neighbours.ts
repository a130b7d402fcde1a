import assert from "node:assert/strict";
import { runCli } from "../support/cli.ts";
import { startServer } from "../support/server.ts";
import {
  CSC_CLIENT_ID,
  CSC_CLIENT_SECRET,
  startTrustService,
} from "../support/trust_service_provider.ts";
import { documentOf } from "./seal_documents.ts";

/** Waits of other requests, 99th percentile in milliseconds. */
export interface NeighbourWaits {
  readonly alone: number;
  readonly whileSealing: number;
}

// The approved application of the sandbox's own client, as fixtures/kyb/applications.json has it.
const director = "0199a000-0004-7000-8000-000000000002";
const askHealth = new URL("ask_health.ts", import.meta.url).pathname;

const acts = [
  { path: "/v1/seal", put: ["--credential", "seal-p256"], who: "authorizingRepresentativeId" },
  { path: "/v1/sign", put: ["--credential", "sign-p256", "--person", director], who: "signerId" },
] as const;

/** Asks a server for its health, one request after the other, while ten documents of 1 MB are sealed. */
export async function measureNeighbours(): Promise<NeighbourWaits> {
  const folder = await Deno.makeTempDir();
  try {
    await using provider = await startTrustService();
    const env = {
      AVAL_MODE: "sandbox",
      AVAL_KV: `${folder}/kv.sqlite3`,
      AVAL_CSC_URL: provider.url,
      AVAL_CSC_CLIENT_ID: CSC_CLIENT_ID,
      AVAL_CSC_CLIENT_SECRET: CSC_CLIENT_SECRET,
    };
    for (const { put } of acts) {
      const command = ["seal", "credential", "put", "sandbox", ...put];
      const { code, stderr } = await runCli("admin", command, env);
      assert.equal(code, 0, stderr);
    }
    await using server = await startServer(env);
    const document = documentOf(1_000_000).toBase64();
    const sealTen = () =>
      Promise.all(Array.from({ length: 10 }, async (_, n) => {
        const { path, who } = acts[n % 2 === 0 ? 0 : 1];
        const answer = await fetch(`${server.url}${path}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ document, [who]: director }),
        });
        assert.equal(answer.status, 200, await answer.text());
      }));
    await sealTen(); // warm, as a server is that runs for a while
    const alone = await waits(
      server.url,
      () => new Promise((resolve) => setTimeout(resolve, 3_000)),
    );
    return { alone, whileSealing: await waits(server.url, sealTen) };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function waits(url: string, work: () => Promise<unknown>): Promise<number> {
  const asker = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--allow-net", askHealth, url],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const lines = asker.stdout.pipeThrough(new TextDecoderStream()).getReader();
  await lines.read();
  await work();
  await asker.stdin.close();
  const { value } = await lines.read();
  await asker.status;
  return Number(value);
}
