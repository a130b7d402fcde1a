import { publishers } from "../../sources/lists/publishers.ts";

/** A table of every list's files, with the key that names the list. */
function filesTable(): string {
  const keys = publishers.map(({ source }) => source);
  const width = Math.max(...keys.map((key) => key.length));
  return publishers.flatMap(({ source, filesHelp }) =>
    filesHelp.map((line, index) => `  ${(index === 0 ? source : "").padEnd(width)}  ${line}\n`)
  ).join("");
}

/** The notes of `lists --help` after its commands. */
export const listsNotes =
  `  KIND         files; a file is known by its content, except where names are given
${filesTable()}
Written from the published schemas and tested on samples of our own, as no file of the publisher
was at hand: SDN_ADVANCED.XML and CONS_ADVANCED.XML, eu-fsf, uk-sl, ftm. Tell us what they refuse.

Formats of lines or rows (CSV, YAML, JSON lines, addresses) do not say how long they are: one that
is cut off exactly between two records looks whole. XML formats are always noticed.

Postal addresses (add.csv) are checked with the rest, but nothing is compared with them.

Exit status: 0 done, 1 failed, 2 wrong usage.
`;
