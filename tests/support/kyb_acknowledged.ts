import { findingsToAcknowledge } from "../../core/kyb/applications/acknowledge.ts";

/** Options by which an approval acknowledges what it has to. @param shown of `kyb show --json` */
export function acknowledging(shown: string): readonly string[] {
  return findingsToAcknowledge(JSON.parse(shown).application)
    .flatMap((code) => ["--acknowledge", code]);
}
