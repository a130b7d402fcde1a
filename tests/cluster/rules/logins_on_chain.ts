import type { History } from "../history.ts";
import { isAcknowledged } from "../reading.ts";
import { replaysOf, stepsOf } from "./login_reading.ts";

/** Audit entries of logins without a corresponding step, and steps without an entry. */
export function loginsOnChain(history: History): string[] {
  return [...decisions(history), ...replays(history)];
}

/** Each session with an answer of its wallet has one decision, and others have none. */
function decisions({ chain, logins }: History): string[] {
  const clients = new Set(logins.map(({ client }) => client));
  const decided = chain.map(({ event }) => event).filter(({ kind, clientId = "" }) =>
    kind === "VERIFICATION_DECISION" && clients.has(clientId)
  ).map((event) => String(event["sessionId"]));
  const answered = stepsOf(logins, "answer");
  const known = new Set(answered.map(({ sessionId }) => sessionId));
  const certain = new Set(answered.filter(isAcknowledged).map(({ sessionId }) => sessionId));
  const counted = [...Map.groupBy(decided, (session) => session)];
  return [
    ...counted.filter(([, times]) => times.length > 1)
      .map(([session, times]) => `${times.length} decisions of session ${session}`),
    ...counted.filter(([session]) => !known.has(session))
      .map(([session]) => `a decision of session ${session}, which no wallet answered`),
    ...[...certain].filter((session) => session !== null && !decided.includes(session))
      .map((session) => `no decision of session ${session}, whose wallet was answered`),
  ];
}

/** Each code that was sent a second time has one entry. An entry names only its client. */
function replays({ chain, logins }: History): string[] {
  return [...Map.groupBy(logins, ({ client }) => client)].flatMap(([client, own]) => {
    const each = [...Map.groupBy(own, ({ login }) => login).values()];
    const least = each.filter((lines) => replaysOf(lines).length > 0).length;
    const most = each.filter((lines) => stepsOf(lines, "redeem").length > 1).length;
    const count = chain.filter(({ event }) =>
      event.kind === "LOGIN_CODE_REPLAYED" && event.clientId === client
    ).length;
    return count >= least && count <= most
      ? []
      : [`${count} LOGIN_CODE_REPLAYED of ${client}: ${least} to ${most} were made`];
  });
}
