import { z } from "zod";
import { StoredClientRecord } from "../../access/client_schema.ts";
import { classifications, Timestamp } from "../../nouns.ts";
import {
  ApplicationId,
  CheckId,
  DeclaredPerson,
  DeclaredPersonId,
  KybApplication,
  RecordedJudgement,
} from "../application_schema.ts";
import { RegistryCheck } from "../registry_schema.ts";
import { NormalizedApplication, ScreeningEvidence } from "../schema.ts";

/** The client of a KYB record, as set by operators. */
export const KybClientRow = z.object({
  clientId: z.string(),
  ...StoredClientRecord.unwrap().shape,
  evidenceEncryptionKey: z.looseObject({ kty: z.string(), crv: z.string() }).nullable()
    .meta({ description: "A public JWK" }),
}).readonly().meta({ id: "KybClientRow" });
export type KybClientRow = z.infer<typeof KybClientRow>;

/** An application; its persons are rows of their own. */
export const KybApplicationRow = KybApplication.unwrap()
  .omit({ persons: true, keptUntil: true })
  .extend({ registryCourt: NormalizedApplication.unwrap().shape.registryCourt })
  .readonly().meta({ id: "KybApplicationRow" });
export type KybApplicationRow = z.infer<typeof KybApplicationRow>;

/** A declared person of an application. */
export const KybPersonRow = z.object({
  applicationId: ApplicationId,
  ...DeclaredPerson.unwrap().omit({ path: true }).shape,
  signingCredential: z.boolean().meta({
    description: "Whether a signing credential of their own is provisioned",
  }),
}).readonly().meta({ id: "KybPersonRow" });
export type KybPersonRow = z.infer<typeof KybPersonRow>;

const checked = {
  applicationId: ApplicationId,
  evidenceId: CheckId,
  checkedAt: Timestamp,
  judgements: z.array(RecordedJudgement).readonly().meta({
    description: "In the order of time; the last counts",
  }),
};

/** A check of an application: its evidence in full, and the reviewers' judgements. */
export const KybCheckRow = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("registry"),
    ...checked,
    outcome: z.string(),
    provider: z.string().nullable().meta({ description: "Null: no register was used" }),
    evidence: RegistryCheck,
  }).readonly(),
  z.object({
    kind: z.enum(["entity_screening", "person_screening"]),
    ...checked,
    personId: DeclaredPersonId.nullable().meta({ description: "Null: the company" }),
    outcome: z.enum(classifications).nullable().meta({
      description: "Null: the name could not be compared",
    }),
    provider: z.null(),
    evidence: ScreeningEvidence,
  }).readonly(),
]).meta({ id: "KybCheckRow" });
export type KybCheckRow = z.infer<typeof KybCheckRow>;
