import { ok, type Result } from "../../../base/result.ts";
import { makeSecret } from "../../../base/secret.ts";
import type { Signatory, SignatoryId } from "../../../core/credentials/issuer_schema.ts";
import { signAssertion } from "../../../core/credentials/step_up/sign_assertion.ts";
import { openSignatories } from "../../../kv/credentials/signatories.ts";
import { defaultStepUpAcr, readAcr } from "../../../service/config/identity_provider.ts";
import { readBaseUrl, readPort } from "../../../service/config/readers.ts";
import {
  sandboxSignatories,
  sandboxStepUpAudience,
  sandboxStepUpIssuer,
  sandboxStepUpSigner,
} from "../../../sandbox/invented/step_up.ts";
import { type CommandRefusal, type Done, failed } from "../../command/command.ts";
import type { AdminTools } from "../command/admin_command.ts";
import { withStore } from "../store/opened_store.ts";
import type { Variables } from "../command/secrets.ts";

/** Signs an assertion for a sandbox, whose key is published. Prints only the assertion. */
export async function signStepUp(
  { signatoryId, lifetimeSeconds }: {
    readonly signatoryId: SignatoryId;
    readonly lifetimeSeconds: number;
  },
  tools: AdminTools,
): Promise<Done> {
  const { variables } = tools;
  if ((variables["AVAL_MODE"] ?? "sandbox") !== "sandbox") {
    return failed("AVAL_MODE is not sandbox: only the identity provider signs assertions in live");
  }
  const service = readSandbox(variables);
  if (!service.ok) return service;
  const sign = (signatory: Signatory) => print(signatory, service.value, lifetimeSeconds, tools);
  const published = sandboxSignatories();
  const known = published.find(({ id }) => id === signatoryId);
  if (known !== undefined) return await sign(known);
  // The published signatories need no store.
  return await withStore({ store: "existing" }, tools, async ({ store }) => {
    const signatory = await openSignatories({ store, published }).find(signatoryId);
    return signatory === null ? unknown(signatoryId) : await sign(signatory);
  });
}

function unknown(id: SignatoryId): Done {
  const published = sandboxSignatories().map((signatory) => signatory.id).join(", ");
  return failed(
    `${id} is not a signatory: register one by signatory put; a sandbox has ${published}`,
  );
}

/** A sandbox's requirements for an assertion. */
interface Sandbox {
  readonly audience: string;
  readonly acr: string;
}

/** Reads the variables like the server. */
function readSandbox(variables: Variables): Result<Sandbox, CommandRefusal> {
  const port = readPort(variables["PORT"] ?? "8000");
  if (!port.ok) return failed(`PORT: ${port.refusal.problems.join("; ")}`);
  const baseUrl = readBaseUrl(variables["AVAL_BASE_URL"] ?? `http://localhost:${port.value}`);
  if (!baseUrl.ok) return failed(`AVAL_BASE_URL: ${baseUrl.refusal.problems.join("; ")}`);
  const acr = readAcr(variables["AVAL_STEP_UP_ACR"] ?? defaultStepUpAcr);
  if (!acr.ok) return failed(`AVAL_STEP_UP_ACR: ${acr.refusal.problems.join("; ")}`);
  return ok({ audience: sandboxStepUpAudience(baseUrl.value), acr: acr.value });
}

async function print(
  { id, academicIssuerId, idpSubject: subject }: Signatory,
  { audience, acr }: Sandbox,
  lifetimeSeconds: number,
  { clock, random, out, err }: AdminTools,
): Promise<Done> {
  const now = clock.now();
  const assertion = await signAssertion(await sandboxStepUpSigner(), {
    issuer: sandboxStepUpIssuer,
    audience,
    subject,
    acr,
    jti: makeSecret(random),
    now,
    lifetimeSeconds,
  });
  const until = now.add({ seconds: lifetimeSeconds }).toString({ smallestUnit: "second" });
  err(`For one approval of ${academicIssuerId} by ${id} at ${audience}, until ${until}:\n`);
  out(`${assertion}\n`);
  return ok(null);
}
