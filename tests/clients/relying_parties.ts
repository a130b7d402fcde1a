import assert from "node:assert/strict";

/** A relying party's registration and requested scope. */
export interface Registration {
  readonly issuer: string;
  readonly clientId: string;
  readonly secret: string;
  readonly redirectUri: string;
  /** Whether it authenticates by `client_secret_post`; else by `client_secret_basic`. */
  readonly post: boolean;
  readonly maxAge?: number;
}

/** A relying party with a library of its own: one login. */
export interface RelyingParty {
  readonly library: string;
  /** @param browse opens a URL in the browser and returns the final one @returns the claims */
  login(
    registration: Registration,
    browse: (url: string) => Promise<string>,
  ): Promise<Readonly<Record<string, unknown>>>;
}

const guide = new URL("../../docs/login.md", import.meta.url);
const examples = new URL("../../examples/login/", import.meta.url);
const here = new URL("./", import.meta.url);

/** The code of the guide, as a file. */
async function codeOfGuide(): Promise<string> {
  const [, block] = /```ts\n([\s\S]*?)```/.exec(await Deno.readTextFile(guide)) ?? [];
  assert(block !== undefined, "The guide has no TypeScript");
  const file = await Deno.makeTempFile({ suffix: ".ts" });
  await Deno.writeTextFile(file, block);
  return `file://${file}`;
}

/** A JavaScript library: its code runs here, as it stands in the guide or its file. */
function javascript(library: string, codeOf: () => Promise<string>): RelyingParty {
  return {
    library,
    login: async ({ issuer, clientId, secret, redirectUri, post, maxAge }, browse) => {
      const { configure, beginLogin, finishLogin } = await import(await codeOf());
      const config = await configure(issuer, clientId, secret, post);
      const { url, checks } = await beginLogin(config, redirectUri, maxAge);
      return await finishLogin(config, await browse(url), checks);
    },
  };
}

/**
 * Runs a program that prints the authorize URL, reads the redirect's URL, and prints the claims.
 */
async function drive(
  command: readonly [string, ...string[]],
  cwd: string,
  { issuer, clientId, secret, redirectUri, post, maxAge }: Registration,
  browse: (url: string) => Promise<string>,
): Promise<Readonly<Record<string, unknown>>> {
  const [program, ...args] = command;
  const child = new Deno.Command(program, {
    args,
    cwd,
    env: {
      ISSUER: issuer,
      CLIENT_ID: clientId,
      SECRET: secret,
      REDIRECT_URI: redirectUri,
      AUTHLIB_INSECURE_TRANSPORT: "1",
      ...(post ? { POST: "1" } : {}),
      ...(maxAge === undefined ? {} : { MAX_AGE: String(maxAge) }),
    },
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let said = "";
  const line = async (): Promise<string> => {
    while (!said.includes("\n")) {
      const { value, done } = await lines.read();
      if (done) throw new Error(`${program} ended before it was done`);
      said += value;
    }
    const end = said.indexOf("\n");
    const first = said.slice(0, end);
    said = said.slice(end + 1);
    return first;
  };
  const callback = await browse(await line());
  const input = child.stdin.getWriter();
  await input.write(new TextEncoder().encode(`${callback}\n`));
  await input.close();
  const claims = JSON.parse(await line());
  assert.equal((await child.status).code, 0);
  return claims;
}

/** Authlib, in the virtual environment of tests/clients/python.sh. */
const authlib: RelyingParty = {
  library: "Authlib",
  login: async (registration, browse) => {
    const folder = await Deno.makeTempDir();
    await Deno.copyFile(new URL("authlib_login.py", examples), `${folder}/login.py`);
    await Deno.copyFile(new URL("python/drive.py", here), `${folder}/drive.py`);
    const python = await printed("python.sh");
    return await drive([python, "drive.py"], folder, registration, browse);
  },
};

/** go-oidc, built once with the example beside the driver. */
const goOidc: RelyingParty = {
  library: "go-oidc",
  login: async (registration, browse) => {
    const folder = await (built ??= buildGo());
    return await drive([`${folder}/relying_party`], folder, registration, browse);
  },
};

let built: Promise<string> | undefined;

async function buildGo(): Promise<string> {
  const folder = await Deno.makeTempDir();
  for (const name of ["go.mod", "go.sum", "drive.go"]) {
    await Deno.copyFile(new URL(`go/${name}`, here), `${folder}/${name}`);
  }
  await Deno.copyFile(new URL("go_oidc_login.go", examples), `${folder}/login.go`);
  const { code, stderr } = await new Deno.Command("go", {
    args: ["build", "-o", "relying_party", "."],
    cwd: folder,
  }).output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  return folder;
}

/** Returns the one line that a script of this folder prints. */
export async function printed(script: string): Promise<string> {
  const path = new URL(script, here).pathname;
  const { code, stdout } = await new Deno.Command("bash", { args: [path], stderr: "inherit" })
    .output();
  assert.equal(code, 0, script);
  return new TextDecoder().decode(stdout).trim();
}

/** The relying parties of the guide. */
export const relyingParties: readonly RelyingParty[] = [
  javascript("openid-client", codeOfGuide),
  javascript("oauth4webapi", () => Promise.resolve(new URL("oauth4webapi_login.ts", here).href)),
  authlib,
  goOidc,
];
