import type { z } from "zod";
import { flag, group, whole } from "./setting.ts";

/** Protective limits of the wallet login (decisions.md part 10). */
export const LoginRules = group({
  bindToBrowser: flag(
    true,
    "A login must end in the browser that began it; a QR code may still be passed on",
  ),
  jwksCacheSeconds: whole({
    value: 300,
    min: 1,
    max: 86_400,
    reason: "Cache of discovery and JWKS at relying parties; a new key signs so long after",
  }),
});
export type LoginRules = z.infer<typeof LoginRules>;
