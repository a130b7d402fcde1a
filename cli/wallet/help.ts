import { breakingRows, encryptionRows } from "../../sandbox/wallet/breakings.ts";

const nameWidth = 27;

/** What `wallet --help` prints. */
export const walletHelp =
  `wallet: redeems offers, answers requests and logs in from the terminal, as a wallet does

  wallet redeem OFFER [--wallet FILE]
      redeems a credential offer (OpenID4VCI 1.0: metadata, token, nonce, key
      proof), holds the credential to what was offered, keeps it with its key,
      and prints it. OFFER is openid-credential-offer://?..., between quotes, or
      - for standard input: the offer, or the answer of the demo offer:
      curl -s localhost:8000/v1/credentials/sandbox/demo-offer |
        deno task wallet redeem -
  wallet list [--json] [--check] [--wallet FILE]
      prints the kept credentials; --check looks each up in its status list
  wallet present URI [--format F] [--with ID] [--person P]
                     [--claim NAME=JSON ...] [--without NAME ...]
                     [--break NAME] [--new-key] [--wallet FILE]
      answers an authorization request of this service (OpenID4VP 1.0, by value
      or by request_uri, whose signature it verifies) with credentials that the
      sandbox's published issuer signs on the spot, and prints the reply
  wallet present - --origin URL [the same options]
      answers a session by the Digital Credentials API (channel dc_api): it is the
      wallet, the browser of a page at URL, and the page's own server
  wallet present URI --error CODE
      says why it presents nothing: access_denied and the like
  wallet login URL [--person P] [--format F] [--claim NAME=JSON ...]
                   [--break NAME] [--error CODE] [--new-key] [--wallet FILE]
      goes through a wallet login: opens a relying party's authorize URL as a
      browser does, answers the page's wallet link, asks for up to 5 minutes how
      far it is, and prints the address that the browser would be sent to, alone.
      It does not go there: the code in it is still unused. URL is the authorize
      URL itself, between quotes: no page that redirects to it

  URI may be - for standard input: the request itself, or the whole answer of
  POST /v1/verify/sessions. Between quotes otherwise, since it holds &.

  --format F        sd-jwt or mdoc, where the request leaves it open; by default
                    what it names first
  --with ID         the credential of this id in the request, where the request
                    leaves it open: --with pid_birthdate
  --person P        whose wallet it is, all invented: clear (the default, Erika
                    Mustermann), sanctioned and pep (on the lists of the
                    sandbox), minor
  --claim NAME=JSON another value than the person's, or a claim that the wallet
                    does not know: --claim 'birthdate="2010-01-31"'
  --without NAME    a claim that the person's credential lacks:
                    --without nationalities
  --new-key         makes another key for the person and format, and keeps it: to
                    relying parties another person
  --wallet FILE     keeps the keys there, a .json file in .aval/, in place of
                    .aval/wallet.json: another wallet
  --break NAME      presents deliberately broken credentials:

${breakingRows.map(rowOf).join("\n")}

      or, where the request asks for an encrypted answer, encrypts it wrongly:

${encryptionRows.map(rowOf).join("\n")}

  Keys of holders are kept, one for each person and format, in a file that only
  you may read, so that the same person is the same subject at the next login.
  What is redeemed stands there too, each with a key of its own.

  A session ends with the fifth presentation that does not verify.

Exit status: 0 the service takes the answer, or the login ends with a code; 1 it
refuses it, as it should what --break presents, the relying party is sent an
error, or the service cannot be asked; 2 wrong usage. The last line says which.
`;

function rowOf({ name, format, what, code }: typeof breakingRows[number]): string {
  const head = `    ${name}`.padEnd(nameWidth);
  return `${head} ${(format ?? "any").padEnd(6)} ${code}\n${" ".repeat(nameWidth + 1)}${what}`;
}
