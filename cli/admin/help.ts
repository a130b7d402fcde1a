/** What `admin --help` prints. */
export const adminHelp = `admin: the operator's acts on the store

  admin token mint --client ID [--role ROLE ...] [--scope SCOPE ...] [--ttl 1h]
      makes a local bearer token, printed once, alone on the last line;
      --ttl takes whole seconds, minutes, hours or days: 90s, 30m, 1h, 7d
  admin audit verify [--key VERIFIER_KEY] [--checkpoint FILE]
      computes the whole audit chain again and holds every signed checkpoint to
      it: entries, head, events that wait for their position, checkpoints, and
      the size that is signed; names the first that is not what was written.
      --key: what they are signed by, in place of the secret's own;
      --checkpoint: one that you kept elsewhere, which a store set back fails
  admin audit checkpoint
      signs the chain as it stands and prints the checkpoint (C2SP
      tlog-checkpoint): keep it elsewhere; the verifier key on standard error
  admin audit export [--client ID] --out FILE|-
      writes entries, of one client or all, with inclusion proofs as JSON Lines;
      verify it with: deno run --allow-read cli/verify_audit_export.ts FILE

Variables
  AVAL_KV   the store: a file (.aval/kv.sqlite3)
  AVAL_SECRET_KEY, AVAL_SECRET_KEY_PREVIOUS
            the service's own, to sign and verify checkpoints (a sandbox's)

Exit status: 0 done, 1 failed, 2 wrong usage
`;
