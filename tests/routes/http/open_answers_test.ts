import assert from "node:assert/strict";
import { type OpenAnswers, openAnswers } from "../../../routes/http/open_answers.ts";

const rules = { requestsMax: 3, requestsPerSourceMax: 2, bytesMax: 100, bytesPerSourceMax: 60 };

function opened(answers: OpenAnswers, source: string) {
  const answer = answers.open(source);
  assert(answer.ok, source);
  return answer.value;
}

const codeOf = (result: ReturnType<OpenAnswers["open"]>) =>
  result.ok ? null : [result.refusal.code, result.refusal.retryAfterSeconds];

const ofSource = ["rate_limit_exceeded", 1];
const ofProcess = ["upstream_unavailable", 1];

Deno.test("openAnswers() bounds the requests of a source, and those of the process", () => {
  const refusals: string[] = [];
  const answers = openAnswers({ ...rules, onRefusal: (bound) => refusals.push(bound) });
  const [first] = [opened(answers, "a"), opened(answers, "a")];
  assert.deepEqual(codeOf(answers.open("a")), ofSource);
  opened(answers, "b");
  assert.deepEqual(codeOf(answers.open("b")), ofProcess);
  assert.deepEqual(refusals, ["source", "all"]);
  first.close();
  first.close();
  opened(answers, "b");
  assert.deepEqual(codeOf(answers.open("c")), ofProcess, "closed once, however often it is said");
});

Deno.test("openAnswers() bounds the bytes of a source, and those of the process", () => {
  const answers = openAnswers({ ...rules, requestsPerSourceMax: 3, onRefusal: () => {} });
  const [a, b] = [opened(answers, "a"), opened(answers, "b")];
  assert(a.fits(60).ok && !a.fits(61).ok);
  a.hold(60);
  assert.deepEqual(codeOf(answers.open("a")), ofSource);
  assert(b.fits(40).ok && !b.fits(41).ok);
  // An act that was done is answered, whatever that takes.
  b.hold(50);
  assert.deepEqual(codeOf(answers.open("c")), ofProcess);
  a.close();
  a.hold(60);
  assert(
    opened(answers, "a").fits(50).ok,
    "what a source held is free, and closed answers hold nothing",
  );
});
