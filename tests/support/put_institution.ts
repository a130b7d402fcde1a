import { ClientId } from "../../core/access/schema.ts";
import { mintAccessToken } from "../../kv/access_tokens.ts";
import { openStore } from "../../kv/store/open_store.ts";
import { type institutionAt, registerInstitution } from "./credential_journey.ts";
import { seededRandom } from "./random.ts";
import { noPause } from "./store.ts";
import { locationOf } from "./store_location.ts";

/** Tokens of the clients of an institution in live. */
export type InstitutionTokens = NonNullable<Parameters<typeof institutionAt>[1]>;

const roles: Readonly<Record<keyof InstitutionTokens, readonly string[]>> = {
  registry: ["credentials-api-client", "credentials-api-issuer"],
  reviewer: ["credentials-api-reviewer"],
  employer: ["credentials-api-verifier"],
};

/** Puts an institution on file in live, before the server starts. @returns tokens of its clients */
export async function putInstitution(
  kv: string,
  accessToken = "",
): Promise<InstitutionTokens> {
  const clock = { now: () => Temporal.Now.instant() };
  const random = seededRandom(Math.floor(clock.now().epochMilliseconds));
  const store = await openStore({
    location: locationOf(kv, accessToken),
    clock,
    random,
    pause: noPause,
  });
  try {
    await registerInstitution({ store, clock });
    const mint = (client: keyof InstitutionTokens) =>
      mintAccessToken({ store, clock, random }, {
        clientId: ClientId.parse(client),
        roles: roles[client],
        scopes: [],
        seconds: 3_600,
      });
    return {
      registry: await mint("registry"),
      reviewer: await mint("reviewer"),
      employer: await mint("employer"),
    };
  } finally {
    store.close();
  }
}
