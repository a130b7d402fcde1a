/** The text of `tagpacks --help`. */
export const tagPacksHelp = `From GraphSense's tag packs to the corpus that wallets are scored by.

  tagpacks build PATH --out FILE [--taxonomy DIR]
  tagpacks inspect FILE [--json]
  tagpacks publish FILE --key FILE --to DIR [--accept-loss]

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

inspect prints id, run, dates and counts of a corpus.

  --json       the same as one JSON object

publish puts a corpus into a folder that servers follow by AVAL_TAGPACKS, and then the signed
manifest that names it.

  --key FILE       the key that signs, as deno task lists keygen makes it.
  --to DIR         the folder. tagpacks.note in it is the manifest.
  --accept-loss    takes a corpus that lost more tags than servers believe.

Exit status: 0 done, 1 failed, 2 wrong usage.
`;
