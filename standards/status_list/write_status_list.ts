import { promisify } from "node:util";
import { deflate } from "node:zlib";
import type { JsonObject } from "../../base/json.ts";
import type { StatusList } from "./status_list.ts";

const deflated = promisify(deflate);

/** Packs statuses from index 0 on, the least significant bits of a byte first (Token Status List §4.1). */
export function packStatuses(bits: StatusList["bits"], statuses: readonly number[]): StatusList {
  const bytes = new Uint8Array(Math.ceil(statuses.length * bits / 8));
  for (const [index, status] of statuses.entries()) {
    const at = Math.floor(index * bits / 8);
    bytes[at] = (bytes[at] ?? 0) | status << (index * bits % 8);
  }
  return { bits, bytes };
}

/** Writes the claim `status_list` (§4.2). It is compressed beside the event loop. */
export async function writeStatusList({ bits, bytes }: StatusList): Promise<JsonObject> {
  const lst = await deflated(bytes);
  return { bits, lst: lst.toString("base64url") };
}
