/** The header with the query of the page after a cursor (RFC 8288); empty at the end. */
export function nextPageLink(
  { cursor: _, ...query }: Readonly<Record<string, unknown>>,
  nextCursor: string | null,
): Readonly<Record<string, string>> {
  if (nextCursor === null) return {};
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const pairs = [...given.map(([name, value]) => [name, String(value)]), ["cursor", nextCursor]];
  return { link: `<?${new URLSearchParams(pairs)}>; rel="next"` };
}
