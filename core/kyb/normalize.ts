import { advise, byPath } from "./advisory.ts";
import { cleanText } from "./clean_text.ts";
import { hintsAtNominee } from "./nominee.ts";
import { areFractions, parseShare, shareOf, type WrittenShare } from "./percentages.ts";
import {
  type Read,
  readCountry,
  readDate,
  readEmail,
  readNationalities,
  readRegistryCourt,
  readRegistryNumber,
} from "./read_values.ts";
import { rolesOf } from "./roles.ts";
import type {
  AdvisoryCode,
  AdvisoryFlag,
  NormalizedApplication,
  NormalizedPerson,
  OnboardingRequest,
  Share,
} from "./schema.ts";

/** A request in normal form, with the notes of normalising. */
export interface Normalized {
  readonly application: NormalizedApplication;
  readonly advisoryFlags: readonly AdvisoryFlag[];
  /** Paths of persons whose written role states that they may act for others. */
  readonly nominees: readonly string[];
}

type AskedPerson = OnboardingRequest["persons"][number];
type Note = (code: AdvisoryCode, path: string) => void;

/**
 * Normalises a request by fixed rules. A request has one normal form, and requests with equal forms
 * are equal. Refuses nothing: an unreadable value is null with a note.
 *
 * @see decisions-2.md part 16
 */
export function normalize(request: OnboardingRequest): Normalized {
  const advisoryFlags: AdvisoryFlag[] = [];
  const note: Note = (code, path) => void advisoryFlags.push(advise(code, path));
  const read = openReader(note);
  const applicant = readApplicant(request, read);
  const shares = readShares(request.persons, note);
  const application: NormalizedApplication = {
    legalName: read.text("legalName", request.legalName),
    ...applicant,
    persons: request.persons.map((person, at) => ({
      ...normalizePerson(person, `persons[${at}]`, read),
      ownership: shares[at] ?? null,
    })),
    contactEmail: read.value(
      "contactEmail",
      readEmail(
        read.optional("contactEmail", request.contactEmail),
      ),
    ),
  };
  const nominees = request.persons.flatMap(({ role }, at) =>
    hintsAtNominee(cleanText(role).text) ? [`persons[${at}]`] : []
  );
  return { application, advisoryFlags: advisoryFlags.toSorted(byPath), nominees };
}

function readApplicant(
  { registryCountry: country, registryNumber: number }: OnboardingRequest,
  read: ReturnType<typeof openReader>,
): Pick<NormalizedApplication, "registryCountry" | "registryNumber" | "registryCourt"> {
  const registryCountry = read.value(
    "registryCountry",
    readCountry(read.text("registryCountry", country)),
  );
  const written = read.text("registryNumber", number);
  const registryNumber = read.value(
    "registryNumber",
    readRegistryNumber(written, registryCountry),
  );
  const registryCourt = readRegistryCourt(written, registryCountry);
  return { registryCountry, registryNumber, registryCourt };
}

function openReader(note: Note) {
  const text = (path: string, written: string): string => {
    const { text: clean, hadHidden } = cleanText(written);
    if (hadHidden) note("HIDDEN_CHARACTERS_REMOVED", path);
    return clean;
  };
  return {
    text,
    /** Treats blank text as absent. */
    optional: (path: string, written: string | undefined): string | null =>
      written === undefined ? null : text(path, written) || null,
    value: <T>(path: string, { value, note: code }: Read<T>): T => {
      if (code !== null) note(code, path);
      return value;
    },
  };
}

function normalizePerson(
  person: AskedPerson,
  path: string,
  read: ReturnType<typeof openReader>,
): Omit<NormalizedPerson, "ownership"> {
  const roles = rolesOf(read.text(`${path}.role`, person.role));
  const [role] = roles;
  return {
    role: read.value(`${path}.role`, {
      value: role,
      note: role === "other" ? "ROLE_UNREADABLE" : null,
    }),
    roles,
    fullName: read.text(`${path}.fullName`, person.fullName),
    dob: read.value(`${path}.dob`, readDate(read.optional(`${path}.dob`, person.dob))),
    nationalities: read.value(
      `${path}.nationality`,
      readNationalities(
        read.optional(`${path}.nationality`, person.nationality),
      ),
    ),
    controlBasis: read.optional(`${path}.controlBasis`, person.controlBasis),
  };
}

/** Reads the shares of all persons together, since the meaning of 0.25 depends on the others. */
function readShares(persons: readonly AskedPerson[], note: Note): readonly (Share | null)[] {
  const written = persons.map(({ ownershipPercentage }) => parsed(ownershipPercentage));
  const isFraction = areFractions(written.filter((share) => share !== null));
  if (isFraction) note("PERCENTAGE_SCALE_ASSUMED", "persons");
  return persons.map(({ ownershipPercentage }, at) => {
    const path = `persons[${at}].ownershipPercentage`;
    if (typeof ownershipPercentage === "string" && cleanText(ownershipPercentage).hadHidden) {
      note("HIDDEN_CHARACTERS_REMOVED", path);
    }
    const one = written[at] ?? null;
    const share = one === null ? null : shareOf(one, isFraction);
    if (share === null) {
      if (isGiven(ownershipPercentage)) note("PERCENTAGE_UNREADABLE", path);
      return null;
    }
    if (share.maximum > 10_000) note("PERCENTAGE_OUT_OF_RANGE", path);
    return share;
  });
}

function parsed(written: number | string | undefined): WrittenShare | null {
  if (written === undefined) return null;
  return parseShare(typeof written === "number" ? written : cleanText(written).text);
}

function isGiven(written: number | string | undefined): boolean {
  return written !== undefined && (typeof written === "number" || cleanText(written).text !== "");
}
