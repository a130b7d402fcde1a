import { createHash } from "node:crypto";

const here = new URL("./", import.meta.url).pathname;
const requirements = `${here}requirements.txt`;

/**
 * The interpreter of an environment with the pinned packages. If it does not exist yet, it is
 * created in `${XDG_CACHE_HOME:-~/.cache}/aval`, never in the checkout.
 *
 * @throws Error that names the requirements if it cannot be created
 */
export async function peersPython(): Promise<string> {
  const cache = Deno.env.get("XDG_CACHE_HOME") ?? `${Deno.env.get("HOME")}/.cache`;
  const pinned = createHash("sha256").update(await Deno.readFile(requirements)).digest("hex");
  const folder = `${cache}/aval/peers-${pinned.slice(0, 16)}`;
  const mark = `${folder}/installed`;
  if (!await Deno.stat(mark).then(() => true, () => false)) {
    console.error(`Installing nomenklatura and rapidfuzz into ${folder} (once, some minutes)`);
    const installed = await succeeds("python3", ["-m", "venv", "--clear", folder]) &&
      await succeeds(`${folder}/bin/pip`, ["install", "--quiet", "--no-deps", "-r", requirements]);
    if (!installed) {
      throw new Error(
        "The peers need python3 (3.11 or newer) with venv and a package index, and for pyicu " +
          "libicu-dev, pkg-config and g++; what is missing stands above",
      );
    }
    // Last: an install that was interrupted is done again.
    await Deno.writeTextFile(mark, `${pinned}\n`);
  }
  return `${folder}/bin/python`;
}

/** Runs one of the programs in this folder. @returns the JSON objects that it prints, one a line */
export async function runPeers(
  python: string,
  program: string,
  argument: string,
): Promise<readonly unknown[]> {
  const { success, stdout } = await new Deno.Command(python, {
    args: [`${here}${program}`, argument],
    stdout: "piped",
    stderr: "inherit",
  }).output();
  if (!success) throw new Error(`${program} failed; its reason stands above`);
  const lines = new TextDecoder().decode(stdout).trimEnd().split("\n");
  return lines.map((line): unknown => JSON.parse(line));
}

async function succeeds(program: string, args: readonly string[]): Promise<boolean> {
  try {
    const { success } = await new Deno.Command(program, {
      args: [...args],
      stdout: "inherit",
      stderr: "inherit",
    }).output();
    return success;
  } catch (thrown) {
    if (thrown instanceof Deno.errors.NotFound) return false;
    throw thrown;
  }
}
