import assert from "node:assert/strict";
import { REALM } from "../support/identity_provider.ts";
import { roomyPolicyFile } from "../support/policy.ts";
import { emptyDatabase, needsPostgres } from "../support/postgres.ts";
import { startServer } from "../support/server.ts";
import { liveEnvironment } from "../support/service.ts";
import { composeText, composeWith } from "./compose.ts";
import { startOfImage } from "./starts.ts";

const keycloak = Deno.env.get("AVAL_TEST_KEYCLOAK");
const caddy = Deno.env.get("AVAL_TEST_CADDY");
const postgres = needsPostgres("the processes of deploy/compose.yaml");
if (keycloak === undefined) {
  console.error(
    "LEFT OUT: deploy/compose.yaml with Keycloak; start one with tests/keycloak.sh and name it in AVAL_TEST_KEYCLOAK",
  );
}
if (caddy === undefined) {
  console.error(
    "LEFT OUT: deploy/compose.yaml with Caddy; build it by tests/caddy.sh and name it in AVAL_TEST_CADDY",
  );
}

function freePort(): string {
  using listener = Deno.listen({ hostname: "0.0.0.0", port: 0 });
  return `${listener.addr.port}`;
}

/** The folder of the packages that the image has under `/deno-dir`. */
async function denoDir(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}

/** Values of deploy/.env, with addresses on this machine. */
const hosts = { AVAL_HOST: "aval.invalid", KEYCLOAK_HOST: "id.invalid" };

/** Starts Caddy with the environment of the service `proxy`, without TLS and on other ports. */
async function startProxy(
  environment: Readonly<Record<string, string | number>>,
  upstream: string,
): Promise<{ readonly url: string } & AsyncDisposable> {
  const site = `http://127.0.0.1:${freePort()}`;
  const moved: Readonly<Record<string, string>> = {
    AVAL_SITE: site,
    AVAL_UPSTREAM: upstream,
    AVAL_MORE_SITES: new URL("../../deploy/Caddyfile.keycloak", import.meta.url).pathname,
    KEYCLOAK_SITE: `http://127.0.0.1:${freePort()}`,
    KEYCLOAK_UPSTREAM: new URL(keycloak ?? "http://127.0.0.1:1").host,
  };
  assert.deepEqual(Object.keys(moved), Object.keys(environment));
  const home = await Deno.makeTempDir();
  const file = new URL("../../deploy/Caddyfile", import.meta.url).pathname;
  const child = new Deno.Command(caddy ?? "", {
    args: ["run", "--config", file, "--adapter", "caddyfile"],
    clearEnv: true,
    env: { ...moved, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
    stdout: "null",
    stderr: "piped",
  }).spawn();
  let said = "";
  const serving = Promise.withResolvers<void>();
  const read = (async () => {
    for await (const part of child.stderr.pipeThrough(new TextDecoderStream())) {
      said += part;
      if (said.includes("serving initial configuration")) serving.resolve();
    }
    serving.reject(new Error(`Caddy ended:\n${said}`));
  })();
  await serving.promise;
  return {
    url: site,
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGTERM");
      await child.status;
      await read;
      await Deno.remove(home, { recursive: true });
    },
  };
}

if (postgres !== undefined) {
  Deno.test("the processes of deploy/compose.yaml serve a live screening together", async () => {
    await using database = await emptyDatabase();
    const { host, password } = new URL(database.url);
    const live = await liveEnvironment();
    const lists = live["AVAL_LISTS"] ?? "";
    const { services } = composeWith(await composeText(), {
      ...hosts,
      AVAL_SECRET_KEY: live["AVAL_SECRET_KEY"] ?? "",
      AVAL_DATABASE_PASSWORD: decodeURIComponent(password),
      KEYCLOAK_DATABASE_PASSWORD: "unused",
      KEYCLOAK_ADMIN_PASSWORD: "unused",
      AVAL_AUTH_CLIENT_SECRET: "platform-api-secret",
    });
    const port = freePort();
    const packages = await denoDir();
    const moved = (text: string) =>
      text
        .replace("postgres:5432/aval", new URL(database.url).host + new URL(database.url).pathname)
        .replace("postgres:5432", host)
        .replace(`https://${hosts.KEYCLOAK_HOST}`, keycloak ?? `https://${hosts.KEYCLOAK_HOST}`)
        .replace(hosts.KEYCLOAK_HOST, new URL(keycloak ?? "https://id.invalid").host)
        .replace("/config/lists.bin", lists)
        .replace("172.30.71.2/32", "127.0.0.1/32")
        .replaceAll(":8000", `:${port}`);
    const image = await startOfImage();
    const flags = image.args.filter((word) => word !== "main.ts" && !word.startsWith("--allow-net"))
      .map((word) =>
        word.startsWith("--allow-read=")
          ? `${
            word.replaceAll("/app/", new URL("../../", import.meta.url).pathname)
              .replace("/deno-dir", packages)
          },${lists},${roomyPolicyFile}`
          : word
      );
    const [net = "", entry] = services["aval"]?.command ?? [];
    assert.equal(entry, "main.ts");
    const environment = Object.entries(services["aval"]?.environment ?? {})
      .map(([name, value]) => [name, moved(`${value}`)]);
    await using server = await startServer(
      {
        ...image.env,
        ...Object.fromEntries(environment),
        DENO_DIR: packages,
        PORT: port,
      },
      [...flags, moved(net)],
    );
    await using proxy = caddy === undefined
      ? { url: server.url, [Symbol.asyncDispose]: () => Promise.resolve() }
      : await startProxy(services["proxy"]?.environment ?? {}, new URL(server.url).host);
    const ready = await fetch(`${proxy.url}/ready`);
    assert.deepEqual(await ready.json(), { status: "ready" });
    if (caddy !== undefined) {
      assert.equal(ready.headers.get("strict-transport-security"), "max-age=31536000");
    }
    if (keycloak === undefined) return;
    const token = await fetch(`${keycloak}/realms/${REALM}/protocol/openid-connect/token`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa("client-basic:client-basic-secret")}` },
      body: new URLSearchParams({ grant_type: "client_credentials" }),
    });
    const { access_token } = await token.json();
    const screened = await fetch(`${proxy.url}/v1/screen`, {
      method: "POST",
      headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "Margaret Thistlewood" }),
    });
    const answer = await screened.json();
    assert.equal(screened.status, 200, JSON.stringify(answer));
    assert.equal(answer.classification, "CLEAR");
  });
}
