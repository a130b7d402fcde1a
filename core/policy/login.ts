import type { z } from "zod";
import { flag, group } from "./setting.ts";

/** How the wallet login guards itself (decisions.md part 10). */
export const LoginRules = group({
  bindToBrowser: flag(
    true,
    "The browser that began is the one that ends: a QR code sent to somebody else logs nobody in",
  ),
});
export type LoginRules = z.infer<typeof LoginRules>;
