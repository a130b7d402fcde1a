import assert from "node:assert/strict";
import { serviceInMemory } from "../support/service.ts";

/**
 * Queried people, spelled differently from the list, so that the texts cannot come from the list;
 * and texts that a careless caller might put into a key, an id or free text.
 */
const people = [
  { name: "Wiktor Zandbergoff-Quixley", dob: "1961-04-13", nationality: "Liechtenstein" },
  { name: "Виктоr Zandbergoff", dob: "1961-05", nationality: "Eswatini" },
  { name: "Sandbergoff, Wicktor (Captain Nemesis)", dob: "1961-12-04", nationality: "SWZ" },
  { name: "Gorran Teslivkowitsch", dob: "1955-10-18", nationality: "Vanuatu" },
  // What an explanation accounts for word by word, and by which way of reading.
  { name: "Viktor Quillerman Sandbergov", dob: "1961-04-13", nationality: "Eswatini" },
  {
    name: "Viktor Sandbergov and Xanthippe Wolfenbarger",
    dob: "1961-04-13",
    nationality: "Vanuatu",
  },
  {
    name: `${"Zuppolino ".repeat(40)}Viktor Sandbergov`,
    dob: "1961-04-13",
    nationality: "Vanuatu",
  },
  {
    name: "Viktor Quillerman Sandbergov",
    dob: "1961-04-13",
    nationality: "Eswatini",
    otherNames: ["Gorran Teslivkowitsch", "Ferryman of Zuppolinia"],
    nationalities: ["Liechtenstein"],
  },
  { name: "Dr. Ιπποκράτης Viktor Sandbergov", dob: "1964-01", nationality: "Liechtenstein" },
];

/** Words of the matching entries, which explanations contain because they are list data. */
const listedWords = ["viktor", "sandbergov"];
const notes = "Called Frau Hildegunst Obermaier-Pfefferkorn about it";
const key = "order-of-Hildegunst";

/**
 * Texts that must not be stored anywhere. Codes are left out, because two letters occur in any
 * ciphertext.
 */
const secrets = [
  ...people.flatMap(({ name, dob, nationality }) => [
    ...name.split(/[^\p{L}]+/u)
      .filter((word) => word.length > 4 && !listedWords.includes(word.toLowerCase())),
    dob,
    nationality,
  ]),
  "Zuppolinia",
  "Hildegunst",
  "Obermaier",
].filter((text) => text.length > 3);

/** All bytes of the store's files, including deleted rows and the journal. */
async function bytesOf(folder: string): Promise<string> {
  let text = "";
  for await (const { name } of Deno.readDir(folder)) {
    text += new TextDecoder("latin1").decode(await Deno.readFile(`${folder}/${name}`));
  }
  return text;
}

/** A text as in a file: UTF-8 bytes read one by one, without regard to ASCII case. */
function asStored(text: string): string {
  return new TextDecoder("latin1").decode(new TextEncoder().encode(text)).toLowerCase();
}

Deno.test("no name, date of birth, nationality or note of a request is in KV or in a log", async () => {
  const folder = await Deno.makeTempDir();
  const logLines: string[] = [];
  const answers: string[] = [];
  let audit = "";
  {
    await using service = await serviceInMemory({
      kv: `${folder}/kv.sqlite3`,
      env: { AVAL_LOG: "debug" },
    });
    const acme = service.as("acme");
    const address = await acme.post("/v1/screen", {
      name: "",
      walletAddresses: ["Hildegunst Obermaier-Pfefferkorn 1961-04-13"],
    }, { "idempotency-key": `${key}-address` });
    assert.equal(address.body.wallet.unrecognizedAddresses.length, 1);
    for (const [index, person] of people.entries()) {
      const headers = { "idempotency-key": `${key}-${index}` };
      const first = await acme.post("/v1/screen", person, headers);
      assert.equal(first.status, 200);
      answers.push(first.text, (await acme.post("/v1/screen", person, headers)).text);
      assert.equal((await acme.post("/v1/screen", { ...person, dob: "x" })).status, 400);
      const id = first.body.meta.decisionId;
      const review = await acme.post(
        `/v1/screen/${id}/review`,
        { decision: "escalated", notes },
        headers,
      );
      if (first.body.classification === "POSSIBLE_MATCH") {
        assert.equal(review.body.customerReviews?.[0].notes, notes, review.text);
      }
      answers.push((await acme.get(`/v1/screen/${id}`)).text.replaceAll(notes, ""));
    }
    assert(answers.some((text) => text.includes("POSSIBLE_MATCH")), "a review was recorded");
    for (const expected of ["unaccounted", "name_in_text", "edits", "one_of_several_names"]) {
      assert(answers.some((text) => text.includes(`"${expected}"`)), expected);
    }
    const events = await service.auditEvents();
    assert(events.length >= people.length);
    audit = JSON.stringify(events);
    logLines.push(...service.logLines);
  }
  const stored = (await bytesOf(folder)).toLowerCase();
  assert(stored.includes("screening_decision"), "the files are readable to this test");
  const places = {
    KV: stored,
    logs: asStored(logLines.join("\n")),
    "audit entries": asStored(audit),
    "answers about decisions": asStored(answers.join("\n")),
  };
  for (const [place, text] of Object.entries(places)) {
    for (const secret of secrets) {
      assert(!text.includes(asStored(secret)), `"${secret}" stands in ${place}`);
    }
  }
  await Deno.remove(folder, { recursive: true });
});
