import { ok, refuse, type Result } from "../../../base/result.ts";
import type { StatusListPorts } from "../status_ports.ts";

/** Returns a Status List Token to any caller: without the credentials a list reveals nothing. */
export async function publishStatusList(
  { statusListTokens }: StatusListPorts,
  listId: string,
): Promise<Result<string, { readonly code: "not_found" }>> {
  const token = await statusListTokens.read(listId);
  return token === null ? refuse({ code: "not_found" }) : ok(token);
}
