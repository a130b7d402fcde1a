import assert from "node:assert/strict";
import { startOfUnit } from "./starts.ts";

const read = (path: string) => Deno.readTextFile(new URL(`../../${path}`, import.meta.url));

/** The guide's commands that install the unit. */
async function installing(): Promise<readonly string[]> {
  const page = await read("docs/deploy.md");
  const [, block = ""] = /^## systemd$[^]*?^```sh\n([^]*?)^```$/m.exec(page) ?? [];
  return block.split("\n").filter(Boolean);
}

/** The program that the unit starts. */
async function startedProgram(): Promise<string> {
  return /^ExecStart=(\S+) run /m.exec(await read("deploy/aval.service"))?.[1] ?? "";
}

Deno.test("the guide puts Deno's own program where the unit starts it", async () => {
  const program = await startedProgram();
  const [line = ""] = await installing();
  assert(line.endsWith(` ${program}`), `${line}: the unit starts ${program}`);
  const folder = await Deno.makeTempDir();
  // The Deno of this test in place of the one that npm would fetch, and another folder to write.
  const here = line.replace(/npx -y deno@[\d.]+/, Deno.execPath())
    .replace(program, `${folder}/deno`);
  const installed = await new Deno.Command("sh", { args: ["-euc", here] }).output();
  assert.equal(installed.code, 0, new TextDecoder().decode(installed.stderr));
  const { mode } = await Deno.stat(`${folder}/deno`);
  assert.equal((mode ?? 0) & 0o777, 0o755, "a user of the unit's own runs it");
  const { stdout } = await new Deno.Command(`${folder}/deno`, { args: ["--version"] }).output();
  assert.match(new TextDecoder().decode(stdout), new RegExp(`^deno ${Deno.version.deno} `));
  await Deno.remove(folder, { recursive: true });
});

Deno.test("the guide installs what else the unit names", async () => {
  const unit = await read("deploy/aval.service");
  const text = (await installing()).join("\n");
  const [, folder = ""] = /^WorkingDirectory=(.*)$/m.exec(unit) ?? [];
  const [, variables = ""] = /^EnvironmentFile=(.*)$/m.exec(unit) ?? [];
  const { env } = await startOfUnit();
  assert(text.includes(`git clone "$AVAL_REPOSITORY" ${folder} `));
  assert(text.includes(`DENO_DIR=${env["DENO_DIR"]} deno install --frozen`));
  assert(text.includes(`install -m 0600 deploy/aval.env.example ${variables} `));
});

Deno.test("the guide's Deno is the one that the image and the page name", async () => {
  const [line = ""] = await installing();
  const [, version = ""] = /deno@([\d.]+)/.exec(line) ?? [];
  assert.match(await read("deploy/Containerfile"), new RegExp(`^ARG DENO=${version}$`, "m"));
  assert((await read("docs/operations.md")).includes(`\`deno\` is Deno ${version},`));
});
