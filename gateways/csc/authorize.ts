import { anySignal } from "../../base/any_signal.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { AuthorizationData, ProviderRefusal } from "../../core/seal/ports.ts";
import { Authorized, Pending } from "../../standards/csc/answers.ts";
import type { Authorizing } from "../../standards/csc/requests.ts";
import type { CallAnswer, CallRefusal } from "./calls.ts";
import { badAnswer } from "./service_info.ts";
import type { Session } from "./session.ts";

/** The answers to the authentication objects do not unlock the key. */
export type AuthorizationRefusal = Extract<
  ProviderRefusal,
  { code: "authorization_data_rejected" }
>;

/**
 * Services' error codes for a wrong PIN, or a PIN for another object (CSC API v2 §11.6, v1.0.4
 * §11.6).
 */
const wrongData: ReadonlySet<string> = new Set([
  "invalid_authentication_data",
  "invalid_pin",
  "invalid_otp",
]);

/** Milliseconds between two polls for the authorization. */
const pollMilliseconds = 1_000;

/** Whether the answers are exactly those that a credential requires. */
export function answersAll(
  wanted: readonly string[],
  given: AuthorizationData | null,
): boolean {
  if (given === null) return wanted.length === 0;
  return wanted.length === 1 && wanted[0] === given.pinObjectId && given.pin !== "";
}

/**
 * Authorizes one signature: one `credentials/authorize`, and then, while the service reports that
 * the person has not answered yet (202), `credentials/authorizeCheck` until the signal aborts.
 *
 * @param deadline makes a signal that aborts after a number of milliseconds
 * @returns Signature Activation Data
 */
export async function authorize(
  { session, asked, held, deadline }: {
    readonly session: Session;
    readonly asked: Authorizing;
    readonly held: readonly string[];
    readonly deadline: (milliseconds: number) => AbortSignal;
  },
  signal: AbortSignal,
): Promise<Result<string, CallRefusal | AuthorizationRefusal>> {
  let answer = await session.call({
    name: "credentials/authorize",
    body: session.speech.authorize(asked),
    held,
  });
  let handle: string | null = null;
  while (answer.ok && answer.value.status === 202) {
    // Another answer that it takes longer may leave out what is known.
    handle = Pending.safeParse(answer.value.json).data?.handle ?? handle;
    if (handle === null) return refuse(badAnswer);
    await aborted(anySignal([deadline(pollMilliseconds), signal]));
    answer = await session.call({
      name: "credentials/authorizeCheck",
      body: { handle },
      held: [...held, handle],
    });
  }
  return readAuthorized(answer);
}

function readAuthorized(
  answer: Result<CallAnswer, CallRefusal>,
): Result<string, CallRefusal | AuthorizationRefusal> {
  if (!answer.ok) {
    return wrongData.has(answer.refusal.error)
      ? refuse({ code: "authorization_data_rejected" })
      : answer;
  }
  const authorized = Authorized.safeParse(answer.value.json);
  return authorized.success ? ok(authorized.data.SAD) : refuse(badAnswer);
}

/** Waits until a signal aborts. */
async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}
