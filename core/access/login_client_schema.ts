import { z } from "zod";
import { isRedirectUri } from "./redirect_uri.ts";

/** Redirect URIs of one relying party at most. */
const redirectUrisMax = 100;
/** Characters of a relying party's name at most: it stands on a page 320 px wide. */
const nameCharactersMax = 80;

/**
 * Visible characters and single spaces between them. Control, format (bidi, zero width) and other
 * ignorable characters could make a name look like another one, and a combining mark at its
 * beginning would change what stands before it.
 */
const visible =
  /^(?!\p{M})[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+(?: [^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+)*$/u;

/** Where a relying party has people sent back to. */
const RedirectUri = z.string().refine(
  isRedirectUri,
  "expected an https URL without fragment, or http on localhost",
);

const RelyingPartyName = z.string().refine(
  (name) => visible.test(name) && [...name].length <= nameCharactersMax,
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
