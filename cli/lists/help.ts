/** What `lists --help` prints. */
export const listsHelp =
  `Builds list snapshots from the files of their publishers, and shows what is in one.

  lists build --source KIND=PATH ... --out FILE [--as-of DATE]
  lists inspect FILE [--json]

build reads every source whole or fails: a list that is cut off, damaged or mixed up is never
built, and an earlier FILE stays as it is. Prints the SHA-256 of the snapshot, which is its id, and
FILE on standard output; what was read, dropped and why on standard error.

  --source KIND=PATH  a folder with the publisher's files, or one of the files. Repeat it for
                      more lists, and for files of one list that lie in several places.
  --out FILE          the snapshot to write. It is replaced only by a whole one.
  --as-of DATE        the publishers' date of the data, as 2026-06-02. Default: for each list, the
                      day its newest file was changed (UTC).

  KIND         files
  ofac-sdn     sdn.csv, alt.csv, sdn_comments.csv; add.csv (or sdn_address.csv) may be missing
  ofac-cons    cons_prim.csv, cons_alt.csv, cons_comments.csv; cons_add.csv may be missing
  ofac-crypto  sanctioned_addresses_CUR.txt, one file for each currency, one address a line

Postal addresses (add.csv) are checked with the rest, but nothing is compared with them.

inspect prints id, format and lists of a snapshot with their dates, licences and counts.

  --json       the same as one JSON object

Exit status: 0 done, 1 failed, 2 wrong usage.
`;
