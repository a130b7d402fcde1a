import fixture from "../../fixtures/kyb/applications.json" with { type: "json" };
import { ok } from "../../base/result.ts";
import { KybApplication, KybCheck } from "../../core/kyb/application_schema.ts";
import type { Mode } from "../../core/nouns.ts";
import { openClients } from "../../kv/access/clients.ts";
import { openDataKeys } from "../../kv/keys/data_keys.ts";
import { openKybApplications } from "../../kv/kyb/kyb_applications.ts";
import { commitAct } from "../../kv/store/operator_act.ts";
import { PUBLISHED_SANDBOX_KEY } from "../../service/config/sandbox_secret.ts";
import { noEvents } from "./events.ts";
import { seededRandom } from "./random.ts";
import { liveEnvironment, type TestService } from "./service.ts";

/** Path of the review drafts of an application. */
export const reviewsPath = (applicationId: string) =>
  `/v1/kyb-applications/${applicationId}/review-drafts`;

/** Path of the latest review draft of an application. */
export const latestPath = (applicationId: string) => `${reviewsPath(applicationId)}/latest`;

/** An application of the sandbox by its name. */
export function inventedApplication(name: string) {
  const found = fixture.applications.find((one) => one.name === name);
  if (found === undefined) throw new Error(`fixtures/kyb/ has no application ${name}`);
  return found;
}

/** KYB ports over a service's store, like those of the operator's commands. */
export async function operatorsKyb(
  { store, clock }: Pick<TestService, "store" | "clock">,
  mode: Mode,
) {
  const { AVAL_SECRET_KEY = PUBLISHED_SANDBOX_KEY } = mode === "live"
    ? await liveEnvironment()
    : {};
  const secrets = { current: Uint8Array.fromBase64(AVAL_SECRET_KEY) };
  const random = seededRandom(29);
  const keys = await openDataKeys({ store, clock, random, secrets });
  const opening = { store, clock, atRest: keys["at-rest"] };
  return {
    applications: openKybApplications(opening),
    audit: { record: () => {} },
    clients: openClients(store),
    clock,
    events: noEvents,
    mode,
    opening,
    random,
    recordDays: 1_827,
  };
}

/** An application with its checks. */
export interface Filed {
  readonly application: KybApplication;
  readonly checks: readonly KybCheck[];
}

const at = "2026-03-01T10:00:00.000Z";

/** An application without findings; its evidence is one day older than the tests' clock. */
export function soundApplication(applicant = "initech"): Filed {
  const screening = {
    classification: "CLEAR",
    candidates: [],
    frozenDecisionArtifact: {
      engineVersion: "1",
      gatesHash: "a",
      ensembleWeightsHash: "b",
      listSnapshotIds: ["ofac"],
    },
    screenedAt: at,
  };
  const [registry, entity, director, owner] = [1, 2, 3, 4].map((n) => idOf("c", n));
  const persons = [
    personOf(1, ["director"], "Hannelore Bistrupgaard"),
    personOf(2, ["ubo"], "Margaret Thistlewood"),
  ];
  const application = KybApplication.parse({
    id: idOf("a", 1),
    draftId: idOf("d", 1),
    clientId: applicant,
    mode: "live",
    status: "NEEDS_REVIEW",
    draftedAt: at,
    acceptedAt: at,
    acceptedBy: "alice",
    legalName: "Näidis Kaubandus OÜ",
    registryCountry: "EE",
    registryNumber: "10000018",
    contactEmail: "office@naidis.example",
    persons,
    recommendation: "SUBMIT_RECOMMENDED",
    flags: [],
    drafter: {
      kind: "deterministic",
      version: "1",
      ruleSetHash: "0".repeat(64),
      model: null,
    },
    decision: null,
    keptUntil: null,
  });
  const checks = [
    {
      kind: "registry",
      id: registry,
      judgements: [],
      evidence: {
        outcome: "verified",
        checkedAt: at,
        number: {
          country: "EE",
          scheme: "registrikood",
          normalized: "10000018",
          formatValid: true,
          checksumValid: true,
        },
        provider: "äriregister",
        isAuthoritative: true,
        evidenceHash: "1".repeat(64),
      },
    },
    {
      kind: "entity_screening",
      id: entity,
      judgements: [],
      evidence: { evidenceId: entity, path: "legalName", ...screening },
    },
    ...[director, owner].map((id, place) => ({
      kind: "person_screening",
      id,
      judgements: [],
      personId: persons[place]?.id,
      evidence: { evidenceId: id, path: `persons[${place}].fullName`, ...screening },
    })),
  ].map((check) => KybCheck.parse(check));
  return { application, checks };
}

function idOf(kind: string, n: number): string {
  return `0199b000-000${kind}-7000-8000-00000000000${n}`;
}

function personOf(n: number, roles: readonly string[], fullName: string) {
  return {
    id: idOf("e", n),
    path: `persons[${n - 1}]`,
    role: roles[0],
    roles,
    fullName,
    dob: "1970-01-01",
    nationalities: ["DK"],
    ownership: roles.includes("ubo") ? { minimum: 10_000, maximum: 10_000 } : null,
    controlBasis: null,
  };
}

/** A listed entity that a person may match. */
export const candidateOf = (isPep: boolean, classification = "POSSIBLE_MATCH") => ({
  entityId: "0199b000-000f-7000-8000-000000000001",
  source: isPep ? "pep" : "ofac",
  listRef: isPep ? "P-7" : "12345",
  isPep,
  score: 81.5,
  classification,
  matchedName: "Margarete Listed-Thistlewood",
});

/** Puts an application on file. */
export async function file(
  service: Pick<TestService, "store" | "clock">,
  { application, checks }: Filed,
  mode: Mode = "live",
): Promise<void> {
  const { applications } = await operatorsKyb(service, mode);
  const filed = await commitAct(service.store, (unit) => {
    applications.add(unit, application, checks);
    return Promise.resolve(ok(null));
  });
  if (!filed.ok) throw new Error("An application is filed or the store fails");
}
