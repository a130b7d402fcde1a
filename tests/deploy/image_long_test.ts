import assert from "node:assert/strict";
import { imageFiles, readDockerignore } from "../../cli/release/image_files.ts";
import { readBuild } from "../../service/process/build.ts";
import { type Start, startOfGuide, startOfImage, startOfUnit } from "./starts.ts";

const rootUrl = new URL("../../", import.meta.url);
const root = rootUrl.pathname;

/** The folder of the packages that the image has under `/deno-dir`. */
async function denoDir(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json"],
  }).output();
  return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}

function freePort(): string {
  using listener = Deno.listen({ hostname: "0.0.0.0", port: 0 });
  return `${listener.addr.port}`;
}

/** The same start with this machine's folders and port. */
function moved(start: Start, places: Readonly<Record<string, string>>): Start {
  const put = (text: string) =>
    Object.entries(places).reduce(
      (moved, [from, to]) =>
        moved.replaceAll(new RegExp(`(?<=^|[=,:])${from}(?=$|[/,.])`, "g"), to),
      text,
    );
  return {
    args: start.args.map(put),
    env: Object.fromEntries(Object.entries(start.env).map(([name, value]) => [name, put(value)])),
  };
}

/** Starts the service in a folder, requests `/health`, and ends it. */
async function answers(
  folder: string,
  { args, env }: Start,
  { port }: { readonly port: string },
): Promise<void> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", ...args],
    cwd: folder,
    clearEnv: true,
    env: { HOME: folder, ...env },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const errors = new Response(child.stderr).text();
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let said = "";
  while (!said.includes("listens on")) {
    const { value, done } = await lines.read();
    if (done) {
      assert.fail(`It ended before it listened:\n${said}${await errors}`);
    }
    said += value;
  }
  const health = await fetch(`http://127.0.0.1:${port}/health`).then((answer) => answer.json());
  const reference = await fetch(`http://127.0.0.1:${port}/reference`).then((answer) =>
    answer.text()
  );
  const documentation = await fetch(`http://127.0.0.1:${port}/docs/data`)
    .then((answer) => answer.text());
  child.kill("SIGTERM");
  while (!(await lines.read()).done);
  const [{ code }, printed] = await Promise.all([child.status, errors]);
  assert.deepEqual([health.status, health.mode, code], ["ok", "sandbox", 0], printed);
  // The image's files have the name that the clone has, from which they were copied.
  assert.match(health.build, /^[0-9a-f]{12}$/);
  assert.equal(health.build, readBuild(new URL("../../", import.meta.url)));
  assert.equal(health.build, /"build":"(\w+)"/.exec(printed)?.[1], "the record of the start");
  assert.match(reference, /<h1/);
  // The grants of all of them cover the documentation.
  assert.match(documentation, /<h1/);
  assert.doesNotMatch(printed, /"documentation_not_served"/);
  assert.doesNotMatch(printed, /"level":"(warn|error)"|Requires|Download/);
}

Deno.test("the service starts from the image's files alone, allowed what each deployment allows", async (t) => {
  const folder = await Deno.makeTempDir();
  const app = `${folder}/app`;
  for (const file of await imageFiles(rootUrl)) {
    await Deno.mkdir(`${app}/${file}`.replace(/\/[^/]*$/, ""), {
      recursive: true,
    });
    await Deno.copyFile(`${root}${file}`, `${app}/${file}`);
  }
  const cache = await denoDir();
  const cases = [
    {
      why: "the image",
      start: await startOfImage(),
      data: "/data",
      code: "/app",
      packages: "/deno-dir",
    },
    {
      why: "the unit",
      start: await startOfUnit(),
      data: "/var/lib/aval",
      code: "/opt/aval",
      packages: "/opt/aval/\\.deno",
    },
    {
      why: "the guide",
      start: await startOfGuide(),
      data: "\\.aval",
      code: "/app",
      packages: "/deno-dir",
    },
  ];
  for (const { why, start, data, code, packages } of cases) {
    await t.step(why, async () => {
      const port = freePort();
      const home = `${folder}/${why}`.replaceAll(" ", "_");
      await Deno.mkdir(home);
      const asked = start.env["PORT"] ?? "";
      const here = moved(start, {
        [data]: home,
        [packages]: cache,
        [code]: app,
        [asked]: port,
      });
      await answers(app, { ...here, env: { ...here.env, DENO_DIR: cache } }, { port });
      const left = await Array.fromAsync(Deno.readDir(home), ({ name }) => name);
      assert(left.some((name) => name.endsWith(".sqlite3")), `${left} in ${home}`);
    });
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("the image holds nothing that lies about, no test and no crate", async () => {
  const isIn = await readDockerignore(rootUrl);
  const strays = [
    "secret.txt",
    "token.txt",
    "identity.txt",
    "backup.age",
    "lists.bin",
    "files/ofac-sdn/sdn.csv",
    ".aval/live.sqlite3",
    ".git/config",
    "deploy/aval.env",
    "tests/deno.json",
    "wasm/matcher/src/lib.rs",
  ];
  assert.deepEqual(strays.filter(isIn), []);
  const files = await imageFiles(rootUrl);
  assert.deepEqual(files.filter((file) => /(^|\/)(tests|target)\/|_test\.|\.rs$/.test(file)), []);
  assert(files.includes("main.ts") && files.includes("deploy/probe.ts"));
});
