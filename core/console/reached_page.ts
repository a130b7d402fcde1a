import type { ConsolePart, PersonSession } from "./schema.ts";

type Rights = Pick<PersonSession, "roles" | "clientId">;

/** The first page of each part that a person may open; null: none of it. */
export function homesOf({ roles, clientId }: Rights): Readonly<Record<ConsolePart, string | null>> {
  const isOperator = roles.includes("aval-operator");
  return {
    desk: clientId === null ? null : "/desk",
    console: isOperator ? "/console" : roles.length > 0 ? "/console/kyb" : null,
  };
}

/** The page that was asked for, or the first that the person's rights open. */
export function reachedPage(next: string, rights: Rights): string {
  const { desk, console } = homesOf(rights);
  const asked = next.startsWith("/console") ? console : desk;
  return asked !== null && next.startsWith(asked) ? next : asked ?? desk ?? console ?? next;
}
