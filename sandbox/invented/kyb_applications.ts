import { z } from "zod";
import type { Clients } from "../../core/access/ports.ts";
import type { Clock } from "../../base/clock.ts";
import type { FoundApplication, KybApplications } from "../../core/kyb/application_ports.ts";
import { KybApplication, KybCheck } from "../../core/kyb/application_schema.ts";
import { drafterVersion } from "../../core/kyb/drafters.ts";
import fixture from "../../fixtures/kyb/applications.json" with { type: "json" };

/**
 * An invented application. Its times are days before now, so that its evidence is never too old.
 */
const Invented = z.strictObject({
  name: z.string(),
  because: z.string(),
  application: z.looseObject({ decision: z.looseObject({}).nullable() }),
  registry: z.strictObject({ id: z.string(), evidence: z.looseObject({}) }),
  screenings: z.array(z.strictObject({
    id: z.string(),
    evidence: z.looseObject({ path: z.string() }),
    judgement: z.looseObject({}).nullable(),
  })),
});
type Invented = z.infer<typeof Invented>;

const { applications: invented, draftedDaysAgo, acceptedDaysAgo, decidedDaysAgo } = z.strictObject({
  draftedDaysAgo: z.int().positive(),
  acceptedDaysAgo: z.int().positive(),
  decidedDaysAgo: z.int().positive(),
  applications: z.array(Invented),
}).parse(fixture);

/** The ports for reading applications for requests. */
type ReadApplications = Pick<KybApplications, "find" | "ofClient">;

/** The applications of a sandbox: the invented ones, which never change, and those of its store. */
export function withInvented(
  stored: ReadApplications,
  at: { readonly clock: Clock; readonly ruleSetHash: string },
): ReadApplications {
  const all = () => inventedApplications(at);
  return {
    find: async (id) =>
      all().find(({ application }) => application.id === id) ?? await stored.find(id),
    ofClient: async (clientId) => [
      ...all().map(({ application }) => application).filter((one) => one.clientId === clientId),
      ...await stored.ofClient(clientId),
    ],
  };
}

/** The invented applications with their checks. */
export function inventedApplications(
  at: { readonly clock: Clock; readonly ruleSetHash: string },
): readonly FoundApplication[] {
  return invented.map((one) => readInvented(one, at));
}

/** The clients of a sandbox: a client that an invented application admitted is linked to it. */
export function admittedInSandbox(clients: Clients): Clients {
  return {
    get: async (clientId) => {
      const record = await clients.get(clientId);
      const admitting = invented.find(({ application }) =>
        application["clientId"] === clientId && application["status"] === "APPROVED"
      );
      const admittedBy = admitting?.application["id"];
      return record.kybApplicationId === null && typeof admittedBy === "string"
        ? { ...record, kybApplicationId: admittedBy }
        : record;
    },
  };
}

function readInvented(
  { application, registry, screenings }: Invented,
  { clock, ruleSetHash }: { readonly clock: Clock; readonly ruleSetHash: string },
): FoundApplication {
  const midnight = clock.now().toZonedDateTimeISO("UTC").startOfDay();
  const ago = (days: number) =>
    midnight.subtract({ days }).toInstant().toString({ smallestUnit: "millisecond" });
  const [draftedAt, acceptedAt] = [ago(draftedDaysAgo), ago(acceptedDaysAgo)];
  const { decision } = application;
  const read = KybApplication.parse({
    ...application,
    mode: "sandbox",
    draftedAt,
    acceptedAt,
    drafter: { kind: "deterministic", version: drafterVersion, ruleSetHash, model: null },
    decision: decision === null ? null : { ...decision, at: ago(decidedDaysAgo) },
    keptUntil: null,
  });
  const checks = [
    {
      kind: "registry",
      id: registry.id,
      judgements: [],
      evidence: { ...registry.evidence, checkedAt: draftedAt },
    },
    ...screenings.map(({ id, evidence, judgement }) => {
      const person = read.persons.find(({ path }) => evidence.path.startsWith(`${path}.`));
      return {
        id,
        ...(person === undefined
          ? { kind: "entity_screening" }
          : { kind: "person_screening", personId: person.id }),
        judgements: judgement === null ? [] : [{ ...judgement, at: acceptedAt }],
        evidence: { ...evidence, evidenceId: id, screenedAt: draftedAt },
      };
    }),
  ].map((check) => KybCheck.parse(check));
  return { application: read, checks, hold: () => {}, put: neverWritten, putCheck: neverWritten };
}

function neverWritten(): never {
  throw new Error("The applications of fixtures/kyb/ are never written");
}
