import type { Clients } from "../../access/ports.ts";
import type { ClientId } from "../../access/schema.ts";
import type { KybApplications } from "../application_ports.ts";
import type { KybApplication } from "../application_schema.ts";

/**
 * Finds the application that admitted a client: the APPROVED one that its record links. A client
 * whose record was removed has none.
 */
export async function findAdmission(
  { clients, applications }: {
    readonly clients: Clients;
    readonly applications: Pick<KybApplications, "ofClient">;
  },
  clientId: ClientId,
): Promise<KybApplication | null> {
  const { kybApplicationId } = await clients.get(clientId);
  if (kybApplicationId === null) return null;
  const own = await applications.ofClient(clientId);
  return own.find(({ id, status }) => id === kybApplicationId && status === "APPROVED") ?? null;
}
