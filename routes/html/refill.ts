import { html } from "hono/html";

/** A form that was refused, as it was sent. */
export interface SentForm {
  /** Path that the form is posted to. */
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Why it was refused: a public message. */
  readonly message: string;
  /** Address of the page as it is without what was typed. */
  readonly address: string;
}

/** A tag of the service's own markup, in which each attribute is quoted and escaped. */
const tagPattern = (name: string) => new RegExp(`<${name}\\b[^>]*>`, "g");
/** The field that is of a session, not of a person. */
const formToken = "formToken";

/**
 * Renders a page with a refused form as it was sent, and why it was refused above its first field.
 * Without such a form on the page, the reason stands above the page's content.
 *
 * @param page markup of the service's own templates; of any other it may be wrong
 */
export function refill(page: string, sent: SentForm): string {
  const forms = [...page.matchAll(/<form\b[^>]*>[^]*?<\/form>/g)].filter(([form]) =>
    attributeOf(form, "action")?.endsWith(escaped(sent.action))
  );
  // A table has such a form in each row: it is the one with the hidden fields that were sent.
  const found = forms.find(([form]) => isOfFields(form, sent.fields)) ??
    (forms.length === 1 ? forms[0] : undefined);
  if (found === undefined) {
    return page.replace(/<main\b[^>]*>/, (main) => main + renderReason(page, sent));
  }
  const [form] = found;
  const before = page.slice(0, found.index);
  const after = page.slice(found.index + form.length);
  const filled = open(fill(form, sent)).replace(
    /^<form\b[^>]*>/,
    (tag) => tag + renderReason(form, sent),
  );
  const closed = before.lastIndexOf("<details");
  const isWithin = closed > before.lastIndexOf("</details>");
  return (isWithin ? before.slice(0, closed) + open(before.slice(closed)) : before) + filled +
    after;
}

/** The reason, which the browser shows first. Fields are named as their labels are. */
function renderReason(form: string, { message, address }: SentForm): string {
  const named = message.replaceAll(/Field "([\w-]+)"/g, (whole, name: string) => {
    const [field] = new RegExp(`<(?:input|select|textarea)\\b[^>]*\\sname="${name}"[^>]*>`)
      .exec(form) ?? [""];
    const id = attributeOf(field, "id");
    const label = id === null
      ? undefined
      : new RegExp(`<label for="${id}">([^<]*)`).exec(form)?.[1];
    return label === undefined ? whole : `"${unescaped(label.trim())}"`;
  });
  return String(html`
    <div class="notice bad" role="alert" tabindex="-1" autofocus="">
      <p data-message="">${named}</p>
      <p><small>Nothing was changed. <a href="${address}" data-page="">Show the page without what you
        typed</a></small></p>
    </div>
  `);
}

/** Opens what is folded. */
function open(markup: string): string {
  return markup.replaceAll(/<details(?! open)\b/g, '<details open=""');
}

/** Whether the hidden fields of a form are those that were sent. */
function isOfFields(form: string, fields: SentForm["fields"]): boolean {
  return [...form.matchAll(tagPattern("input"))].every(([tag]) => {
    const name = attributeOf(tag, "name");
    if (attributeOf(tag, "type") !== "hidden" || name === null || name === formToken) return true;
    return attributeOf(tag, "value") === escaped(fields[name] ?? "");
  });
}

/** Puts what was sent into the fields of a form. */
function fill(form: string, { fields, message }: SentForm): string {
  const marked = (tag: string, name: string) =>
    message.includes(`Field "${name}"`) ? put(tag, "aria-invalid", "true") : tag;
  const sent = (name: string | null) =>
    name === null || name === formToken || !Object.hasOwn(fields, name) ? null : fields[name]!;
  return form
    .replaceAll(tagPattern("input"), (tag) => {
      const name = attributeOf(tag, "name");
      if (name === null || name === formToken) return tag;
      const type = attributeOf(tag, "type");
      if (type === "checkbox" || type === "radio") {
        const isChosen = attributeOf(tag, "value") === escaped(sent(name) ?? "");
        return marked(isChosen ? put(tag, "checked", "") : without(tag, "checked"), name);
      }
      const text = sent(name);
      return text === null ? tag : marked(put(tag, "value", text), name);
    })
    .replaceAll(/(<textarea\b[^>]*>)[^]*?(<\/textarea>)/g, (whole, tag: string, end: string) => {
      const name = attributeOf(tag, "name");
      const text = sent(name);
      // A parser drops a line break that is the first character.
      return text === null || name === null
        ? whole
        : `${marked(tag, name)}\n${escaped(text)}${end}`;
    })
    .replaceAll(/(<select\b[^>]*>)([^]*?)(<\/select>)/g, (whole, tag: string, options, end) => {
      const name = attributeOf(tag, "name");
      const text = sent(name);
      if (text === null || name === null) return whole;
      const chosen = String(options).replaceAll(
        tagPattern("option"),
        (option) =>
          attributeOf(option, "value") === escaped(text)
            ? put(option, "selected", "")
            : without(option, "selected"),
      );
      return marked(tag, name) + chosen + end;
    });
}

/** The escaped value of an attribute of a tag, or of the first tag of some markup; null: it has none. */
function attributeOf(markup: string, name: string): string | null {
  const [tag] = /^<[^>]*>/.exec(markup) ?? [""];
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? null;
}

function without(tag: string, name: string): string {
  return tag.replaceAll(/\s([\w-]+)(?:="[^"]*")?/g, (whole, one) => one === name ? "" : whole);
}

function put(tag: string, name: string, value: string): string {
  const [begin] = /^<\w+/.exec(tag)!;
  return `${begin} ${name}="${escaped(value)}"${without(tag, name).slice(begin.length)}`;
}

function escaped(text: string): string {
  return String(html`${text}`);
}

function unescaped(text: string): string {
  return text.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
