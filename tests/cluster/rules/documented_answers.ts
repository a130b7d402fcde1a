import type { History, LoginLine, RequestLine } from "../history.ts";
import { type Violation, violationsOf } from "../reading.ts";

/**
 * Under every fault, clients get documented answers only: no request is unauthorized, no answer is
 * an internal error, only a client with a small bucket is limited, and a process that receives its
 * signal to end exits normally.
 */
export function answeredAsDocumented(history: History): readonly Violation[] {
  const found = history.requests.filter((request) => !isPromised(history, request))
    .map(({ operation, client, status, text, server }) =>
      `${operation} of ${client} at server ${server}: ${status} ${text.slice(0, 200)}`
    );
  const logins = history.logins.filter((line) => !isPromisedOfLogin(line))
    .map(({ step, login, status, text, server }) =>
      `${step} of ${login} at server ${server}: ${status} ${text.slice(0, 200)}`
    );
  const ends = history.faults.filter(({ code = 0 }) => code !== 0)
    .map(({ server, code }) => `server ${server} was asked to end, and its exit code was ${code}`);
  return violationsOf("answers as documented", [...ends, ...found, ...logins]);
}

function isPromisedOfLogin({ step, status, text }: LoginLine): boolean {
  switch (status) {
    case null:
    case 503:
      return true;
    case 200:
      return step !== "return";
    case 302:
      return step === "return";
    case 400:
      return step === "redeem" && text.includes('"invalid_grant"');
    case 409:
      return step === "answer";
    default:
      return false;
  }
}

/** Operations that take a key, or that another act of the client can conflict with. */
const conflicting: readonly RequestLine["operation"][] = [
  ...["screen", "review", "batch", "reviews", "monitor", "run"] as const,
];

function isPromised({ run: { buckets } }: History, request: RequestLine): boolean {
  const { status, client, owner, operation } = request;
  switch (status) {
    case null:
    case 200:
    case 503:
      return true;
    case 202:
      return operation === "batch" || operation === "run";
    case 404:
      // A read that is too early is judged by the rule of reads.
      return operation === "read" || (operation === "review" && client !== owner);
    case 409:
      return conflicting.includes(operation);
    case 429:
      return Object.hasOwn(buckets, client);
    default:
      return false;
  }
}
