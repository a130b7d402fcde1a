/**
 * Runs one of several programs of a kind: `deno task bench scale`, `deno task test:stress kills`.
 * Without a name it runs the first one.
 */

/** A program, its manifest, and its purpose. */
interface Program {
  readonly path: string;
  readonly config?: string;
  /** Arguments before the caller's. */
  readonly args?: readonly string[];
  readonly does: string;
}

const tests = "tests/deno.json";
const sdk = "sdk/deno.json";

/** Programs by their task and their name in it. */
export const programs: Readonly<Record<string, Readonly<Record<string, Program>>>> = {
  bench: {
    core: bench("core", "The matching core: queries, load and start"),
    anchors: bench(
      "anchors",
      "Many trust anchors: read, swapped under answers, and what they cost",
    ),
    anomalies: bench("anomalies", "Honest and hostile clients against the anomaly rules"),
    callback: bench("callback", "CPU of a wallet's answer, by check type"),
    changes: bench("changes", "What recording a change of lists costs, and who waits meanwhile"),
    cluster: bench("cluster", "Several processes on one store beside its bare commits"),
    cost: bench("cost", "Store operations that each route costs"),
    credentials: bench("credentials", "A batch of 5,000 rows accepted and approved, and who waits"),
    delta: bench("delta", "Runs over what changed beside runs over all: what a delta misses"),
    desk: bench(
      "desk",
      "A batch of 20,000 customers, others meanwhile, and a page of a long queue",
    ),
    "desk-pages": bench("desk_pages", "Time, bytes and requests of each page of desk and console"),
    flights: bench("flights", "Round trips to PostgreSQL by route, and milliseconds by distance"),
    http: bench("http", "Requests a second over HTTP"),
    "kv-connect": bench("kv_connect", "A KV Connect server beside its bare commits"),
    login: bench("login", "The wallet login: its page, its steps, and pages that poll"),
    pages: bench("pages", "What documentation and playground cost a start and an idle server"),
    peers: bench("peers", "The matching core beside Python peers, on the same labelled names"),
    postgres: bench("postgres", "PostgreSQL beside its bare commits"),
    profile: bench("profile", "Where the CPU of a server under load goes, by module"),
    "rate-limit": bench("rate_limit", "What a token bucket costs a request"),
    restore: bench("restore", "Backup and restore of a large store"),
    risk: bench(
      "risk",
      "Wallet risk: the corpus built, loaded and looked up in; --kyb: onboarding",
    ),
    scale: bench("scale", "The matching core from 10,000 to 1,000,000 entities"),
    seal: bench("seal", "Processor time and memory of sealing, and how long others wait meanwhile"),
    sieve: bench(
      "sieve",
      "The sieve of monitoring beside whole comparisons: what it misses, and costs",
    ),
    stall: bench("stall", "How long one hostile request keeps all others waiting"),
    store: bench("store", "The store beside its bare backend"),
    telemetry: bench("telemetry", "What telemetry costs a request"),
    watch: bench("watch", "Customers monitored: an import, a delta, a whole run, others meanwhile"),
  },
  "test:stress": {
    answers: {
      path: "tests/stress/stress.ts",
      does: "Races for one answer, one delivery, one login and one credential, round after round",
    },
    kills: {
      path: "tests/stress/kill_rounds.ts",
      does: "A server killed while it screens, approves and issues: all or nothing",
    },
    batches: {
      path: "tests/stress/batch_rounds.ts",
      does: "A server killed in the middle of a batch of screenings: every item decided once",
    },
    events: {
      path: "tests/stress/event_rounds.ts",
      does: "A server killed while events are delivered: each reaches its receivers, under one id",
    },
    monitoring: {
      path: "tests/stress/monitoring_rounds.ts",
      does:
        "A server killed in the middle of a run over monitored customers: each match opened once",
    },
    seals: {
      path: "tests/stress/seal_rounds.ts",
      config: tests,
      does: "A server killed while it seals: never two signatures for one key",
    },
  },
  "test:fuzz": {
    answers: {
      path: "tests/fuzz/run.ts",
      does: "Tampered answers of wallets, hostile requests about credentials, forms and addresses",
    },
    pdfs: {
      path: "tests/fuzz/pdfs.ts",
      config: tests,
      does: "Signs PDFs that were changed at random, judged where tests/pdf_judges.sh has run",
    },
  },
  "test:cluster": {
    screening: {
      path: "tests/cluster/cluster.ts",
      does: "Several processes on one store under faults; every record is checked afterwards",
    },
    credentials: {
      path: "tests/cluster/credential_cluster.ts",
      does: "Credentials under faults: redeemed, approved and revoked once each",
    },
  },
  "test:guides": {
    readers: {
      path: "tests/guide/follow_guides.ts",
      does: "Runs the commands of the readers' guides against a sandbox",
    },
    operator: {
      path: "tests/guide/follow.ts",
      does: "Runs the operator's guide from start to end, on the last commit",
    },
  },
  sdk: {
    print: {
      path: "sdk/tools/print.ts",
      config: sdk,
      does: "Prints the client's types and operations from the route records",
    },
    check: {
      path: "sdk/tools/print.ts",
      config: sdk,
      args: ["check"],
      does: "Fails where the client's committed types are not those of the routes",
    },
    build: {
      path: "sdk/tools/build.ts",
      config: sdk,
      does: "Builds the client's package into sdk/dist/",
    },
    figures: {
      path: "sdk/tools/figures.ts",
      config: sdk,
      does: "Measures the client: sizes, the overhead of a call, acts under lost answers",
    },
  },
};

function bench(name: string, does: string): Program {
  return { path: `tests/bench/${name}_bench.ts`, config: tests, does };
}

function helpOn(task: string): string {
  const [first = ""] = Object.keys(programs[task] ?? {});
  const lines = Object.entries(programs[task] ?? {}).map(([name, { does }]) =>
    `  deno task ${task} ${name.padEnd(12)} ${does}\n`
  );
  return `usage: deno task ${task} [NAME] [ARGUMENTS]; NAME is ${first} by default\n\n${
    lines.join("")
  }`;
}

async function runProgram([task = "", ...args]: readonly string[]): Promise<number> {
  const kind = programs[task];
  if (kind === undefined) throw new Error(`No task has programs by the name "${task}"`);
  const [name = ""] = args;
  if (["--help", "-h"].includes(name)) {
    console.log(helpOn(task));
    return 0;
  }
  const named = kind[name];
  const isNamed = named !== undefined;
  if (!isNamed && /^[a-z]/.test(name)) {
    console.error(helpOn(task));
    return 2;
  }
  const program = named ?? Object.values(kind)[0]!;
  const config = program.config === undefined ? [] : ["--config", program.config];
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", ...config, "--no-prompt", "--allow-all", program.path],
      ...(program.args ?? []),
      ...(isNamed ? args.slice(1) : args),
    ],
    cwd: new URL("../", import.meta.url),
  }).spawn().status;
  return code;
}

if (import.meta.main) Deno.exit(await runProgram(Deno.args));
