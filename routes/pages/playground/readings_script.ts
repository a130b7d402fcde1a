/**
 * Part of the playground's script: how values of an answer read. Each form of {@link ReadingForm} is a
 * function of `readers`; whatever it returns is text or elements with text, never markup.
 *
 * It needs `words`, the tables of `playground_words.ts`.
 */
export const readingsScript = `
  const element = (name, text, attributes = {}) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    for (const [each, value] of Object.entries(attributes)) made.setAttribute(each, value);
    return made;
  };
  const at = (value, pointer) =>
    pointer.split("/").slice(1).reduce((found, part) => found?.[part], value);
  const isNone = (value) => value === undefined || value === null || value === "" ||
    (Array.isArray(value) && value.length === 0);
  const wordFor = (table, code) => Object.hasOwn(words[table], code) ? words[table][code] : "";
  // Words, and the code that they stand for.
  const coded = (table, code) => {
    const said = wordFor(table, code);
    return said === "" || said === code ? String(code) : said + " (" + code + ")";
  };
  const yesNo = (value) => value ? "yes" : "no";
  // A time of the API, or seconds of a token, as a person reads it in any country.
  const time = (value) => {
    const date = new Date(typeof value === "number" ? value * 1000 : value);
    return isNaN(date) ? String(value) : date.toISOString().slice(0, 19).replace("T", " ") + " UTC";
  };
  const plain = (value) => {
    if (isNone(value)) return "none";
    if (typeof value === "boolean") return yesNo(value);
    if (typeof value !== "object") return String(value);
    return Array.isArray(value) ? value.map(plain).join(", ") : JSON.stringify(value);
  };
  const listOf = (lines) => {
    const made = element("ul");
    made.append(...lines.map((line) => element("li", line)));
    return [made];
  };
  const tableOf = (rows, heads) => {
    const made = element("table");
    if (heads !== undefined) {
      const row = element("tr");
      row.append(...heads.map((head) => element("th", head, { scope: "col" })));
      made.append(row);
    }
    for (const [label, value] of rows) {
      const row = element("tr");
      row.append(element("th", label, { scope: "row" }), element("td", value));
      made.append(row);
    }
    return made;
  };
  // By the last part of its path: that of an mdoc begins with a namespace.
  const claimRow = ([name, value]) => {
    const said = wordFor("claim", name.split(".").at(-1));
    return [said === "" ? name : said + " (" + name + ")",
      ["iat", "nbf", "exp"].includes(name) ? time(value) : plain(value)];
  };
  const claimsTable = (claims) => [tableOf(claims.map(claimRow), ["Claim", "Value"])];

  // Words of the query by their positions: as typed, where blanks alone part them.
  const queryWords = (positions, explain) => {
    const typed = String(kept.get("name") ?? "").trim();
    const isSimple = /^\\p{Script=Latin}+( \\p{Script=Latin}+)*$/u.test(typed);
    const parts = typed.split(" ");
    return positions.map((each) =>
      isSimple && explain.readAs === "name" && parts[each] !== undefined
        ? "your \\u201c" + parts[each] + "\\u201d"
        : "word " + (each + 1) + " of yours"
    ).join(" and ");
  };
  const kindOf = ({ kind, family }) => {
    const said = [family ? "family name" : "", kind === undefined ? "" : wordFor("kind", kind)]
      .filter((part) => part !== "");
    return said.length === 0 ? "" : " (" + said.join(", ") + ")";
  };
  const pointsOf = ({ points }) => points === undefined ? "" : ", " + points + " points";
  const accountOf = (token, explain) => {
    const { listed, query, how, edits, transliterated } = token;
    const letters = edits === undefined ? ""
      : edits === 1 ? ", 1 letter differs" : ", " + edits + " letters differ";
    return "\\u201c" + listed + "\\u201d" + kindOf(token) +
      (query.length === 0 ? "" : ", by " + queryWords(query, explain)) + ": " +
      (how === "same" ? "the same" : coded("account", how)) + letters +
      (transliterated ? ", in another script" : "") + pointsOf(token);
  };
  const scoreOf = (steps, score) =>
    "Score: " + steps.map(({ step, points }) => wordFor("step", step) + " " + points).join(", ") +
    "; together " + score;
  const relationOf = (label, table, { relation, listed }) =>
    isNone(listed) && relation === "absent"
      ? label + ": nothing to compare, one side does not say (absent)"
      : label + ": " + coded(table, relation) + (isNone(listed) ? "" : ", listed " + plain(listed));
  const reasonsOf = ({ explain, score }) => [
    "It is like " + coded("strength", explain.nameStrength) +
    (wordFor("reading", explain.readAs) === "" ? "" : ", compared with " + coded("reading", explain.readAs)),
    ...explain.alignment.map((token) => accountOf(token, explain)),
    ...(explain.unaccounted ?? []).map((token) =>
      "Not on the list: " + queryWords([token.query], explain) + kindOf(token) + pointsOf(token)),
    ...(explain.steps === undefined ? [] : [scoreOf(explain.steps, score)]),
    ...(explain.dob === undefined ? [] : [relationOf("Date of birth", "birth", explain.dob)]),
    ...(explain.nationality === undefined || explain.nationality.relation === "absent" ? []
      : [relationOf("Nationality", "nationality", explain.nationality)]),
    ...(explain.notConfirmed ?? []).map((code) => "Not confirmed: " + coded("obstacle", code)),
  ];

  const tagTable = (tag) => {
    const rows = [
      ["Label", tag.label],
      ["Category", tag.category],
      ["Abuse", tag.abuse],
      ["Confidence", tag.confidence + ", " + tag.confidenceLevel],
      ["Contribution", tag.contributionScore],
      ["Source", tag.source],
      ["Pack", tag.packTitle],
      ["Left out", tag.exclusionReason === undefined ? null : coded("exclusion", tag.exclusionReason)],
    ];
    return tableOf(rows.filter(([, value]) => !isNone(value)));
  };
  const reviewTable = ({ decision, notes, reviewedAt }) =>
    tableOf([
      ["Decision", coded("review", decision)],
      ...(isNone(notes) ? [] : [["Notes", notes]]),
      ["Reviewed", time(reviewedAt)],
    ]);
  const stepAfter = (code, review, isPepAlone) =>
    code === "POSSIBLE_MATCH" && review === false ? "act on the review"
      : code === "CONFIRMED_MATCH" && isPepAlone
      ? "let a person decide, by your rules for politically exposed persons: on no list of sanctions"
      : wordFor("nextStep", code);

  const readers = {
    plain,
    time,
    yesNo,
    screened: (code, { meta }) => meta.checksRun.length === 0
      ? code + ", but nothing was checked"
      : coded("classification", code),
    checks: (names) => names.map((name) => coded("check", name)).join("; "),
    screenStep: ({ classification, meta }) => meta.checksRun.length === 0
      ? "send a name"
      : stepAfter(classification, meta.humanReviewRequired),
    sessionStep: ({ amlResult, humanReviewRequired, sanctionedFlag, pepFlag }) =>
      isNone(amlResult) ? "go on" : stepAfter(amlResult, humanReviewRequired, pepFlag && !sanctionedFlag),
    classification: (code) => coded("classification", code),
    reasons: (result) => listOf(reasonsOf(result)),
    risk: (code) => coded("risk", code),
    tags: (tags) => tags.map(tagTable),
    reviews: (reviews) => reviews.map(reviewTable),
    status: (code) => coded("status", code),
    revocation: (code) => coded("revocation", code),
    recommendation: (code) => coded("recommendation", code),
    proofs: (proofs) => Object.entries(proofs).map(([name, holds]) => {
      const said = wordFor("proof", name);
      return said === "" ? name + ": " + yesNo(holds) : said + ": " + yesNo(holds) + " (" + name + ")";
    }).join(", "),
    claims: (claims) => claimsTable(Object.entries(claims)),
    packClaims: (claims) => claimsTable(claims.map(({ path, values }) => [path.join("."), values])),
    flags: (flags) => listOf(flags.map(({ code, message }) => message + " (" + code + ")")),
    sentences: (text) => listOf(text.split("\\n")
      .map((line) => line.replace(/ \\(evidence [0-9a-f, -]+\\)/g, ""))),
    remedy: (code) => coded("remedy", code),
  };
  // A value of an answer, for a person to read first.
  const tell = ({ label, at: pointer, as = "plain", ifNone, unless }, answer) => {
    const value = at(answer, pointer);
    if (unless !== undefined && value === at(answer, unless)) return;
    if (isNone(value) && ifNone === undefined) return;
    const read = isNone(value) ? ifNone : readers[as](value, answer);
    const made = element("dd");
    made.append(...(Array.isArray(read) ? read : [String(read)]));
    came.querySelector("dl").append(element("dt", label), made);
    came.hidden = false;
  };

  // Why the service refuses, what to do about it, and when.
  const refusalOf = (status, json, header) => {
    const code = json?.error;
    const beside = code === undefined ? " (" + status + ")" : " (" + code + ", " + status + ")";
    const seconds = Number(json?.retryAfterSeconds ?? header ?? NaN);
    if (status === 429 && !isNaN(seconds)) {
      return "Too many requests: try again in " + seconds + (seconds === 1 ? " second" : " seconds") + beside;
    }
    const remedy = code === undefined ? "" : wordFor("remedy", code);
    return [json?.message ?? json?.error_description ?? "The service refuses", remedy].filter((part) => part !== "")
      .map((part) => part.replace(/\\.$/, "")).join(". ") + beside;
  };
`;
