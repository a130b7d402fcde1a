import { chainOf, judged } from "../forging.ts";
import { polled, proved, redeemed, replayed, returned, walletAnswered } from "../forging_logins.ts";

const replay = { kind: "LOGIN_CODE_REPLAYED", clientId: "rp" } as const;
const lost = { status: null, text: "connection reset" } as const;
const chain = chainOf(proved());
const replayedChain = chainOf(proved(), replay);

judged("one code and one id_token of each login", [
  {
    why: "a login, and the browser comes again",
    lines: [walletAnswered(), polled("completed", "a"), redeemed(), returned("code=b")],
    chain,
    says: null,
  },
  {
    why: "two polls have one code",
    lines: [walletAnswered(), polled("completed", "a"), polled("completed", "a"), redeemed()],
    chain,
    says: null,
  },
  {
    why: "two polls have two codes",
    lines: [walletAnswered(), polled("completed", "a"), polled("completed", "b")],
    chain,
    says: /one: 2 codes/,
  },
  {
    why: "a redirect has the state of another login",
    lines: [walletAnswered(), polled("completed", "a", { state: "two" })],
    chain,
    says: /state two/,
  },
  {
    why: "it waits before its wallet is answered",
    lines: [polled("pending", null, { at: 50 }), walletAnswered()],
    chain,
    says: null,
  },
  {
    why: "it waits on after its wallet was answered",
    lines: [walletAnswered(), polled("pending", null)],
    chain,
    says: /pending after its wallet/,
  },
  {
    why: "completed without a code, and nobody has used it",
    lines: [walletAnswered(), polled("completed", null)],
    chain,
    says: /nobody can have used it/,
  },
  {
    why: "completed without a code beside one who uses it",
    lines: [walletAnswered(), redeemed({ at: 205 }), polled("completed", null)],
    chain,
    says: null,
  },
  {
    why: "a code is given out after it was used",
    lines: [walletAnswered(), redeemed(), polled("completed", "a", { at: 400 })],
    chain,
    says: /a code after it was used/,
  },
  {
    why: "two id_tokens",
    lines: [walletAnswered(), redeemed(), redeemed()],
    chain,
    says: /2 id_tokens/,
  },
  {
    why: "the id_token of another login",
    lines: [walletAnswered(), redeemed({ claims: { nonce: "two" } })],
    chain,
    says: /id_token is of two/,
  },
  {
    why: "the second one who shows the code is refused",
    lines: [walletAnswered(), polled("completed", "a"), redeemed(), replayed()],
    chain: replayedChain,
    says: null,
  },
  {
    why: "it is refused, and the other one heard nothing",
    lines: [walletAnswered(), polled("completed", "a"), redeemed(lost), replayed()],
    chain: replayedChain,
    says: null,
  },
  {
    why: "the only one who shows the code is refused",
    lines: [walletAnswered(), polled("completed", "a"), replayed()],
    chain,
    says: /nobody can have used it/,
  },
  {
    why: "the only one who shows it comes a minute later",
    lines: [walletAnswered(), polled("completed", "a"), replayed({ at: 60_300 })],
    chain,
    says: null,
  },
  {
    why: "who was refused was answered before anybody else came",
    lines: [walletAnswered(), polled("completed", "a"), replayed({ at: 250 }), redeemed()],
    chain: replayedChain,
    says: /nobody can have used it/,
  },
  {
    why: "a single sign-on after its code was shown twice",
    lines: [
      walletAnswered(),
      polled("completed", "a"),
      redeemed(),
      replayed(),
      returned("code=b"),
    ],
    chain: replayedChain,
    says: /single sign-on after its code was shown twice/,
  },
  {
    why: "none after its code was shown twice",
    lines: [
      walletAnswered(),
      polled("completed", "a"),
      redeemed(),
      replayed(),
      returned("error=login_required"),
    ],
    chain: replayedChain,
    says: null,
  },
  {
    why: "none, and its code was shown once",
    lines: [walletAnswered(), redeemed(), returned("error=login_required")],
    chain,
    says: /no single sign-on/,
  },
  {
    why: "two answers of its wallet were taken",
    lines: [walletAnswered(), walletAnswered()],
    chain,
    says: /2 answers/,
  },
  {
    why: "its wallet was refused, and nobody else has answered",
    lines: [walletAnswered({ status: 409 })],
    says: /no other answer can have been taken/,
  },
  {
    why: "its wallet was refused, and an answer before it had no answer",
    lines: [walletAnswered(lost), walletAnswered({ at: 120, status: 409 })],
    chain,
    says: null,
  },
  {
    why: "a decision is missing",
    lines: [walletAnswered()],
    says: /no decision of session session of one/,
  },
  {
    why: "a decision stands there twice",
    lines: [walletAnswered()],
    chain: chainOf(proved(), proved()),
    says: /2 decisions/,
  },
  {
    why: "a decision without a wallet",
    lines: [walletAnswered()],
    chain: chainOf(proved(), proved("another")),
    says: /session another, which no wallet answered/,
  },
  {
    why: "a replay is not on the chain",
    lines: [walletAnswered(), polled("completed", "a"), redeemed(), replayed()],
    chain,
    says: /0 LOGIN_CODE_REPLAYED of rp: 1 to 1/,
  },
  {
    why: "a replay stands there twice",
    lines: [walletAnswered(), polled("completed", "a"), redeemed(), replayed(), replayed()],
    chain: chainOf(proved(), replay, replay),
    says: /2 LOGIN_CODE_REPLAYED of rp: 1 to 1/,
  },
  {
    why: "another subject at the second login",
    lines: [
      redeemed(),
      redeemed({ login: "two", sessionId: "session of two", claims: { sub: "else" } }),
    ],
    says: /2 subjects of one wallet/,
  },
  {
    why: "two relying parties have one subject",
    lines: [
      redeemed(),
      redeemed({ login: "two", client: "other", claims: { sub: "subject at rp" } }),
    ],
    says: /two relying parties have one subject/,
  },
]);
