import { z } from "zod";
import { isVisibleText } from "../../base/visible_text.ts";
import { redirectUriProblem } from "./redirect_uri.ts";

/** Maximum redirect URIs of one relying party. */
const redirectUrisMax = 100;
/** Maximum characters of a relying party's name, which must fit a page 320 px wide. */
const nameCharactersMax = 80;

/** A URI to which a relying party has people redirected. */
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
  /** The name shown to the person who logs in; absent: the client's id is shown. */
  name: RelyingPartyName.optional(),
  /** Compared character by character (RFC 9700 §2.1). */
  redirectUris: z.array(RedirectUri)
    .refine(
      ({ length }) => length >= 1 && length <= redirectUrisMax,
      `expected 1 to ${redirectUrisMax} entries`,
    )
    .readonly(),
}).readonly();
export type LoginRegistration = z.infer<typeof LoginRegistration>;

/**
 * A registration as read from the store. It stays readable even if its values are no longer
 * permitted.
 */
export const StoredLoginRegistration = z.object({
  name: z.string().optional(),
  redirectUris: z.array(z.string()).readonly(),
}).readonly();
