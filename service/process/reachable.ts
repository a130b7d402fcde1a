import { companiesHouseAddress } from "../../gateways/registers/companies_house.ts";
import type { Config } from "../config/config.ts";
import { isOnWeb } from "../../gateways/publications/publication.ts";
import type { StoreLocation } from "../../kv/backends/location.ts";

/**
 * Asserts that the process has the permission to reach the store, the lists, the tag packs, the
 * identity provider, the providers of vectors and of the drafting model, the company registers, the
 * trust service and its timestamp authority, and the witness of the audit log: a host without the
 * permission would look unavailable.
 *
 * @throws Error that names the missing permission
 */
export function assertReachable(
  {
    kv,
    lists,
    tagPacks,
    identityProvider,
    vectorProvider,
    draftingProvider,
    registers,
    trustService,
    auditWitness,
    purgedCache,
  }: Pick<
    Config,
    | "kv"
    | "lists"
    | "tagPacks"
    | "identityProvider"
    | "vectorProvider"
    | "draftingProvider"
    | "registers"
    | "trustService"
    | "auditWitness"
    | "purgedCache"
  >,
): void {
  const store = hostOfStore(kv);
  if (store !== null) assertNet("AVAL_KV", store);
  if (lists !== null && isOnWeb(lists.at)) assertNet("AVAL_LISTS", hostOf(lists.at));
  if (tagPacks !== null && isOnWeb(tagPacks.at)) assertNet("AVAL_TAGPACKS", hostOf(tagPacks.at));
  if (identityProvider !== null) assertNet("AVAL_AUTH_URL", hostOf(identityProvider.url));
  if (vectorProvider !== null) assertNet("AVAL_VECTOR_URL", hostOf(vectorProvider.url));
  const { gleif, companiesHouseKey } = registers;
  const gleifAt = gleif?.kind === "api" ? gleif.url : gleif?.at ?? "";
  if (isOnWeb(gleifAt)) assertNet("AVAL_REGISTRY_GLEIF", hostOf(gleifAt));
  if (companiesHouseKey !== null) {
    assertNet("AVAL_REGISTRY_COMPANIES_HOUSE_KEY", hostOf(companiesHouseAddress));
  }
  if (draftingProvider !== null) assertNet("AVAL_DRAFTER_URL", hostOf(draftingProvider.url));
  if (auditWitness?.kind === "https") assertNet("AVAL_AUDIT_WITNESS", hostOf(auditWitness.url));
  if (purgedCache !== null) assertNet("AVAL_CACHE_PURGE_URL", hostOf(purgedCache.url));
  if (trustService !== null) {
    assertNet("AVAL_CSC_URL", hostOf(trustService.url));
    const { timestampUrl } = trustService;
    if (timestampUrl !== null) assertNet("AVAL_TSA_URL", hostOf(timestampUrl));
  }
}

function assertNet(variable: string, host: string): void {
  if (Deno.permissions.querySync({ name: "net", host }).state === "granted") return;
  throw new Error(
    `${variable}: requires net access to ${host}; start with --allow-net=...,${host}`,
  );
}

function hostOfStore(location: StoreLocation): string | null {
  switch (location.kind) {
    case "kv_connect":
      return hostOf(location.url);
    case "postgres": {
      const { host, port } = location.address;
      return `${host.includes(":") ? `[${host}]` : host}:${port}`;
    }
    case "file":
    case "memory":
    case "platform":
      return null;
    default:
      return location satisfies never;
  }
}

function hostOf(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port || (protocol === "http:" ? "80" : "443")}`;
}
