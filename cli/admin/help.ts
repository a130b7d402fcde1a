/** What `admin --help` prints. */
export const adminHelp = `admin: the operator's acts on the store

  admin token mint --client ID [--role ROLE ...] [--scope SCOPE ...] [--ttl 1h]
      makes a local bearer token, printed once, alone on the last line;
      --ttl takes whole seconds, minutes, hours or days: 90s, 30m, 1h, 7d
  admin audit verify
      computes the whole audit chain again: entries, head, and events that wait
      for their position; names the first entry that is not what was written

Variables
  AVAL_KV   the store: a file (.aval/kv.sqlite3)

Exit status: 0 done, 1 failed, 2 wrong usage
`;
