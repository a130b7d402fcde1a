import assert from "node:assert/strict";
import * as oidc from "openid-client";
import type { Mode } from "../../core/nouns.ts";
import { openLogin } from "../../sdk/src/login.ts";
import { putRecord } from "../support/clients.ts";
import { evidenceKeys } from "../support/evidence.ts";
import { listening } from "../support/listening.ts";
import { CLEAR_NAME } from "../support/names.ts";
import { ERIKA } from "../support/sandbox_wallet.ts";
import { answering, credentials } from "../support/sdk.ts";
import { serviceInMemory } from "../support/service.ts";
import { believingSandbox, pathOf, present, start } from "../support/verifying.ts";
import { openBrowser } from "./browser.ts";
import { inChromium } from "./chromium.ts";
import { startProvider } from "./provider.ts";

const root = new URL("../../", import.meta.url);

async function run(
  [program, ...args]: readonly [string, ...string[]],
  options: { readonly cwd: string | URL; readonly env?: Record<string, string> },
): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command(program, { args, ...options }).output();
  const text = new TextDecoder();
  const said = text.decode(stdout) + text.decode(stderr);
  assert.equal(code, 0, `${program} ${args.join(" ")}\n${said}`);
  return text.decode(stdout);
}

/** Packs the client, and installs it in a separate program's folder. */
async function installed(): Promise<string> {
  const folder = await Deno.makeTempDir();
  await run([Deno.execPath(), "task", "--quiet", "sdk", "build"], { cwd: root });
  const packed = await run(["npm", "pack", "--silent", "--pack-destination", folder], {
    cwd: new URL("sdk/", root),
  });
  await Deno.writeTextFile(`${folder}/package.json`, '{ "type": "module", "private": true }');
  await run(["npm", "install", "--silent", "--offline", `./${packed.trim()}`], { cwd: folder });
  await Deno.copyFile(new URL("sdk_program.js", import.meta.url), `${folder}/program.js`);
  return folder;
}

const runtimes: Readonly<Record<string, readonly [string, ...string[]]>> = {
  "Node": ["node", "program.js"],
  "this Deno": [Deno.execPath(), "run", "-A", "--node-modules-dir=manual", "program.js"],
  "Deno 2.5": ["npx", "-y", "deno@2.5.0", "run", "-A", "--node-modules-dir=manual", "program.js"],
  "Bun": ["npx", "-y", "bun@1.4.5", "program.js"],
};

/** Serves a mode on a socket. @returns the data that a program needs to use it */
async function serving(mode: Mode) {
  const service = await listening(
    null,
    (options) => serviceInMemory({ ...options, mode, verifying: believingSandbox }),
  );
  const keys = await evidenceKeys();
  await putRecord(service, "acme", { evidenceEncryptionKey: keys.publicJwk });
  const answer = answering(service);
  const provider = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    () => answer({ method: "POST", path: credentials.tokenUrl, headers: new Headers(), body: "" }),
  );
  const acme = service.as("acme");
  await acme.post("/v1/screen", { name: CLEAR_NAME });
  const started = await start(acme, "aml-identity");
  await present(service, started, { pid_aml_identity: ERIKA });
  const { decision } = (await acme.get(pathOf(started))).body;
  await service.auditEvents();
  await service.runMaintenance();
  const tokenUrl = `http://127.0.0.1:${provider.addr.port}/token`;
  return {
    facts: {
      baseUrl: service.baseUrl,
      identity: mode === "live" ? { ...credentials, tokenUrl } : { sandboxClient: "acme" },
      pack: decision.evidencePackCiphertext,
      privateKey: keys.privateJwk,
      name: CLEAR_NAME,
    },
    [Symbol.asyncDispose]: async () => {
      await provider.shutdown();
      await service[Symbol.asyncDispose]();
    },
  };
}

Deno.test("the package works as it is installed, on each runtime and in both modes", async (t) => {
  const folder = await installed();
  try {
    for (const mode of ["sandbox", "live"] as const) {
      await using server = await serving(mode);
      const env = { AVAL_SDK_TEST: JSON.stringify(server.facts) };
      for (const [name, command] of Object.entries(runtimes)) {
        await t.step(`${name}, ${mode}`, async () => {
          assert.equal(await run(command, { cwd: folder, env }), "every assertion holds\n");
        });
      }
    }
    await t.step("its types are whole, and refuse what the API does not have", async () => {
      await Deno.writeTextFile(`${folder}/typed.ts`, typed);
      await Deno.writeTextFile(`${folder}/tsconfig.json`, JSON.stringify(consumer));
      await run(["npx", "-y", "-p", "typescript@5.9.3", "tsc"], { cwd: folder });
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

/** Strict compiler settings, which also check declarations of packages. */
const consumer = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
    target: "es2022",
    module: "nodenext",
    lib: ["es2022", "dom"],
    types: [],
  },
  files: ["typed.ts"],
};

const typed = `
import { isAvalError, openClient, type ScreeningResponse } from "@aval/client";
import { verifyAuditExport } from "@aval/client/audit";
import { openSessionClient } from "@aval/client/browser";
const aval = openClient({ baseUrl: "https://aval.example", identity: { token: "t" } });
export async function use(): Promise<ScreeningResponse | number> {
  try {
    for await (const { sessionId } of aval.listSessions({ clientId: "a" })) console.log(sessionId);
    const page = openSessionClient({ baseUrl: "https://aval.example", sessionToken: "t" });
    console.log((await page.waitForSession("x")).status, verifyAuditExport("", { verifierKeys: [] }));
    const asked = { clientId: "a", checkType: "age-verification" } as const;
    console.log((await aval.startSession(asked)).authorizationRequestUri);
    const digital = await aval.startSession({ ...asked, channel: "dc_api", origin: "https://a.example" });
    console.log(digital.digitalCredentialRequest);
    const age = await aval.waitForSession((await aval.startSession(asked)).sessionId);
    const proved: boolean | undefined = age.decision?.booleanProofs.ageOver18;
    // @ts-expect-error: an age check proves an age
    console.log(proved, age.decision?.booleanProofs.claimsVerified);
    const identity = await aval.startSession({ clientId: "a", checkType: "aml-identity" });
    const { decision } = await aval.waitForSession(identity.sessionId, { waitMs: 5, intervalMs: 5 });
    const holds: boolean | undefined = decision?.booleanProofs.claimsVerified;
    const any = await aval.waitForSession("x");
    // @ts-expect-error: nothing says which check it is
    console.log(holds, any.decision?.booleanProofs.ageOver18);
    if (any.checkType === "restricted-purchase-alcohol-18") {
      console.log(any.decision?.booleanProofs.ageOver18);
    } else if (any.checkType === "mobile-driving-licence") {
      console.log(any.decision?.booleanProofs.claimsVerified);
    }
    for await (const { checkType, decision } of aval.listSessions({ clientId: "a" })) {
      if (checkType === "age-verification") console.log(decision?.booleanProofs.ageOver18);
    }
    // @ts-expect-error: a check type that there is none of
    await aval.startSession({ clientId: "a", checkType: "shoe-size" });
    // @ts-expect-error: a page has no other method
    await page.screen({ name: "x" });
    return await aval.screen({ name: "x" }, { idempotencyKey: "k", deadlineMs: 5 });
  } catch (error) {
    if (!isAvalError(error)) throw error;
    switch (error.code) {
      case "rate_limit_exceeded": {
        const seconds: number = error.retryAfterSeconds;
        const status: 429 = error.status;
        return seconds + status;
      }
      case "bad_request": {
        const words: string = error.explanation;
        return words.length;
      }
      case "connection_lost": {
        // @ts-expect-error: where no service answers it explains nothing
        const words: string = error.explanation;
        return words.length;
      }
      // @ts-expect-error: a code that there is none of
      case "rate_limited":
        return 0;
      default:
        return error.status ?? 0;
    }
  }
}
`;

Deno.test("the login helpers hand over to openid-client, which finds nothing amiss", async () => {
  await using provider = await startProvider();
  const { issuer, clientId, secret, redirectUri } = provider.registration;
  const baseUrl = issuer.replace(/\/v1\/login$/, "");
  const login = await openLogin(oidc, { baseUrl, clientId, clientSecret: secret, redirectUri });
  const browser = openBrowser(provider.wallet);
  const { url, checks } = await login.begin();
  const { callback } = await browser.login(url);
  const claims = await login.finish(callback, checks);
  assert.match(claims.sub, /^[A-Za-z0-9_-]{43}$/);
  const again = await login.begin(0);
  const { callback: second, askedWallet } = await browser.login(again.url);
  assert(askedWallet, "max_age=0 asks the wallet again");
  await assert.rejects(login.finish(second, checks), "of another login");
  const third = await login.begin(0);
  const back = (await browser.login(third.url)).callback;
  assert.equal((await login.finish(new URL(back), third.checks)).sub, claims.sub);
});

inChromium(
  "a page of another origin follows its session by the package's browser entry",
  async (chromium) => {
    const folder = await installed();
    const modules = new Map<string, string>();
    const page = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen: () => {} },
      async (asked) => {
        const { pathname } = new URL(asked.url);
        if (!pathname.endsWith(".js")) {
          return new Response("<!DOCTYPE html><title>Shop</title><link rel=icon href=data:,>", {
            headers: { "content-type": "text/html" },
          });
        }
        const file = `${folder}/node_modules/@aval/client/dist${pathname}`;
        modules.set(pathname, await Deno.readTextFile(file));
        return new Response(modules.get(pathname)!, {
          headers: { "content-type": "text/javascript" },
        });
      },
    );
    const service = await listening(
      null,
      (options) => serviceInMemory({ ...options, mode: "live", verifying: believingSandbox }),
    );
    try {
      const acme = service.as("acme");
      const started = await start(acme, "age-verification");
      const shop = await (await chromium.open()).newPage();
      await shop.goto(`http://localhost:${page.addr.port}/`);
      const given = {
        baseUrl: service.baseUrl.replace("127.0.0.1", "localhost"),
        sessionId: started.sessionId,
        sessionToken: started.sessionToken,
      };
      const followed = shop.evaluate(follow, given);
      await shop.waitForFunction("globalThis.isWaiting === true");
      await present(service, started, { av_age_over_18: { age_over_18: true } });
      assert.deepEqual(await followed, ["pending", "completed", true]);
      assert(!modules.has("/printed/operations.js"), "what a page cannot call is not loaded");
    } finally {
      await page.shutdown();
      await service[Symbol.asyncDispose]();
      await Deno.remove(folder, { recursive: true });
    }
  },
);

/** Runs within the page. */
async function follow(
  { sessionId, ...options }: {
    readonly baseUrl: string;
    readonly sessionId: string;
    readonly sessionToken: string;
  },
): Promise<readonly unknown[]> {
  const entry = "/browser.js";
  const { openSessionClient } = await import(entry);
  const client = openSessionClient(options);
  const { status } = await client.readSession(sessionId);
  const waiting = client.waitForSession(sessionId, { intervalMs: 20 });
  Object.assign(globalThis, { isWaiting: true });
  const ended = await waiting;
  return [status, ended.status, ended.decision.booleanProofs.ageOver18];
}
