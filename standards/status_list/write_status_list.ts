import { promisify } from "node:util";
import { deflate } from "node:zlib";
import type { JsonObject } from "../../base/json.ts";
import type { StatusList } from "./status_list.ts";

const deflated = promisify(deflate);

/** Writes the claim `status_list` (§4.2). Compresses off the event loop. */
export async function writeStatusList({ bits, bytes }: StatusList): Promise<JsonObject> {
  const lst = await deflated(bytes);
  return { bits, lst: lst.toString("base64url") };
}
