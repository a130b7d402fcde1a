import type { History, RequestLine } from "../history.ts";
import { told, type Violation } from "../reading.ts";

/**
 * Whatever breaks, clients are told what is documented: nobody is unauthorized, nothing is an
 * internal error, and only who has a small bucket is limited.
 */
export function toldAsPromised(history: History): readonly Violation[] {
  const found = history.requests.filter((request) => !isPromised(history, request))
    .map(({ operation, client, status, text, server }) =>
      `${operation} of ${client} at server ${server}: ${status} ${text.slice(0, 200)}`
    );
  return told("told as promised", found);
}

function isPromised({ run: { buckets } }: History, request: RequestLine): boolean {
  const { status, client, owner, operation } = request;
  switch (status) {
    case null:
    case 200:
    case 503:
      return true;
    case 404:
      // A read that is too early is looked at by the rule of reads.
      return operation === "read" || (operation === "review" && client !== owner);
    case 409:
      return operation === "screen" || operation === "review";
    case 429:
      return Object.hasOwn(buckets, client);
    default:
      return false;
  }
}
