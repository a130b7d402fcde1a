/** The text of `match --help`. */
export const matchHelp = `match: asks the matching core from the terminal

  match query NAME [--dob DATE] [--nationality N] [--json]
                   [--why-not LISTREF]
      screens one name as POST /v1/screen does, records nothing, and shows why:
      for each candidate score, class, list entry, the listed name, its strength
      and script, the layers that found it; which words of the query (counted
      from 0) account for which tokens of the listed name, how, and what the
      difference cost; every step that made the score; which listed date of
      birth and nationality were compared, and how; what stands between a
      possible match and a confirmed one
      With --why-not LISTREF it says of that entry instead why it is a candidate
      or why not, and accounts for its best name, however little that scores
  match pairs FILE
      compares pairs of names outside any list: JSON lines
      {"id", "schema", "left", "right"} in, {"id", "score"} out, in order, the
      score from 0 to 100; FILE may be - for standard input

  --dob DATE        1969, 1969-07 or 1969-07-16
  --nationality N   ISO 3166-1 code, the country's English name or a demonym
  --why-not LISTREF the publisher's identifier of an entry, on whatever list
  --json            classification, candidates and meta, as in the answer of the
                    service

  schema is Person, LegalEntity, Organization, Company, PublicBody, Vessel or
  Airplane. A name that begins with a dash comes after --.

Variables
  AVAL_POLICY  the servers' policy: its screening.* moves the gates
  AVAL_LISTS   the list snapshot, FILE or FILE#sha256=HEX; without it the
               synthetic list of the sandbox answers

Exit status: 0 done, whatever the class; 1 failed; 2 wrong usage
`;
