import { keepConnection } from "../support/keep_alive.ts";
import { openBrowser, openPage } from "../support/login_journey.ts";
import { ofSandboxClient, servedBy } from "../support/sandbox_login.ts";
import type { ServerProcess } from "../support/server.ts";
import { cpuSecondsOf } from "./cpu.ts";
import { percentile } from "./load.ts";

/** Results for waiting pages. */
export interface PolledPages {
  readonly polls: number;
  /** Number of polls by status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly p50Milliseconds: number;
  readonly p99Milliseconds: number;
  /** Processor milliseconds of the server, all threads. */
  readonly cpuMilliseconds: number;
  /** Delay in sending polls at the 99th percentile, which is the bench's own. */
  readonly lateMilliseconds: number;
}

/** Time between two polls of a page, as in its script. */
const everyMilliseconds = 2_000;

/** Opens pages from this address, each with its own browser and connection, and polls from all. */
export async function pollPages(
  server: ServerProcess,
  { pages, seconds }: { readonly pages: number; readonly seconds: number },
): Promise<PolledPages> {
  const opened = [];
  for (let n = 0; n < pages; n++) {
    const browser = openBrowser(servedBy([server.url]));
    const { statusPath: path } = await openPage(browser, ofSandboxClient);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { accept: "application/json", cookie };
    opened.push({ path, headers, connection: await keepConnection(server.url) });
  }
  const latencies: number[] = [];
  const late: number[] = [];
  const statuses: Record<string, number> = {};
  const cpu = cpuSecondsOf(server.pid);
  const began = performance.now();
  await Promise.all(opened.map(async ({ path, headers, connection }, n) => {
    const first = began + everyMilliseconds * n / pages;
    for (let due = first; due < began + seconds * 1_000; due += everyMilliseconds) {
      await until(due);
      const at = performance.now();
      late.push(at - due);
      const { status, body } = await connection.send({ method: "GET", path, headers });
      latencies.push(performance.now() - at);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status === 200 && body !== `{"status":"pending"}`) throw new Error(body);
    }
    connection.close();
  }));
  latencies.sort((a, b) => a - b);
  late.sort((a, b) => a - b);
  return {
    polls: latencies.length,
    statuses,
    p50Milliseconds: percentile(latencies, 0.5),
    p99Milliseconds: percentile(latencies, 0.99),
    cpuMilliseconds: (cpuSecondsOf(server.pid) - cpu) * 1_000 / latencies.length,
    lateMilliseconds: percentile(late, 0.99),
  };
}

function until(due: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
}
