import type { ClaimLine, History } from "../history.ts";
import { type Violation, violationsOf } from "../reading.ts";

/**
 * Each claim has at most one winner: at most one process was answered that it won, it is the holder
 * at the end, and a process that was answered that it lost has lost to another one.
 */
export function oneWinner({ claims, claimed, settled }: History): readonly Violation[] {
  const standing = new Map(claimed.map(({ name, by }) => [name, by]));
  const found = [...Map.groupBy(claims, ({ name }) => name)].flatMap(([name, attempts]) => [
    ...winners(name, attempts),
    ...lostToNobody(name, attempts),
    ...(settled === null ? [] : holder(name, attempts, standing.get(name))),
  ]);
  return violationsOf("one winner", found);
}

function winners(name: string, attempts: readonly ClaimLine[]): string[] {
  const won = attempts.filter(({ outcome }) => outcome === "won");
  return won.length > 1 ? [`${name}: won by ${won.map(({ by }) => by).join(" and ")}`] : [];
}

function lostToNobody(name: string, attempts: readonly ClaimLine[]): string[] {
  return attempts
    .filter((lost) =>
      lost.outcome === "lost" &&
      !attempts.some((other) =>
        other !== lost && other.outcome !== "lost" && other.began <= lost.ended
      )
    )
    .map(({ by }) => `${name}: ${by} has lost, and nobody can have won before`);
}

function holder(name: string, attempts: readonly ClaimLine[], by: string | undefined): string[] {
  const winner = attempts.find(({ outcome }) => outcome === "won");
  if (winner !== undefined && by !== winner.by) {
    return [`${name}: won by ${winner.by} and held by ${by ?? "nobody"}`];
  }
  if (by === undefined) {
    return attempts.some(({ outcome }) => outcome !== "unknown") ? [`${name}: held by nobody`] : [];
  }
  const own = attempts.filter((attempt) => attempt.by === by);
  return own.some(({ outcome }) => outcome !== "lost")
    ? []
    : [`${name}: held by ${by}, who never tried or was answered to have lost`];
}
