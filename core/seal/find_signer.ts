import { ok, refuse, type Result } from "../../base/result.ts";
import type { ClientRecord } from "../access/client_schema.ts";
import type { ClientId } from "../access/schema.ts";
import type { KybApplication } from "../kyb/application_schema.ts";
import type { SigningAct } from "./attempt_schema.ts";
import type { SealPorts, SigningService } from "./ports.ts";

/** The acting person, the credential and the service. */
export interface Signer {
  readonly service: SigningService;
  readonly personId: string;
  readonly credentialId: string;
}

/** A gate that a request did not pass. */
export interface GateRefusal {
  readonly code:
    | "qseal_not_configured"
    | "qes_not_configured"
    | "account_inactive"
    | "representative_not_on_file"
    | "signer_not_on_file";
  /** The missing item, if the code does not state it. */
  readonly message?: string;
}

/**
 * Messages for a missing credential; the trust service is configured, and the caller knows which
 * client or person lacks one.
 */
const noCredential: Readonly<Record<SigningAct, string>> = {
  seal: "The client has no seal credential at the trust service; have the operator provision it",
  sign:
    "The person that `signerId` names has no signing credential at the trust service; have the operator provision it",
};

/** The statements of a request for a seal or a signature. */
export interface AskedSigner {
  readonly act: SigningAct;
  readonly clientId: ClientId;
  /** Id of the person, as written by the caller. */
  readonly personId: string;
}

/**
 * Checks the gates of a request: a provider, the caller's own APPROVED application, a credential, a
 * declared person on file. A seal requires the client's credential before the person, a signature
 * the person before the person's credential.
 *
 * @see Screening §4, rules 13 and 14; decisions-2.md part 17
 */
export async function findSigner(
  { clients, signing: { service, admissions } }: Pick<SealPorts, "clients" | "signing">,
  { act, clientId, personId }: AskedSigner,
): Promise<Result<Signer, GateRefusal>> {
  const unconfigured = act === "seal" ? "qseal_not_configured" : "qes_not_configured";
  if (service === null) return refuse({ code: unconfigured });
  const [client, application] = await Promise.all([
    clients.get(clientId),
    admissions.find(clientId),
  ]);
  if (client.status !== "ACTIVE" || application === null) {
    return refuse({ code: "account_inactive" });
  }
  const isOnFile = mayAct(application, personId);
  const credentialId = credentialOf(client, act, personId);
  if (act === "seal") {
    if (credentialId === null) return refuse({ code: unconfigured, message: noCredential.seal });
    if (!isOnFile) return refuse({ code: "representative_not_on_file" });
  }
  if (!isOnFile) return refuse({ code: "signer_not_on_file" });
  if (credentialId === null) return refuse({ code: unconfigured, message: noCredential.sign });
  return ok({ service, personId, credentialId });
}

/** Whether a declared person may act for the company: a mere shareholder or agent may not. */
export function mayAct({ persons }: Pick<KybApplication, "persons">, personId: string): boolean {
  return persons.some(({ id, roles }) =>
    id === personId &&
    roles.some((role) => role === "ubo" || role === "director" || role === "smo")
  );
}

function credentialOf(
  { sealCredential, signingCredentials }: ClientRecord,
  act: SigningAct,
  personId: string,
): string | null {
  if (act === "seal") return sealCredential?.credentialId ?? null;
  return signingCredentials.find((own) => own.personId === personId)?.credentialId ?? null;
}
