import assert from "node:assert/strict";
import { CLEAR_NAME, CONFIRMED_NAME } from "../support/names.ts";
import { racers } from "./rounds.ts";

/** Racers that send another request under the key. */
const rivals = 4;

const client = "acme";

/** One answer to a screening with a key. */
interface Heard {
  readonly status: number;
  readonly text: string;
  readonly name: string;
}

/**
 * Sends 64 concurrent requests under one idempotency key to the servers in turn, four of them with
 * another body; then one of each again.
 *
 * @returns the decision of the key
 * @throws AssertionError unless one request was executed and all answers to it are equal
 */
export async function runKeyRound(urls: readonly string[], round: number): Promise<string> {
  const key = `round-${round}`;
  const send = async (name: string, turn: number): Promise<Heard> => {
    const answer = await fetch(`${urls[turn % urls.length]}/v1/screen`, {
      method: "POST",
      headers: {
        "x-aval-sandbox-client": client,
        "content-type": "application/json",
        "idempotency-key": key,
      },
      body: JSON.stringify({ name }),
    });
    return { status: answer.status, text: await answer.text(), name };
  };
  const heard = await Promise.all(
    Array.from(
      { length: racers },
      (_, n) => send(n % (racers / rivals) === round % 5 ? CONFIRMED_NAME : CLEAR_NAME, n),
    ),
  );
  const answered = heard.filter(({ status }) => status === 200);
  const [first] = answered;
  assert(first !== undefined, JSON.stringify(heard));
  assert(answered.every(({ text, name }) => text === first.text && name === first.name));
  // Whoever comes while another request runs at its server hears of a conflict, whichever wins elsewhere.
  const refusals = ["idempotency_key_conflict", "idempotency_key_in_progress"];
  for (const { status, text } of heard) {
    assert(status === 200 || (status === 409 && refusals.includes(JSON.parse(text).error)), text);
  }
  for (const name of [CLEAR_NAME, CONFIRMED_NAME]) {
    const again = await send(name, round);
    assert.equal(again.status, name === first.name ? 200 : 409);
    if (again.status === 200) assert.equal(again.text, first.text);
  }
  return JSON.parse(first.text).meta.decisionId;
}

/** Asserts that the audit chain has each decision of the racing client once, and no other. */
export function assertDecisions(
  events: readonly {
    readonly kind: string;
    readonly clientId?: string;
    readonly decisionId?: string;
  }[],
  decisions: readonly string[],
): void {
  const recorded = events
    .filter(({ kind, clientId }) => kind === "SCREENING_DECISION" && clientId === client)
    .map(({ decisionId }) => decisionId);
  assert.deepEqual(recorded.toSorted(), decisions.toSorted());
}
