import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import type { SandboxBrowsers } from "../../core/console/ports.ts";
import type { SessionRules } from "../../core/policy/sessions.ts";
import { defineKey } from "../store/define_key.ts";
import { leasable } from "../store/lease.ts";
import { timestamp } from "../store/lifetime.ts";
import { put } from "../store/store.ts";
import { addTo } from "../store/unit.ts";

/** Key of the time at which a sandbox browser's client is deleted, in order of time. */
export const sandboxBrowsers = defineKey({
  name: "sandbox_browser",
  parts: ["endsAt", "clientId"],
  value: "`{ leasedUntil }`: a client that a browser in a sandbox has made",
  lifetime: "24 h (`sandboxHours`), until all of the client is deleted",
  personal: "no",
  protected: null,
});

/** The value of a browser: which server deletes its client, until when. */
export const SandboxBrowser = z.strictObject(leasable);

/** Opens the browsers of a sandbox. */
export function openSandboxBrowsers(
  { clock, rules: { sandboxHours } }: { readonly clock: Clock; readonly rules: SessionRules },
): SandboxBrowsers {
  return {
    note: (unit, clientId) => {
      const endsAt = timestamp(clock.now().add({ hours: sandboxHours }));
      const value = { leasedUntil: null };
      addTo(unit, [put(SandboxBrowser, sandboxBrowsers.key(endsAt, clientId), value)]);
    },
  };
}
