import { TextLineStream } from "./text_lines.ts";
import type { ClaimLine } from "./history.ts";
import { after, pause, type Recorder } from "./recorder.ts";
import { chanceOf } from "./chance.ts";

/** The input of the racing processes. */
export interface RaceClaims {
  readonly env: Readonly<Record<string, string>>;
  readonly recorder: Recorder;
  readonly seed: number;
  readonly processes: number;
  readonly isOver: () => boolean;
}

const script = new URL("claim_process.ts", import.meta.url).pathname;
const config = new URL("../deno.json", import.meta.url).pathname;

/** Lifetime of a process before it is killed, milliseconds: `from` plus a random part of `more`. */
const life = { from: 8_000, more: 20_000 } as const;

/** Races for claims until the run ends; kills and replaces a process from time to time. */
export async function raceClaims({ env, recorder, seed, processes, isOver }: RaceClaims) {
  await Promise.all(Array.from({ length: processes }, async (_, place) => {
    for (let n = 0; !isOver(); n++) {
      const by = `claimant-${place}-${n}`;
      const ends = Date.now() + life.from + chanceOf(seed, by).below(life.more);
      const child = command([by], env).spawn();
      const read = recordClaims(child.stdout, by, recorder);
      const errors = new Response(child.stderr).text();
      while (!isOver() && Date.now() < ends) await pause(50);
      try {
        child.kill("SIGKILL");
      } catch (fault) {
        // A start may meet a database that is down.
        if (!(fault instanceof TypeError)) throw fault;
      }
      await Promise.all([child.status, read, errors, child.stdin.close().catch(() => {})]);
    }
  }));
}

/**
 * Records each attempt once its outcome is known, and at the end the attempts without an outcome.
 */
async function recordClaims(
  stdout: ReadableStream<Uint8Array>,
  by: string,
  recorder: Recorder,
): Promise<void> {
  let open: Pick<ClaimLine, "name" | "began"> | null = null;
  const lines = stdout.pipeThrough(new TextDecoderStream()).pipeThrough(new TextLineStream());
  for await (const line of lines) {
    const said = JSON.parse(line);
    if (said.outcome === undefined) open = said;
    else {
      recorder.record({ type: "claim", by, ...said });
      open = null;
    }
  }
  if (open === null) return;
  recorder.record({ type: "claim", by, ...open, ended: after(), outcome: "unknown" });
}

/** Records the holder of each claim. */
export async function recordHolders(
  env: Readonly<Record<string, string>>,
  recorder: Recorder,
): Promise<void> {
  const { success, stdout, stderr } = await command(["list"], env).output();
  const text = new TextDecoder();
  if (!success) throw new Error(`The claims could not be listed: ${text.decode(stderr)}`);
  for (const line of text.decode(stdout).split("\n")) {
    if (line !== "") recorder.record({ type: "claimed", ...JSON.parse(line) });
  }
}

function command(args: readonly string[], env: Readonly<Record<string, string>>): Deno.Command {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--cached-only", "--allow-all", "--config", config, script, ...args],
    env: { ...env },
    stdin: args[0] === "list" ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  });
}
