import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { z } from "zod";

/** The lock files of the project, with the part that needs their packages. */
export const lockFiles = [
  { path: "deno.lock", scope: "required" },
  { path: "wasm/Cargo.lock", scope: "required" },
  { path: "sdk/deno.lock", scope: "excluded" },
  { path: "tests/deno.lock", scope: "excluded" },
  { path: "tests/clients/deno.lock", scope: "excluded" },
  { path: "examples/shop/deno.lock", scope: "excluded" },
] as const;

/** A package pinned by one lock file. */
interface Package {
  /** Its package URL, which identifies it in the whole bill. */
  readonly purl: string;
  readonly name: string;
  readonly version: string;
  readonly hash: { readonly alg: "SHA-256" | "SHA-512"; readonly content: string };
  readonly dependencies: readonly string[];
}

/** A lock file: its packages, and the package URLs of direct dependencies. */
interface Lock {
  readonly packages: readonly Package[];
  readonly direct: readonly string[];
}

/** A component of the bill: one package, in each lock that pins it. */
interface Component extends Package {
  readonly locks: readonly string[];
  readonly required: boolean;
}

const DenoLock = z.object({
  version: z.literal("5"),
  npm: z.record(
    z.string(),
    z.object({
      integrity: z.string(),
      dependencies: z.array(z.string()).default([]),
      optionalDependencies: z.array(z.string()).default([]),
    }),
  ).default({}),
  workspace: z.object({ dependencies: z.array(z.string()).default([]) }),
  jsr: z.undefined({ error: "packages of JSR are not read" }).optional(),
  remote: z.undefined({ error: "modules by address are not read" }).optional(),
});
type DenoLock = z.infer<typeof DenoLock>;

/**
 * Makes the CycloneDX 1.6 bill of materials of all lock files. It contains no time and no random
 * serial number, so that equal locks give equal bytes. A package of `deno.lock` or `Cargo.lock` is
 * `required`; a package that only the tests, the client's tools or the example need is `excluded`.
 *
 * @param version the version of the service
 * @param locks the text of each of {@link lockFiles}, by path
 * @throws Error for a lock in an unsupported form
 */
export function billOfMaterials(version: string, locks: ReadonlyMap<string, string>) {
  const read = readLocks(locks);
  const components = mergePackages(read);
  const service = `pkg:generic/aval@${version}`;
  const direct = read.flatMap(({ scope, direct }) => scope === "required" ? direct : []);
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: { type: "application", "bom-ref": service, name: "aval", version },
      properties: [...locks].map(([path, text]) => ({
        name: `aval:lock:${path}`,
        value: `sha256:${createHash("sha256").update(text).digest("hex")}`,
      })),
    },
    components: [...components.values()].map((one) => ({
      type: "library",
      "bom-ref": one.purl,
      ...groupAndName(one.name),
      version: one.version,
      scope: one.required ? "required" : "excluded",
      hashes: [one.hash],
      purl: one.purl,
      properties: one.locks.map((value) => ({ name: "aval:lock", value })),
    })),
    dependencies: [
      { ref: service, dependsOn: sorted(direct) },
      ...[...components.values()].map(({ purl, dependencies }) => ({
        ref: purl,
        dependsOn: dependencies,
      })),
    ],
  };
}

function readLocks(locks: ReadonlyMap<string, string>) {
  return lockFiles.map(({ path, scope }) => {
    const text = locks.get(path);
    if (text === undefined) throw new Error(`${path} is missing`);
    const lock = path.endsWith("Cargo.lock") ? readCargoLock(text) : readDenoLock(path, text);
    return { path, scope, ...lock };
  });
}

/** The packages of all locks, sorted by package URL, without duplicates. */
function mergePackages(
  locks: ReturnType<typeof readLocks>,
): ReadonlyMap<string, Component> {
  const found = new Map<string, Component>();
  for (const { path, scope, packages } of locks) {
    for (const one of packages) {
      const before = found.get(one.purl);
      if (before !== undefined && before.hash.content !== one.hash.content) {
        throw new Error(`${path}: ${one.purl} has another digest than in ${before.locks[0]}`);
      }
      found.set(one.purl, {
        ...one,
        dependencies: sorted([...before?.dependencies ?? [], ...one.dependencies]),
        locks: sorted([...before?.locks ?? [], path]),
        required: (before?.required ?? false) || scope === "required",
      });
    }
  }
  return new Map([...found].toSorted(([a], [b]) => a < b ? -1 : 1));
}

function readDenoLock(path: string, text: string): Lock {
  const read = DenoLock.safeParse(JSON.parse(text));
  if (!read.success) throw new Error(`${path}: ${z.prettifyError(read.error)}`);
  const lock = read.data;
  const packages = Object.entries(lock.npm).map(([key, pinned]) => {
    const needed = [...pinned.dependencies, ...pinned.optionalDependencies];
    return {
      purl: npmPurl(key),
      ...nameAndVersion(key),
      hash: {
        alg: "SHA-512" as const,
        content: Buffer.from(pinned.integrity.replace(/^sha512-/, ""), "base64").toString("hex"),
      },
      dependencies: needed.map((one) => npmPurl(lockedKey(one, lock))),
    };
  });
  const direct = lock.workspace.dependencies.map((one) => npmPurl(one.replace(/^npm:/, "")));
  return { packages, direct };
}

/** The key of a dependency, which a lock writes without its version if it has only one. */
function lockedKey(dependency: string, { npm }: DenoLock): string {
  // An alias is written as `name@npm:other@1.0.0`.
  const named = dependency.replace(/^.+@npm:/, "");
  if (Object.hasOwn(npm, named)) return named;
  const keys = Object.keys(npm).filter((key) =>
    key.startsWith(`${named}@`) || key.startsWith(`${named}_`)
  );
  const [key] = keys;
  if (key === undefined) throw new Error(`no package ${dependency} in the lock`);
  return key;
}

/**
 * Splits a key such as `@a/b@1.0.0_c@2.0.0` into name and version; its peers follow the underscore.
 */
function nameAndVersion(key: string): { readonly name: string; readonly version: string } {
  const [, name, version] = /^((?:@[^/@]+\/)?[^/@]+)@([^_]+)/.exec(key) ?? [];
  if (name === undefined || version === undefined) throw new Error(`no package is named ${key}`);
  return { name, version };
}

function npmPurl(key: string): string {
  const { name, version } = nameAndVersion(key);
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

/** Packages of a `Cargo.lock`; skips those of the workspace itself, which have no checksum. */
function readCargoLock(text: string): Lock {
  const blocks = text.split("\n[[package]]\n").slice(1).map((block) => ({
    name: /^name = "(.+)"$/m.exec(block)?.[1] ?? "",
    version: /^version = "(.+)"$/m.exec(block)?.[1] ?? "",
    checksum: /^checksum = "([0-9a-f]{64})"$/m.exec(block)?.[1],
    needs: [
      .../^dependencies = \[\n([^\]]*)\]/m.exec(block)?.[1]?.matchAll(/"(\S+)(?: (\S+))?"/g) ??
        [],
    ],
  }));
  const purlOf = (name = "", version?: string) =>
    `pkg:cargo/${name}@${version ?? blocks.find((one) => one.name === name)?.version}`;
  const all = blocks.map(({ name, version, checksum, needs }) => ({
    purl: purlOf(name, version),
    name,
    version,
    checksum,
    dependencies: needs.map(([, needed, its]) => purlOf(needed, its)),
  }));
  const packages = all.flatMap(({ checksum, ...one }) =>
    checksum === undefined ? [] : [{ ...one, hash: { alg: "SHA-256" as const, content: checksum } }]
  );
  const own = new Set(all.flatMap(({ purl, checksum }) => checksum === undefined ? [purl] : []));
  const direct = all.filter(({ purl }) => own.has(purl)).flatMap((one) => one.dependencies);
  return { packages, direct: direct.filter((purl) => !own.has(purl)) };
}

function groupAndName(name: string) {
  const [group, own] = name.split("/");
  return own === undefined ? { name } : { group, name: own };
}

function sorted(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].toSorted();
}
