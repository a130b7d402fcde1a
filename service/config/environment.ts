import { postgresVariables } from "./store_location.ts";
import { type Environment, likelySlips, supportedVariables } from "./variables.ts";

/**
 * Reads the environment: every variable if permitted, so that a misspelt name is found; else the
 * known ones and, under `AVAL_*`, likely misspellings, since that permission lets a process read a
 * variable but not list them. Only a server on PostgreSQL needs the permission for `PG*`.
 */
export function readEnvironment(): Environment {
  if (isReadable()) return Deno.env.toObject();
  const names = [
    ...supportedVariables,
    ...postgresVariables.filter(isReadable),
    ...likelySlips().filter(isReadable),
  ];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = Deno.env.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function isReadable(variable?: string): boolean {
  const all = { name: "env" } as const;
  const descriptor = variable === undefined ? all : { ...all, variable };
  return Deno.permissions.querySync(descriptor).state === "granted";
}
