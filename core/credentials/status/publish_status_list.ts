import { ok, refuse, type Result } from "../../../base/result.ts";
import type { StatusListPorts } from "../status_ports.ts";

/** Reads a Status List Token for any caller: a list says nothing without the credentials in it. */
export async function publishStatusList(
  { statusListTokens }: StatusListPorts,
  listId: string,
): Promise<Result<string, { readonly code: "not_found" }>> {
  const token = await statusListTokens.read(listId);
  return token === null ? refuse({ code: "not_found" }) : ok(token);
}
