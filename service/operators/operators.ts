import type { Units } from "../../base/unit.ts";
import type { OperatorPorts } from "../../core/operators/ports.ts";
import type { Clients } from "../../core/access/ports.ts";
import type { Audit } from "../../core/audit/ports.ts";
import type { CredentialTemplates } from "../../core/credentials/template_ports.ts";
import { noEditions } from "../../core/publications/no_editions.ts";
import type { Editions } from "../../core/publications/edition_ports.ts";
import type { Events } from "../../core/events/ports.ts";
import type { Replays } from "../../core/idempotency/ports.ts";
import { mintIn, revokeIn } from "../../kv/access/access_tokens.ts";
import { listClientTokens } from "../../kv/access/client_tokens.ts";
import { openClients } from "../../kv/access/clients.ts";
import { listThrottles, openAnomalyRecords } from "../../kv/anomalies/anomaly_records.ts";
import { openTrafficCounts } from "../../kv/anomalies/traffic_counts.ts";
import { listCheckpoints, readAuditState, readHead } from "../../kv/audit/audit_state.ts";
import { openOffboardings } from "../../kv/client_data/offboardings.ts";
import { openAuditVerifications } from "../../kv/audit/audit_asked_verification.ts";
import { findKeptOfClient, hasDataOfClient } from "../../kv/client_data/kept_of_client.ts";
import type { DataKeys } from "../../kv/keys/data_keys.ts";
import { isOwnApplication, openKybApplications } from "../../kv/kyb/kyb_applications.ts";
import { openKybDrafts } from "../../kv/kyb/kyb_drafts.ts";
import type { KybModes } from "../kyb/kyb.ts";
import type { Store } from "../../kv/store/store.ts";
import { inventedApplications } from "../../sandbox/invented/kyb_applications.ts";
import type { Config } from "../config/config.ts";
import { hasPersonLogin } from "../console/person_login.ts";
import type { OpenedRuntime } from "../process/runtime.ts";
import { openOperatorKeys } from "./keys.ts";

/** Dependencies of {@link openOperators}. */
export interface OpenOperators {
  readonly store: Store;
  readonly keys: DataKeys;
  readonly audit: Pick<Audit, "record">;
  readonly events: Events;
  readonly kyb: KybModes;
  readonly clients: Clients;
  readonly replays: Replays;
  readonly templates: CredentialTemplates;
  readonly corpusEditions: Editions;
  readonly units: Units;
  readonly wake: (job: string) => void;
}

/** Opens the ports of the console. */
export function openOperators(
  config: Config,
  runtime: OpenedRuntime,
  { store, keys, audit, events, kyb, clients, replays, templates, corpusEditions, units, wake }:
    OpenOperators,
): OperatorPorts {
  const { mode, policy } = config;
  const { clock, random } = runtime;
  const records = openClients(store);
  const tokens = { store, clock, random };
  const ofMode = kyb[mode];
  const { ruleSetHash } = ofMode.rules;
  const applications = openKybApplications({ store, clock, atRest: keys["at-rest"] });
  const throttles = openAnomalyRecords({ store, clock, rules: policy.anomalies });
  const counts = openTrafficCounts({ store, clock, hourly: mode === "live" });
  const { auditWitness } = config;
  return {
    operators: {
      kyb: {
        ...{ applications, audit, clock, events, mode, random },
        clients: records,
        recordDays: policy.lifetimes.kybRecordDays,
        operatorsAuthenticated: hasPersonLogin(config) && config.consoleParts.includes("console"),
        drafts: openKybDrafts({ store, clock, atRest: keys["at-rest"] }),
        latestReview: (id) => ofMode.reviews.drafts.latest(id),
        invented: () => mode === "sandbox" ? inventedApplications({ clock, ruleSetHash }) : [],
      },
      clients: {
        ...records,
        get: clients.get,
        isOwnApplication: (clientId, id) => isOwnApplication(store, clientId, id),
        findKept: (clientId) => findKeptOfClient({ store, clock }, clientId),
        hasData: (clientId) => hasDataOfClient({ store, clock }, clientId),
      },
      tokens: {
        areTaken: config.identityProvider === null,
        agentScope: config.agentScope,
        ofClient: async (clientId, limit) => {
          const own = [];
          for await (const { id, token } of listClientTokens(tokens, clientId)) {
            if (own.push({ id, ...token }) === limit) break;
          }
          return own;
        },
        mint: (unit, asked) => mintIn(unit, tokens, asked),
        revoke: (unit, asked) => revokeIn(unit, tokens, asked),
      },
      replays,
      offboardings: openOffboardings(store),
      wake,
      templates,
      corpusEditions: mode === "sandbox" ? noEditions : corpusEditions,
      traffic: {
        throttles: (limit) => listThrottles(store, limit),
        lastThrottle: async (owner) => (await throttles.lastThrottle(owner)).throttle,
        hours: (owner, fromHour) => counts.hours(owner, fromHour),
      },
      auditLog: {
        record: audit.record,
        verifications: openAuditVerifications(store),
        state: async (limit) => ({
          ...await readAuditState(store),
          head: await readHead(store),
          checkpoints: await listCheckpoints(store, limit),
          witness: auditWitness?.kind ?? null,
        }),
      },
      keys: openOperatorKeys(config, runtime, { store, keys, audit, units }),
      services: externalServices(config),
    },
  };
}

/** The configured external services; of an address only the host is shown. */
function externalServices(
  { identityProvider, trustService, draftingProvider, vectorProvider, auditWitness, purgedCache }:
    Config,
): OperatorPorts["operators"]["services"] {
  const at = (purpose: string, url: string | null | undefined) => ({
    purpose,
    host: url == null ? null : new URL(url).host,
  });
  return [
    at("Identity provider", identityProvider?.url),
    at("Trust service", trustService?.url),
    at("Timestamp authority", trustService?.timestampUrl),
    at("Drafting model of KYB", draftingProvider?.url),
    at("Vectors beside the matcher", vectorProvider?.url),
    at("Witness of the audit log", auditWitness?.kind === "https" ? auditWitness.url : null),
    at("Cache that is purged", purgedCache?.url),
  ];
}
