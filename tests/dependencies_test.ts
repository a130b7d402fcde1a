import assert from "node:assert/strict";

/** The compared parts of a deno.json. */
interface Config {
  readonly imports: Readonly<Record<string, string>>;
  readonly unstable: readonly string[];
  readonly compilerOptions: Readonly<Record<string, boolean>>;
  readonly fmt: { readonly lineWidth: number };
  readonly tasks: Readonly<Record<string, string | { readonly command: string }>>;
}

/** The compared parts of a deno.lock. */
interface Lock {
  readonly specifiers: Readonly<Record<string, string>>;
  readonly npm: Readonly<Record<string, unknown>>;
}

async function read<Value>(path: string): Promise<Value> {
  return JSON.parse(await Deno.readTextFile(new URL(path, import.meta.url)));
}

const service = {
  config: await read<Config>("../deno.json"),
  lock: await read<Lock>("../deno.lock"),
};
const tests = {
  config: await read<Config>("deno.json"),
  lock: await read<Lock>("deno.lock"),
};

const clients = {
  config: await read<Config>("clients/deno.json"),
  lock: await read<Lock>("clients/deno.lock"),
};

const sdk = {
  config: await read<Config>("../sdk/deno.json"),
  lock: await read<Lock>("../sdk/deno.lock"),
};

/** Asserts that every entry of a record is in another one. */
function assertHolds(
  whole: Readonly<Record<string, unknown>>,
  part: Readonly<Record<string, unknown>>,
): void {
  for (const [name, value] of Object.entries(part)) {
    assert.deepEqual(whole[name], value, name);
  }
}

Deno.test("the tests run the very packages that the service runs", () => {
  for (const { config, lock } of [tests, clients, sdk]) {
    assertHolds(config.imports, service.config.imports);
    assertHolds(lock.specifiers, service.lock.specifiers);
    // A lock that has a package twice names which of them another one needs.
    if (lock !== sdk.lock) assertHolds(lock.npm, service.lock.npm);
    assert.deepEqual(config.compilerOptions, service.config.compilerOptions);
    assert.deepEqual(config.unstable, service.config.unstable);
    assert.equal(config.fmt.lineWidth, service.config.fmt.lineWidth);
  }
});

Deno.test("the service downloads no package that only tests import", async () => {
  const imported = new Set<string>();
  for await (const file of sourceFiles(new URL("../", import.meta.url))) {
    const text = await Deno.readTextFile(file);
    for (
      const [, name = ""] of text.matchAll(
        /(?:from|import|import\.meta\.resolve\()\s*\(?"([^"]+)"/g,
      )
    ) {
      imported.add(name);
    }
  }
  for (const name of Object.keys(service.config.imports)) {
    const isImported = [...imported].some((one) =>
      one === name || one.startsWith(name.endsWith("/") ? name : `${name}/`)
    );
    assert(isImported, `${name} is imported by tests alone: it belongs in tests/deno.json`);
  }
});

/** Every module of the service and its commands. */
async function* sourceFiles(folder: URL): AsyncGenerator<URL> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (name.startsWith(".") || ["tests", "target", "sdk"].includes(name)) continue;
    if (isDirectory) yield* sourceFiles(new URL(`${name}/`, folder));
    else if (/\.tsx?$/.test(name)) yield new URL(name, folder);
  }
}

/** The command of a task. */
function commandOf(config: Config, name: string): string {
  const task = config.tasks[name] ?? "";
  return typeof task === "string" ? task : task.command;
}

// Deno asks the registry for what the lock knows already, beside the start, and keeps the answer only
// if it comes before the start is over: a package that is imported late was asked for by each process.
Deno.test("no start and no command asks the network for a package or a newer runtime", () => {
  for (const name of ["start", "admin", "lists", "match", "evaluate", "wallet"]) {
    const command = commandOf(service.config, name);
    assert.match(command, /^DENO_NO_UPDATE_CHECK=1 deno run --cached-only /, name);
  }
  assert.match(commandOf(tests.config, "files"), / --cached-only /);
});
