import assert from "node:assert/strict";
import { ClientRecord, StoredClientRecord } from "../../../core/access/client_schema.ts";
import { LoginRegistration } from "../../../core/access/login_client_schema.ts";

const redirectUris = ["https://rp.example/callback"];
const takes = (name: string) => LoginRegistration.safeParse({ name, redirectUris }).success;

Deno.test("LoginRegistration takes names of any script, 80 characters at most", () => {
  const names = [
    "A",
    "Café Zürich & Söhne",
    "株式会社アバル",
    "بنك المثال",
    "👍 Shop",
    "x".repeat(80),
  ];
  for (const name of names) assert.equal(takes(name), true, name);
  // A character beyond the first plane is one character.
  assert.equal(takes("𝒳".repeat(80)), true);
});

Deno.test("LoginRegistration refuses names that show otherwise than they are written", () => {
  const refused: Readonly<Record<string, string>> = {
    empty: "",
    "81 characters": "x".repeat(81),
    "a control character": "Bank\u0007",
    "a line end": "Bank\nLogin",
    "a terminal's escape": "\u001b[31mBank",
    "right-to-left override": "Bank\u202egnaB",
    isolate: "\u2066Bank\u2069",
    "right-to-left mark": "Bank\u200f",
    "zero width space": "Ba\u200bnk",
    "zero width joiner": "Ba\u200dnk",
    "byte order mark": "\ufeffBank",
    "soft hyphen": "Ba\u00adnk",
    "Hangul filler": "\u3164",
    "Braille blank": "\u2800",
    "no-break space": "Bank\u00a0Login",
    "line separator": "Bank\u2028Login",
    "a lone surrogate": "Bank\ud800",
    "a combining mark first": "\u0301Bank",
    "a blank first": " Bank",
    "a blank last": "Bank ",
    "two blanks": "Bank  Login",
  };
  for (const [why, name] of Object.entries(refused)) assert.equal(takes(name), false, why);
});

Deno.test("a stored record whose registration is no longer allowed can still be read", () => {
  const loginClient = { redirectUris: ["http://rp.example/callback"] };
  assert.equal(ClientRecord.safeParse({ loginClient }).success, false);
  assert.deepEqual(StoredClientRecord.parse({ loginClient }).loginClient, loginClient);
});
