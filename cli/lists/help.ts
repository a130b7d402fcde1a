import { publishers } from "../../sources/lists/publishers.ts";

/** The files of every list, beside the key that names the list. */
function filesTable(): string {
  const keys = publishers.map(({ source }) => source);
  const width = Math.max(...keys.map((key) => key.length));
  return publishers.flatMap(({ source, filesHelp }) =>
    filesHelp.map((line, index) => `  ${(index === 0 ? source : "").padEnd(width)}  ${line}\n`)
  ).join("");
}

/** The text of `lists --help`. */
export const listsHelp = `From the publishers' files to the snapshot that servers screen against.

  lists fetch [--only KIND ...] --out DIR
  lists build --from DIR --out FILE [--as-of [KIND=]DATE ...] [--home COUNTRY]
  lists build --source KIND=PATH ... --out FILE [--as-of [KIND=]DATE ...] [--home COUNTRY]
  lists inspect FILE [--json]
  lists keygen [--name NAME] --out FILE
  lists publish SNAPSHOT --key FILE --to DIR [--accept-loss KIND ...]

fetch gets the files from their publishers' own addresses, over https and from no other host, into
a folder of DIR for each list. What has not changed is not fetched again; a file is replaced by a
whole one only; fetched.json records what came when. Prints SHA-256 and path of each file. When some
cannot be had the others are fetched, and the exit status is 1.

  --only KIND         only this list; repeat it for more. Default: all of the table below but
                      ofac-crypto and ftm. ftm:DATASET is fetched from OpenSanctions when it is
                      named: CC BY-NC 4.0, a business needs a licence.
  --out DIR           the folder; it is made.

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

  KIND         files; a file is known by its content, except where names are given
${filesTable()}
Written from the published schemas and tested on samples of our own, as no file of the publisher
was at hand: SDN_ADVANCED.XML and CONS_ADVANCED.XML, eu-fsf, uk-sl, ftm. Tell us what they refuse.

Formats of lines or rows (CSV, YAML, JSON lines, addresses) do not say how long they are: one that
is cut off exactly between two records looks whole. XML formats are always noticed.

Postal addresses (add.csv) are checked with the rest, but nothing is compared with them.

inspect prints id, format and lists of a snapshot with their dates, licences and counts.

  --json       the same as one JSON object

keygen makes a key that signs manifests, and prints the key that verifies them, which is no secret.

  --name NAME         who signs, as manifests name it. Default: aval-lists
  --out FILE          the key that signs; never overwritten, readable by you alone.

publish copies SNAPSHOT into DIR under a name of its own, and puts the signed manifest lists.note
beside it, which servers follow: AVAL_LISTS=PLACE/lists.note#key=KEY, where PLACE is DIR or its URL.

  --key FILE          the key that keygen made.
  --to DIR            the folder; it is made.
  --accept-loss KIND  this list may have lost more than 5 % of its entities, or be gone.

Exit status: 0 done, 1 failed, 2 wrong usage.
`;
