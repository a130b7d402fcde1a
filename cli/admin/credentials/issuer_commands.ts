import { AcademicIssuerId, InstitutionBrand } from "../../../core/credentials/issuer_schema.ts";
import { problemsOf } from "../../../core/policy/problems.ts";
import { ok } from "../../../base/result.ts";
import { sandboxInstitutionId } from "../../../sandbox/invented/academic.ts";
import { usage } from "../../command/command.ts";
import { argument, idBy, needed, optional } from "../../command/parameter.ts";
import { takes } from "../../command/record.ts";
import { type AdminCommand, adminCommand, json } from "../command/admin_command.ts";
import { getIssuer, printAuthority, printIssuers, putIssuer, renewIssuer } from "./issuer.ts";

const id = argument(
  "ID",
  idBy(AcademicIssuerId, "An institution's ID"),
  "An institution's ID is needed",
);

const putArguments = takes({
  id,
  name: needed("--name NAME"),
  country: optional("--country CC"),
  logo: optional("--logo FILE"),
  colour: optional("--colour RRGGBB"),
  key: optional("--key FILE"),
  cert: optional("--cert FILE"),
}, ({ id, name, country, colour, logo, key, cert }) => {
  if (id === sandboxInstitutionId) {
    return usage(`${id} is the institution that every sandbox knows: choose another ID`);
  }
  if ((key === null) !== (cert === null)) {
    return usage("--key and --cert are given together, or neither of them");
  }
  const brand = InstitutionBrand.safeParse({
    name,
    country,
    logo: null,
    // A # begins a comment where a shell reads it unquoted.
    colour: colour === null ? null : `#${colour.replace(/^#/, "").toLowerCase()}`,
  });
  if (!brand.success) {
    const problems = problemsOf(brand.error, InstitutionBrand);
    return usage(problems.map((problem) => `--${problem}`).join("; "));
  }
  const own = key === null || cert === null ? null : { key, cert };
  return ok({ id, brand: brand.data, logo, own });
});

/** The commands on the institutions that issue academic credentials. */
export const issuerCommands: readonly AdminCommand[] = [
  adminCommand({
    name: "issuer put",
    arguments: putArguments,
    help: `
      registers an institution that issues academic credentials, or replaces what is
      said of it: options left out are gone. NAME, 64 characters at most, and CC (AT)
      stand in its certificate, which is made anew with a key of its own when they
      change. FILE of --logo: PNG or JPEG, 8 KiB at most.
      The first time this deployment's issuing authority is made, below which every
      institution gets a key and a certificate for 20 years; set AVAL_BASE_URL.
      --key, --cert: a P-256 key (PKCS #8) and its certificates in PEM, its own first,
      in place of those: they must last for 365 days. Servers here believe such an
      institution only once its trust anchor is in AVAL_TRUST_ANCHORS`,
    store: "made",
    recorded: "always",
    run: putIssuer,
  }),
  adminCommand({
    name: "issuer get",
    arguments: takes({ id }),
    help: `
      prints what is on file of an institution, with its certificates; no key`,
    store: "existing",
    run: getIssuer,
  }),
  adminCommand({
    name: "issuer list",
    arguments: takes({ json }),
    help: `
      prints every institution: a table on a terminal, else one JSON object a line`,
    store: "existing",
    run: printIssuers,
  }),
  adminCommand({
    name: "issuer renew",
    arguments: takes({ id }),
    help: `
      gives an institution another key and certificate under the authority; what it
      has issued stays valid, as its old certificate stands in it`,
    store: "existing",
    recorded: "always",
    run: renewIssuer,
  }),
  adminCommand({
    name: "issuer authority",
    arguments: takes({}),
    help: `
      prints the certificate of this deployment's issuing authority in PEM, for
      other verifiers`,
    store: "existing",
    recorded: "always",
    run: (_, tools) => printAuthority(tools),
  }),
];
