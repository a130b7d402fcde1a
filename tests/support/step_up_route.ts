import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import { ok } from "../../base/result.ts";
import { AcademicIssuerId, SignatoryId } from "../../core/credentials/issuer_schema.ts";
import { verifyStepUp } from "../../core/credentials/step_up/verify_step_up.ts";
import { openOperatorAudit } from "../../kv/audit/audit_recording.ts";
import { openSignatoryRecords } from "../../kv/signatories.ts";
import type { Store } from "../../kv/store/store.ts";
import { defineRoute } from "../../routes/http/route.ts";
import { seededRandom } from "./random.ts";
import type { TestService } from "./service.ts";

/**
 * Approves nothing: it uses an assertion up, as an approval does. Without a client, since the token of
 * one would not live as long as the assertions.
 *
 * @param issuer the institution whose batch it would be
 */
export function approveRoute(issuer: string) {
  return defineRoute({
    method: "post",
    path: "/test/approve",
    summary: "Uses an assertion up",
    service: "credentials",
    kind: "test",
    auth: "none",
    anonymous: "browser",
    headers: z.object({ "x-credentials-step-up-assertion": z.string().optional() }),
    body: z.object({ approvedBySignatoryId: SignatoryId }),
    answers: { 200: z.object({ approvedBy: z.string() }) },
    refuses: ["unauthorized", "not_found", "upstream_unavailable"],
    run: async (ports, { headers, body, unit }) => {
      const verified = await verifyStepUp(ports, {
        assertion: headers["x-credentials-step-up-assertion"] ?? null,
        academicIssuerId: AcademicIssuerId.parse(issuer),
        approvedBySignatoryId: body.approvedBySignatoryId,
      });
      if (!verified.ok) return verified;
      ports.stepUp.use(unit, verified.value.assertion);
      return ok({ approvedBy: verified.value.signatory.id });
    },
  });
}

/** An answer of {@link approveRoute}. */
export interface Approved {
  readonly status: number;
  /** Who has approved, or the error. */
  readonly said: string;
  readonly headers: Headers;
}

/** Asks {@link approveRoute}. @param assertion null: without the header */
export async function approve(
  service: Pick<TestService, "fetch">,
  assertion: string | null,
  by: string,
): Promise<Approved> {
  const answer = await service.fetch("/test/approve", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(assertion === null ? {} : { "x-credentials-step-up-assertion": assertion }),
    },
    body: JSON.stringify({ approvedBySignatoryId: by }),
  });
  const body = await answer.json();
  return { status: answer.status, said: body.error ?? body.approvedBy, headers: answer.headers };
}

/** Puts signatories of an institution on file, as an operator does. @param subjects by id */
export async function putSignatories(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  issuer: string,
  subjects: Readonly<Record<string, string>>,
): Promise<void> {
  const audit = openOperatorAudit({ clock, random: seededRandom() });
  const records = openSignatoryRecords({ store, audit });
  for (const [id, idpSubject] of Object.entries(subjects)) {
    await records.put({
      id: SignatoryId.parse(id),
      academicIssuerId: AcademicIssuerId.parse(issuer),
      name: "Example",
      idpSubject,
    });
  }
}

/** Why the last assertion was refused, as the log has it. */
export function reasonOf({ logLines }: Pick<TestService, "logLines">): unknown {
  const line = logLines.findLast((line) => line.includes("step_up_refused"));
  return JSON.parse(line ?? "{}").reason;
}
