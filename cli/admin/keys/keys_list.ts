import { ok } from "../../../base/result.ts";
import { type ListedIssuerKey, listIssuerKeys } from "../../../kv/credentials/issuer_keys.ts";
import { listDataKeys, type ListedDataKey } from "../../../kv/keys/key_rotation.ts";
import { type ListedSigningKey, listSigningKeys } from "../../../kv/keys/signing_key_moves.ts";
import { loginSigning } from "../../../kv/keys/stored_signing_keys.ts";
import { deriveWrappingKeys, type Secrets } from "../../../kv/keys/wrapped_key.ts";
import { PUBLISHED_SANDBOX_KEY } from "../../../service/config/sandbox_secret.ts";
import type { Done } from "../../command/command.ts";
import { writeListing } from "../../command/listing.ts";
import type { OpenedTools } from "../command/admin_command.ts";

/** A key of any kind, in `keys list`. */
interface KeyRow {
  readonly purpose: string;
  readonly id: string;
  readonly state: string;
  readonly createdAt: string;
  /** The time at which it stopped to write, or stops to sign. */
  readonly retiredAt: string | undefined;
  /** For a published signing key: the time from which it may be revoked safely. */
  readonly neededUntil: string | undefined;
  /** Null: its private part was deleted. */
  readonly secretId: string | null;
  readonly json:
    | ListedDataKey
    | (ListedSigningKey & { readonly purpose: string })
    | ListedIssuerKey;
}

/** Lists the keys of all kinds, data keys first, without key material. */
export async function listKeys(
  { json }: { readonly json: boolean },
  tools: OpenedTools,
  secrets: Secrets,
): Promise<Done> {
  const { all } = await deriveWrappingKeys(secrets);
  const variables = [variableOf(tools), "AVAL_SECRET_KEY_PREVIOUS"];
  const wrappedBy = ({ secretId }: KeyRow) =>
    secretId === null
      ? "deleted"
      : variables[all.findIndex((key) => key.secretId === secretId)] ?? "unknown";
  const dataKeys = (await listDataKeys(tools.store)).map(dataKeyRow);
  const signingKeys = (await listSigningKeys(tools.store)).map(signingKeyRow);
  const issuerKeys = (await listIssuerKeys(tools.store)).map(issuerKeyRow);
  await writeListing<KeyRow>({
    rows: [...dataKeys, ...signingKeys, ...issuerKeys],
    columns: {
      PURPOSE: ({ purpose }) => purpose,
      ID: ({ id }) => id,
      STATE: ({ state }) => state,
      MADE: ({ createdAt }) => createdAt,
      RETIRED: ({ retiredAt }) => retiredAt ?? "-",
      "REVOCABLE FROM": ({ neededUntil }) => neededUntil ?? "-",
      SECRET: ({ secretId }) => secretId ?? "-",
      "OPENED BY": wrappedBy,
    },
    toJson: (row) => ({ ...row.json, openedBy: wrappedBy(row) }),
    json,
    piped: "tabs",
  }, tools);
  return ok(null);
}

function dataKeyRow(key: ListedDataKey): KeyRow {
  return { ...key, retiredAt: key.retiredAt, neededUntil: undefined, json: key };
}

function signingKeyRow(key: ListedSigningKey): KeyRow {
  const { kid, state, createdAt, signsUntil, neededUntil, revokedAt, secretId } = key;
  return {
    purpose: loginSigning,
    id: kid,
    state,
    createdAt,
    retiredAt: revokedAt ?? signsUntil,
    neededUntil: state === "ROTATED" ? neededUntil : undefined,
    secretId,
    json: { purpose: loginSigning, ...key },
  };
}

function issuerKeyRow(key: ListedIssuerKey): KeyRow {
  const { purpose, academicIssuerId, kid, createdAt, secretId } = key;
  return {
    purpose,
    id: academicIssuerId ?? kid,
    state: "ACTIVE",
    createdAt,
    retiredAt: undefined,
    neededUntil: undefined,
    secretId,
    json: key,
  };
}

/** The variable of the wrapping secret. A sandbox without its own secret has the published one. */
function variableOf({ variables: { AVAL_SECRET_KEY: own } }: OpenedTools): string {
  return (own ?? PUBLISHED_SANDBOX_KEY) === PUBLISHED_SANDBOX_KEY ? "published" : "AVAL_SECRET_KEY";
}
