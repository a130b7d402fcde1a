import assert from "node:assert/strict";
import {
  approvedTemplate,
  assertionOf,
  batchBody,
  BATCHES,
  csvBody,
  DEAN,
  student,
} from "../support/credential_batches.ts";
import type { Answer, TestClient } from "../support/service.ts";

/** A batch ready to be sent. */
export interface ReadyBatch {
  readonly body: Uint8Array<ArrayBuffer>;
}

/** UTF-8 bytes of a batch, just below the policy's limit. */
const bodyBytes = 8 * 1_048_576 - 100_000;

const schema = {
  type: "object",
  properties: {
    family_name: { type: "string", maxLength: 200 },
    given_name: { type: "string", maxLength: 200 },
    award_title: { type: "string", maxLength: 200 },
    award_date: { type: "string", format: "date" },
    award_level: { enum: ["bachelor", "master", "doctorate"] },
    credits: { type: "integer", minimum: 1 },
    remarks: { type: "string", maxLength: 100_000, pattern: "^[a-z ]*$" },
  },
  required: ["family_name", "given_name", "award_title", "award_date"],
  additionalProperties: false,
};

/** A batch with this number of rows that fills the body. */
export async function largestBatch(
  url: string,
  { rows, method }: { readonly rows: number; readonly method: "API" | "CSV_UPLOAD" },
): Promise<ReadyBatch> {
  const templateId = await approvedTemplate(clientOf(url), schema);
  // What a row takes beside its remarks is below 450 bytes.
  const remarks = "remark ".repeat(
    Math.max(1, Math.floor((Math.min(bodyBytes / rows, 20_000) - 450) / 7)),
  ).trim();
  const claims = (n: number) => ({
    family_name: `Recognisable${n}`,
    given_name: "Wilhelmina",
    award_title: "Bachelor of Science, Informatics",
    award_date: "2026-07-10",
    award_level: "bachelor",
    credits: 180,
    remarks,
  });
  const all = Array.from({ length: rows }, (_, n) => student(n, { claimValues: claims(n) }));
  const body = method === "API" ? batchBody(templateId, all) : csvBody(templateId, csvOf(all));
  return { body: new TextEncoder().encode(JSON.stringify(body)) };
}

function csvOf(rows: readonly ReturnType<typeof student>[]): string {
  const [first] = rows;
  assert(first !== undefined);
  const { claimValues, ...columns } = first;
  const names = Object.keys(claimValues);
  const lines = [[...Object.keys(columns), ...names.map((name) => `claim.${name}`)]];
  for (const { claimValues, ...row } of rows) {
    const cells = [...Object.values(row), ...Object.values(claimValues)];
    lines.push(cells.map((cell) => `"${String(cell).replaceAll('"', '""')}"`));
  }
  return lines.map((cells) => cells.join(",")).join("\r\n");
}

/** Sends, approves and reads a batch. @returns its duration in milliseconds */
export async function acceptAndApprove(
  url: string,
  { body }: ReadyBatch,
): Promise<{ readonly accepted: number; readonly approved: number; readonly read: number }> {
  const clock = { now: () => Temporal.Now.instant() };
  const began = performance.now();
  const created = await fetch(`${url}${BATCHES}`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
    body,
  });
  const summary = await created.json();
  assert.equal(created.status, 201, JSON.stringify(summary).slice(0, 500));
  const accepted = performance.now() - began;
  const headers = {
    "x-credentials-step-up-assertion": await assertionOf({ clock }, DEAN),
    "idempotency-key": crypto.randomUUID(),
  };
  const approving = performance.now();
  const path = `${BATCHES}/${summary.batchId}`;
  const approval = { approvedBySignatoryId: DEAN };
  const answer = await clientOf(url).post(`${path}/approve`, approval, headers);
  assert.equal(answer.status, 200, answer.text);
  const approved = performance.now() - approving;
  const reading = performance.now();
  const read = await fetch(`${url}${path}`);
  let bytes = 0;
  for await (const piece of read.body ?? []) bytes += piece.length;
  assert(bytes > summary.itemCount * 300);
  return { accepted, approved, read: performance.now() - reading };
}

/** Milliseconds for which other requests wait while the work runs. */
export async function waitsDuring<Value>(
  url: string,
  run: () => Promise<Value>,
): Promise<{ readonly value: Value; readonly p99: number; readonly longest: number }> {
  let ended = false;
  const running = run().finally(() => ended = true);
  const waits: number[] = [];
  while (!ended) {
    const began = performance.now();
    await (await fetch(`${url}/health`)).body?.cancel();
    waits.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const value = await running;
  const ordered = waits.toSorted((a, b) => a - b);
  const p99 = ordered[Math.floor(ordered.length * 0.99)] ?? 0;
  return { value, p99, longest: ordered.at(-1) ?? 0 };
}

/** A client of a server process. */
function clientOf(url: string): TestClient {
  const send = async (path: string, init: RequestInit): Promise<Answer> => {
    const answer = await fetch(`${url}${path}`, init);
    const text = await answer.text();
    const { status, headers } = answer;
    return { status, headers, text, body: JSON.parse(text) };
  };
  return {
    id: "bench",
    get: (path) => send(path, {}),
    post: (path, body, headers = {}) =>
      send(path, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      }),
  };
}
