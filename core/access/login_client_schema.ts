import { z } from "zod";
import { isVisibleText } from "../../base/visible_text.ts";
import { redirectUriProblem } from "./redirect_uri.ts";

/** Redirect URIs of one relying party at most. */
const redirectUrisMax = 100;
/** Characters of a relying party's name at most: it stands on a page 320 px wide. */
const nameCharactersMax = 80;

/** Where a relying party has people sent back to. */
const RedirectUri = z.string().superRefine((text, context) => {
  const problem = redirectUriProblem(text);
  if (problem !== null) context.addIssue(problem);
});

const RelyingPartyName = z.string().refine(
  (name) => isVisibleText(name, nameCharactersMax),
  `expected 1 to ${nameCharactersMax} visible characters, single spaces between words`,
);

/** A client's registration as a relying party of the login. */
export const LoginRegistration = z.strictObject({
  /** Shown to the person who logs in; absent: the client's id is. */
  name: RelyingPartyName.optional(),
  /** Compared as they stand (RFC 9700 §2.1). */
  redirectUris: z.array(RedirectUri)
    .refine(
      ({ length }) => length >= 1 && length <= redirectUrisMax,
      `expected 1 to ${redirectUrisMax} entries`,
    )
    .readonly(),
}).readonly();
export type LoginRegistration = z.infer<typeof LoginRegistration>;

/** A registration as the store gives it back: one that is no longer allowed must not fail to be read. */
export const StoredLoginRegistration = z.object({
  name: z.string().optional(),
  redirectUris: z.array(z.string()).readonly(),
}).readonly();
