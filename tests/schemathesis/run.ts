/**
 * Runs schemathesis against the service, started like an operator's, in sandbox and in live: every
 * check, a fixed seed, and `schemathesis.toml` in this folder for exceptions, each with its reason.
 * Then the login's routes by `login.toml`, with a registered relying party and a waiting page;
 * those of academic credentials by `credentials.toml`, with an institution that has issued; and
 * sealing and signing by `seal.toml`, with a trust service. The last line has the form of `deno
 * test`.
 *
 * schemathesis is a separate Python program, installed once into
 * `${XDG_CACHE_HOME:-~/.cache}/aval`, never into the checkout.
 */
import "../../base/temporal.ts";
import { Role } from "../../core/access/schema.ts";
import { defaultPolicy } from "../../core/policy/policy.ts";
import { runCli } from "../support/cli.ts";
import { CHALLENGE, openBrowser, openPage, REDIRECT_URI } from "../support/login_journey.ts";
import { servedBy } from "../support/sandbox_login.ts";
import { startServer } from "../support/server.ts";
import { liveEnvironment } from "../support/service.ts";
import { readPlaces } from "../support/options.ts";
import { putInstitution } from "../support/put_institution.ts";
import { corpusTag, smallCorpus } from "../support/wallet_risk.ts";
import {
  CSC_CLIENT_ID,
  CSC_CLIENT_SECRET,
  startTrustService,
} from "../support/trust_service_provider.ts";
import { prepareCredentials } from "./credentials.ts";

const version = "4.32.5";
const configuration = new URL("schemathesis.toml", import.meta.url).pathname;
const hooks = new URL("hooks.py", import.meta.url).pathname;
const loginConfiguration = new URL("login.toml", import.meta.url).pathname;
const sealConfiguration = new URL("seal.toml", import.meta.url).pathname;
const credentialsConfiguration = new URL("credentials.toml", import.meta.url).pathname;

/** Id of a director in the application that admitted the sandbox's own client. */
const DIRECTOR_OF_SANDBOX = "0199a000-0004-7000-8000-000000000002";

type Variables = Readonly<Record<string, string>>;

/** Runs a program to its end with our own output. @returns whether it succeeded */
async function run(
  program: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Variables } = {},
): Promise<boolean> {
  const command = new Deno.Command(program, {
    args: [...args],
    ...options,
    stdout: "inherit",
    stderr: "inherit",
  });
  return (await command.spawn().status).success;
}

/** The program of the pinned version, installed if it is missing. */
async function install(): Promise<string> {
  const cache = Deno.env.get("XDG_CACHE_HOME") ?? `${Deno.env.get("HOME")}/.cache`;
  const folder = `${cache}/aval/schemathesis-${version}`;
  const mark = `${folder}/installed`;
  if (await Deno.stat(mark).then(() => true, () => false)) return `${folder}/bin/st`;
  const installed = await run("python3", ["-m", "venv", "--clear", folder]) &&
    await run(`${folder}/bin/pip`, ["install", "--quiet", `schemathesis==${version}`]);
  if (!installed) throw new Error("schemathesis needs python3 with venv, and a package index");
  // Last: an install that was interrupted is done again.
  await Deno.writeTextFile(mark, `${version}\n`);
  return `${folder}/bin/st`;
}

/** Writes a policy with limits that a burst of tests does not reach. */
async function writePolicy(path: string): Promise<void> {
  const open = { capacity: 1_000_000, refillPerSecond: 1_000_000 };
  const rateLimits = Object.fromEntries(
    Object.keys(defaultPolicy.rateLimits).map((bucket) => [bucket, open]),
  );
  await Deno.writeTextFile(path, JSON.stringify({ rateLimits }));
}

async function mintToken(env: Variables): Promise<string> {
  const roles = Role.options.flatMap((role) => ["--role", role]);
  return await admin(["token", "mint", "--client", "acme", ...roles], env);
}

/** The output of an operator's command. */
async function admin(args: readonly string[], env: Variables): Promise<string> {
  const { code, stdout, stderr } = await runCli("admin", args, env);
  if (code !== 0) throw new Error(`admin ${args.slice(0, 2).join(" ")} failed: ${stderr}`);
  return stdout.trim();
}

const relyingParty = "relying-party";

/** Registers a relying party and opens a page. @returns the variables of login.toml */
async function prepareLogin(url: string, env: Variables): Promise<Variables> {
  const put = ["login-client", "put", relyingParty, "--redirect", REDIRECT_URI];
  const secret = await admin(put, env);
  const browser = openBrowser(servedBy([url]));
  const { statusPath } = await openPage(browser, { client_id: relyingParty });
  return {
    LOGIN_CLIENT: relyingParty,
    LOGIN_REDIRECT: REDIRECT_URI,
    LOGIN_CHALLENGE: CHALLENGE,
    LOGIN_BASIC: `Basic ${btoa(`${relyingParty}:${secret}`)}`,
    LOGIN_REQUEST: statusPath.split("/").at(-2) ?? "",
    LOGIN_COOKIE: browser.cookies.get("aval_login") ?? "",
  };
}

/** A tag corpus, without which live has no wallet risk. @returns its path */
async function writeCorpus(folder: string): Promise<string> {
  const path = `${folder}/tags.aval`;
  await Deno.writeFile(path, smallCorpus("run-1", [corpusTag()]).bytes);
  return path;
}

async function testMode(program: string, mode: "sandbox" | "live"): Promise<boolean> {
  const folder = await Deno.makeTempDir({ prefix: "aval-schemathesis-" });
  try {
    const policy = `${folder}/policy.json`;
    await writePolicy(policy);
    const env = {
      AVAL_KV: `${folder}/kv.sqlite3`,
      AVAL_POLICY: policy,
      // A signatory's assertion is for this address.
      AVAL_BASE_URL: "http://localhost:8000",
      ...(mode === "live"
        ? { ...await liveEnvironment(), AVAL_TAGPACKS: await writeCorpus(folder) }
        : { AVAL_MODE: "sandbox" }),
    };
    const headers = mode === "live"
      ? ["--header", `Authorization: Bearer ${await mintToken(env)}`]
      : [];
    const tokens = mode === "live" ? await putInstitution(env.AVAL_KV) : null;
    await using server = await startServer(env);
    console.log(`\n== schemathesis ${version}, ${mode}`);
    const schema = `${server.url}/openapi.json`;
    const passed = await run(program, ["--config-file", configuration, "run", schema, ...headers], {
      cwd: folder, // where it leaves what it found
      // Without a folder of bytecode beside the hooks.
      env: { SCHEMATHESIS_HOOKS: hooks, PYTHONDONTWRITEBYTECODE: "1" },
    });
    console.log(`\n== schemathesis ${version}, ${mode}, a relying party`);
    const loggedIn = await run(
      program,
      ["--config-file", loginConfiguration, "run", schema, "--include-path-regex", "^/v1/login/"],
      { cwd: folder, env: await prepareLogin(server.url, env) },
    );
    console.log(`\n== schemathesis ${version}, ${mode}, an institution`);
    const variables = await prepareCredentials(server.url, tokens);
    const issued = await run(
      program,
      [
        ...["--config-file", credentialsConfiguration, "run", schema],
        ...["--include-path-regex", "^/v1/credentials"],
        ...(tokens === null ? [] : ["--header", `Authorization: Bearer ${tokens.registry}`]),
      ],
      { cwd: folder, env: variables },
    );

    const faults = server.errorText().split("\n").filter((line) => line.includes(`"fault"`));
    if (faults.length > 0) console.error(faults.join("\n"));
    return passed && loggedIn && issued && faults.length === 0;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Seals and signs in a sandbox whose own client has credentials at a trust service. */
async function testSealing(program: string): Promise<boolean> {
  const folder = await Deno.makeTempDir({ prefix: "aval-schemathesis-" });
  try {
    await using provider = await startTrustService();
    const policy = `${folder}/policy.json`;
    await writePolicy(policy);
    const env = {
      AVAL_KV: `${folder}/kv.sqlite3`,
      AVAL_POLICY: policy,
      AVAL_MODE: "sandbox",
      AVAL_CSC_URL: provider.url,
      AVAL_CSC_CLIENT_ID: CSC_CLIENT_ID,
      AVAL_CSC_CLIENT_SECRET: CSC_CLIENT_SECRET,
    };
    const put = ["seal", "credential", "put", "sandbox", "--credential"];
    await admin([...put, "seal-p256"], env);
    await admin([...put, "sign-p256", "--person", DIRECTOR_OF_SANDBOX], env);
    await using server = await startServer(env);
    console.log(`\n== schemathesis ${version}, sandbox, a trust service`);
    const passed = await run(
      program,
      [
        ...["--config-file", sealConfiguration, "run", `${server.url}/openapi.json`],
        ...["--include-path-regex", "^/v1/(seal|sign)$"],
        ...["--header", "X-Aval-Sandbox-Client: sandbox"],
      ],
      { cwd: folder },
    );
    // The examples at least.
    const signed = provider.signed();
    console.log(`${signed} documents were signed`);
    return passed && signed >= 2;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) {
  readPlaces("test:schemathesis", []);
  const program = await install();
  let passed = 0;
  for (const mode of ["sandbox", "live"] as const) {
    if (await testMode(program, mode)) passed++;
  }
  if (await testSealing(program)) passed++;
  const failed = 3 - passed;
  console.log(`\n${failed === 0 ? "ok" : "FAILED"} | ${passed} passed | ${failed} failed`);
  Deno.exit(failed === 0 ? 0 : 1);
}
