import type { PackFile, TagPackFiles } from "../../sources/tag_packs/build_tag_corpus.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { type CommandRefusal, failed } from "../command/command.ts";
import { lazyFile } from "../lists/lazy_file.ts";

/** The places of a call's files. */
export interface PackPlaces {
  /** The folder that contains `packs/`. */
  readonly path: string;
  /** The folder of the taxonomy; null: `taxonomy/` next to the packs. */
  readonly taxonomy: string | null;
}

/** The files of a call, and other files in the folders. */
export interface FoundPacks {
  readonly files: TagPackFiles;
  /** Every file that is read. */
  readonly paths: readonly string[];
  /** Files below `packs/` whose names are not those of packs. */
  readonly ignored: readonly string[];
}

/**
 * Finds packs, taxonomy and actor packs below PATH, as in GraphSense's repository, including packs
 * in nested folders.
 */
export async function findPacks(
  { path, taxonomy }: PackPlaces,
): Promise<Result<FoundPacks, CommandRefusal>> {
  const root = path.replace(/(?<=.)\/+$/, "");
  const below = await filesBelow(`${root}/packs`);
  if (!below.ok) return failed(`${below.refusal.folder}: no such folder, or no access`);
  const isPack = (name: string) => /\.ya?ml(?:\.gz)?$/.test(name);
  const packs: readonly PackFile[] = below.value.filter(isPack).map((packFile) => ({
    packFile,
    file: lazyFile(`${root}/packs/${packFile}`),
  }));
  if (packs.length === 0) return failed(`${root}/packs: no pack (.yaml, .yaml.gz) is in it`);
  const actorFiles = await filesBelow(`${root}/actors`);
  if (!actorFiles.ok && actorFiles.refusal.code !== "missing") {
    return failed(`${actorFiles.refusal.folder}: no folder, or no access`);
  }
  const actors = (actorFiles.ok ? actorFiles.value : []).filter(isPack)
    .map((name) => lazyFile(`${root}/actors/${name}`));
  const words = taxonomy?.replace(/(?<=.)\/+$/, "") ?? `${root}/taxonomy`;
  const [concepts, confidences] = [`${words}/concepts.yaml`, `${words}/confidence.csv`];
  for (const file of [concepts, confidences]) {
    if (!await isFile(file)) {
      return failed(`${file}: no such file, or no access; --taxonomy DIR names its folder`);
    }
  }
  const files: TagPackFiles = {
    packs,
    taxonomy: { concepts: lazyFile(concepts), confidences: lazyFile(confidences), actors },
  };
  return ok({
    files,
    paths: [
      concepts,
      confidences,
      ...[...actors, ...packs.map(({ file }) => file)].map(({ name }) => name),
    ],
    ignored: below.value.filter((name) => !isPack(name)).map((name) => `${root}/packs/${name}`),
  });
}

/** The reason why the files below a folder are unknown. */
interface FolderRefusal {
  readonly code: "missing" | "unreadable";
  readonly folder: string;
}

/** Paths of all files below a folder, sorted. An unreadable folder in it refuses the whole. */
async function filesBelow(folder: string): Promise<Result<readonly string[], FolderRefusal>> {
  const found: string[] = [];
  try {
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      if (!isDirectory) {
        found.push(name);
        continue;
      }
      const below = await filesBelow(`${folder}/${name}`);
      if (!below.ok) return refuse({ ...below.refusal, code: "unreadable" });
      found.push(...below.value.map((one) => `${name}/${one}`));
    }
  } catch (thrown) {
    const code = thrown instanceof Deno.errors.NotFound ? "missing" : "unreadable";
    return refuse({ code, folder });
  }
  return ok(found.sort());
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isFile;
  } catch {
    return false;
  }
}
