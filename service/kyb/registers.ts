import { ok, refuse, type Result } from "../../base/result.ts";
import type { RegisterSnapshotInForce } from "../../core/kyb/ports.ts";
import type { RegistryProvider } from "../../core/kyb/registry_ports.ts";
import { type Connect, connectPublic } from "../../gateways/http/connect.ts";
import { readSnapshot, withoutSecrets } from "../../gateways/publications/publication.ts";
import { openCompaniesHouse } from "../../gateways/registers/companies_house.ts";
import { openGleifApi } from "../../gateways/registers/gleif_api.ts";
import { openRegisters, type RegisterSnapshot } from "../../sources/registers/open_registers.ts";
import { openSnapshotProvider } from "../../sources/registers/snapshot_provider.ts";
import type { Config } from "../config/config.ts";
import type { GleifLocation } from "../config/registers.ts";
import type { OpenedRuntime } from "../process/runtime.ts";

/** The registers in use, and those of them that are snapshots. */
export interface OpenedRegistries {
  readonly providers: readonly RegistryProvider[];
  readonly snapshots: readonly RegisterSnapshotInForce[];
}

/**
 * Opens the company registers of a live deployment, in the order of look-ups: a country's own
 * before GLEIF, which has only some companies of each.
 *
 * @param signal ends the reads of the start
 * @throws Error with the remedy, when a snapshot cannot be opened
 */
export async function openRegistries(
  { registers, policy }: Pick<Config, "registers" | "policy">,
  { clock, log }: Pick<OpenedRuntime, "clock" | "log">,
  { signal, connect = connectPublic() }: {
    readonly signal: AbortSignal;
    /** Replaces the Internet in tests. */
    readonly connect?: Connect;
  },
): Promise<OpenedRegistries> {
  const { gleif, companiesHouseKey } = registers;
  const deadline = (milliseconds: number) => AbortSignal.timeout(milliseconds);
  const dependencies = { rules: policy.registers, clock, log, deadline, connect };
  const providers: RegistryProvider[] = [];
  const snapshots: RegisterSnapshotInForce[] = [];
  if (companiesHouseKey !== null) {
    providers.push(openCompaniesHouse(companiesHouseKey, dependencies));
  }
  if (gleif?.kind === "api") providers.push(openGleifApi(gleif.url, dependencies));
  if (gleif?.kind === "snapshot") {
    const snapshot = await loadRegisters(gleif, { policy, signal });
    if (!snapshot.ok) throw new Error(snapshot.refusal.message);
    const provider = openSnapshotProvider(snapshot.value);
    const { id, description: { newestUpdate, records } } = snapshot.value;
    const { snapshotStaleDays: staleAfterDays } = policy.registers;
    providers.push(provider);
    snapshots.push({ provider: provider.name, id, newestUpdate, records, staleAfterDays });
  }
  return { providers, snapshots };
}

/** Reads one register snapshot, compares it with its pin and opens it. */
async function loadRegisters(
  { at, sha256 }: Extract<GleifLocation, { kind: "snapshot" }>,
  { policy, signal }: Pick<Config, "policy"> & { readonly signal: AbortSignal },
): Promise<Result<RegisterSnapshot, { readonly code: "snapshot_unusable"; message: string }>> {
  const bytesMax = policy.registers.snapshotBytesMax;
  const read = await readSnapshot(at, { rules: policy.lists, bytesMax, signal });
  if (!read.ok) return unusable(read.refusal.message);
  const opened = openRegisters(read.value);
  if (!opened.ok) {
    return unusable(
      `${
        withoutSecrets(at)
      } is not a register snapshot of this version (${opened.refusal.message})`,
    );
  }
  return sha256 === null || opened.value.id === sha256
    ? ok(opened.value)
    : unusable(`${withoutSecrets(at)} is not the snapshot that its sha256 pins`);
}

function unusable(message: string) {
  return refuse(
    { code: "snapshot_unusable", message: `AVAL_REGISTRY_GLEIF: ${message}` } as const,
  );
}
