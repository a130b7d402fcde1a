import { findFiles, openFiles } from "../../cli/lists/source_files.ts";
import type { SourceArgument } from "../../cli/lists/build_arguments.ts";
import { type NamedListRead, readLists } from "../../sources/lists/read_lists.ts";
import { listFileBounds } from "../../core/policy/list_files.ts";
import { runCli } from "../support/cli.ts";

const shared = new URL("../../../shared/data/", import.meta.url).pathname;
const fixtures = new URL("../../fixtures/lists/", import.meta.url).pathname;
/** The date of lists whose files have none. */
const asOf = "2023-11-30";

/**
 * The largest available OFAC set, and the other lists if the publisher's own files are available.
 */
const sources: readonly SourceArgument[] = [
  { source: "ofac-sdn", path: `${shared}ofac-sdn-2023-11/sdn.csv` },
  ...["alt", "add", "sdn_comments"].map((name) => ({
    source: "ofac-sdn" as const,
    path: `${shared}ofac-sdn-2026-partial/${name}.csv`,
  })),
  { source: "ofac-crypto", path: `${shared}crypto/ofac-addresses` },
  { source: "ofac-cons", path: `${shared}ofac-nonsdn/consolidated-2025-03-28.xml` },
  { source: "un-sc", path: `${shared}un/consolidated-2026-02-27.xml` },
  { source: "ca-sema", path: `${shared}ca/sema-lmes-2025.xml` },
  { source: "us-dpl", path: `${shared}ofac-nonsdn/bis_dpl.txt` },
  { source: "us-pep", path: `${shared}pep/us-legislators-current.yaml` },
  { source: "us-pep", path: `${shared}pep/us-executive.yaml` },
];

/** Excerpts of the same lists, for a clone without neighbouring folders. */
const excerpts: readonly SourceArgument[] = [
  { source: "ofac-sdn", path: `${fixtures}ofac/sdn` },
  { source: "ofac-crypto", path: `${fixtures}ofac/crypto` },
  { source: "ofac-cons", path: `${fixtures}ofac/cons` },
  { source: "un-sc", path: `${fixtures}un/consolidated.xml` },
  { source: "ca-sema", path: `${fixtures}ca/sema.xml` },
  { source: "us-dpl", path: `${fixtures}bis/dpl.txt` },
  { source: "us-pep", path: `${fixtures}pep/legislators-current.yaml` },
  { source: "us-pep", path: `${fixtures}pep/executive.yaml` },
];

/**
 * Builds a snapshot of the largest available OFAC set; if there is none, of the excerpts in
 * `fixtures/`, with a printed note.
 *
 * @returns the snapshot's path
 */
export async function fullestOfacSnapshot(folder: string): Promise<string> {
  const out = `${folder}/ofac.bin`;
  const ofac = (await sourcesAtHand()).filter(({ source }) =>
    source === "ofac-sdn" || source === "ofac-crypto"
  );
  const built = await runCli("lists", [
    "build",
    ...ofac.flatMap(({ source, path }) => ["--source", `${source}=${path}`]),
    "--as-of",
    asOf,
    "--out",
    out,
  ]);
  if (built.code !== 0) throw new Error(built.stderr);
  return out;
}

/**
 * Reads every available list; if there is none, the excerpts in `fixtures/`, with a printed note.
 */
export async function everyListAtHand(): Promise<readonly NamedListRead[]> {
  const found = await findFiles(await sourcesAtHand(), listFileBounds);
  if (!found.ok) throw new Error(found.refusal.message);
  const read = readLists(openFiles(found.value, asOf), listFileBounds);
  if (!read.ok) throw new Error(read.refusal.message);
  return read.value;
}

async function sourcesAtHand(): Promise<readonly SourceArgument[]> {
  if (await Deno.stat(`${shared}README.md`).then(() => true, () => false)) return sources;
  const left = [...new Set(excerpts.map(({ source }) => source))].join(", ");
  console.error(
    `LEFT OUT: no ../shared: excerpts in fixtures/lists stand for the whole of ${left}`,
  );
  return excerpts;
}
