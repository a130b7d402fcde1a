import assert from "node:assert/strict";
import { startServer } from "../support/server.ts";
import type { Registration } from "./relying_parties.ts";

const root = new URL("../../", import.meta.url).pathname;

/** A sandbox server of its own, and command-line wallets that answer it. */
export interface Provider extends AsyncDisposable {
  readonly url: string;
  /** The sandbox's published relying party. */
  readonly registration: Omit<Registration, "post">;
  /** Registers a relying party as its operator does. */
  register(
    id: string,
    redirectUri: string,
  ): Promise<{ readonly clientId: string; readonly secret: string }>;
  /** Answers a wallet link, always with the same key. */
  readonly wallet: (uri: string) => Promise<void>;
  /** Answers as another holder. */
  readonly anotherWallet: (uri: string) => Promise<void>;
  /** Answers as a child. */
  readonly minorsWallet: (uri: string) => Promise<void>;
  /** Refuses as the holder. */
  readonly cancel: (uri: string) => Promise<void>;
}

/** Starts a sandbox on an empty store. */
export async function startProvider(): Promise<Provider> {
  const folder = await Deno.makeTempDir();
  const port = String(freePort());
  const server = await startServer({ AVAL_KV: `${folder}/kv.sqlite3`, PORT: port });
  const [redirectUri] = published.redirectUris;
  assert(redirectUri !== undefined);
  const wallet = (file: string, ...more: readonly string[]) => (uri: string) =>
    present(folder, [uri, "--wallet", `.aval/${file}`, ...more]);
  return {
    url: server.url,
    registration: {
      issuer: `http://localhost:${port}/v1/login`,
      clientId: published.clientId,
      secret: published.secret,
      redirectUri,
    },
    register: async (id, redirectUri) => {
      const args = ["admin", "login-client", "put", id, "--redirect", redirectUri];
      const env = { AVAL_KV: `${folder}/kv.sqlite3` };
      const said = await run(["task", "--quiet", ...args], { cwd: root, env });
      return { clientId: id, secret: said.trim().split("\n").at(-1) ?? "" };
    },
    wallet: wallet("wallet.json"),
    anotherWallet: wallet("another.json"),
    minorsWallet: wallet("wallet.json", "--person", "minor"),
    cancel: wallet("wallet.json", "--error", "access_denied"),
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** A free port: the issuer's address must be known before the start. */
function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

const published: {
  readonly clientId: string;
  readonly secret: string;
  readonly redirectUris: readonly string[];
} = JSON.parse(Deno.readTextFileSync(`${root}fixtures/login/sandbox.json`));

/** Runs the command-line wallet, with its task's permissions, in a folder of its own. */
async function present(cwd: string, args: readonly string[]): Promise<void> {
  const permissions = ["--no-prompt", "--allow-net", "--allow-read=.aval", "--allow-write=.aval"];
  await run([
    "run",
    "--config",
    `${root}deno.json`,
    "--cached-only",
    ...permissions,
    `${root}cli/wallet.ts`,
    "present",
    ...args,
  ], { cwd });
}

/** Runs a command of the project. @returns what it prints */
async function run(
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    ...options,
  })
    .output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}
