/** The header that has the query of the page behind a cursor (RFC 8288); none at the end. */
export function nextPageLink(
  { cursor: _, ...query }: Readonly<Record<string, unknown>>,
  nextCursor: string | null,
): Readonly<Record<string, string>> {
  if (nextCursor === null) return {};
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const pairs = [...given.map(([name, value]) => [name, String(value)]), ["cursor", nextCursor]];
  return { link: `<?${new URLSearchParams(pairs)}>; rel="next"` };
}
