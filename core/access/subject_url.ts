/** Maximum characters of a template. */
export const subjectUrlCharactersMax = 1_000;

const placeholder = "{subjectRef}";

/**
 * Whether a text is the address of a client's own pages about its customers: https, with one
 * `{subjectRef}` in path, query or fragment, and without credentials.
 */
export function isSubjectUrlTemplate(text: string): boolean {
  const [before = "", after, ...others] = text.split(placeholder);
  if (after === undefined || others.length > 0 || !/^[\x21-\x7e]+$/.test(text)) return false;
  if (/[{}]/.test(before + after)) return false;
  const url = URL.parse(`${before}x${after}`);
  return url !== null && url.protocol === "https:" && url.username === "" && url.password === "" &&
    before.startsWith(`${url.origin}/`);
}

/**
 * The URL that a template gives for a customer.
 *
 * @returns null for an invalid template, and for a `subjectRef` that would name a folder of the
 * path
 */
export function subjectUrlOf(template: string, subjectRef: string): string | null {
  if (!isSubjectUrlTemplate(template) || /^\.{1,2}$/.test(subjectRef)) return null;
  return template.replace(placeholder, () => encodeURIComponent(subjectRef));
}
