import type { Unit, Units } from "../../base/unit.ts";
import {
  BatchItem,
  type CredentialBatch,
  type StudentRow,
} from "../../core/credentials/batch_schema.ts";
import type {
  CredentialBatches,
  FoundBatch,
  FoundItem,
  OfferSecrets,
} from "../../core/credentials/batch_ports.ts";
import type { AcademicIssuers, AcademicIssuerSigner } from "../../core/credentials/ports.ts";
import type { AcademicIssuer } from "../../core/credentials/issuer_schema.ts";
import type { CredentialTemplate } from "../../core/credentials/template_schema.ts";
import type { PolicyOverrides } from "../../core/policy/policy.ts";
import { Policy } from "../../core/policy/policy.ts";
import type { Mode } from "../../core/nouns.ts";
import type { Key } from "../../kv/store/key.ts";
import { type Entry, put, type Store } from "../../kv/store/store.ts";
import { addTo, openUnits } from "../../kv/store/unit.ts";
import { openDemoCredentials } from "../../service/demo_credentials.ts";
import { openStatuses } from "../../service/credential_statuses.ts";
import { type Certified, certify } from "./certificates.ts";
import { always } from "./pem.ts";
import type { StoreInMemory } from "./store.ts";

/** The base of the tests' deployment. */
export const BASE_URL = "https://aval.example";

/** An institution with a certificate below an authority of the tests. */
export interface StandInIssuer {
  readonly authority: Certified;
  readonly signer: AcademicIssuerSigner;
  readonly academicIssuers: Pick<AcademicIssuers, "find" | "signer">;
}

/** Makes the authority and the key of an institution. */
export async function standInIssuer(id = "university"): Promise<StandInIssuer> {
  const authority = await certify({ name: "Authority", ...always });
  const own = await certify({ name: "University", issuer: authority, ...always });
  const signer: AcademicIssuerSigner = {
    key: own.keys.privateKey,
    chain: [own.der],
    notAfter: own.certificate.notAfter.getTime() / 1000,
  };
  const name = "University";
  const academicIssuers: StandInIssuer["academicIssuers"] = {
    find: (asked) =>
      Promise.resolve(
        asked === id ? { id: asked, name, country: "AT", logo: null, colour: null } : null,
      ),
    signer: (asked) => Promise.resolve(asked === id ? signer : null),
  };
  return { authority, signer, academicIssuers };
}

/** Status lists over a store, as a deployment opens them. */
export function statusesOver(
  at: Pick<StoreInMemory, "store" | "clock" | "random">,
  { academicIssuers }: Pick<StandInIssuer, "academicIssuers">,
  { mode = "live", policy = {} }: { readonly mode?: Mode; readonly policy?: PolicyOverrides } = {},
) {
  const config = { mode, baseUrl: BASE_URL, policy: Policy.parse(policy) };
  return { ...openStatuses(config, at, { ...at, academicIssuers }), units: openUnits(at.store) };
}

const itemKey = (batchId: string, itemId: string): Key => ["stand_in_item", batchId, itemId];

/** Batches without rows over a store: until those of the service are there. */
export function standInBatches(store: Store, batches: readonly CredentialBatch[]) {
  const found = (batch: CredentialBatch, entry: Entry<BatchItem>): FoundItem => {
    const change = (unit: Unit, state: BatchItem["state"]) =>
      addTo(unit, [entry.check, entry.set({ ...entry.value, row: null, state })]);
    const { state } = entry.value;
    return {
      batch,
      item: entry.value,
      revoke: (unit, revokedAt) =>
        change(unit, {
          kind: "revoked",
          revokedAt,
          status: state.kind === "redeemed" ? state.status : null,
        }),
    } as Partial<FoundItem> as FoundItem;
  };
  const credentialBatches: Pick<CredentialBatches, "find"> = {
    find: (id) => {
      const batch = batches.find((known) => known.id === id);
      if (batch === undefined) return Promise.resolve(null);
      return Promise.resolve({
        batch,
        findItem: async (itemId) => {
          const entry = await store.get(BatchItem, itemKey(batch.id, itemId));
          return entry === null ? null : found(batch, entry);
        },
      } as Partial<FoundBatch> as FoundBatch);
    },
  };
  return {
    credentialBatches,
    putItem: (batchId: string, item: BatchItem) =>
      store.commit([put(BatchItem, itemKey(batchId, item.id), item)]),
  };
}

/** Templates and batches in memory, and what was done with them: until those of the service are there. */
export function standInDemo(institution: AcademicIssuer) {
  const templates = new Map<string, CredentialTemplate>();
  const batches = new Map<string, { batch: CredentialBatch; rows: readonly StudentRow[] }>();
  const codes = new Map<string, OfferSecrets>();
  const offerOf = (id: string): OfferSecrets => {
    const known = codes.get(id) ?? { offerId: `offer-of-${id}`, code: `code-of-${id}` };
    codes.set(id, known);
    return known;
  };
  const waiting = new WeakMap<Unit, () => void>();
  const units: Units = {
    begin: () => ({}) as Unit,
    commit: (unit) => {
      waiting.get(unit)?.();
      return Promise.resolve({ kind: "committed" });
    },
  };
  const demoCredentials = openDemoCredentials({
    institution,
    issuer: `${BASE_URL}/v1/credentials`,
    offerDays: 7,
    units,
    credentialTemplates: {
      add: (unit, template) => void waiting.set(unit, () => templates.set(template.id, template)),
      find: (id) => {
        const template = templates.get(id);
        return Promise.resolve(template === undefined ? null : { template, change: () => {} });
      },
    },
    credentialBatches: {
      prepare: (batch, rows) =>
        Promise.resolve({
          add: (unit) => void waiting.set(unit, () => batches.set(batch.id, { batch, rows })),
        }),
      find: (id) => {
        const found = batches.get(id);
        if (found === undefined) return Promise.resolve(null);
        const item = {
          item: { id: `item-of-${id}` },
          offer: () => Promise.resolve(offerOf(id)),
        } as unknown as Partial<FoundItem>;
        const items = async function* () {
          yield await Promise.resolve(item as FoundItem);
        };
        return Promise.resolve({ batch: found.batch, items } as Partial<FoundBatch> as FoundBatch);
      },
    },
  });
  return { demoCredentials, templates, batches };
}
