/**
 * Returns the URI of a status list, which credentials name and which its token's `sub` repeats.
 *
 * @param issuer the credential issuer identifier: base URL with `/v1/credentials`
 */
export function statusListUri(issuer: string, listId: string): string {
  return `${issuer}/status-lists/${listId}`;
}
