/** What `admin --help` prints. */
export const adminHelp = `admin: the operator's acts on the store

  admin token mint --client ID [--role ROLE ...] [--scope SCOPE ...] [--ttl 1h]
      makes a local bearer token, printed once, alone on the last line;
      --ttl takes whole seconds, minutes, hours or days: 90s, 30m, 1h, 7d
  admin audit verify
      computes the whole audit chain again: entries, head, and events that wait
      for their position; names the first entry that is not what was written
  admin keys list
      one line a data key: purpose, id, state, made, retired, id of the secret that
      wraps it, and which variable holds that one; no key material
  admin keys rewrap
      wraps every data key by AVAL_SECRET_KEY that AVAL_SECRET_KEY_PREVIOUS wraps;
      what they protect stays as it is, and running servers go on
  admin keys rotate PURPOSE
      makes a new data key of a purpose, which running servers write with within a
      minute; the one before it still reads. Prints the new id

Variables
  AVAL_KV                    the store: a file (.aval/kv.sqlite3)
  AVAL_SECRET_KEY            the secret that wraps the data keys, for keys
  AVAL_SECRET_KEY_PREVIOUS   the one before it, for keys

Exit status: 0 done, 1 failed, 2 wrong usage
`;
