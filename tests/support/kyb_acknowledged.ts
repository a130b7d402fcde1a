import { findingsToAcknowledge } from "../../core/kyb/applications/acknowledge.ts";

/**
 * Options by which an approval acknowledges all required findings.
 *
 * @param shown output of `kyb show --json`
 */
export function acknowledging(shown: string): readonly string[] {
  return findingsToAcknowledge(JSON.parse(shown).application)
    .flatMap((code) => ["--acknowledge", code]);
}
