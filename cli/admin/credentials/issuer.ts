import type {
  AcademicIssuerId,
  InstitutionBrand,
} from "../../../core/credentials/issuer_schema.ts";
import { ok, type Result } from "../../../base/result.ts";
import {
  type IssuerAct,
  type IssuerActRefusal,
  type IssuerActs,
  openIssuerActs,
} from "../../../kv/credentials/academic_issuer_acts.ts";
import {
  academicIssuerKey,
  issuerIdOf,
  listIssuers,
  StoredIssuer,
} from "../../../kv/credentials/academic_issuers.ts";
import { openOperatorAudit } from "../../../kv/audit/audit_recording.ts";
import { findAuthority } from "../../../kv/credentials/issuing_authority.ts";
import { readBaseUrl } from "../../../service/config/readers.ts";
import { PUBLISHED_SANDBOX_KEY } from "../../../service/config/sandbox_secret.ts";
import { parseCertificate } from "../../../standards/x509/certificate.ts";
import { type CommandRefusal, type Done, failed } from "../../command/command.ts";
import { writeListing } from "../../command/listing.ts";
import type { Terminal } from "../../command/terminal.ts";
import type { OpenedTools } from "../command/admin_command.ts";
import { readLogo, readOwnCertificate } from "./issuer_files.ts";
import { readSecrets } from "../command/secrets.ts";

/** The arguments of `issuer put`. */
export interface IssuerPut {
  readonly id: AcademicIssuerId;
  /** Its logo is in a separate file. */
  readonly brand: InstitutionBrand;
  /** A file; null: none. */
  readonly logo: string | null;
  /**
   * Files of its own key and certificates; null: this deployment's authority certifies a new key.
   */
  readonly own: { readonly key: string; readonly cert: string } | null;
}

interface Named {
  readonly id: AcademicIssuerId;
}

async function openActs(tools: OpenedTools): Promise<Result<IssuerActs, CommandRefusal>> {
  const secrets = readSecrets(tools.variables);
  if (!secrets.ok) return secrets;
  const { AVAL_BASE_URL: url, AVAL_SECRET_KEY: key } = tools.variables;
  // Only who tries a sandbox may have certificates that name this machine.
  if (url === undefined && (key ?? PUBLISHED_SANDBOX_KEY) !== PUBLISHED_SANDBOX_KEY) {
    return failed(
      "AVAL_BASE_URL: is not set; set it to the servers' value, which certificates contain",
    );
  }
  const baseUrl = readBaseUrl(url ?? "http://localhost:8000");
  if (!baseUrl.ok) return failed(`AVAL_BASE_URL: ${baseUrl.refusal.problems.join("; ")}`);
  // Its libraries are loaded for these two commands alone.
  const { openCertifier } = await import("./certify.ts");
  const certifier = openCertifier({ ...tools, issuer: `${baseUrl.value}/v1/credentials` });
  const audit = openOperatorAudit(tools);
  return ok(openIssuerActs({ ...tools, secrets: secrets.value, audit, certifier }));
}

/** Registers an institution, or replaces its record. */
export async function putIssuer(
  { id, brand, logo: logoFile, own: files }: IssuerPut,
  tools: OpenedTools,
): Promise<Done> {
  const logo = logoFile === null ? ok(null) : await readLogo(logoFile);
  if (!logo.ok) return logo;
  const own = files === null ? ok(null) : await readOwnCertificate(files, tools.clock.now());
  if (!own.ok) return own;
  const acts = await openActs(tools);
  if (!acts.ok) return acts;
  const asked = { brand: { ...brand, logo: logo.value }, own: own.value };
  const done = await acts.value.put(id, asked);
  own.value?.secret.fill(0);
  return report(id, done, tools);
}

/** Makes a new key and certificate for an institution. */
export async function renewIssuer({ id }: Named, tools: OpenedTools): Promise<Done> {
  const acts = await openActs(tools);
  return acts.ok ? report(id, await acts.value.renew(id), tools) : acts;
}

function report(
  id: AcademicIssuerId,
  done: Result<IssuerAct, IssuerActRefusal>,
  { err }: Terminal,
): Done {
  if (!done.ok) return failed(done.refusal.message);
  const { change, certifiedBy, isCertifiedAnew, madeAuthority, notAfter } = done.value;
  if (madeAuthority) {
    err(
      "The issuing authority of this deployment is made: issuer authority prints its certificate\n",
    );
  }
  err(
    change === "registered"
      ? `${id} is an institution now\n`
      : change === "renewed"
      ? `${id} has a new key and certificate; issued credentials stay valid\n`
      : `${id} is changed\n`,
  );
  if (change === "changed" && isCertifiedAnew) err("It has a new key and certificate\n");
  if (certifiedBy === "others" && isCertifiedAnew) {
    err("Its credentials are trusted here once its trust anchor is in AVAL_TRUST_ANCHORS\n");
  }
  err(`Its certificate ends at ${notAfter}\n`);
  return ok(null);
}

/** Prints the record of an institution, without key material. */
export async function getIssuer({ id }: Named, { store, out }: OpenedTools): Promise<Done> {
  const found = await store.get(StoredIssuer, academicIssuerKey(id));
  if (found === null) return failed(`${id} is not a registered institution`);
  const { chain } = found.value;
  out(`${JSON.stringify({ ...toJson(id, found.value), certificates: chain.map(pem) }, null, 2)}\n`);
  return ok(null);
}

/** Lists the institutions. */
export async function printIssuers(
  { json }: { readonly json: boolean },
  tools: OpenedTools,
): Promise<Done> {
  const rows = await Array.fromAsync(
    listIssuers(tools.store),
    (entry) => ({ id: issuerIdOf(entry), stored: entry.value }),
  );
  await writeListing<(typeof rows)[number]>({
    rows,
    columns: {
      ISSUER: ({ id }) => id,
      NAME: ({ stored }) => stored.name,
      COUNTRY: ({ stored }) => stored.country ?? "-",
      "CERTIFIED BY": ({ stored }) => stored.certifiedBy,
      ENDS: ({ stored }) => endOf(stored),
    },
    toJson: ({ id, stored }) => toJson(id, stored),
    json,
    piped: "json",
  }, tools);
  return ok(null);
}

/** Prints the certificate of the issuing authority. */
export async function printAuthority({ store, out }: OpenedTools): Promise<Done> {
  const found = await findAuthority(store);
  if (found === null) {
    return failed(
      "There is no issuing authority yet: issuer put makes it with the first institution that has no own key",
    );
  }
  out(pem(found.value.certificate));
  return ok(null);
}

function toJson(id: AcademicIssuerId, stored: StoredIssuer) {
  const { name, country, logo, colour, certifiedBy, createdAt, certifiedAt } = stored;
  const brand = { name, country, logo, colour };
  return { id, ...brand, certifiedBy, createdAt, certifiedAt, endsAt: endOf(stored) };
}

function endOf({ chain }: StoredIssuer): string {
  const ends = chain.map((certificate) =>
    parseCertificate(Uint8Array.fromBase64(certificate))?.notAfter ?? 0
  );
  return Temporal.Instant.fromEpochMilliseconds(Math.min(...ends) * 1000).toString();
}

/** Formats a certificate as PEM (RFC 7468). */
function pem(base64: string): string {
  const lines = base64.match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}
