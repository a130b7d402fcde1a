/**
 * Part of the playground's script: what went over the wire, one group of rows for each press of a
 * button, and the entries of the audit log that the press has made.
 */
export const wireScript = `
  let group = null;
  let counts = { requests: 0, entries: 0 };
  const beginGroup = (label) => {
    group = element("section");
    group.append(element("h3", label));
    counts = { requests: 0, entries: 0 };
  };
  const readable = (text) => {
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text;
    }
  };
  const quoted = (text) => "'" + text.replaceAll("'", "'\\\\''") + "'";
  const block = (title, text, copied = false) => {
    const made = element("div");
    made.append(element("h4", title));
    made.append(element("pre", text, { tabindex: "0", role: "group", "aria-label": title }));
    if (copied && navigator.clipboard !== undefined) {
      const button = element("button", "Copy", { type: "button", class: "copy", "aria-label": "Copy: " + title });
      button.addEventListener("click", () => navigator.clipboard.writeText(text).then(() => say("Copied.")));
      made.append(button);
    }
    return made;
  };
  const addRow = (kind, title, parts) => {
    const made = element("details");
    made.append(element("summary", title), ...parts);
    group.append(made);
    wire.append(group);
    wire.hidden = false;
    counts[kind]++;
  };
  const numberOf = (count, one, many) =>
    count === 0 ? "no " + one : count + " " + (count === 1 ? one : many);
  const countOf = ({ requests, entries }) =>
    numberOf(requests, "request", "requests") + " and " +
    numberOf(entries, "audit entry", "audit entries");

  const curlOf = (act, path, body) =>
    ["curl -s", act.method === "POST" && body === undefined ? "-X POST" : "",
      quoted(location.origin + base + path), "-H " + quoted("x-aval-sandbox-client: " + kept.get("client")),
      body === undefined ? "" : "-H 'content-type: application/json' -d " + quoted(body)]
      .filter((part) => part !== "").join(" ");
  const sdkOf = ({ method, args }) =>
    "await aval." + method + "(" + args.map((arg) => JSON.stringify(fill(arg), null, 1)
      .replaceAll(/\\n\\s*/g, " ")).join(", ") + ")";
  const showCall = (act, { path, body, answer, text }) =>
    addRow("requests", act.says + ": " + act.method + " " + path.split("?")[0] + ", " + answer.status, [
      block("Request", act.method + " " + path + (body === undefined ? "" : "\\n\\n" + readable(body))),
      block("Answer", answer.status + "\\n\\n" + readable(text)),
      block("In a terminal", curlOf(act, path, body), true),
      ...(act.sdk ? [block("TypeScript client", sdkOf(act.sdk), true)] : []),
    ]);
  const showExchange = (act, { method, url, requestBody, status: code, answer }) =>
    addRow("requests", act.says + ": " + method + " " + url.split("?")[0] + ", " + code, [
      block("Request", method + " " + url + (requestBody === null ? "" : "\\n\\n" + requestBody)),
      block("Answer", readable(answer)),
    ]);

  const showEntry = (entry) =>
    addRow("entries", "Audit entry" + (entry.seq === null ? "" : " " + entry.seq) + ": " + entry.event.kind, [
      block("Entry", JSON.stringify(entry, null, 2)),
    ]);
  // What the prospect's client has on file, but for the reads of this page.
  const readEntries = async () => {
    const { answer, json } = await send({ method: "GET" }, "/v1/screen/gdpr/export");
    if (!answer.ok) throw new Error(refusalOf(answer.status, json, answer.headers.get("retry-after")));
    return json.auditEntries.filter(({ event }) => event.kind !== "GDPR_EXPORTED");
  };
  // An entry is on file at once, and has its number a moment later.
  const showEntriesSince = async (before) => {
    let made = new Map();
    for (let reads = 0; reads < 5; reads++) {
      if (reads > 0) await new Promise((resolve) => setTimeout(resolve, 400));
      made = new Map((await readEntries()).map((entry) => [entry.id, entry]));
      for (const id of before) made.delete(id);
      if ([...made.values()].every(({ seq }) => seq !== null)) break;
    }
    for (const entry of made.values()) showEntry(entry);
  };
`;
