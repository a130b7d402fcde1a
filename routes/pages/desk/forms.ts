import { html } from "hono/html";
import { z } from "zod";
import type { Html } from "../../html/layout.ts";

/** The token of a session, as a form sends it; the mount compares it. */
export const FormToken = z.string().max(200);

/** The hidden field by which a form shows that it is of the session. */
export function formTokenField({ formToken }: { readonly formToken: string }): Html {
  return html`<input type="hidden" name="formToken" value="${formToken}" />`;
}
