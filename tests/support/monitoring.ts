import assert from "node:assert/strict";
import { POSSIBLE_NAME } from "./names.ts";
import type { ServiceClient, TestService } from "./service.ts";

/** Paths of monitored customers and of runs over them. */
export const subjectsPath = "/v1/monitoring/subjects";
export const runsPath = "/v1/monitoring/runs";

/**
 * Stores all kinds of monitoring records of clients: a book that a run has finished, and its
 * replacement.
 */
export async function monitorTwice(
  service: TestService,
  clients: readonly ServiceClient[],
): Promise<void> {
  const put = async (client: ServiceClient) => {
    const { status, text } = await client.put(`${subjectsPath}/c-1`, { name: POSSIBLE_NAME });
    assert.equal(status, 201, text);
  };
  for (const client of clients) {
    await put(client);
    assert.equal((await client.post(runsPath, null)).status, 202);
  }
  await service.runMonitoring();
  for (const client of clients) {
    assert.equal((await client.delete(`${subjectsPath}?confirm=1`)).status, 200);
    await put(client);
  }
}
