/**
 * `deno task test:guides`: runs the `sh` blocks of `docs/guide-*.md`, in their order, against a
 * sandbox of its own. Fails when a command fails, or a request is refused.
 */
import { startServer } from "../support/server.ts";
import { readPlaces } from "../support/options.ts";
import { blocksOf } from "./blocks.ts";

const root = new URL("../../", import.meta.url).pathname;

/** Guides whose commands need no more than a sandbox. */
const guides = ["relying-parties", "institutions", "employers", "applicants"];

/** Runs a block in the project's folder. @returns what went wrong; null where nothing did */
async function run(commands: string, url: string, path: string): Promise<string | null> {
  const script = commands.replaceAll("localhost:8000", new URL(url).host)
    .replaceAll("curl -s", "curl -sS --fail-with-body");
  const { code, stdout, stderr } = await new Deno.Command("bash", {
    args: ["-euo", "pipefail", "-c", script],
    cwd: root,
    env: { PATH: path, NO_COLOR: "1" },
    signal: AbortSignal.timeout(60_000),
  }).output();
  if (code === 0) return null;
  return new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
}

function freePort(): string {
  using listener = Deno.listen({ port: 0 });
  return `${listener.addr.port}`;
}

readPlaces("test:guides", []);
const bin = await Deno.makeTempDir();
await Deno.symlink(Deno.execPath(), `${bin}/deno`);
const path = `${bin}:${Deno.env.get("PATH") ?? ""}`;
let [passed, failed] = [0, 0];
{
  // Wallets answer to the service's own address, which has its port in it.
  await using server = await startServer({ AVAL_KV: ":memory:", PORT: freePort() });
  for (const guide of guides) {
    const file = `docs/guide-${guide}.md`;
    for (const { line, section, commands } of blocksOf(await Deno.readTextFile(`${root}${file}`))) {
      const wrong = await run(commands, server.url, path);
      console.log(`${file}:${line} ${section}${wrong === null ? "" : `: FAILED\n${wrong}`}`);
      if (wrong === null) passed++;
      else failed++;
    }
  }
}
await Deno.remove(bin, { recursive: true });
console.log(`${failed === 0 ? "ok" : "FAILED"} | ${passed} passed | ${failed} failed`);
if (failed > 0) Deno.exit(1);
