/** The TypeScript of docs/sdk.md and sdk/README.md fits the present client. */

import assert from "node:assert/strict";

const root = new URL("../../", import.meta.url);

/** Declarations that the texts leave to the reader. */
const prelude = `
import type { AvalClient, isAvalError as isError } from "@aval/client";
declare const aval: AvalClient;
declare const request: Parameters<AvalClient["screen"]>[0];
declare const signal: AbortSignal;
declare const privateJwk: JsonWebKey;
declare const verifierKeys: readonly string[];
declare const keptCheckpoint: string;
declare const provenBefore: number;
declare const secret: string;
declare function storeOnce(eventId: string, decisionId: string): Promise<void>;
declare function keep(proven: number): void;
declare const baseUrl: string, clientId: string, clientSecret: string, redirectUri: string;
declare const callbackUrl: string, sessionId: string, sessionToken: string;
declare function askReviewer(decisionId: string): void;
declare function goOn(): void;
declare function refuse(id: string): void;
declare function sell(): void;
declare function tryAgain(status: string): void;
declare function later(seconds: number): void;
declare function show(text: string): void;
declare function showQrCode(uri: string): void;
`;

Deno.test("every block of TypeScript about the client has its types", async () => {
  const blocks: string[] = [];
  for (const page of ["docs/sdk.md", "sdk/README.md"]) {
    const text = await Deno.readTextFile(new URL(page, root));
    blocks.push(...[...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block]) => block!));
  }
  assert(blocks.length >= 7);
  const folder = await Deno.makeTempDir();
  const own = (name: string) => new URL(`sdk/src/${name}.ts`, root).href;
  const config = {
    nodeModulesDir: "none",
    imports: {
      "@aval/client": own("main"),
      "@aval/client/browser": own("browser"),
      "@aval/client/login": own("login"),
      "@aval/client/audit": own("audit"),
      "openid-client": "npm:openid-client@6.8.9",
    },
    compilerOptions: { strict: true, exactOptionalPropertyTypes: true },
  };
  await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify(config));
  for (const [at, block] of blocks.entries()) {
    const imports = block.match(/^import .*$/gm) ?? [];
    const body = block.replaceAll(/^import .*$/gm, "");
    const known = imports.some((line) => line.includes("isAvalError"))
      ? ""
      : "declare const isAvalError: typeof isError;";
    await Deno.writeTextFile(
      `${folder}/block${at}.ts`,
      [...imports, prelude, known, `export async function block() {\n${body}}`].join("\n"),
    );
  }
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["check", "--quiet", "--no-lock", "--config", `${folder}/deno.json`, folder],
    env: { NO_COLOR: "1" },
  }).output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  await Deno.remove(folder, { recursive: true });
});
