import { openCorpus } from "../../sources/tag_packs/open_corpus.ts";
import { ok } from "../../base/result.ts";
import { type Done, failed } from "../command/command.ts";
import { inspectArguments } from "../command/inspect_arguments.ts";
import { readNamedFile } from "../command/named_files.ts";
import { argument, flag, needed, notEmpty, optional } from "../command/parameter.ts";
import { command, type CommandRecord, takes } from "../command/record.ts";
import { buildTagPacks, type TagPacksTools } from "./build.ts";
import { publishTagPacks } from "./publish.ts";
import { renderCorpus } from "./report.ts";

/** The commands of `tagpacks`. */
export const tagPacksCommands: readonly CommandRecord<TagPacksTools>[] = [
  command({
    name: "build",
    arguments: takes(
      {
        path: argument("PATH", notEmpty("build takes one PATH")),
        out: needed("--out FILE"),
        taxonomy: optional("--taxonomy DIR"),
      },
      null,
      { tooMany: "build takes one PATH" },
    ),
    help: `

build reads every pack whole or fails with file and line, and an earlier FILE stays as it is. PATH
is laid out as the repository graphsense/graphsense-tagpacks:

  PATH/packs/       the packs, .yaml or .yaml.gz, in folders of folders too
  PATH/actors/      actor packs; without any no actor is checked
  PATH/taxonomy/    concepts.yaml and confidence.csv

  --out FILE        the corpus to write. It is replaced only by a whole one.
  --taxonomy DIR    the folder of the taxonomy, where it is another.

Prints the SHA-256 of the corpus, which is its id, and FILE on standard output; what was read,
dropped and why on standard error. YAML does not say how long it is: a pack that is cut off exactly
between two tags looks whole.
`,
    run: buildTagPacks,
  }),
  command({
    name: "inspect",
    arguments: inspectArguments,
    help: `

inspect prints id, run, dates and counts of a corpus.

  --json       the same as one JSON object
`,
    run: inspect,
  }),
  command({
    name: "publish",
    arguments: takes(
      {
        file: argument("FILE", ok, "publish takes one FILE"),
        key: needed("--key FILE"),
        to: needed("--to DIR"),
        acceptLoss: flag("--accept-loss"),
      },
      null,
      { tooMany: "publish takes one FILE" },
    ),
    help: `

publish puts a corpus into a folder that servers follow by AVAL_TAGPACKS, and then the signed
manifest that names it.

  --key FILE       the key that signs, as deno task lists keygen makes it.
  --to DIR         the folder. tagpacks.note in it is the manifest.
  --accept-loss    takes a corpus that lost more tags than servers believe.
`,
    run: publishTagPacks,
  }),
];

async function inspect(
  { file, json }: { readonly file: string; readonly json: boolean },
  { out }: TagPacksTools,
): Promise<Done> {
  const read = await readNamedFile(file);
  if (!read.ok) return read;
  const bytes = read.value;
  const corpus = openCorpus(bytes);
  if (!corpus.ok) {
    return failed(`${file}: not a tag corpus of this version (${corpus.refusal.message})`);
  }
  const { meta } = corpus.value;
  out(json ? `${JSON.stringify(meta, null, 2)}\n` : renderCorpus(meta, bytes.length));
  return ok(null);
}
