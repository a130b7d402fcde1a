/**
 * Builds the matching core, pins the engine and checks both: `wasm build`, `wasm pin`, `wasm check`,
 * `wasm check --rebuild`.
 *
 * The module is committed, so that running the service needs no Rust. `wasm/built/BUILD.json`
 * states the sources and tools that it was made from. A check compares digests and needs no Rust
 * either; a rebuild makes the module again in another folder and compares bytes. `wasm/engine.json`
 * is the digest at the end of `engineVersion`: over the module and all other files that may change
 * an answer.
 */

import { createHash } from "node:crypto";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { ok } from "../base/result.ts";
import {
  type Command,
  type Done,
  failed,
  parseOptions,
  runCommand,
  usage,
} from "./command/command.ts";
import { processTerminal, type Terminal } from "./command/terminal.ts";
import { isEnginePinned, pinEngine } from "./wasm/engine_digest.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const workspace = fileURLToPath(new URL("../wasm", import.meta.url));
const built = fileURLToPath(new URL("../wasm/built", import.meta.url));
const target = "wasm32-unknown-unknown";
const wasmPackVersion = "0.15.1";

/** The files of wasm-pack's output that the service needs. */
const outputs = [
  "matcher.d.ts",
  "matcher.js",
  "matcher_bg.js",
  "matcher_bg.wasm",
  "matcher_bg.wasm.d.ts",
];
/** The package that is compiled, relative to the workspace. */
const boundary = "matcher_wasm";
/** The sources of the module, relative to the workspace. */
const sources = [
  ".cargo/config.toml",
  "Cargo.lock",
  "Cargo.toml",
  "matcher/Cargo.toml",
  "matcher/build",
  "matcher/data",
  "matcher/src",
  "matcher_wasm/Cargo.toml",
  "matcher_wasm/src",
  "rust-toolchain.toml",
];

/** The origin of the committed module. */
const BuildRecord = z.strictObject({
  /** SHA-256, hex, over the sources of both packages. */
  sources: z.string(),
  /** Versions of the tools. */
  tools: z.record(z.string(), z.string()),
  /** SHA-256, hex, of each file in `wasm/built/`. */
  files: z.record(z.string(), z.string()),
});
type BuildRecord = z.infer<typeof BuildRecord>;

const wasmHelp = `Builds the matching core, pins the engine and checks both.

  wasm [build]           compiles wasm/matcher and wasm/matcher_wasm into wasm/built, and pins
  wasm pin               writes wasm/engine.json, which engineVersion ends in; needs no Rust
  wasm check             compares wasm/built and the pin with their sources; needs no Rust
  wasm check --rebuild   also builds again in a temporary folder and compares bytes

Exit status: 0 done, 1 failed, 2 wrong usage
`;

type WasmCommand =
  | { readonly kind: "build" | "pin" }
  | { readonly kind: "check"; readonly rebuild: boolean };

/** Runs the command. @returns the exit status */
export async function wasm(args: readonly string[], tools: Terminal): Promise<number> {
  return await runCommand(command, args, tools);
}

const command: Command<WasmCommand, Terminal> = {
  name: "wasm",
  help: wasmHelp,
  parse: (args) => {
    const parsed = parseOptions(args, { rebuild: { type: "boolean" } });
    if (!parsed.ok) return parsed;
    const { values: { rebuild = false }, positionals } = parsed.value;
    const asked = positionals.length === 0 ? "build" : positionals.join(" ");
    if ((asked === "build" || asked === "pin") && !rebuild) return ok({ kind: asked });
    return asked === "check"
      ? ok({ kind: "check", rebuild })
      : usage("Name a command: build, pin or check");
  },
  run: async (asked, tools) => {
    try {
      return await perform(asked, tools);
    } catch (thrown) {
      return failed(thrown instanceof Error ? thrown.message : String(thrown));
    }
  },
};

async function perform(asked: WasmCommand, tools: Terminal): Promise<Done> {
  switch (asked.kind) {
    case "build":
      return await build(tools);
    case "pin":
      return await pin(tools);
    case "check":
      return await check(asked.rebuild, tools);
    default:
      return asked satisfies never;
  }
}

async function pin({ err }: Terminal): Promise<Done> {
  err(await pinEngine(root) ? "Pinned the engine anew\n" : "The engine was pinned already\n");
  return ok(null);
}

async function build(tools: Terminal): Promise<Done> {
  const { err } = tools;
  const made = await compile(workspace, err);
  await Deno.mkdir(built, { recursive: true });
  for (const [name, bytes] of made) await Deno.writeFile(join(built, name), bytes);
  const record: BuildRecord = {
    sources: await digestSources(),
    tools: await toolVersions(),
    files: Object.fromEntries([...made].map(([name, bytes]) => [name, sha256(bytes)])),
  };
  await Deno.writeTextFile(join(built, "BUILD.json"), JSON.stringify(record, null, 2) + "\n");
  err(`Built ${made.size} files into ${relative(Deno.cwd(), built) || "."}\n`);
  return await pin(tools);
}

async function check(
  rebuild: boolean,
  { err }: Terminal,
): Promise<Done> {
  const record = BuildRecord.parse(JSON.parse(await Deno.readTextFile(join(built, "BUILD.json"))));
  const faults: string[] = [];
  if (await digestSources() !== record.sources) {
    faults.push("The Rust sources in wasm/ are not those that wasm/built was made from");
  }
  for (const name of outputs) {
    const bytes = await Deno.readFile(join(built, name)).catch(() => null);
    if (bytes === null) faults.push(`wasm/built/${name} is missing`);
    else if (sha256(bytes) !== record.files[name]) faults.push(`wasm/built/${name} was changed`);
  }
  if (rebuild && faults.length === 0) faults.push(...await compareRebuilt(record, err));
  const isBuilt = faults.length === 0;
  if (!await isEnginePinned(root)) faults.push("wasm/engine.json is not that of its sources");
  for (const fault of faults) err(`${fault}\n`);
  if (faults.length === 0) return ok(null);
  return failed(
    isBuilt
      ? "Run `deno task wasm pin` and commit wasm/engine.json"
      : "Run `deno task wasm` and commit wasm/built and wasm/engine.json",
  );
}

/** Builds a copy of the sources elsewhere, so that an embedded path would be noticed. */
async function compareRebuilt(record: BuildRecord, err: Terminal["err"]): Promise<string[]> {
  const folder = await Deno.makeTempDir({ prefix: "matcher-" });
  try {
    for (const name of await sourceFiles()) {
      const copy = join(folder, name);
      await Deno.mkdir(join(copy, ".."), { recursive: true });
      await Deno.copyFile(join(workspace, name), copy);
    }
    const made = await compile(folder, err);
    return outputs
      .filter((name) => sha256(made.get(name)!) !== record.files[name])
      .map((name) => `wasm/built/${name} differs from a build of its sources`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Compiles the workspace in a folder. */
async function compile(
  folder: string,
  err: Terminal["err"],
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const wasmPack = await findWasmPack(err);
  await run("cargo", ["fetch", "--locked", "--target", target], folder);
  const flags = await remapFlags(folder);
  const out = await Deno.makeTempDir({ prefix: "matcher-built-" });
  try {
    await run(wasmPack, [
      ...["build", join(folder, boundary), "--target", "bundler", "--release", "--no-pack"],
      ...["--out-dir", out, "--out-name", "matcher"],
      ...["--", "--locked", "--config", `target.${target}.rustflags=${JSON.stringify(flags)}`],
    ], folder);
    const made = new Map<string, Uint8Array<ArrayBuffer>>();
    for (const name of outputs) made.set(name, await Deno.readFile(join(out, name)));
    return made;
  } finally {
    await Deno.remove(out, { recursive: true });
  }
}

/** Flags that keep every path of this machine out of the module. */
async function remapFlags(folder: string): Promise<string[]> {
  const cargoHome = Deno.env.get("CARGO_HOME") ?? join(home(), ".cargo");
  const registries = join(cargoHome, "registry", "src");
  const flags = [`--remap-path-prefix=${await Deno.realPath(folder)}=matcher`];
  for await (const entry of Deno.readDir(registries)) {
    flags.push(`--remap-path-prefix=${join(registries, entry.name)}=crates`);
  }
  return flags;
}

/** The wasm-pack of the cache, installed if missing. */
async function findWasmPack(err: Terminal["err"]): Promise<string> {
  const cache = join(Deno.env.get("XDG_CACHE_HOME") ?? join(home(), ".cache"), "aval", "cargo");
  const wasmPack = join(cache, "bin", Deno.build.os === "windows" ? "wasm-pack.exe" : "wasm-pack");
  const found = await Deno.stat(wasmPack).catch(() => null);
  if (found === null) {
    err(`Installing wasm-pack ${wasmPackVersion}; this takes minutes, once\n`);
    const what = ["install", "wasm-pack", "--version", wasmPackVersion, "--locked"];
    await run("cargo", [...what, "--root", cache], workspace);
  }
  return wasmPack;
}

async function toolVersions(): Promise<Record<string, string>> {
  const lock = await Deno.readTextFile(join(workspace, "Cargo.lock"));
  const bindgen = /name = "wasm-bindgen"\nversion = "([^"]+)"/.exec(lock)?.[1] ?? "unknown";
  const rustc = await run("rustc", ["--version"], workspace);
  return { rustc: rustc.trim(), "wasm-pack": wasmPackVersion, "wasm-bindgen": bindgen };
}

/** Runs a program without external flags, which would change the bytes. */
async function run(program: string, args: readonly string[], cwd: string): Promise<string> {
  const { RUSTFLAGS: _, CARGO_ENCODED_RUSTFLAGS: __, CARGO_BUILD_RUSTFLAGS: ___, ...env } = Deno.env
    .toObject();
  const command = new Deno.Command(program, {
    args: [...args],
    cwd,
    env,
    clearEnv: true,
    stdout: "piped",
    stderr: "inherit",
  });
  const { success, code, stdout } = await command.output().catch((cause) => {
    throw new Error(`${program} could not be started; building needs Rust (rustup)`, { cause });
  });
  if (!success) throw new Error(`${program} ${args[0]} failed with exit code ${code}`);
  return new TextDecoder().decode(stdout);
}

async function digestSources(): Promise<string> {
  const hash = createHash("sha256");
  for (const name of await sourceFiles()) {
    const bytes = await Deno.readFile(join(workspace, name));
    hash.update(`${name}\n${bytes.length}\n`).update(bytes);
  }
  return hash.digest("hex");
}

/** Paths relative to the workspace, with `/`, sorted. */
async function sourceFiles(): Promise<string[]> {
  const found: string[] = [];
  async function visit(name: string): Promise<void> {
    const { isDirectory } = await Deno.stat(join(workspace, name));
    if (!isDirectory) found.push(name);
    else {for await (const entry of Deno.readDir(join(workspace, name))) {
        await visit(`${name}/${entry.name}`);
      }}
  }
  for (const name of sources) await visit(name);
  return found.sort();
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function home(): string {
  const folder = Deno.env.get("HOME") ?? Deno.env.get("USERPROFILE");
  if (folder === undefined) throw new Error("HOME is not set; set XDG_CACHE_HOME and CARGO_HOME");
  return folder;
}

if (import.meta.main) Deno.exitCode = await wasm(Deno.args, processTerminal);
