import { z } from "zod";
import { AcademicIssuerId, Signatory, SignatoryId } from "../../core/credentials/issuer_schema.ts";
import { ok, type Result } from "../../base/result.ts";
import { parseOptions, usage, type UsageRefusal } from "../command/command.ts";
import { neededOnce, once, refuseArgument, textOption } from "../command/options.ts";

/** One command on the people who prepare, recheck and approve batches. */
export type SignatoryCommand =
  | { readonly kind: "signatory put"; readonly signatory: Signatory }
  | {
    readonly kind: "signatory list";
    /** Null: of every institution. */
    readonly academicIssuerId: AcademicIssuerId | null;
    readonly json: boolean;
  }
  | { readonly kind: "signatory remove"; readonly signatoryId: SignatoryId };

type Parsed = Result<SignatoryCommand, UsageRefusal>;

/** The verbs of `admin signatory`. */
export type SignatoryVerb = "put" | "list" | "remove";

/** Reads the command line after `admin signatory VERB`. */
export function parseSignatoryCommand(verb: SignatoryVerb, args: readonly string[]): Parsed {
  switch (verb) {
    case "put":
      return parsePut(args);
    case "list":
      return parseList(args);
    case "remove":
      return parseRemove(args);
    default:
      return verb satisfies never;
  }
}

/** A name as people write it, on one line. */
const Name = z.string().trim().regex(/^[^\p{C}\u2028\u2029]{1,200}$/u);

/** `sub` at the identity provider (OpenID Connect Core §2). */
const Subject = z.string().regex(/^[\x21-\x7e]{1,255}$/);

function parsePut(args: readonly string[]): Parsed {
  const parsed = parseOptions(args, { issuer: textOption, subject: textOption, name: textOption });
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  const id = oneSignatory(positionals);
  if (!id.ok) return id;
  const issuer = neededOnce("--issuer ID", values.issuer);
  if (!issuer.ok) return issuer;
  const academicIssuerId = readIssuer(issuer.value);
  if (!academicIssuerId.ok) return academicIssuerId;
  const subject = neededOnce("--subject SUB", values.subject);
  if (!subject.ok) return subject;
  if (!Subject.safeParse(subject.value).success) {
    return usage("--subject must be 1 to 255 visible ASCII characters");
  }
  const name = neededOnce("--name NAME", values.name);
  if (!name.ok) return name;
  const read = Name.safeParse(name.value);
  return read.success
    ? ok({
      kind: "signatory put",
      signatory: {
        id: id.value,
        academicIssuerId: academicIssuerId.value,
        name: read.data,
        idpSubject: subject.value,
      },
    })
    : usage("--name must be 1 to 200 characters on one line");
}

function parseList(args: readonly string[]): Parsed {
  const parsed = parseOptions(args, { issuer: textOption, json: { type: "boolean" } });
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  const unexpected = refuseArgument(positionals);
  if (unexpected !== null) return unexpected;
  const json = values.json ?? false;
  const issuer = once("--issuer", values.issuer);
  if (!issuer.ok) return issuer;
  if (issuer.value === null) return ok({ kind: "signatory list", academicIssuerId: null, json });
  const academicIssuerId = readIssuer(issuer.value);
  return academicIssuerId.ok
    ? ok({ kind: "signatory list", academicIssuerId: academicIssuerId.value, json })
    : academicIssuerId;
}

function parseRemove(args: readonly string[]): Parsed {
  const parsed = parseOptions(args, {});
  if (!parsed.ok) return parsed;
  const id = oneSignatory(parsed.value.positionals);
  return id.ok ? ok({ kind: "signatory remove", signatoryId: id.value }) : id;
}

function oneSignatory(
  [id, ...others]: readonly string[],
): Result<SignatoryId, UsageRefusal> {
  if (id === undefined) return usage("A signatory ID is needed");
  return refuseArgument(others) ?? readSignatory("A signatory ID", id);
}

/** Reads the id of a signatory. @param what names it in a refusal */
export function readSignatory(what: string, id: string): Result<SignatoryId, UsageRefusal> {
  const read = SignatoryId.safeParse(id);
  return read.success ? ok(read.data) : usage(`${what} must be 1 to 255 visible ASCII characters`);
}

function readIssuer(id: string): Result<AcademicIssuerId, UsageRefusal> {
  const read = AcademicIssuerId.safeParse(id);
  return read.success ? ok(read.data) : usage("--issuer must be 1 to 255 visible ASCII characters");
}
