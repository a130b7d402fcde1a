import assert from "node:assert/strict";
import type { Clock } from "../../base/clock.ts";
import { openCertifier } from "../../cli/admin/credentials/certify.ts";
import { ClientId } from "../../core/access/schema.ts";
import { AcademicIssuerId } from "../../core/credentials/issuer_schema.ts";
import { mintAccessToken } from "../../kv/access/access_tokens.ts";
import { openIssuerActs } from "../../kv/credentials/academic_issuer_acts.ts";
import { openOperatorAudit } from "../../kv/audit/audit_recording.ts";
import { openDataKeys } from "../../kv/keys/data_keys.ts";
import { openStore } from "../../kv/opening/open_store.ts";
import type { Store } from "../../kv/store/store.ts";
import { putRecord } from "./clients.ts";
import { CLERK, DEAN, INSTITUTION, REGISTRAR } from "./credential_batches.ts";
import { seededRandom } from "./random.ts";
import { liveEnvironment } from "./service.ts";
import { putSignatories } from "./signatories.ts";
import { filePause } from "./store.ts";
import { locationOf } from "./store_location.ts";

/** Roles of the clients of a live institution, its reviewer and an employer. */
export const rolesOfInstitution = {
  registry: ["credentials-api-client", "credentials-api-issuer"],
  reviewer: ["credentials-api-reviewer"],
  employer: ["credentials-api-verifier"],
};

/** Tokens of these clients. */
export type InstitutionTokens = Readonly<Record<keyof typeof rolesOfInstitution, string>>;

/** `sub` of a signatory at the provider. */
export const subjectOf = (signatoryId: string) => `${signatoryId}-sub`;

/** Ports for registering institutions. */
interface OnFile {
  readonly store: Store;
  readonly clock: Clock;
}

/** Registers an institution under the deployment's own authority, as operators do. */
export async function putIssuer({ store, clock }: OnFile, id: string): Promise<void> {
  const { AVAL_SECRET_KEY = "" } = await liveEnvironment();
  const random = seededRandom(23);
  const secrets = { current: Uint8Array.fromBase64(AVAL_SECRET_KEY) };
  const dataKeys = await openDataKeys({ store, clock, random: seededRandom(), secrets });
  const put = await openIssuerActs({
    store,
    clock,
    random,
    secrets,
    audit: openOperatorAudit({ clock, random, dataKeys }),
    certifier: openCertifier({ random, issuer: "http://localhost:8000/v1/credentials" }),
  }).put(AcademicIssuerId.parse(id), {
    brand: { name: "Example University", country: "AT", logo: null, colour: null },
    own: null,
  });
  assert(put.ok);
}

/** Registers the institution and its people as operators do; `registry` is its client. */
export async function registerInstitution({ store, clock }: OnFile): Promise<void> {
  await putIssuer({ store, clock }, INSTITUTION);
  await putRecord({ store }, "registry", { academicIssuerId: INSTITUTION });
  await putSignatories(
    { store, clock },
    INSTITUTION,
    Object.fromEntries([REGISTRAR, CLERK, DEAN].map((id) => [id, subjectOf(id)])),
  );
}

/**
 * Registers an institution in live, before the server starts.
 *
 * @returns tokens of its clients
 */
export async function putInstitution(
  kv: string,
  accessToken = "",
): Promise<InstitutionTokens> {
  const clock = { now: () => Temporal.Now.instant() };
  const random = seededRandom(Math.floor(clock.now().epochMilliseconds));
  const store = await openStore({
    location: locationOf(kv, accessToken),
    clock,
    random,
    pause: filePause,
  });
  try {
    await registerInstitution({ store, clock });
    const mint = (client: keyof InstitutionTokens) =>
      mintAccessToken({ store, clock, random }, {
        clientId: ClientId.parse(client),
        roles: rolesOfInstitution[client],
        scopes: [],
        seconds: 3_600,
      });
    return {
      registry: await mint("registry"),
      reviewer: await mint("reviewer"),
      employer: await mint("employer"),
    };
  } finally {
    store.close();
  }
}
