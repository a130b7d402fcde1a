/**
 * The asserted formats: dates, times, addresses, ids. JSON Schema lets the implementation decide
 * whether `format` asserts or annotates; authors of schemas expect it to be checked.
 */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  "date-time": isDateTime,
  time: isTime,
  email: isEmail,
  uri: isUri,
  uuid: (text) => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text),
};

/** RFC 3339 §5.6, of the Gregorian calendar. */
function isDate(text: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return false;
  const [year = 0, month = 0, day = 0] = text.split("-").map(Number);
  return month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
}

function daysOf(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

function isDateTime(text: string): boolean {
  return /^.{10}[Tt]/.test(text) && isDate(text.slice(0, 10)) && isTime(text.slice(11));
}

/** Whether a text is a time (RFC 3339 §5.6); a leap second only when UTC has one. */
function isTime(text: string): boolean {
  if (text.length > 64) return false;
  const found =
    /^([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))$/.exec(
      text,
    );
  if (found === null) return false;
  const [hour, minute, second, offsetHour, offsetMinute] = [1, 2, 3, 5, 6]
    .map((group) => Number(found[group] ?? 0));
  if (hour! > 23 || minute! > 59 || offsetHour! > 23 || offsetMinute! > 59) return false;
  if (second! < 60) return true;
  const offset = (found[4] === "-" ? -1 : 1) * (offsetHour! * 60 + offsetMinute!);
  const utc = (hour! * 60 + minute! - offset + 2 * 1_440) % 1_440;
  return second === 60 && utc === 1_439;
}

/** RFC 5321 §4.1.2: a dot-string or a quoted string, and a domain or an address literal. */
function isEmail(text: string): boolean {
  if (text.length > 254) return false;
  const at = text.lastIndexOf("@");
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || local.length > 64) return false;
  const isLocal =
    /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+$/.test(local.replaceAll(/(?<=[^.])\.(?=[^.])/g, "")) ||
    /^"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*"$/.test(local);
  return isLocal && (isDomain(domain) || isAddressLiteral(domain));
}

function isDomain(text: string): boolean {
  return text.split(".").every((label) =>
    /^[A-Za-z0-9-]{1,63}$/.test(label) && !label.startsWith("-") && !label.endsWith("-")
  );
}

function isAddressLiteral(text: string): boolean {
  const v4 = /^\[([0-9]{1,3})\.([0-9]{1,3})\.([0-9]{1,3})\.([0-9]{1,3})\]$/.exec(text);
  if (v4 !== null) return v4.slice(1).every((part) => Number(part) <= 255);
  const v6 = /^\[IPv6:([0-9A-Fa-f:.]+)\]$/.exec(text);
  return v6 !== null && URL.canParse(`http://[${v6[1]}]/`);
}

/** An absolute URI (RFC 3986 §3), ASCII alone. */
function isUri(text: string): boolean {
  const found =
    /^[A-Za-z][A-Za-z0-9+.-]*:(\/\/(?:[A-Za-z0-9._~!$&'()*+,;=:%-]*@)?(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~!$&'()*+,;=%-]*)(?::[0-9]*)?(?=[/?#]|$))?([A-Za-z0-9._~!$&'()*+,;=:@/%-]*)(\?[A-Za-z0-9._~!$&'()*+,;=:@/?%-]*)?(#[A-Za-z0-9._~!$&'()*+,;=:@/?%-]*)?$/
      .exec(text);
  if (found === null || /%(?![0-9A-Fa-f]{2})/.test(text)) return false;
  const [, authority, path = ""] = found;
  if (authority === undefined && path.startsWith("//")) return false;
  const literal = /\[([^\]]*)\]/.exec(authority ?? "");
  return literal === null || URL.canParse(`http://[${literal[1]}]/`);
}
