/**
 * The `Cache-Tag` of a status list's answer, by which caches between the service and verifiers
 * purge it.
 */
export function statusListTag(listId: string): string {
  return `status-list-${listId}`;
}
