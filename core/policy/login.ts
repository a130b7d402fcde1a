import type { z } from "zod";
import { flag, group, whole } from "./setting.ts";

/** How the wallet login guards itself (decisions.md part 10). */
export const LoginRules = group({
  bindToBrowser: flag(
    true,
    "The browser that began is the one that ends: a QR code sent to somebody else logs nobody in",
  ),
  jwksCacheSeconds: whole({
    value: 300,
    min: 1,
    max: 86_400,
    reason:
      "Cache of discovery and JWKS at relying parties; a new signing key signs that long after it is published",
  }),
});
export type LoginRules = z.infer<typeof LoginRules>;
