/** The tag under which caches between here and verifiers keep a status list: `Cache-Tag` of its answer. */
export function statusListTag(listId: string): string {
  return `status-list-${listId}`;
}
