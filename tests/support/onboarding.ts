import { DraftId, isAccepted, type KybDraft } from "../../core/kyb/schema.ts";
import type { Mode } from "../../core/nouns.ts";
import { openDataKeys } from "../../kv/keys/data_keys.ts";
import { openKybDrafts } from "../../kv/kyb/kyb_drafts.ts";
import { PUBLISHED_SANDBOX_KEY } from "../../service/config/sandbox_secret.ts";
import { seededRandom } from "./random.ts";
import { liveEnvironment, type TestService } from "./service.ts";

/** Path to which applicants send applications. */
export const onboardingPath = "/v1/onboarding/kyb-applications";

/** A director with complete data. */
export const DIRECTOR = {
  role: "director",
  fullName: "Hannelore Bistrupgaard",
  dob: "1971-05-09",
  nationality: "DK",
};
/** An owner of 100 % with complete data. */
export const OWNER = {
  role: "beneficial owner",
  fullName: "Margaret Thistlewood",
  dob: "1965-02-28",
  nationality: "GB",
  ownershipPercentage: 100,
};
/** An application without findings. */
export const COMPLETE = {
  legalName: "Näidis Kaubandus OÜ",
  registryCountry: "EE",
  registryNumber: "10000018",
  persons: [DIRECTOR, OWNER],
};

/** The drafts of a service, read like the operator's command. */
export async function draftsOf(
  { store, clock }: Pick<TestService, "store" | "clock">,
  mode: Mode = "sandbox",
) {
  const { AVAL_SECRET_KEY = PUBLISHED_SANDBOX_KEY } = mode === "live"
    ? await liveEnvironment()
    : {};
  const secrets = { current: Uint8Array.fromBase64(AVAL_SECRET_KEY) };
  const keys = await openDataKeys({ store, clock, random: seededRandom(11), secrets });
  return openKybDrafts({ store, clock, atRest: keys["at-rest"] });
}

/** The draft that an answer names. */
export async function draftOf(
  service: Pick<TestService, "store" | "clock">,
  { draftId }: { readonly draftId: string },
  mode: Mode = "sandbox",
): Promise<KybDraft> {
  const draft = await (await draftsOf(service, mode)).find(DraftId.parse(draftId));
  if (draft === null || isAccepted(draft)) throw new Error("The draft is not on file");
  return draft;
}
