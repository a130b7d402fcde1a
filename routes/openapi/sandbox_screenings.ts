/** A screening for a sandbox: a row of the table in docs/sandbox.md, a choice on the reference page. */
export interface SandboxScreening {
  /** Names it in the OpenAPI description. */
  readonly name: string;
  /** Body of POST /v1/screen. */
  readonly send: Readonly<Record<string, unknown>>;
  /** Expected parts of the answer, separated by commas. */
  readonly result: string;
  readonly because: string;
}

/**
 * A request for every outcome that a screening can have, with names, companies and addresses of the
 * sandbox's invented lists. docs/sandbox.md has the same rows in the same order.
 */
export const sandboxScreenings: readonly SandboxScreening[] = [
  {
    name: "nobody_alike",
    send: { name: "Margaret Thistlewood" },
    result: "CLEAR",
    because: "no name on the list is alike",
  },
  {
    name: "exact_name",
    send: { name: "Viktor Sandbergov" },
    result: "CONFIRMED_MATCH, SBX-0001, short circuit",
    because: "exact primary name of a sanctions entry, without contradiction",
  },
  {
    name: "cyrillic_reversed",
    send: { name: "Сандбергов Виктор" },
    result: "CONFIRMED_MATCH, SBX-0001, short circuit",
    because: "listed in Cyrillic; order does not count",
  },
  {
    name: "other_birth_date",
    send: { name: "Viktor Sandbergov", dob: "1990-01-01" },
    result: "POSSIBLE_MATCH, SBX-0001",
    because: "exact name, contradicting date of birth: never cleared unseen",
  },
  {
    name: "other_nationality",
    send: { name: "Viktor Sandbergov", nationality: "FR" },
    result: "POSSIBLE_MATCH, SBX-0001",
    because: "another nationality stops the short circuit",
  },
  {
    name: "two_letters",
    send: { name: "Victor Sandburgov" },
    result: "POSSIBLE_MATCH, SBX-0001",
    because: "two letters differ",
  },
  {
    name: "two_letters_same_birth_date",
    send: { name: "Victor Sandburgov", dob: "1961-04-12" },
    result: "CONFIRMED_MATCH, SBX-0001",
    because: "a high score and the very day of birth",
  },
  {
    name: "weak_alias",
    send: { name: "Ferryman of Tavrel" },
    result: "POSSIBLE_MATCH, SBX-0001",
    because: "a weak alias: possible at most",
  },
  {
    name: "two_namesakes",
    send: { name: "Andrey Chulmavets" },
    result: "CONFIRMED_MATCH, SBX-0010, SBX-0011",
    because: "two near namesakes, two candidates; the exact one confirms",
  },
  {
    name: "arabic",
    send: { name: "صهران القلموزي" },
    result: "CONFIRMED_MATCH, SBX-0003",
    because: "listed in Arabic",
  },
  {
    name: "other_romanisation",
    send: { name: "Sahran Al Qalmuzi" },
    result: "POSSIBLE_MATCH, SBX-0003",
    because: "another romanisation: the vowels differ",
  },
  {
    name: "legal_form",
    send: { name: "Novaterra Meridian Shipping Ltd" },
    result: "CONFIRMED_MATCH, SBX-0020",
    because: "legal forms do not count",
  },
  {
    name: "another_name",
    send: { name: "Margaret Thistlewood", otherNames: ["Viktor Sandbergov"] },
    result: "CONFIRMED_MATCH, SBX-0001, by the second name",
    because: "the best of all names counts; `explain.name` is its position",
  },
  {
    name: "several_nationalities",
    send: { name: "Viktor Sandbergov", nationalities: ["FR", "RU"], subjectRef: "customer-4711" },
    result: "CONFIRMED_MATCH, SBX-0001, short circuit, subject customer-4711",
    because: "a nationality that agrees is enough; the answer names your customer",
  },
  {
    name: "vessel",
    send: { name: "Perla Ondarrieta" },
    result: "CONFIRMED_MATCH, SBX-0030",
    because: "a listed vessel",
  },
  {
    name: "pep",
    send: { name: "Amelie Rochardine" },
    result: "POSSIBLE_MATCH, SBX-0101, PEP, two linked PEPs",
    because: "politically exposed, by name only",
  },
  {
    name: "pep_birth_year",
    send: { name: "Amelie Rochardine", dob: "1964" },
    result: "POSSIBLE_MATCH, SBX-0101, PEP",
    because: "a year is no day of birth",
  },
  {
    name: "pep_birth_date",
    send: { name: "Amelie Rochardine", dob: "1964-09-17" },
    result: "CONFIRMED_MATCH, SBX-0101, PEP",
    because: "the day of birth agrees",
  },
  {
    name: "former_pep",
    send: { name: "Tomas Grevelunde" },
    result: "POSSIBLE_MATCH, SBX-0104, PEP",
    because: "a former head of government",
  },
  {
    name: "both_lists",
    send: { name: "Goran Teslivkovic" },
    result: "CONFIRMED_MATCH, SBX-0013, SBX-0113",
    because: "on both lists; the sanctions entry confirms",
  },
  {
    name: "listed_address",
    send: { name: "", walletAddresses: ["bitcoin:1Dbzh9N37q3ye2ooEAMrpzWqWhnpnY85zg"] },
    result: "CONFIRMED_MATCH, SBX-0001",
    because: "a listed address, its payment link stripped",
  },
  {
    name: "address_of_two",
    send: { name: "", walletAddresses: ["0x3BEB4368AE246C1654A381A37E4EACB6BB3B0905"] },
    result: "CONFIRMED_MATCH, SBX-0001, SBX-0024",
    because: "one entry per address and entity; the case of hex does not count",
  },
  {
    name: "address_without_entity",
    send: { name: "", walletAddresses: ["bc1qx0tlpd3wt7dhv0fwz8vd5tuuxckj38tvll69fy"] },
    result: "CONFIRMED_MATCH",
    because: "listed without an entity: `entityId` is null",
  },
  {
    name: "wrong_checksum",
    send: { name: "", walletAddresses: ["1dbzh9N37q3ye2ooEAMrpzWqWhnpnY85zg"] },
    result: "CLEAR, unrecognized address",
    because: "a wrong checksum: compared byte for byte only",
  },
  {
    name: "no_check",
    send: { name: " " },
    result: "CLEAR, no check run",
    because: "none was requested, and the answer states it",
  },
  {
    name: "unread_script",
    send: { name: "བསྟན་པ་ རྒྱ་མཚོ་" },
    result: "POSSIBLE_MATCH, script Tibt unread",
    because:
      "a script without comparable entries: a person must review it, since an unread name is never CLEAR",
  },
  {
    name: "nothing_comparable",
    send: { name: "!!!" },
    result: "400",
    because: "nothing that could be compared",
  },
  {
    name: "other_mode",
    send: { name: "Viktor Sandbergov", mode: "live" },
    result: "CONFIRMED_MATCH, sandbox override",
    because: "sandbox takes precedence, and the answer states it",
  },
];
