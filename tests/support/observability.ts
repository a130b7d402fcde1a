/** The real OpenTelemetry Collector and Prometheus with the configuration in `deploy/`. */

const deployed = new URL("../../deploy/observability/", import.meta.url);

/** A collector and a Prometheus that scrapes it, on loopback. */
export interface Observability extends AsyncDisposable {
  /** Address to which the service exports. */
  readonly otlp: string;
  /** The data that the collector forwarded: OTLP/JSON, one batch per line. */
  passedOn(): Promise<string>;
  /** Metrics as Prometheus scrapes them from the collector. */
  scraped(): Promise<string>;
  /** Queries Prometheus (HTTP API v1). */
  // deno-lint-ignore no-explicit-any -- tests reach into the answer, and fail where it is another
  ask(path: string): Promise<any>;
}

/**
 * Starts both from a folder that `tests/telemetry.sh` prints. Only addresses, a file for the passed
 * data and alerts without a minimum duration differ from `deploy/`.
 */
export async function startObservability(tools: string): Promise<Observability> {
  const folder = await Deno.makeTempDir({ prefix: "aval-observability-" });
  const [otlp, metrics, web] = [freeAddress(), freeAddress(), freeAddress()];
  await Deno.writeTextFile(`${folder}/file.yaml`, collectorAdditions(`${folder}/passed.jsonl`));
  const rules = await Deno.readTextFile(new URL("prometheus/alerts.yml", deployed));
  await Deno.writeTextFile(`${folder}/alerts.yml`, rules.replaceAll(/^( +for:) .*$/gm, "$1 1s"));
  const scraping = await Deno.readTextFile(new URL("prometheus/prometheus.yml", deployed));
  await Deno.writeTextFile(
    `${folder}/prometheus.yml`,
    scraping.replace("127.0.0.1:9464", metrics).replaceAll("15s", "1s"),
  );
  const processes = [
    start(`${tools}/aval-otelcol`, [
      "--config",
      new URL("collector/config.yaml", deployed).pathname,
      "--config",
      `${folder}/file.yaml`,
    ], { AVAL_OTLP_ADDRESS: otlp, AVAL_METRICS_ADDRESS: metrics }),
    start(`${tools}/prometheus`, [
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=${web}`,
    ], {}),
  ];
  await answering(`http://${metrics}/metrics`);
  await answering(`http://${web}/-/ready`);
  return {
    otlp: `http://${otlp}`,
    passedOn: () => Deno.readTextFile(`${folder}/passed.jsonl`),
    scraped: async () => await (await fetch(`http://${metrics}/metrics`)).text(),
    ask: async (path) => await (await fetch(`http://${web}/api/v1/${path}`)).json(),
    [Symbol.asyncDispose]: async () => {
      for (const child of processes) child.kill("SIGTERM");
      await Promise.all(processes.map(({ status }) => status));
      await Deno.remove(folder, { recursive: true });
    },
  };
}

function collectorAdditions(path: string): string {
  return `exporters:
  file:
    path: ${path}
    flush_interval: 200ms
processors:
  batch:
    timeout: 100ms
service:
  pipelines:
    traces: { exporters: [file] }
    metrics: { exporters: [prometheus, file] }
    logs: { exporters: [file] }
`;
}

function start(
  command: string,
  args: string[],
  env: Readonly<Record<string, string>>,
): Deno.ChildProcess {
  return new Deno.Command(command, { args, env: { ...env }, stdout: "null", stderr: "null" })
    .spawn();
}

function freeAddress(): string {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return `127.0.0.1:${listener.addr.port}`;
}

/** Waits up to half a minute until a URL answers; both start within a second or two. */
async function answering(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(url).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Nothing answers at ${url}`);
}
