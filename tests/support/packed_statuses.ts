import type { StatusList } from "../../standards/status_list/status_list.ts";

/** Packs statuses from index 0 on, least significant bits first (Token Status List §4.1). */
export function packStatuses(bits: StatusList["bits"], statuses: readonly number[]): StatusList {
  const bytes = new Uint8Array(Math.ceil(statuses.length * bits / 8));
  for (const [index, status] of statuses.entries()) {
    const at = Math.floor(index * bits / 8);
    bytes[at] = (bytes[at] ?? 0) | status << (index * bits % 8);
  }
  return { bits, bytes };
}
