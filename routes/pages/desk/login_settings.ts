import { z } from "zod";
import type { Mode } from "../../../core/nouns.ts";
import type { SessionRules } from "../../../core/policy/sessions.ts";

/** Where the login stands, and what it needs. */
export interface LoginSettings {
  /** The deployment's: in a sandbox a browser needs no login. */
  readonly mode: Mode;
  /** What a proxy takes off the addresses of the service. */
  readonly basePath: string;
  /** Origin of the service's own pages. */
  readonly origin: string;
  readonly rules: SessionRules;
}

/** What every route of the login has in common. */
export const edge = {
  service: "edge",
  kind: "desk",
  limits: { bucket: "pages" },
  form: { errors: "page" },
} as const;

/** Characters of an address that a browser is sent back to. */
const nextCharactersMax = 1_000;

/** A segment `.` or `..` of a path, encoded or not, also behind a slash that a proxy decodes. */
const dotSegment = /(?:[/\\]|%2f|%5c)(?:\.|%2e){1,2}(?:[/\\]|%2f|%5c|$)/i;

/** A page of the desk or the console, which alone a login goes on to. */
export const NextPage = z.string().max(nextCharactersMax).regex(
  /^\/(?:desk|console)(?:[/?][\x21-\x7e]*)?$/,
)
  .refine((next) => !dotSegment.test(next.split(/[?#]/, 1)[0]!))
  .catch("/desk");

/** A member of an address that is true, or absent. */
export const IsTrue = z.literal("true").optional().catch(undefined);

/** Characters of languages that are asked for. */
const localesCharactersMax = 200;

/** Languages in the order of preference, before those of the browser (OpenID Connect Core §3.1.2.1). */
export const UiLocales = z.string().max(localesCharactersMax).optional().catch(undefined);
