import assert from "node:assert/strict";
import { BATCHES, csvBody } from "../support/credential_batches.ts";
import { approvedDegree, institutionAt } from "../support/credential_journey.ts";
import { namedDenokv, sayLeftOut, startDenokv } from "../support/denokv.ts";
import { folderOf } from "../support/folder.ts";
import { liveEnvironment } from "../support/service.ts";
import { startOfGuide } from "../deploy/starts.ts";
import { roomyPolicyFile } from "../support/policy.ts";
import { emptyDatabase, needsPostgres } from "../support/postgres.ts";
import { type InstitutionTokens, putInstitution } from "../support/put_institution.ts";
import { errorsBesidesAge, startServer } from "../support/server.ts";
import { csvOf, recognisableStudents } from "../support/students.ts";
import { runCli } from "../support/cli.ts";

/** Permissions that a start needs, as in the table of docs/deploy.md. */
interface Grants {
  readonly net: readonly string[];
  readonly read: readonly string[];
  readonly write: readonly string[];
  readonly env: readonly string[];
}

const serviceEnv = ["AVAL_*", "PORT", "DENO_KV_ACCESS_TOKEN"];

function flags(grants: Grants): readonly string[] {
  const granted = Object.entries(grants).filter(([, what]) => what.length > 0);
  return [
    "--no-prompt",
    "--cached-only",
    ...granted.map(([kind, what]) => `--allow-${kind}=${what.join(",")}`),
  ];
}

/** Every way to grant one thing less, with what the process must then name. */
function oneLess(grants: Grants) {
  return (["net", "read", "write", "env"] as const).flatMap((kind) =>
    grants[kind].map((dropped) => ({
      dropped: `${kind} ${dropped}`,
      kind,
      grants: { ...grants, [kind]: grants[kind].filter((one) => one !== dropped) },
    }))
  );
}

function freePort(): string {
  using listener = Deno.listen({ port: 0 });
  return `${listener.addr.port}`;
}

/**
 * Starts live, screens, drains; then omits each permission in turn and expects the start to name
 * it.
 */
async function holdsExactly(
  t: Deno.TestContext,
  store: Readonly<Record<string, string>>,
  grantsAt: (port: string, lists: string) => Grants,
): Promise<void> {
  const PORT = freePort();
  const env: Record<string, string> = {
    ...await liveEnvironment(),
    ...store,
    PORT,
    AVAL_POLICY: roomyPolicyFile,
  };
  const grants = grantsAt(PORT, env["AVAL_LISTS"] ?? "");
  await t.step("starts, screens and drains with exactly these", async () => {
    const minted = await runCli("admin", ["token", "mint", "--client", "acme"], env);
    assert.equal(minted.code, 0, minted.stderr);
    const tokens = await putInstitution(
      store["AVAL_KV"] ?? "",
      store["DENO_KV_ACCESS_TOKEN"],
    );
    await using server = await startServer(env, flags(grants));
    const answer = await fetch(`${server.url}/v1/screen`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "idempotency-key": "order-1",
        authorization: `Bearer ${minted.stdout.trimEnd().split("\n").at(-1)}`,
      },
      body: JSON.stringify({ name: "Margaret Thistlewood" }),
    });
    assert.deepEqual([answer.status, (await answer.json()).meta.mode], [200, "live"]);
    await issueAt(server.url, tokens);
    assert.equal(
      (await fetch(`${server.url}/ready`).then((ready) => ready.json())).status,
      "ready",
    );
    const health = await fetch(`${server.url}/health`).then((answer) => answer.json());
    assert.equal(health.build, null, "the least that a start needs covers no sources");
    // The least that a start needs does not cover the documentation: it is left out, and nobody is paged.
    const left = await fetch(`${server.url}/docs/api`);
    assert.deepEqual([left.status, (await left.json()).error], [404, "not_found"]);
    const reference = await fetch(`${server.url}/reference`);
    assert.deepEqual([reference.status, /<h1/.test(await reference.text())], [200, true]);
    assert.equal(await server.terminate(), 0);
    assert.equal(server.errorText().match(/"documentation_not_served"/g)?.length, 1);
    assert.equal(server.errorText().match(/"build_unknown"/g)?.length, 1);
    assert.doesNotMatch(errorsBesidesAge(server), /"level":"(warn|error)"|Requires/);
  });
  for (const { dropped, kind, grants: fewer } of oneLess(grants)) {
    await t.step(`does not start without ${dropped}, and says so`, async () => {
      await assert.rejects(startServer(env, flags(fewer)), ({ message }: Error) => {
        // Files that the configuration names are named by their variable.
        assert.match(
          message,
          new RegExp(`--allow-${kind}|^aval: (AVAL_POLICY|AVAL_LISTS): .*read`, "m"),
        );
        return true;
      });
    });
  }
}

/**
 * As an institution, has a template with a pattern approved, which compiles the pattern, and
 * submits a batch as CSV.
 */
async function issueAt(url: string, tokens: InstitutionTokens): Promise<void> {
  const institution = institutionAt(url, tokens);
  const templateId = await approvedDegree(institution);
  const { One, Two } = recognisableStudents(["One", "Two"]);
  const csv = csvBody(templateId, csvOf([One, Two]));
  const submitted = await institution.registry.post(BATCHES, csv);
  assert.equal(submitted.status, 201, submitted.text);
  const path = "/v1/credentials/.well-known/openid-credential-issuer";
  const metadata = await (await fetch(`${url}${path}`)).json();
  assert(templateId in metadata.credential_configurations_supported);
}

Deno.test("a live server on a file needs these permissions and no others", async (t) => {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  await holdsExactly(t, { AVAL_KV: `${folder}/live.sqlite3` }, (port, lists) => ({
    net: [`0.0.0.0:${port}`],
    read: [folder, lists, roomyPolicyFile],
    write: [folder],
    env: serviceEnv,
  }));
});

/** Loads a page like a browser, with the files that it names. */
async function loadPage(url: string, path: string): Promise<void> {
  const page = await fetch(`${url}${path}`);
  const html = await page.text();
  assert.deepEqual([page.status, /<h1/.test(html)], [200, true], path);
  const files = html.matchAll(/<(?:script[^>]* src|link rel="stylesheet" href)="([^"]+)"/g);
  for (const [, file = ""] of files) {
    const loaded = await fetch(new URL(file, `${url}${path}`));
    await loaded.body?.cancel();
    assert.equal(loaded.status, 200, `${file} of ${path}`);
  }
}

Deno.test("documentation and playground start under the flags of the guide", async (t) => {
  const root = new URL("../../", import.meta.url).pathname;
  const folder = await Deno.makeTempDir();
  const live = await liveEnvironment();
  const lists = live["AVAL_LISTS"] ?? "";
  const { args } = await startOfGuide();
  const start = (PORT: string, env: Readonly<Record<string, string>>) => {
    const places: Readonly<Record<string, string>> = { ".aval": folder, "lists.bin": lists };
    const placed = (flag: string) =>
      flag.replace(
        /(?<=^--allow-(?:read|write)=).*/,
        (paths) => paths.split(",").map((path) => places[path] ?? `${root}${path}`).join(","),
      )
        // The policy of tests is what a variable names, which the guide grants beside these.
        .replace(/^--allow-read=.*/, (flag) => `${flag},${roomyPolicyFile}`)
        .replace(/(?<=^--allow-net=).*/, `0.0.0.0:${PORT}`);
    return startServer({ PORT, ...env }, args.slice(0, -1).map(placed));
  };
  try {
    await t.step("in a sandbox", async () => {
      await using server = await start(freePort(), { AVAL_KV: `${folder}/sandbox.sqlite3` });
      for (const path of ["/docs", "/docs/api", "/docs/search", "/playground", "/playground/age"]) {
        await loadPage(server.url, path);
      }
      assert.equal(await server.terminate(), 0);
      assert.doesNotMatch(server.errorText(), /documentation_not_served|build_unknown|Requires/);
    });
    await t.step("in live, without the playground", async () => {
      const env = { ...live, AVAL_KV: `${folder}/live.sqlite3` };
      await using server = await start(freePort(), env);
      for (const path of ["/docs", "/docs/api", "/docs/search"]) await loadPage(server.url, path);
      const left = await fetch(`${server.url}/playground`);
      assert.deepEqual([left.status, (await left.json()).error], [404, "not_found"]);
      assert.equal(await server.terminate(), 0);
      assert.doesNotMatch(server.errorText(), /documentation_not_served|build_unknown|Requires/);
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

/** External services of a live server, by the first variable of each. */
const asked = [
  {
    what: "its identity provider",
    host: "idp.example",
    env: {
      AVAL_AUTH_URL: "https://idp.example",
      AVAL_AUTH_REALM: "main",
      AVAL_AUTH_CLIENT_ID: "aval",
      AVAL_AUTH_CLIENT_SECRET: "not a secret",
    },
  },
  {
    what: "GLEIF's API",
    host: "api.gleif.org",
    env: { AVAL_REGISTRY_GLEIF: "https://api.gleif.org/api/v1" },
  },
  {
    what: "Companies House",
    host: "api.company-information.service.gov.uk",
    env: { AVAL_REGISTRY_COMPANIES_HOUSE_KEY: "not-a-key" },
  },
  {
    what: "its drafting model",
    host: "model.example",
    env: {
      AVAL_DRAFTER_URL: "https://model.example/v1/chat/completions",
      AVAL_DRAFTER_MODEL: "a-model",
    },
  },
] as const;

for (const { what, host, env: named } of asked) {
  Deno.test(`a live server does not start without net access to ${what}`, async () => {
    await using temporary = await folderOf({});
    const folder = temporary.path;
    const PORT = freePort();
    const env: Record<string, string> = {
      ...await liveEnvironment(),
      ...named,
      AVAL_KV: `${folder}/live.sqlite3`,
      PORT,
      AVAL_POLICY: roomyPolicyFile,
    };
    const grants = (...hosts: readonly string[]) =>
      flags({
        net: [`0.0.0.0:${PORT}`, ...hosts],
        read: [folder, env["AVAL_LISTS"] ?? "", roomyPolicyFile],
        write: [folder],
        env: serviceEnv,
      });
    await assert.rejects(startServer(env, grants()), ({ message }: Error) => {
      const [variable] = Object.keys(named);
      const needs =
        `aval: ${variable}: requires net access to ${host}:443; start with --allow-net=`;
      assert(message.includes(needs), message);
      return true;
    });
    await using server = await startServer(env, grants(host));
    assert.equal(await server.terminate(), 0);
  });
}

/** Folders whose modules are loaded by the Workers that read documents. */
const workerModules = ["base", "gateways/pades", "standards/asn1", "standards/pades"]
  .map((folder) => Deno.realPathSync(new URL(`../../${folder}`, import.meta.url)));

Deno.test("a live server with a trust service needs its hosts, and to read what its Workers load", async (t) => {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  const PORT = freePort();
  const env: Record<string, string> = {
    ...await liveEnvironment(),
    AVAL_CSC_URL: "https://csc.example/csc/v2",
    AVAL_CSC_CLIENT_ID: "aval",
    AVAL_CSC_CLIENT_SECRET: "not a secret",
    AVAL_TSA_URL: "https://tsa.example",
    AVAL_KV: `${folder}/live.sqlite3`,
    PORT,
    AVAL_POLICY: roomyPolicyFile,
  };
  const start = (net: readonly string[], read: readonly string[]) =>
    startServer(
      env,
      flags({
        net: [`0.0.0.0:${PORT}`, ...net],
        read: [folder, env["AVAL_LISTS"] ?? "", roomyPolicyFile, ...read],
        write: [folder],
        env: serviceEnv,
      }),
    );
  await t.step("starts with exactly these", async () => {
    await using server = await start(["csc.example", "tsa.example"], workerModules);
    assert.equal(await server.terminate(), 0);
  });
  const fewer = [
    { net: ["tsa.example"], read: workerModules, says: "AVAL_CSC_URL: requires net access" },
    { net: ["csc.example"], read: workerModules, says: "AVAL_TSA_URL: requires net access" },
    ...workerModules.map((one) => ({
      net: ["csc.example", "tsa.example"],
      read: workerModules.filter((other) => other !== one),
      says: "AVAL_CSC_URL: the Worker that reads documents does not start",
    })),
  ];
  for (const { net, read, says } of fewer) {
    await t.step(`without one of them: ${says}`, async () => {
      await assert.rejects(start(net, read), ({ message }: Error) => {
        assert(message.includes(`aval: ${says}`), message);
        return true;
      });
    });
  }
});

Deno.test("a live server on denokv needs these permissions and no others", async (t) => {
  if (namedDenokv === null) return sayLeftOut("permissions of a server");
  await using denokv = await startDenokv();
  const { url, accessToken } = denokv;
  await holdsExactly(t, {
    AVAL_KV: url,
    DENO_KV_ACCESS_TOKEN: accessToken,
  }, (port, lists) => ({
    net: [`0.0.0.0:${port}`, new URL(url).host],
    read: [lists, roomyPolicyFile],
    write: [],
    env: serviceEnv,
  }));
});

Deno.test("a live server on PostgreSQL needs these permissions and no others", async (t) => {
  if (needsPostgres("permissions of a server") === undefined) return;
  await using database = await emptyDatabase();
  await holdsExactly(t, { AVAL_KV: database.url }, (port, lists) => ({
    net: [`0.0.0.0:${port}`, new URL(database.url.replace("postgres:", "http:")).host],
    read: [lists, roomyPolicyFile],
    write: [],
    env: [...serviceEnv, "PG*"],
  }));
});
