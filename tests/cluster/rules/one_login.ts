import type { History, LoginLine } from "../history.ts";
import { isAcknowledged, isUnknown, type Violation, violationsOf } from "../reading.ts";
import { claimsOf, mayBeExpired, replaysOf, replyOf, stepsOf } from "./login_reading.ts";
import { loginsOnChain } from "./logins_on_chain.ts";

/**
 * One code and one id_token for each login, under every fault (Verification §4, rules 9 to 11).
 * Every poll with a code has the same code; one token call gets an id_token; a refused one came
 * after another; and a code that is sent twice ends the single sign-on. Acknowledged results stay:
 * no page waits after its wallet was answered, and no code is issued after its use. The chain has
 * one decision of each login, and one entry for each code that was sent twice.
 */
export function oneLogin(history: History): readonly Violation[] {
  const found = [...Map.groupBy(history.logins, ({ login }) => login)].flatMap(([name, lines]) =>
    [
      ...answers(stepsOf(lines, "answer")),
      ...oneCode(lines),
      ...waiting(lines),
      ...codeless(lines),
      ...oneToken(lines),
      ...unfoundedRefusals(lines),
      ...singleSignOn(lines),
    ].map((what) => `${name}: ${what}`)
  );
  return violationsOf("one login", [...found, ...subjects(history), ...loginsOnChain(history)]);
}

/** Checks that one answer of the wallet is accepted, and that others are refused after it. */
function answers(lines: readonly LoginLine[]): string[] {
  const taken = lines.filter(isAcknowledged);
  const refused = lines.filter(({ status }) => status === 409);
  return [
    ...(taken.length > 1 ? [`${taken.length} answers of its wallet were taken`] : []),
    ...refused.filter((one) => !hasRival(lines, one)).map(() =>
      "its wallet was refused, and no other answer can have been taken"
    ),
  ];
}

/** Whether another answer may have had its effect before this one was given. */
function hasRival(lines: readonly LoginLine[], refused: LoginLine): boolean {
  return lines.some((other) =>
    other !== refused && (isAcknowledged(other) || isUnknown(other)) &&
    other.began <= refused.ended
  );
}

function oneCode(lines: readonly LoginLine[]): string[] {
  const replies = stepsOf(lines, "poll").filter(isAcknowledged).map(replyOf);
  const codes = new Set(replies.flatMap(({ code }) => code ?? []));
  const strange = replies.filter(({ code, state }) => code !== null && state !== lines[0]?.login);
  return [
    ...(codes.size > 1 ? [`${codes.size} codes`] : []),
    ...strange.map(({ state }) => `its redirect has the state ${state}`),
  ];
}

/** Checks that polls that began after the wallet's answer see it. */
function waiting(lines: readonly LoginLine[]): string[] {
  const answered = stepsOf(lines, "answer").filter(isAcknowledged).map(({ ended }) => ended);
  return stepsOf(lines, "poll").filter(isAcknowledged)
    .filter((poll) => answered.some((ended) => ended < poll.began))
    .flatMap((poll) => {
      const { status } = replyOf(poll);
      return status === "completed" ? [] : [`it is ${status} after its wallet was answered`];
    });
}

/** Checks that a code is issued until it is used, and not afterwards. */
function codeless(lines: readonly LoginLine[]): string[] {
  const redeems = stepsOf(lines, "redeem");
  const used = redeems.filter(isAcknowledged).map(({ ended }) => ended);
  return stepsOf(lines, "poll").filter(isAcknowledged).flatMap((poll) => {
    const { status, code } = replyOf(poll);
    if (code !== null) {
      return used.some((ended) => ended < poll.began) ? ["a code after it was used"] : [];
    }
    const mayBeUsed = redeems.some(({ began }) => began <= poll.ended) ||
      mayBeExpired(lines, poll.ended);
    return status === "completed" && !mayBeUsed
      ? ["completed without a code, and nobody can have used it"]
      : [];
  });
}

function oneToken(lines: readonly LoginLine[]): string[] {
  const given = stepsOf(lines, "redeem").filter(isAcknowledged).map(claimsOf);
  const strange = given.filter(({ nonce, aud }) =>
    nonce !== lines[0]?.login || aud !== lines[0]?.client
  );
  return [
    ...(given.length > 1 ? [`${given.length} id_tokens`] : []),
    ...strange.map(({ nonce, aud }) => `its id_token is of ${nonce} at ${aud}`),
  ];
}

/** Checks that token calls are refused only after another one, or after the code expired. */
function unfoundedRefusals(lines: readonly LoginLine[]): string[] {
  const redeems = stepsOf(lines, "redeem");
  return replaysOf(lines).filter((refused) => !hasRival(redeems, refused))
    .map(() => "its code was refused, and nobody can have used it");
}

/**
 * Checks that single sign-on replaces the wallet until the code is sent a second time, and not
 * afterwards.
 */
function singleSignOn(lines: readonly LoginLine[]): string[] {
  const redeems = stepsOf(lines, "redeem");
  const replays = replaysOf(lines);
  return stepsOf(lines, "return").filter(({ status }) => status === 302).flatMap((again) => {
    const query = new URL(again.text).searchParams;
    const shown = redeems.filter(({ began }) => began <= again.ended);
    if (query.has("code")) {
      return replays.some(({ ended }) => ended < again.began)
        ? ["a single sign-on after its code was shown twice"]
        : [];
    }
    if (query.get("error") !== "login_required") return [`it comes back to ${again.text}`];
    return shown.length < 2 ? ["no single sign-on, and its code was shown once at most"] : [];
  });
}

/**
 * Checks that the same wallet has one subject at each relying party, and different subjects at
 * different ones.
 */
function subjects({ logins }: History): string[] {
  const given = logins.filter((line) => line.step === "redeem" && isAcknowledged(line));
  const byClient = [...Map.groupBy(given, ({ client }) => client)].map(([client, own]) => ({
    client,
    subjects: [...new Set(own.map((line) => claimsOf(line).sub))],
  }));
  const all = byClient.flatMap(({ subjects }) => subjects);
  return [
    ...byClient.filter(({ subjects }) => subjects.length > 1).map(({ client, subjects }) =>
      `${client}: ${subjects.length} subjects of one wallet`
    ),
    ...(new Set(all).size < all.length ? ["two relying parties have one subject"] : []),
  ];
}
