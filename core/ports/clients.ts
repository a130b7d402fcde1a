import type { ClientId } from "../access/caller.ts";
import type { ClientRecord } from "../access/client_record.ts";

/** What operators have set for the clients. */
export interface Clients {
  /** The client's record as it stands now; a client without one has the defaults. */
  get(clientId: ClientId): Promise<ClientRecord>;
}
