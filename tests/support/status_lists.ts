import "reflect-metadata";
import assert from "node:assert/strict";
import { jsonLog } from "../../base/json_log.ts";
import { defaultPolicy } from "../../core/policy/policy.ts";
import type { StatusListRules } from "../../core/policy/status_lists.ts";
import { parseTrustAnchors, type TrustAnchor } from "../../core/presentation/trust_anchors.ts";
import { silentTelemetry } from "../../core/telemetry/silent.ts";
import { openStatusLists } from "../../gateways/status_lists/status_lists.ts";
import { certify } from "./certificates.ts";
import { fixedClock } from "./clock.ts";
import { always, certificatesPem } from "./pem.ts";
import { type Pieces, rawServer } from "./raw_answers.ts";
import { trustIn } from "./trust.ts";

/** The CA below which status lists are trusted. */
export const root = await certify({ name: "Issuers", ...always });
/** The signer of the lists, with its keys. */
export const signer = await certify({ name: "Signer", issuer: root, ...always });
/** The chain and key that sign the lists. */
export const issuer = { chain: [signer.der], key: signer.keys.privateKey };
const stranger = await certify({ name: "Stranger", issuer: await certify({ name: "Others" }) });
/** A signer below an untrusted CA. */
export const foreign = { chain: [stranger.der], key: stranger.keys.privateKey };

/** {@link root} as a trust anchor, for all types or one. */
export function anchorsOf(type?: string): readonly TrustAnchor[] {
  const anchors = parseTrustAnchors(certificatesPem(root), type);
  assert(anchors.ok);
  return anchors.value;
}

/** A request for a list, as the tests' server receives it. */
export interface AskedList {
  readonly url: URL;
  /** The header `Accept`. */
  readonly accept: string;
  /** Unix time, seconds. */
  readonly now: number;
}

/** Opens status lists over a server with answers from the test. */
export function openListsOver(
  answer: (asked: AskedList) => Pieces | Promise<Pieces>,
  { rules = {}, anchors = anchorsOf() }: {
    readonly rules?: Partial<StatusListRules>;
    readonly anchors?: readonly TrustAnchor[];
  } = {},
) {
  const clock = fixedClock();
  const lines: string[] = [];
  const deadline = new AbortController();
  const server = rawServer((url) => {
    const accept = /^accept: (.*)\r$/m.exec(server.heads.at(-1) ?? "")?.[1] ?? "";
    return answer({ url, accept, now: clock.now().epochMilliseconds / 1000 });
  });
  const lists = openStatusLists({
    trust: trustIn(anchors),
    telemetry: silentTelemetry,
    rules: { ...defaultPolicy.statusLists, ...rules },
    skewSeconds: defaultPolicy.verification.clockSkewSeconds,
    clock,
    log: jsonLog({ level: "debug", clock, write: (line) => void lines.push(line) }),
    deadline: () => deadline.signal,
    connect: server.connect,
  });
  const reasons = () =>
    lines.map((line) => JSON.parse(line)).map(({ event, reason, state }) =>
      event === "status_list_breaker" ? state : reason
    );
  return { clock, server, lists, lines, reasons, passDeadline: () => deadline.abort() };
}
