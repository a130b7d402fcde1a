import { ok, refuse, type Result } from "../../../base/result.ts";
import type { Unit } from "../../../base/unit.ts";
import { uuidV7 } from "../../../base/uuid.ts";
import { defaultClientRecord } from "../../access/client_schema.ts";
import type { ClientId } from "../../access/schema.ts";
import { isOffboarded, suspend } from "../../access/suspension.ts";
import { clientChangedEvent } from "../../audit/client_change.ts";
import type { DraftId, KybDraft } from "../schema.ts";
import { type ActingOperator, mayBeOneOfTwo } from "./acting_operator.ts";
import type { ApplicationPorts } from "../application_ports.ts";
import {
  ApplicationId,
  CheckId,
  type DeclaredPerson,
  DeclaredPersonId,
  type KybApplication,
  type KybCheck,
} from "../application_schema.ts";

/** Input of {@link acceptDraft}. */
export interface AcceptDraft extends ActingOperator {
  readonly unit: Unit;
  readonly draftId: DraftId;
  readonly clientId: ClientId;
}

/** The reason why a draft is not accepted. */
export interface AcceptRefusal {
  readonly code: "no_such_draft" | "application_open" | "client_offboarded" | "not_authenticated";
}

/**
 * Turns a draft into an application and its client into one that is suspended by KYB: the first
 * human act. Other members of the client's record stay. The draft is taken, so that it can be
 * accepted only once.
 *
 * @see decisions.md part 8; decisions-2.md part 16
 */
export async function acceptDraft(
  ports: ApplicationPorts,
  { unit, draftId, clientId, operator, identity }: AcceptDraft,
): Promise<Result<KybApplication, AcceptRefusal>> {
  const { applications, audit, clients } = ports;
  if (!mayBeOneOfTwo(ports, identity)) return refuse({ code: "not_authenticated" });
  // Before all else is read: another act on this client makes the unit lose.
  const client = await clients.stand(clientId);
  const before = client.record;
  if (isOffboarded(before)) {
    return refuse({ code: "client_offboarded" });
  }
  const draft = await ports.drafts.take(unit, draftId);
  if (draft === null || draft.mode !== ports.mode) return refuse({ code: "no_such_draft" });
  const others = await applications.ofClient(clientId);
  if (others.some(({ status, mode }) => status === "NEEDS_REVIEW" && mode === ports.mode)) {
    return refuse({ code: "application_open" });
  }
  const application = applicationOf(ports, draft, { clientId, operator, identity });
  applications.add(unit, application, checksOf(draft, application));
  const after = suspend(before ?? defaultClientRecord, "KYB");
  client.put(unit, after);
  const changed = clientChangedEvent({ clientId, before, after });
  if (changed !== null) audit.record(unit, changed);
  const { id: applicationId, mode } = application;
  audit.record(unit, {
    kind: "KYB_APPLICATION_CREATED",
    ...{ applicationId, draftId, mode, operator },
    ...(identity === undefined ? {} : { identity }),
  });
  return ok(application);
}

function applicationOf(
  ports: Pick<ApplicationPorts, "clock" | "random">,
  draft: KybDraft,
  { clientId, operator, identity }: Pick<AcceptDraft, "clientId" | "operator" | "identity">,
): KybApplication {
  // What was screened and asked for, not a model's spelling of it.
  const { persons, ...company } = draft.deterministic;
  const { id: draftId, mode, createdAt: draftedAt, recommendation, flags, drafter } = draft;
  return {
    id: ApplicationId.parse(uuidV7(ports)),
    draftId,
    clientId,
    mode,
    status: "NEEDS_REVIEW",
    draftedAt,
    acceptedAt: ports.clock.now().toString({ smallestUnit: "millisecond" }),
    acceptedBy: operator,
    ...(identity === undefined ? {} : { acceptedIdentity: identity }),
    ...company,
    persons: persons.map((person, at): DeclaredPerson => ({
      ...person,
      id: DeclaredPersonId.parse(uuidV7(ports)),
      path: `persons[${at}]`,
    })),
    recommendation,
    flags,
    drafter,
    decision: null,
    keptUntil: null,
  };
}

/** The draft's evidence, each item as a check. */
function checksOf(
  { evidence: { registry: { evidenceId, ...registry }, screenings } }: KybDraft,
  { persons }: KybApplication,
): readonly KybCheck[] {
  const registryCheck: KybCheck = {
    kind: "registry",
    id: CheckId.parse(evidenceId),
    judgements: [],
    evidence: registry,
  };
  return [
    registryCheck,
    ...screenings.map((evidence): KybCheck => {
      const common = { id: CheckId.parse(evidence.evidenceId), judgements: [], evidence };
      const person = persons.find(({ path }) => evidence.path.startsWith(`${path}.`));
      return person === undefined
        ? { kind: "entity_screening", ...common }
        : { kind: "person_screening", personId: person.id, ...common };
    }),
  ];
}
