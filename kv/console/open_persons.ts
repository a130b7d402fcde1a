import type { PersonPorts } from "../../core/console/ports.ts";
import { openLoginAttempts } from "./login_attempts.ts";
import { type LoginLinkDependencies, openLoginLinks } from "./login_links.ts";
import { openPersonSessions, type PersonSessionDependencies } from "./person_sessions.ts";
import { openSandboxBrowsers } from "./sandbox_browsers.ts";

/** Opens the sessions and links of persons. */
export function openPersons(
  dependencies: LoginLinkDependencies & PersonSessionDependencies,
): PersonPorts {
  return {
    personSessions: openPersonSessions(dependencies),
    loginLinks: openLoginLinks(dependencies),
    loginAttempts: openLoginAttempts(dependencies),
    sandboxBrowsers: openSandboxBrowsers(dependencies),
  };
}
