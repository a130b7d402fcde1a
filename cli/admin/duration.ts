const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** Reads whole seconds, minutes, hours or days: `90s`, `30m`, `1h`, `7d`. @returns seconds, or null */
export function parseDuration(text: string): number | null {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  const seconds = Number(count) * (unitSeconds[unit ?? ""] ?? NaN);
  return Number.isNaN(seconds) ? null : seconds;
}
