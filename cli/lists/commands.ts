import type { Matcher } from "../../core/matching/ports.ts";
import { fetchedSources, listSource, publisherOf } from "../../sources/lists/publishers.ts";
import { ok } from "../../base/result.ts";
import { type Done, failed, usage } from "../command/command.ts";
import { inspectArguments } from "../command/inspect_arguments.ts";
import { readNamedFile } from "../command/named_files.ts";
import { argument, defaulted, needed, repeated } from "../command/parameter.ts";
import { command, type CommandRecord, takes } from "../command/record.ts";
import { buildLists, type BuildTools } from "./build.ts";
import { buildArguments } from "./build_arguments.ts";
import { fetchLists, type FetchTools } from "./fetch.ts";
import { makeKey, publishLists } from "./publish.ts";
import { renderSnapshot } from "./report.ts";

/** Dependencies of the commands; the matching core is opened on demand. */
export interface ListsTools extends FetchTools, BuildTools {
  /** Opens a matcher, which proves that a snapshot is complete. */
  readonly openMatcher: () => Promise<Pick<Matcher, "release" | "load">>;
}

function readFetched(kind: string) {
  const source = listSource(kind);
  if (source !== null && publisherOf(source).download !== null) return ok(source);
  const known = [...fetchedSources, "ftm:DATASET"].join(", ");
  return usage(`"${kind}" cannot be fetched; known are ${known}`);
}

function readName(name: string) {
  return /^[A-Za-z0-9._/-]{1,100}$/.test(name)
    ? ok(name)
    : usage("--name is given once: letters, digits, dots, slashes and hyphens");
}

/** The commands of `lists`. */
export const listsCommands: readonly CommandRecord<ListsTools>[] = [
  command({
    name: "fetch",
    arguments: takes(
      {
        only: repeated("--only KIND", readFetched),
        out: needed("--out DIR"),
      },
      ({ only, out }) =>
        ok({ sources: only.length === 0 ? fetchedSources : [...new Set(only)], out }),
    ),
    help: `

fetch gets the files from their publishers' own addresses, over https and from no other host, into
a folder of DIR for each list. What has not changed is not fetched again; a file is replaced by a
whole one only; fetched.json records what came when. Prints SHA-256 and path of each file. When some
cannot be had the others are fetched, and the exit status is 1.

  --only KIND         only this list; repeat it for more. Default: all of the table below but
                      ofac-crypto and ftm. ftm:DATASET is fetched from OpenSanctions when it is
                      named: CC BY-NC 4.0, a business needs a licence.
  --out DIR           the folder; it is made.
`,
    run: fetchLists,
  }),
  command({
    name: "build",
    arguments: buildArguments,
    help: `

build reads every source whole or fails: a list that is cut off, damaged or mixed up is never
built, and an earlier FILE stays as it is. Prints the SHA-256 of the snapshot, which is its id, and
FILE on standard output; what was read, dropped and why on standard error.

  --from DIR          a folder that fetch has filled: every list in it. When the lists were last
                      known to be the newest is noted in FILE.checked.json, for publish.
  --source KIND=PATH  a folder with the publisher's files, or one of the files. Repeat it for
                      more lists, and for files of one list that lie in several places.
  --out FILE          the snapshot to write. It is replaced only by a whole one.
  --as-of DATE        the date, as 2026-06-02, of lists whose files state none. Default: for each
                      such list, the day on which its publisher changed the file, where fetch was
                      told; else the day its newest file was changed (UTC), marked as guessed:
                      a server with such a list is stale.
  --as-of KIND=DATE   the same for one list. Repeat it for more.
  --home COUNTRY      the country, as DE (ISO 3166-1), whose politically exposed persons are
                      DOMESTIC. Default: none, and every national office is FOREIGN, as the
                      stricter rule asks.
`,
    run: buildLists,
  }),
  command({
    name: "inspect",
    arguments: inspectArguments,
    help: `

inspect prints id, format and lists of a snapshot with their dates, licences and counts.

  --json       the same as one JSON object
`,
    run: inspect,
  }),
  command({
    name: "keygen",
    arguments: takes({
      name: defaulted("--name NAME", "aval-lists", readName),
      out: needed("--out FILE"),
    }),
    help: `

keygen makes a key that signs manifests, and prints the key that verifies them, which is no secret.

  --name NAME         who signs, as manifests name it. Default: aval-lists
  --out FILE          the key that signs; never overwritten, readable by you alone.
`,
    run: makeKey,
  }),
  command({
    name: "publish",
    arguments: takes(
      {
        snapshot: argument("SNAPSHOT", ok, "publish takes one SNAPSHOT"),
        key: needed("--key FILE"),
        to: needed("--to DIR"),
        accepted: repeated("--accept-loss KIND"),
      },
      null,
      { tooMany: "publish takes one SNAPSHOT" },
    ),
    help: `

publish copies SNAPSHOT into DIR under a name of its own, and puts the signed manifest lists.note
beside it, which servers follow: AVAL_LISTS=PLACE/lists.note#key=KEY, where PLACE is DIR or its URL.

  --key FILE          the key that keygen made.
  --to DIR            the folder; it is made.
  --accept-loss KIND  this list may have lost more than 5 % of its entities, or be gone.
`,
    run: publishLists,
  }),
];

async function inspect(
  { file, json }: { readonly file: string; readonly json: boolean },
  tools: ListsTools,
): Promise<Done> {
  const read = await readNamedFile(file);
  if (!read.ok) return read;
  const bytes = read.value;
  const matcher = await tools.openMatcher();
  try {
    const snapshot = matcher.load(bytes);
    const format = matcher.release;
    tools.out(
      json
        ? `${JSON.stringify({ id: snapshot.id, format, lists: snapshot.lists }, null, 2)}\n`
        : renderSnapshot(snapshot, format),
    );
    return ok(null);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : "not readable";
    return failed(`${file}: no list snapshot of this version (${reason})`);
  }
}
