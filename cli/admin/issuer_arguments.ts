import { AcademicIssuerId, InstitutionBrand } from "../../core/credentials/issuer_schema.ts";
import { ok, type Result } from "../../base/result.ts";
import { problemsOf } from "../../core/policy/problems.ts";
import { sandboxInstitutionId } from "../../sandbox/invented/academic.ts";
import { parseOptions, usage, type UsageRefusal } from "../command/command.ts";
import { neededOnce, once, refuseArgument, textOption } from "../command/options.ts";

/** One command on the institutions that issue academic credentials. */
export type IssuerCommand =
  | {
    readonly kind: "issuer put";
    readonly id: AcademicIssuerId;
    /** Its logo is in a file, not here. */
    readonly brand: InstitutionBrand;
    /** A file; null: none. */
    readonly logo: string | null;
    /** Files of a key of its own; null: this deployment's authority certifies one. */
    readonly own: { readonly key: string; readonly cert: string } | null;
  }
  | { readonly kind: "issuer get"; readonly id: AcademicIssuerId }
  | { readonly kind: "issuer list"; readonly json: boolean }
  | { readonly kind: "issuer renew"; readonly id: AcademicIssuerId }
  | { readonly kind: "issuer authority" };

type Parsed = Result<IssuerCommand, UsageRefusal>;

/** The verbs of `admin issuer`. */
export type IssuerVerb = "put" | "get" | "list" | "renew" | "authority";

/** Reads the command line after `admin issuer VERB`. */
export function parseIssuerCommand(verb: IssuerVerb, args: readonly string[]): Parsed {
  switch (verb) {
    case "put":
      return parsePut(args);
    case "list":
      return parseList(args);
    case "get":
    case "renew": {
      const parsed = parseOptions(args, {});
      if (!parsed.ok) return parsed;
      const id = oneIssuer(parsed.value.positionals);
      return id.ok ? ok({ kind: `issuer ${verb}`, id: id.value }) : id;
    }
    case "authority":
      return refuseArgument(args) ?? ok({ kind: "issuer authority" });
    default:
      return verb satisfies never;
  }
}

function parsePut(args: readonly string[]): Parsed {
  const parsed = parseOptions(args, {
    name: textOption,
    country: textOption,
    key: textOption,
    cert: textOption,
    logo: textOption,
    colour: textOption,
  });
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  const id = oneIssuer(positionals);
  if (!id.ok) return id;
  if (id.value === sandboxInstitutionId) {
    return usage(`${id.value} is the institution that every sandbox knows: choose another ID`);
  }
  const name = neededOnce("--name NAME", values.name);
  if (!name.ok) return name;
  const country = once("--country", values.country);
  if (!country.ok) return country;
  const colour = once("--colour", values.colour);
  if (!colour.ok) return colour;
  const logo = once("--logo", values.logo);
  if (!logo.ok) return logo;
  const own = parseOwn(values);
  if (!own.ok) return own;
  const brand = InstitutionBrand.safeParse({
    name: name.value,
    country: country.value,
    logo: null,
    // A # begins a comment where a shell reads it unquoted.
    colour: colour.value === null ? null : `#${colour.value.replace(/^#/, "").toLowerCase()}`,
  });
  if (!brand.success) {
    const problems = problemsOf(brand.error, InstitutionBrand);
    return usage(problems.map((problem) => `--${problem}`).join("; "));
  }
  return ok({
    kind: "issuer put",
    id: id.value,
    brand: brand.data,
    logo: logo.value,
    own: own.value,
  });
}

function parseOwn(
  values: { readonly key?: readonly string[]; readonly cert?: readonly string[] },
): Result<{ readonly key: string; readonly cert: string } | null, UsageRefusal> {
  const key = once("--key", values.key);
  if (!key.ok) return key;
  const cert = once("--cert", values.cert);
  if (!cert.ok) return cert;
  if (key.value === null && cert.value === null) return ok(null);
  if (key.value === null || cert.value === null) {
    return usage("--key and --cert are given together, or neither of them");
  }
  return ok({ key: key.value, cert: cert.value });
}

function parseList(args: readonly string[]): Parsed {
  const parsed = parseOptions(args, { json: { type: "boolean" } });
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  return refuseArgument(positionals) ?? ok({ kind: "issuer list", json: values.json ?? false });
}

/** Reads the institution's ID that is the one argument of a command. */
function oneIssuer(
  [id, ...others]: readonly string[],
): Result<AcademicIssuerId, UsageRefusal> {
  if (id === undefined) return usage("An institution's ID is needed");
  const unexpected = refuseArgument(others);
  if (unexpected !== null) return unexpected;
  const parsed = AcademicIssuerId.safeParse(id);
  return parsed.success
    ? ok(parsed.data)
    : usage("An institution's ID must be 1 to 255 visible ASCII characters");
}
