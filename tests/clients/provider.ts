import assert from "node:assert/strict";
import { startServer } from "../support/server.ts";
import type { Registration } from "./relying_parties.ts";

const root = new URL("../../", import.meta.url).pathname;

/** A sandbox server of its own, and wallets on terminals that answer it. */
export interface Provider extends AsyncDisposable {
  readonly url: string;
  /** The sandbox's published relying party. */
  readonly registration: Omit<Registration, "post">;
  /** Answers a wallet link, with the same key each time. */
  readonly wallet: (uri: string) => Promise<void>;
  /** Another holder's. */
  readonly anotherWallet: (uri: string) => Promise<void>;
  /** Says that the holder does not want to. */
  readonly cancel: (uri: string) => Promise<void>;
}

/** Starts a sandbox on an empty store. */
export async function startProvider(): Promise<Provider> {
  const folder = await Deno.makeTempDir();
  const server = await startServer({ AVAL_KV: `${folder}/kv.sqlite3` });
  const [redirectUri] = published.redirectUris;
  assert(redirectUri !== undefined);
  const wallet = (file: string, ...more: readonly string[]) => (uri: string) =>
    present(folder, [uri, "--wallet", `.aval/${file}`, ...more]);
  return {
    url: server.url,
    registration: {
      issuer: `${server.url}/v1/login`,
      clientId: published.clientId,
      secret: published.secret,
      redirectUri,
    },
    wallet: wallet("wallet.json"),
    anotherWallet: wallet("another.json"),
    cancel: wallet("wallet.json", "--error", "access_denied"),
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

const published: {
  readonly clientId: string;
  readonly secret: string;
  readonly redirectUris: readonly string[];
} = JSON.parse(Deno.readTextFileSync(`${root}fixtures/login/sandbox.json`));

/** Runs the wallet on the terminal, with what the task grants, in a folder of its own. */
async function present(cwd: string, args: readonly string[]): Promise<void> {
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--config",
      `${root}deno.json`,
      "--cached-only",
      "--no-prompt",
      "--allow-net",
      "--allow-read=.aval",
      "--allow-write=.aval",
      `${root}cli/wallet.ts`,
      "present",
      ...args,
    ],
    cwd,
  }).output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
}
