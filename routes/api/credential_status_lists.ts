import { z } from "zod";
import { publishStatusList } from "../../core/credentials/status/publish_status_list.ts";
import { statusListTag } from "../../core/credentials/status/status_list_tag.ts";
import { UuidReference } from "../../core/nouns.ts";
import type { OwnStatusLists } from "../../core/policy/own_status_lists.ts";
import { defineRoute, reply, type Route } from "../http/route.ts";

/** GET /v1/credentials/status-lists/{listId} (Token Status List §8). */
export const credentialStatusListRoute = (
  { cacheSeconds }: Pick<OwnStatusLists, "cacheSeconds">,
): Route =>
  defineRoute({
    method: "get",
    path: "/v1/credentials/status-lists/{listId}",
    summary: "Status list of credentials that were issued here (Token Status List)",
    documentation: {
      operationId: "readCredentialStatusList",
      description:
        "A signed list of one bit for each credential, of which 1 is revoked. A credential names it by `status.status_list`. Signed by the institution that issued the credentials, by the same key and chain; made anew after each revocation.",
    },
    service: "credentials",
    kind: "credential_status_list",
    auth: "none",
    access: { anonymous: "wallet", cors: true },
    params: z.object({ listId: UuidReference }),
    form: { cacheSeconds },
    answers: {
      200: {
        contentType: "application/statuslist+jwt",
        description: "A Status List Token in JWT form (§5.1)",
      },
    },
    refuses: ["not_found"],
    run: async (ports, { params: { listId } }) => {
      const list = await publishStatusList(ports, listId);
      // By which a cache forgets it after a revocation: Deno Deploy's, Cloudflare's.
      return list.ok ? reply(200, list.value, { "cache-tag": statusListTag(listId) }) : list;
    },
  });
