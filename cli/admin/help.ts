/** The text of `admin --help`; of `admin NOUN --help` what is said of the noun's commands. */
export function adminHelpOn([noun = ""]: readonly string[]): string {
  const end = text.indexOf("\nVariables\n");
  const [title = "", ...commands] = text.slice(0, end).split(/^(?= {2}admin )/m);
  const about = commands.filter((command) => command.startsWith(`  admin ${noun} `));
  return about.length === 0 ? text : [title, ...about, text.slice(end)].join("");
}

const text = `admin: the operator's acts on the store

  admin client put ID [--file JSON]
      puts a client's whole record in the place of the one that is there; - reads
      standard input. For every member that the file leaves out the defaults hold,
      and without --file for all of them, where there is no record yet:
        status                 ACTIVE, or SUSPENDED: every request with a token is 403
        suspendedBy            [], or what suspends it: OPERATOR by client put, KYB
                               until kyb approve, OFFBOARDING for ever
        ipAllowlist            [] from anywhere, or addresses and CIDRs
        allowedDomain          null, app.example.com, or *.example.com (not itself)
        rateLimits             {}, or by screening, verification, credentials:
                               {"capacity": 60, "refillPerSecond": 10}
        academicIssuerId       null, or the issuer that it acts for
        kybApplicationId       null, or the application that it was admitted by
        sealCredential         null, or {"credentialId": ...} at the trust service
        signingCredentials     [], or [{"personId": ..., "credentialId": ...}]; of both,
                               what the file leaves out is on file no more. Nobody
                               looks them up: seal credential put does
        evidenceEncryptionKey  null, or a public JWK of P-256 or P-384
        returnOrigins          [], or https origins of its pages, at most 20: wallets
                               send browsers back to them alone (returnUrl)
        loginClient            null, or {"name": ..., "redirectUris": [...]}; a file
                               that leaves it out is refused for a login client; null
                               ends its login, and its secret stays
  admin client get ID
      prints the record in the form that put takes, or the defaults
  admin client list [--json]
      prints every record: a table on a terminal, else one JSON object a line
  admin client delete ID
      deletes the record of a client of which nothing is kept: no audit entry (and
      so no decision), session, usage, token or KYB application. Suspend others
  admin client offboard ID
      ends the relation: refuses every request of the client from now on, deletes its
      decisions, reviews, sessions, packs, logins, tokens and counts, and prints how
      many. It cannot be undone, and the ID is never used again. KYB records stay for
      the days of the policy (lifetimes.kybRecordDays), entries of the audit log for
      ever. Repeat it when it breaks off
  admin kyb list [--json]
      prints drafts, those of one applicant together, and applications, newest first:
      a table on a terminal, else one JSON object a line. Those of AVAL_MODE alone
  admin kyb show ID [--json]
      prints a draft or an application as its reviewers have to see it: findings,
      persons, checks with their judgements, and what comes next. OPEN is what stands
      in an approval's way
  admin kyb accept DRAFT --client ID --operator OPERATOR
      makes a draft an application of a client, which its KYB SUSPENDS until it is
      approved; what else stands in the client's record stays. Prints the ID.
      OPERATOR: the ID of who acts, and no name, as the audit log keeps it; upper and
      lower case are alike. Nobody checks it: whoever may run the command may say so
  admin kyb check APPLICATION CHECK --judgement JUDGEMENT --rationale TEXT
                  --operator OPERATOR
      records what a person makes of a screening's or a register's finding:
      false_positive (somebody else, or nothing), confirmed_match, or escalated
      (somebody else must look). The last judgement counts
  admin kyb approve APPLICATION --rationale TEXT --operator OPERATOR
                    [--acknowledge CODE]...
      approves it and lifts the suspension of its KYB. Another operator than the one
      who accepted it, and no finding may be open. Every finding of registers and
      owners is named by its CODE, as kyb show prints them; the codes are kept with
      the decision and in the audit log
  admin kyb reject APPLICATION --rationale TEXT --operator OPERATOR
      rejects it, which is final; its client stays SUSPENDED
  admin kyb export CLIENT --out FILE|-
      writes the KYB records of a client in full, also of one that was offboarded
  admin seal check [CREDENTIAL] [--json]
      asks the trust service of AVAL_CSC_* what it is, which methods it offers and which
      credentials it lists; or whether CREDENTIAL can seal and sign, and why not. Signs
      nothing, and needs no store. Exit status 1 where it is of no use
  admin seal credential put CLIENT --credential ID [--person ID]
      puts on file by which credential a client seals, or by which a person signs for it:
      a declared UBO, director or senior managing official of the client's APPROVED
      application. The trust service must say first that it can be used for that. What
      else stands in the client's record stays
  admin seal credential list [--json]
      prints every credential on file: a table on a terminal, else one JSON object a line
  admin seal credential remove CLIENT [--person ID]
      takes a credential off file; at the provider it stays. Needs no trust service
  admin login-client put ID --redirect URI [--redirect URI ...] [--name NAME]
      registers a client as a relying party of the wallet login, or replaces its URIs
      and its name; a client without a record gets one. URI: https, or http on
      localhost, compared character by character. NAME: what people read on the
      login's page, 80 characters at most; without it they read ID. The first time
      its secret is printed, once, alone on the last line; later puts keep it
  admin login-client get ID
      prints registration, status, and since when and until when its secrets hold
  admin login-client list [--json]
      prints every login client: a table on a terminal, else one JSON object a line
  admin login-client rotate-secret ID [--grace 24h]
      makes a new secret, printed once, alone on the last line. The one before it
      holds through the grace (0s to 30d), any older one ends at once
  admin login-client remove ID
      ends the registration and every secret of it; the client's record stays
  admin issuer put ID --name NAME [--country CC] [--logo FILE] [--colour RRGGBB]
                   [--key FILE --cert FILE]
      registers an institution that issues academic credentials, or replaces what is
      said of it: options left out are gone. NAME, 64 characters at most, and CC (AT)
      stand in its certificate, which is made anew with a key of its own when they
      change. FILE of --logo: PNG or JPEG, 8 KiB at most.
      The first time this deployment's issuing authority is made, below which every
      institution gets a key and a certificate for 20 years; set AVAL_BASE_URL.
      --key, --cert: a P-256 key (PKCS #8) and its certificates in PEM, its own first,
      in place of those: they must last for 365 days. Servers here believe such an
      institution only once its trust anchor is in AVAL_TRUST_ANCHORS
  admin issuer get ID
      prints what is on file of an institution, with its certificates; no key
  admin issuer list [--json]
      prints every institution: a table on a terminal, else one JSON object a line
  admin issuer renew ID
      gives an institution another key and certificate under the authority; what it
      has issued stays valid, as its old certificate stands in it
  admin issuer authority
      prints the certificate of this deployment's issuing authority in PEM, for
      other verifiers
  admin signatory put ID --issuer ISSUER --subject SUB --name NAME
      puts a person who prepares, rechecks or approves batches of an issuer, or
      replaces the record. SUB: who that is at the identity provider, whose second
      factor approvals need. ID stands in the audit log, NAME never: let ID be no name
  admin signatory list [--issuer ISSUER] [--json]
      prints every signatory: a table on a terminal, else one JSON object a line
  admin signatory remove ID
      removes the record, and with it the name: approves nothing from then on
  admin step-up sign --signatory ID [--lifetime 5m]
      sandbox only: signs a step-up assertion by the published key, printed alone on
      the last line, for the header x-credentials-step-up-assertion. ID:
      sandbox-registrar, sandbox-registry-clerk, sandbox-dean or one that you put.
      --lifetime takes 1s to 1h; AVAL_BASE_URL, PORT and AVAL_STEP_UP_ACR must be
      those of the server
  admin template list [--status STATUS] [--json]
      prints the templates of academic credentials, newest first: a table on a
      terminal, else one JSON object a line. STATUS: DRAFT, PENDING_REVIEW (those
      that wait for a reviewer), APPROVED or REJECTED
  admin template show ID
      prints a template as its reviewers have to see it: its claims, which of them a
      holder may withhold, the claims schema and the disclosure frame
  admin batch remove-item BATCH ITEM
      removes a student's row from a batch and ends its offer, before redemption:
      where a student asks for it. AVAL_MODE must be that of the server
  admin token list [--client ID] [--json]
      prints the local tokens that have not expired: ID (the beginning of the hash),
      client, roles, scopes, age, expiry; never a token. Columns between tabs, with
      a header on a terminal
  admin token revoke ID
      ends the token whose hash begins so, from the next request on
  admin token mint --client ID [--role ROLE ...] [--scope SCOPE ...] [--ttl 1h]
      makes a local bearer token, printed once, alone on the last line;
      --ttl takes whole seconds, minutes, hours or days: 90s, 30m, 1h, 7d
  admin audit verify [--key VERIFIER_KEY ...] [--checkpoint FILE]
                     [--witness FOLDER|https://...]
      computes the whole audit chain again and holds all that is stored to it:
      the tree, every signed checkpoint, each client's index, events that wait
      for their position, and the seal that servers keep of its end. Ends with
      "verdict holds", with what nothing proves (gaps) behind it, or names the first
      that is not what was written and exits with 1.
      --key: what they are signed by, in place of the secret's own, one for
      every rotation;
      --checkpoint: one that you kept elsewhere, which a store set back fails;
      --witness: all that a witness kept; by default that of AVAL_AUDIT_WITNESS
  admin audit checkpoint [--accept-gap REASON]
      signs the chain as it stands and prints the checkpoint (C2SP
      tlog-checkpoint): keep it elsewhere; the verifier key, and those of other
      rotations, on standard error.
      --accept-gap: signs on where entries have no seal or checkpoints are gone; an
      AUDIT_GAP on the chain says since when, and REASON (no personal data)
  admin audit export [--client ID] --out FILE|-
      writes entries, of one client or all, with inclusion proofs as JSON Lines;
      verify it with: deno run --allow-read cli/verify_audit_export.ts FILE
  admin keys list [--json]
      one line a data key or signing key, with a header on a terminal: purpose, id,
      state, made, when it stops to write or sign, from when a ROTATED one may be
      revoked without harm (its last id_token has expired), id of the secret that
      wraps it, and which variable holds that one; no key material
  admin keys rewrap
      wraps every key by AVAL_SECRET_KEY that AVAL_SECRET_KEY_PREVIOUS wraps;
      what they protect stays as it is. Start every server with both secrets
      first: one that knows the old one alone cannot start again
  admin keys rotate PURPOSE
      makes a new data key of a purpose, which running servers write with within a
      minute; the one before it still reads. Prints the new id
  admin keys new login-signing
      makes a NEW key for id_tokens, which is not published yet. Prints its KID
  admin keys activate login-signing KID
      publishes a NEW key at once and makes it ACTIVE. It signs when the JWKS that
      relying parties keep is over (login.jwksCacheSeconds of AVAL_POLICY, 300 s);
      until then the one before it does, which is ROTATED and stays published
  admin keys revoke login-signing KID
      takes a key out of the JWKS with the next answer of every server and deletes
      its private part: what it has signed verifies no more. Refused for the ACTIVE
      one: activate another first, which signs at once when you revoke its
      predecessor
  admin store identity --out FILE
      makes a key pair for backups as age-keygen does: the identity into FILE, which
      only you may read; prints the recipient (age1...). Keep FILE off the server
  admin store backup --out FILE --recipient age1... [--recipient age1... ...]
      writes everything in AVAL_KV into FILE, as of one moment, while servers go on,
      encrypted (age) to whoever has the identity of one recipient.
      AVAL_SECRET_KEY IS NOT IN IT, and without the one of that day the backup
      cannot be used: keep both, in two places.
      A KV Connect server has no snapshots: it is read twice, and there is no backup
      when somebody has written meanwhile; back up denokv's own file instead
  admin store restore FILE --identity FILE
      puts a backup into AVAL_KV, which must be empty, reads everything back and
      compares it. A file that is not whole is refused before anything is written;
      a store whose restore broke off cannot be used until it is restored again.
      Evidence packs and disclosed claims stay in the backup, since none may be
      delivered twice: prints how many
  admin store copy FROM TO
      puts everything of one store into another, which must be empty, reads both
      again and compares them: files, KV Connect servers, PostgreSQL. Stop the
      servers first: no server may use either, and none ever again the one copied
      from, which still has its evidence packs and disclosed claims. Leave a password
      out of the URL and give it as PGPASSWORD, so that no list of processes shows it

Variables
  AVAL_KV                    the store: a file (.aval/kv.sqlite3), or the address of a
                             KV Connect (https://...) or PostgreSQL (postgres://...) server
  DENO_KV_ACCESS_TOKEN       access token of a KV Connect server
  PGPASSWORD                 password at a PostgreSQL server
  AVAL_SECRET_KEY            the service's secret (a sandbox's), for audit, keys, kyb,
                             issuer, and every command that the audit log records
  AVAL_SECRET_KEY_PREVIOUS   the one before it, for audit, issuer, keys
  AVAL_POLICY                the servers' policy, for audit, keys activate, kyb, seal,
                             client offboard
  AVAL_AUDIT_WITNESS         the servers' witness, for audit verify
  AVAL_MODE                  live or sandbox, as the servers have it, for kyb, seal,
                             step-up sign
  AVAL_CSC_URL, AVAL_CSC_CLIENT_ID, AVAL_CSC_CLIENT_SECRET
                             the servers' trust service, for seal
  AVAL_BASE_URL, PORT        the servers' address, for issuer, whose certificates name it,
                             and step-up sign
  AVAL_STEP_UP_ACR           the level that approvals need (2), for step-up sign

Exit status: 0 done, 1 failed, 2 wrong usage
`;
