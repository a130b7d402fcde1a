import { createHash } from "node:crypto";
import { billOfMaterials, lockFiles } from "./bill_of_materials.ts";
import type { Versions } from "./check_versions.ts";
import { imageFiles } from "./image_files.ts";
import { packFiles } from "./tarball.ts";

/** The parts of a release. */
export interface ReleaseParts {
  /** The project's folder. */
  readonly root: URL;
  readonly versions: Versions;
  /** The built client: paths from the package's folder. */
  readonly client: ReadonlyMap<string, Uint8Array>;
  /** The origin of the sources. */
  readonly source: {
    readonly commit: string;
    readonly committedAt: string;
    /** Paths that differ from the commit. */
    readonly changed: readonly string[];
  };
}

/** The origin of a release file, with the digests of its sources. */
interface Made {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly how: string;
  /** Paths from the root. */
  readonly from: readonly string[];
}

/**
 * Makes the files of a release: the client's package, the image's files with their digests, the
 * bill of materials, the statement of how each was made, and the checksums of all. Equal commit and
 * runtime give equal bytes.
 *
 * @returns the files, by name
 */
export async function makeRelease(parts: ReleaseParts): Promise<ReadonlyMap<string, Uint8Array>> {
  const { root, versions: { service }, client } = parts;
  const made: readonly Made[] = [
    {
      name: `aval-client-${service}.tgz`,
      bytes: packFiles(
        [...client].toSorted(([a], [b]) => a < b ? -1 : 1)
          .map(([path, bytes]) => ({ path, bytes })),
      ),
      how: "deno task sdk build; package.json, README.md and dist/ as ustar in gzip, without times",
      from: ["sdk/package.json", "sdk/README.md", "sdk/deno.lock"],
    },
    {
      name: `aval-${service}-image.sha256`,
      bytes: encode(await digestImage(root)),
      how:
        "files below /app that deploy/Containerfile copies, which .dockerignore leaves in; the " +
        "image also has the packages of deno.lock in /deno-dir, and its base images",
      from: ["deploy/Containerfile", ".dockerignore", "deno.lock"],
    },
    {
      name: `aval-${service}.cdx.json`,
      bytes: encode(json(billOfMaterials(service, await readAll(root, lockFiles)))),
      how: "CycloneDX 1.6, a component for each package that a lock file pins",
      from: lockFiles.map(({ path }) => path),
    },
  ];
  const statement = encode(json(await state(parts, made)));
  const files = new Map(made.map(({ name, bytes }) => [name, bytes]));
  files.set(`aval-${service}.build.json`, statement);
  const sums = [...files].map(([name, bytes]) => `${sha256(bytes)}  ${name}\n`).toSorted();
  return files.set("SHA256SUMS", encode(sums.join("")));
}

async function state({ root, versions, source }: ReleaseParts, made: readonly Made[]) {
  const { service, api, engine, lists, unreleased } = versions;
  const built = JSON.parse(await Deno.readTextFile(new URL("wasm/built/BUILD.json", root)));
  const { digest } = JSON.parse(await Deno.readTextFile(new URL("wasm/engine.json", root)));
  const containerfile = await Deno.readTextFile(new URL("deploy/Containerfile", root));
  const sdk = await Deno.readTextFile(new URL("sdk/deno.json", root));
  return {
    version: service,
    isRelease: !unreleased && source.changed.length === 0,
    source,
    apiVersion: api,
    engine: { version: engine, digest, module: { sources: built.sources, tools: built.tools } },
    snapshots: { lists: Number(lists) },
    tools: {
      deno: Deno.version.deno,
      typescript: /npm:typescript@([\d.]+)/.exec(sdk)?.[1],
      "deno of the image": /^ARG DENO=(.+)$/m.exec(containerfile)?.[1],
    },
    files: await Promise.all(made.map(async ({ name, bytes, how, from }) => ({
      name,
      sha256: sha256(bytes),
      how,
      from: await Promise.all(from.map(async (path) => ({
        path,
        sha256: sha256(await Deno.readFile(new URL(path, root))),
      }))),
    }))),
  };
}

/** Digest lines in the form of `sha256sum`, with the path in the image. */
async function digestImage(root: URL): Promise<string> {
  const lines: string[] = [];
  for (const path of await imageFiles(root)) {
    lines.push(`${sha256(await Deno.readFile(new URL(path, root)))}  app/${path}\n`);
  }
  return lines.join("");
}

async function readAll(
  root: URL,
  files: readonly { readonly path: string }[],
): Promise<ReadonlyMap<string, string>> {
  return new Map(
    await Promise.all(
      files.map(async ({ path }) => [path, await Deno.readTextFile(new URL(path, root))] as const),
    ),
  );
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
