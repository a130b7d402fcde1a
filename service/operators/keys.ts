import type { Units } from "../../base/unit.ts";
import type { Audit } from "../../core/audit/ports.ts";
import type { KeyAct, OperatorKey, OperatorKeys } from "../../core/operators/ports.ts";
import { listIssuerKeys } from "../../kv/credentials/issuer_keys.ts";
import {
  eventSigning,
  listEventKeys,
  type OpenEventKeys,
  rotateEventKey,
} from "../../kv/events/event_keys.ts";
import { type DataKeys, reloadDataKeys } from "../../kv/keys/data_keys.ts";
import { isRotatable, listDataKeys, rotateDataKey } from "../../kv/keys/key_rotation.ts";
import {
  activateSigningKey,
  listSigningKeys,
  newSigningKey,
  revokeSigningKey,
} from "../../kv/keys/signing_key_moves.ts";
import { loginSigning } from "../../kv/keys/stored_signing_keys.ts";
import type { Store } from "../../kv/store/store.ts";
import { secretsOf } from "../access/secrets.ts";
import type { Config } from "../config/config.ts";
import type { OpenedRuntime } from "../process/runtime.ts";

/** Dependencies of {@link openOperatorKeys}. */
export interface OpenOperatorKeys {
  readonly store: Store;
  readonly keys: DataKeys;
  readonly audit: Pick<Audit, "record">;
  readonly units: Units;
}

/** Opens the keys of the store for the console, with the acts of the commands. */
export function openOperatorKeys(
  config: Config,
  { clock, random }: OpenedRuntime,
  { store, keys, audit, units }: OpenOperatorKeys,
): OperatorKeys {
  const { login: { jwksCacheSeconds }, lifetimes: { idTokenMinutes } } = config.policy;
  const opened = { store, clock, random, secrets: secretsOf(config) };
  const moves = (operator: string) => ({ ...opened, audit, units, operator });
  return {
    list: () => listKeys({ store, clock, atRest: keys["at-rest"] }),
    rotate: async (purpose, seen, operator) => {
      const recorded = { audit, units, operator, seen };
      if (purpose === eventSigning) {
        const own = { store, clock, dataKeys: keys, ...recorded };
        return await rotateEventKey(own, { atOnce: false, operator, seen });
      }
      const rotated = await rotateDataKey(opened, purpose, recorded);
      // Other servers take it up within a minute.
      if (rotated.ok) await reloadDataKeys(keys);
      return rotated;
    },
    makeSigningKey: (seen, operator) => newSigningKey(moves(operator), seen),
    activateSigningKey: (kid, operator) =>
      activateSigningKey(moves(operator), { kid, jwksCacheSeconds, idTokenMinutes }),
    revokeSigningKey: (kid, operator) => revokeSigningKey(moves(operator), kid),
  };
}

/** Lists every key, data keys first. */
async function listKeys(opened: OpenEventKeys): Promise<readonly OperatorKey[]> {
  const { store } = opened;
  const none = { acts: [], neededUntil: null };
  return [
    ...(await listDataKeys(store)).map(({ purpose, id, state, createdAt, retiredAt = null }) => ({
      ...none,
      ...{ purpose, id, state, createdAt, retiredAt },
      acts: state === "ACTIVE" && isRotatable(purpose) ? ["rotate" as const] : [],
    })),
    ...(await listSigningKeys(store)).map(({ kid, state, ...key }) => ({
      ...{ purpose: loginSigning, id: kid, state, createdAt: key.createdAt },
      acts: signingActs[state],
      retiredAt: key.revokedAt ?? key.signsUntil ?? null,
      neededUntil: state === "ROTATED" ? key.neededUntil ?? null : null,
    })),
    ...(await listEventKeys(opened)).map(({ id, createdAt, until }) => ({
      ...none,
      ...{ purpose: eventSigning, id, createdAt, retiredAt: until },
      state: until === null ? "ACTIVE" : "ROTATED",
      acts: until === null ? ["rotate" as const] : [],
    })),
    ...(await listIssuerKeys(store)).map(({ purpose, academicIssuerId, kid, createdAt }) => ({
      ...none,
      ...{ purpose, id: academicIssuerId ?? kid, state: "ACTIVE", createdAt, retiredAt: null },
    })),
  ];
}

const signingActs: Readonly<Record<"NEW" | "ACTIVE" | "ROTATED" | "REVOKED", readonly KeyAct[]>> = {
  NEW: ["activate", "revoke"],
  ACTIVE: [],
  ROTATED: ["revoke"],
  REVOKED: [],
};
