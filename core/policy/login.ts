import type { z } from "zod";
import { flag, group, whole } from "./setting.ts";

/** Protective limits of the wallet login (decisions.md part 10). */
export const LoginRules = group({
  bindToBrowser: flag(
    true,
    "Whether a login must end in the browser that began it: a status address alone then gives no code. It does not prevent passing a QR code to another person",
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
