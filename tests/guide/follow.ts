/**
 * `deno task test:guides operator`: follows docs/operations.md and the pages that it refers to from
 * start to end, in an empty folder with an empty home, on a clone of the last commit. Lists are the
 * excerpts of `fixtures/`. Fails if a command fails or its output differs from the promised one.
 * Counts the commands that it cannot run.
 */
import { operatorsGuide } from "./operators_guide.ts";
import { scriptOf } from "./script.ts";
import { readPlaces } from "../support/options.ts";

const root = new URL("../../", import.meta.url).pathname;

/**
 * Time limit, since the guide waits for servers in loops, which never end if a server has ended.
 */
const followMinutesMax = 15;

/** Environment variables that a machine needs to reach a package registry. */
function network(): Record<string, string> {
  const names =
    /^(?:(?:https?|all|no)_proxy|npm_config_\w+|deno_(?:tls_ca_store|cert)|ssl_cert_(?:file|dir)|node_extra_ca_certs)$/i;
  return Object.fromEntries(
    Object.entries(Deno.env.toObject()).filter(([name]) => names.test(name)),
  );
}

async function lastCommit(): Promise<string> {
  const { stdout } = await new Deno.Command("git", { args: ["-C", root, "rev-parse", "HEAD"] })
    .output();
  return new TextDecoder().decode(stdout).trim();
}

function freePort(): number {
  using listener = Deno.listen({ port: 0 });
  return listener.addr.port;
}

async function follow(folder: string): Promise<number> {
  const blocks = await operatorsGuide();
  const here = blocks.filter(({ notHere }) => notHere === null);
  for (const { section, notHere } of blocks) {
    if (notHere !== null) console.log(`NOT HERE: ${section}: ${notHere}`);
  }
  for (const name of ["home", "bin", "work"]) await Deno.mkdir(`${folder}/${name}`);
  await Deno.symlink(Deno.execPath(), `${folder}/bin/deno`);
  const child = new Deno.Command("bash", {
    // The guide's port may be in use on this machine.
    args: ["-c", scriptOf(here).replaceAll("8001", `${freePort()}`)],
    cwd: `${folder}/work`,
    clearEnv: true,
    env: {
      ...network(),
      HOME: `${folder}/home`,
      PATH: `${folder}/bin:${Deno.env.get("PATH") ?? ""}`,
      NO_COLOR: "1",
      OUT: `${folder}/output`,
      AVAL_REPOSITORY: root,
      AVAL_VERSION: await lastCommit(),
      AVAL_LIST_FILES: `${root}fixtures/lists/ofac/sdn`,
    },
    stdout: "piped",
    stderr: "inherit",
    signal: AbortSignal.timeout(followMinutesMax * 60_000),
  }).spawn();
  let begun = 0;
  let said = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) said += text;
  for (const line of said.trimEnd().split("\n")) {
    const block = here[Number(/^block (\d+)$/.exec(line)?.[1])];
    if (block === undefined) console.log(line);
    else {
      begun++;
      console.log(`docs/${block.page}:${block.line} ${block.section}`);
    }
  }
  const { code } = await child.status;
  const failed = code === 0 ? 0 : 1;
  console.log(
    `${code === 0 ? "ok" : "FAILED"} | ${begun - failed} passed | ${failed} failed | ${
      blocks.length - here.length
    } not here`,
  );
  return code;
}

readPlaces("test:guides operator", []);
const folder = await Deno.makeTempDir({ prefix: "aval-guide-" });
try {
  Deno.exitCode = await follow(folder);
} finally {
  await Deno.remove(folder, { recursive: true });
}
