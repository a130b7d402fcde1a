/**
 * Makes a release of this checkout in a folder, and publishes nothing: `release --out FOLDER`.
 * Stops if versions, changelog, client, engine and form of snapshots disagree, if the changelog has
 * entries without a version, or if files differ from the commit.
 */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ok, type Result } from "../base/result.ts";
import {
  type Command,
  type Done,
  failed,
  parseOptions,
  runCommand,
  type UsageRefusal,
} from "./command/command.ts";
import { neededOnce, refuseArgument } from "./command/options.ts";
import { processTerminal, type Terminal } from "./command/terminal.ts";
import { checkVersions, versionFiles } from "./release/check_versions.ts";
import { makeRelease, type ReleaseParts } from "./release/make_release.ts";

const root = new URL("../", import.meta.url);

const help = `Makes a release of this checkout in a folder; it publishes nothing.

  release --out FOLDER             checks that the versions agree, and writes the files
  release --out FOLDER --preview   also with entries under "Unreleased" and with changed files

FOLDER must not exist, or be empty. It receives
  aval-client-VERSION.tgz      the client's package, for npm install
  aval-VERSION-image.sha256    the files that the image holds below /app, with their SHA-256
  aval-VERSION.cdx.json        a CycloneDX 1.6 bill of materials of all lock files
  aval-VERSION.build.json      commit, tools and inputs of each file
  SHA256SUMS                   the digests of all of them, for sha256sum -c

The same commit and Deno make the same bytes. Exit status: 0 done, 1 failed, 2 wrong usage
`;

interface Asked {
  readonly out: string;
  readonly preview: boolean;
}

const command: Command<Asked, Terminal> = {
  name: "release",
  help,
  parse: (args): Result<Asked, UsageRefusal> => {
    const parsed = parseOptions(args, {
      out: { type: "string", multiple: true },
      preview: { type: "boolean" },
    });
    if (!parsed.ok) return parsed;
    const { values, positionals } = parsed.value;
    const out = neededOnce("--out FOLDER", values.out);
    if (!out.ok) return out;
    return refuseArgument(positionals) ?? ok({ out: out.value, preview: values.preview ?? false });
  },
  run: async (asked, terminal) => {
    try {
      return await release(asked, terminal);
    } catch (thrown) {
      return failed(thrown instanceof Error ? thrown.message : String(thrown));
    }
  },
};

async function release({ out, preview }: Asked, { out: print, err }: Terminal): Promise<Done> {
  for await (const { name } of readFolder(out)) return failed(`${out} already contains ${name}`);
  const versions = checkVersions(
    new Map(
      await Promise.all(
        versionFiles.map(async (path) =>
          [path, await Deno.readTextFile(new URL(path, root))] as const
        ),
      ),
    ),
  );
  const source = await readSource();
  const faults = [...versions.faults, ...await faultsOfParts()];
  if (!preview) {
    if (versions.unreleased) faults.push('CHANGELOG.md has entries under "Unreleased"');
    if (source.changed.length > 0) faults.push(`Not as committed: ${source.changed.join(", ")}`);
  }
  for (const fault of faults) err(`${fault}\n`);
  if (faults.length > 0) return failed("This is no release: nothing was written");
  const files = await makeRelease({ root, versions, source, client: await buildClient() });
  await Deno.mkdir(out, { recursive: true });
  for (const [name, bytes] of files) await Deno.writeFile(join(out, name), bytes);
  print(`${versions.service}: ${files.size} files in ${out}\n`);
  return ok(null);
}

/** Yields the entries of a folder; none if it does not exist. */
async function* readFolder(folder: string): AsyncGenerator<Deno.DirEntry> {
  try {
    yield* Deno.readDir(folder);
  } catch (thrown) {
    if (!(thrown instanceof Deno.errors.NotFound)) throw thrown;
  }
}

/**
 * Faults if the engine's pin, its module or the client's printed types do not match the sources.
 */
async function faultsOfParts(): Promise<readonly string[]> {
  const faults: string[] = [];
  for (
    const [what, args] of [
      ["The engine is not that of its sources: deno task wasm check", ["cli/wasm.ts", "check"]],
      [
        "The client is not that of the routes: deno task sdk print",
        ["--config", "sdk/deno.json", "sdk/tools/print.ts", "check"],
      ],
    ] as const
  ) {
    if (!(await runDeno(args)).success) faults.push(what);
  }
  return faults;
}

/** Builds the client in a separate folder. @returns the files of its package */
async function buildClient(): Promise<ReadonlyMap<string, Uint8Array>> {
  const folder = await Deno.makeTempDir({ prefix: "aval-client-" });
  try {
    const { success, stderr } = await runDeno(
      ["--config", "sdk/deno.json", "sdk/tools/build.ts", folder],
    );
    if (!success) throw new Error(`The client was not built: ${stderr.trim()}`);
    const files = new Map<string, Uint8Array>();
    for (const name of ["package.json", "README.md"]) {
      files.set(name, await Deno.readFile(new URL(`sdk/${name}`, root)));
    }
    for (const path of await filesUnder(folder)) {
      files.set(`dist/${path}`, await Deno.readFile(join(folder, path)));
    }
    return files;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Paths of the files below a folder, with `/`. */
async function filesUnder(folder: string, below = ""): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(join(folder, below))) {
    if (isDirectory) found.push(...await filesUnder(folder, `${below}${name}/`));
    else found.push(`${below}${name}`);
  }
  return found;
}

async function readSource(): Promise<ReleaseParts["source"]> {
  const [commit = "", committedAt = ""] = (await git("log", "-1", "--format=%H %cI")).split(" ");
  const changed = (await git("status", "--porcelain", "--untracked-files=all")).split("\n")
    .filter((line) => line !== "").map((line) => line.slice(3));
  return { commit, committedAt, changed };
}

async function git(...args: readonly string[]): Promise<string> {
  const { success, stdout } = await new Deno.Command("git", { args: [...args], cwd: root }).output()
    .catch((cause) => {
      throw new Error("git could not be started; a release is made of a commit", { cause });
    });
  if (!success) {
    throw new Error("This folder is not a git checkout; a release is made from a commit");
  }
  return new TextDecoder().decode(stdout).trimEnd();
}

async function runDeno(args: readonly string[]) {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--allow-all", ...args],
    cwd: fileURLToPath(root),
  }).output();
  return { success, stderr: new TextDecoder().decode(stderr) };
}

if (import.meta.main) Deno.exitCode = await runCommand(command, Deno.args, processTerminal);
