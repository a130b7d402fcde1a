import assert from "node:assert/strict";
import { isRedirectUri } from "../../../core/access/redirect_uri.ts";

Deno.test("isRedirectUri() takes https, and http on this machine", () => {
  const taken = [
    "https://rp.example",
    "https://rp.example/callback?x=1",
    "https://rp.example:8443/callback",
    "http://localhost:9000/callback",
    "http://127.0.0.1:9000/callback",
    "http://[::1]/callback",
    `https://rp.example/${"a".repeat(2_000 - "https://rp.example/".length)}`,
  ];
  for (const uri of taken) assert.equal(isRedirectUri(uri), true, uri);
});

Deno.test("isRedirectUri() refuses what is not https, or what a parser would read otherwise", () => {
  const refused = [
    "",
    "http://rp.example/callback",
    "http://localhost.example/callback",
    "https://rp.example/callback#",
    "https://rp.example/callback#top",
    "https://user:secret@rp.example/callback",
    "https://@rp.example/callback",
    "https:rp.example/callback",
    "https:\\\\rp.example\\callback",
    "https://rp.example\\@other.example/",
    " https://rp.example/callback",
    "https://rp.example/call\nback",
    "https://rp.example/cåll",
    "HTTPS://rp.example/callback",
    "javascript:alert(1)",
    "com.example.app:/callback",
    `https://rp.example/${"a".repeat(2_001 - "https://rp.example/".length)}`,
  ];
  for (const uri of refused) assert.equal(isRedirectUri(uri), false, uri);
});
