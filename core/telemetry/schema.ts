/**
 * This service's metrics: name, unit (UCUM, in OpenTelemetry's notation) and permitted attributes.
 * Names and attributes follow OpenTelemetry's semantic conventions if these define them; others
 * begin with `aval.`. An attribute has few values, all known here or in the policy: never a client,
 * a name, an address, a key or a token. The runtime itself exports `http.server.request.duration`
 * and its siblings.
 */

/** The declaration of a metric. */
export interface Instrument {
  readonly unit: string;
  readonly description: string;
  readonly attributes: readonly string[];
}

/** Counters, from the start of the process. */
export const counters = {
  "aval.screening.decisions": {
    unit: "{decision}",
    description: "Screening decisions on file",
    attributes: ["aval.classification", "aval.mode"],
  },
  "aval.screening.batches": {
    unit: "{batch}",
    description: "Batches of screenings that have ended",
    attributes: ["aval.mode", "aval.outcome"],
  },
  "aval.monitoring.runs": {
    unit: "{run}",
    description: "Runs over monitored customers that have ended",
    attributes: ["aval.mode", "aval.outcome"],
  },
  "aval.events.attempts": {
    unit: "{attempt}",
    description: "Tries to deliver events",
    attributes: ["aval.outcome"],
  },
  "aval.screening.reviews": {
    unit: "{review}",
    description: "Reviews of possible matches on file",
    attributes: [],
  },
  "aval.verification.decisions": {
    unit: "{decision}",
    description: "Verification decisions on file",
    attributes: ["aval.decision", "aval.mode"],
  },
  "aval.verification.refusals": {
    unit: "{answer}",
    description: "Wallets' answers that did not verify, by rule",
    attributes: ["aval.code", "aval.mode"],
  },
  "aval.employers.decisions": {
    unit: "{decision}",
    description: "Decisions of employers' sessions on file",
    attributes: ["aval.mode"],
  },
  "aval.employers.refusals": {
    unit: "{answer}",
    description: "Students' answers that did not verify, by rule",
    attributes: ["aval.code", "aval.mode"],
  },
  "aval.logins": {
    unit: "{login}",
    description:
      "Logins by how far they came: a page that waits, a code by a wallet or by cookie, a replay",
    attributes: ["aval.mode", "aval.outcome"],
  },
  "aval.credentials.issued": {
    unit: "{credential}",
    description: "Credentials that wallets have redeemed",
    attributes: ["aval.mode"],
  },
  "aval.credentials.refusals": {
    unit: "{request}",
    description: "Wallets' requests for a token or a credential that were refused",
    attributes: ["aval.code", "aval.mode"],
  },
  "aval.credentials.batches": {
    unit: "{batch}",
    description: "Batches of credentials that were accepted",
    attributes: ["aval.mode"],
  },
  "aval.credentials.revocations": {
    unit: "{credential}",
    description: "Credentials and offers that were revoked",
    attributes: ["aval.mode"],
  },
  "aval.signing.acts": {
    unit: "{act}",
    description: "Seals and signatures that were begun",
    attributes: ["aval.act", "aval.mode", "aval.outcome"],
  },
  "aval.wallet_risk.scores": {
    unit: "{score}",
    description: "Scores of wallets",
    attributes: ["aval.classification", "aval.mode"],
  },
  "aval.kyb.drafts": {
    unit: "{draft}",
    description: "Drafts of applications",
    attributes: ["aval.mode", "aval.recommendation"],
  },
  "aval.rate_limit.refusals": {
    unit: "{request}",
    description: "Requests that found their token bucket empty",
    attributes: ["aval.bucket"],
  },
  "aval.introspection.lookups": {
    unit: "{lookup}",
    description: "Bearer tokens looked up",
    attributes: ["aval.cache", "aval.outcome"],
  },
  "aval.status_list.lookups": {
    unit: "{lookup}",
    description: "Credentials looked up in status lists",
    attributes: ["aval.cache", "aval.outcome"],
  },
  "aval.lists.updates": {
    unit: "{look}",
    description: "Polls of the lists' manifest",
    attributes: ["aval.outcome", "aval.reason"],
  },
  "aval.tagpacks.updates": {
    unit: "{look}",
    description: "Polls of the tag corpus's manifest",
    attributes: ["aval.outcome", "aval.reason"],
  },
  "aval.trust_anchors.updates": {
    unit: "{look}",
    description: "Readings of the trust anchors' folder",
    attributes: ["aval.outcome", "aval.reason"],
  },
  "aval.log.records": {
    unit: "{record}",
    description: "Log records of level warn and error",
    attributes: ["aval.event", "aval.level"],
  },
} as const satisfies Readonly<Record<string, Instrument>>;

/** Histograms of single measurements. */
export const histograms = {
  "db.client.operation.duration": {
    unit: "s",
    description: "One attempt at an operation of the store's database",
    attributes: ["aval.outcome", "db.operation.name", "db.system.name"],
    /** The buckets of the semantic conventions for database metrics. */
    boundaries: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10],
  },
  "aval.trust_service.call.duration": {
    unit: "s",
    description: "One call to the trust service provider or the timestamp authority",
    attributes: ["aval.call", "aval.outcome"],
    boundaries: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
  },
} as const satisfies Readonly<
  Record<string, Instrument & { readonly boundaries: readonly number[] }>
>;

/** Gauges, read from memory whenever metrics are exported, never from the store. */
export const gauges = {
  "aval.audit.chain.length": {
    unit: "{entry}",
    description: "Entries of the audit chain",
    attributes: [],
  },
  "aval.audit.outbox.depth": {
    unit: "{entry}",
    description: "Events that wait for their place on the chain; counted to 1,000",
    attributes: [],
  },
  "aval.screening.batches.waiting": {
    unit: "{batch}",
    description: "Unfinished batches of screenings",
    attributes: [],
  },
  "aval.screening.batches.age": {
    unit: "s",
    description: "Age of the oldest unfinished batch of screenings; 0: none",
    attributes: [],
  },
  "aval.events.waiting": {
    unit: "{delivery}",
    description: "Deliveries of events that wait",
    attributes: [],
  },
  "aval.events.age": {
    unit: "s",
    description: "Age of the oldest waiting delivery; 0: none",
    attributes: [],
  },
  "aval.audit.sequencer.lag": {
    unit: "s",
    description: "Age of the oldest event without a position on the chain; 0: none",
    attributes: [],
  },
  "aval.audit.checkpoint.age": {
    unit: "s",
    description: "Age of the last signed checkpoint; 0 while it covers the whole chain",
    attributes: [],
  },
  "aval.monitoring.late": {
    unit: "s",
    description: "Longest time that a run over monitored customers is due or runs",
    attributes: [],
  },
  "aval.screening.queue.overdue": {
    unit: "s",
    description: "Time by which a decision exceeds its due time; 0: none",
    attributes: [],
  },
  "aval.lists.age": {
    unit: "s",
    description: "Time since the publisher's date of a list in force",
    attributes: ["aval.as_of_from", "aval.list"],
  },
  "aval.lists.unchecked": {
    unit: "s",
    description: "Time since a list was known to be the newest, else since its date",
    attributes: ["aval.list"],
  },
  "aval.lists.age.limit": {
    unit: "s",
    description: "Time unchecked from which a list is stale",
    attributes: [],
  },
  "aval.tagpacks.age": {
    unit: "s",
    description: "Time since the tag corpus in force was built",
    attributes: [],
  },
  "aval.tagpacks.age.limit": {
    unit: "s",
    description: "Age from which a tag corpus is stale",
    attributes: [],
  },
  "aval.registers.age": {
    unit: "s",
    description: "Time since the newest record of a register's snapshot",
    attributes: [],
  },
  "aval.registers.age.limit": {
    unit: "s",
    description: "Age from which such a snapshot is stale",
    attributes: [],
  },
  "aval.trust_anchors.age": {
    unit: "s",
    description: "Time since the trust anchors were read and accepted",
    attributes: [],
  },
  "aval.trust_anchors.age.limit": {
    unit: "s",
    description: "Age from which trust anchors are stale",
    attributes: [],
  },
  "aval.trust_anchors.in_force": {
    unit: "{anchor}",
    description: "Trusted anchors",
    attributes: [],
  },
  "aval.introspection.breaker.open": {
    unit: "{breaker}",
    description: "1 while calls to the identity provider are paused",
    attributes: [],
  },
  "aval.trust_service.breaker.open": {
    unit: "{breaker}",
    description: "1 while calls to the trust service are paused",
    attributes: [],
  },
  "aval.draining": {
    unit: "{process}",
    description: "1 from SIGTERM or SIGINT until the process ends",
    attributes: [],
  },
  "process.uptime": {
    unit: "s",
    description: "Time since the process started",
    attributes: [],
  },
} as const satisfies Readonly<Record<string, Instrument>>;

/** One of the names of {@link counters}. */
export type CounterName = keyof typeof counters;
/** One of the names of {@link histograms}. */
export type HistogramName = keyof typeof histograms;
/** One of the names of {@link gauges}. */
export type GaugeName = keyof typeof gauges;

/** The permitted attributes of a counter. */
export type CounterAttributes<Name extends CounterName> = Readonly<
  Record<typeof counters[Name]["attributes"][number], string>
>;
/** Like {@link CounterAttributes}, for a histogram. */
export type HistogramAttributes<Name extends HistogramName> = Readonly<
  Record<typeof histograms[Name]["attributes"][number], string>
>;

/** One value of a gauge. */
export interface Observation<Name extends GaugeName = GaugeName> {
  readonly value: number;
  readonly attributes?: Readonly<Record<typeof gauges[Name]["attributes"][number], string>>;
}

/** Names of this service's spans: the step, never the person or client. */
export type SpanName =
  /** Introspection of a bearer token. */
  | "introspect"
  /** A name and addresses are compared with the lists and judged. */
  | "match"
  /** The three operations of a store's database. */
  | "read"
  | "page"
  | "commit"
  /** Moves recorded events to the audit chain; a separate trace. */
  | "sequence"
  /** The maintenance once a minute; a separate trace. */
  | "housekeeping";

/** Permitted attributes of spans. None can contain a name, a key or a token. */
export interface SpanAttributes {
  readonly "aval.cache"?: "hit" | "miss" | "joined" | "fresh";
  readonly "aval.outcome"?: string;
  readonly "aval.mode"?: string;
  /** Entities that were found. */
  readonly "aval.candidates"?: number;
  readonly "aval.classification"?: string;
  /** Events moved. */
  readonly "aval.events"?: number;
  readonly "aval.store.keys"?: number;
  readonly "aval.store.entries"?: number;
  readonly "aval.store.checks"?: number;
  readonly "aval.store.bytes"?: number;
  readonly "db.system.name"?: string;
  readonly "db.operation.name"?: string;
  /** Writes of a commit. */
  readonly "db.operation.batch.size"?: number;
  /** Name of an error, never its text. */
  readonly "error.type"?: string;
}

/** The stages of a login. */
export const loginOutcomes = [
  /** A page waits for a wallet. */
  "started",
  /** A wallet proved its credential: the relying party gets a code. */
  "proved",
  /** The browser had a single sign-on: the relying party gets a code at once. */
  "single_sign_on",
  /** A code was presented again after its use. */
  "replayed",
] as const;
/** One of {@link loginOutcomes}. */
export type LoginOutcome = typeof loginOutcomes[number];
