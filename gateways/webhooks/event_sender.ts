import { ok, refuse, type Result } from "../../base/result.ts";
import type {
  AddressRefusal,
  EventRequest,
  EventSender,
  SentEvent,
} from "../../core/events/ports.ts";
import type { Mode } from "../../core/nouns.ts";
import { isLoopbackAddress } from "../../standards/ip_address/loopback_address.ts";
import { connectPublic, type ConnectRules, judgeHost } from "../http/connect.ts";
import { type GetRefusal, httpPost } from "../http/http_get.ts";
import { isPublicAddress } from "../http/public_address.ts";

/** Maximum bytes read of an answer, of which only the status is used. */
const answerBytesMax = 64 * 1_024;

/**
 * Opens the sender of events. Judges every address of a host at each try, and connects to one of
 * them: only on the Internet, in a sandbox deployment also on this machine, and only there by http.
 * Follows no redirect, and uses no proxy of the environment.
 */
export function openEventSender(
  mode: Mode,
  { mayReach = isPublicAddress, ...rules }: ConnectRules = {},
): EventSender {
  const rulesOf = ({ protocol }: URL): ConnectRules => ({
    ...rules,
    mayReach: (address) =>
      (mode === "sandbox" && isLoopbackAddress(address)) ||
      (protocol === "https:" && mayReach(address)),
  });
  return {
    judge: async (url): Promise<Result<null, AddressRefusal>> => {
      const judged = await judgeHost(url, rulesOf(url));
      if (judged.ok) return ok(null);
      const { code } = judged.refusal;
      return refuse({ code: code === "connection" ? "not_found" : code });
    },
    post: async ({ url, headers, body, signal }: EventRequest): Promise<SentEvent> => {
      const posted = await httpPost(connectPublic(rulesOf(url)), {
        ...{ url, headers, body, signal },
        accept: "*/*",
        contentType: "application/json",
        bytesMax: answerBytesMax,
        isStatusEnough: true,
      });
      if (!posted.ok) return { outcome: outcomes[posted.refusal.code], status: null };
      const { status } = posted.value;
      if (status >= 200 && status < 300) return { outcome: "delivered", status };
      return { outcome: status >= 300 && status < 400 ? "redirect" : "status", status };
    },
  };
}

const outcomes: Readonly<Record<GetRefusal["code"], SentEvent["outcome"]>> = {
  connection: "connection",
  address_not_public: "address_not_public",
  not_permitted: "not_permitted",
  too_long: "malformed",
  malformed: "malformed",
  deadline: "timeout",
};
