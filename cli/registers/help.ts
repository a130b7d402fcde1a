/** The text of `registers --help`. */
export const registersHelp = `registers: companies' numbers, and snapshots of what registers know

  registers check COUNTRY NUMBER [--scheme S] [--json]
      holds a number against the form and check digits of its country's schemes;
      asks nobody. What no rule covers is neither right nor wrong
  registers check
      the same for JSON lines {"country", "scheme", "number"} on standard input:
      one line {"country", "scheme", "number", "checksumValid"} for each, in
      order; checksumValid is true, false, or null where no rule is known
  registers build PATH... --out FILE
      reads files of GLEIF's golden copy, level 1 (LEI-CDF 3.1, JSON or XML,
      unpacked), or folders of them, and writes one snapshot. Of an LEI that
      comes twice the record that was updated last is kept
  registers inspect FILE [--json]
      shows what a snapshot holds: its id, records, age and findings
  registers find FILE LEI
  registers find FILE COUNTRY NUMBER
      prints the records of an LEI, or of a number of a country's register, as
      JSON lines; none is no error

  COUNTRY       ISO 3166-1 alpha-2, or LEI
  --scheme S    the kind of number, such as registrikood, SIREN, KRS or CRN;
                without it the number's form decides
  --out FILE    the snapshot; it replaces the file at once when it is whole
  --json        for programs

Exit status: 0 done, whatever was found; 1 failed; 2 wrong usage
`;
