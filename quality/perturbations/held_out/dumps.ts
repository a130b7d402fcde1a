import type { Draw } from "../family.ts";
import {
  bodyKind,
  digits,
  type HeldOutKind,
  isoDate,
  partsOf,
  personKind,
  type PlainName,
} from "./kind.ts";
import { addressOf } from "./places.ts";

/** Names in lines that programs export. */
export const dumps: readonly HeldOutKind[] = [
  personKind("a row of fixed columns", fixedColumns),
  personKind("a row of a CSV file", csvRow),
  personKind("keys and values", keysAndValues),
  personKind("the CN of an LDAP entry", distinguishedName),
  bodyKind("the O of a certificate's subject", subject),
];

function fixedColumns({ name, ...party }: PlainName, draw: Draw): string {
  const { city, country } = addressOf(draw);
  const [id, date] = [digits(8, draw), isoDate(draw).replaceAll("-", "")];
  const parts = partsOf({ name, ...party });
  const [who, town] = [name.toUpperCase(), city.toUpperCase().padEnd(16)];
  return draw.pick([
    `${id}${who.slice(0, 40).padEnd(40)}${town}${country}${date}`,
    `01${id}  ${who.slice(0, 30).padEnd(30)} ${country} ${date}  000000${digits(6, draw)}`,
    parts === null
      ? `${id} ${who.padEnd(35)}${town}${country}`
      : `${id}${parts.family.toUpperCase().padEnd(20)}${
        parts.given.join(" ").toUpperCase().padEnd(20)
      }${town}${date}`,
  ]);
}

function csvRow({ name, ...party }: PlainName, draw: Draw): string {
  const { street, number, city, country } = addressOf(draw);
  const [id, date] = [digits(5, draw), isoDate(draw)];
  const parts = partsOf({ name, ...party });
  const whole = `${id},"${name}",${country},"${street} ${number}",${city},active`;
  if (parts === null) return whole;
  const given = parts.given.join(" ");
  return draw.pick([
    whole,
    `${id};${parts.family};${given};${date};${country};${city}`,
    `"${id}","${parts.family}","${given}","${city}","${country}","${date}"`,
    `${id}\t${given}\t${parts.family}\t${country}\tTRUE`,
    `${id}|${parts.family.toUpperCase()}|${given}|${country}|${city}|Y`,
  ]);
}

function keysAndValues({ name, ...party }: PlainName, draw: Draw): string {
  const { city, country } = addressOf(draw);
  const [id, date] = [digits(5, draw), isoDate(draw)];
  const parts = partsOf({ name, ...party });
  const whole = draw.pick([
    `id=${id} name="${name}" country=${country} city="${city}"`,
    `{"id":${id},"fullName":"${name}","country":"${country}","onboardedAt":"${date}"}`,
  ]);
  if (parts === null) return whole;
  const given = parts.given.join(" ");
  return draw.pick([
    whole,
    `{"firstName":"${given}","lastName":"${parts.family}","country":"${country}"}`,
    `first_name=${given}&last_name=${parts.family}&country=${country}`.replaceAll(" ", "+"),
    `customer_id: ${id}; last_name: ${parts.family}; first_name: ${given}; city: ${city}`,
    `fname=${given}|lname=${parts.family}|ctry=${country}|dt=${date}`,
  ]);
}

/** A value of a distinguished name, with the escapes of RFC 4514 section 2.4. */
function escaped(value: string): string {
  return value.replace(/[,+"\\<>;]/g, "\\$&");
}

function distinguishedName({ name }: PlainName, draw: Draw): string {
  const { city, country } = addressOf(draw);
  const unit = draw.pick(["Finance", "Procurement", "IT", "External", "Sales"]);
  return draw.pick([
    `CN=${escaped(name)},OU=${unit},OU=Users,DC=corp,DC=example,DC=com`,
    `cn=${escaped(name)},ou=people,dc=example,dc=org`,
    `CN=${escaped(name)}, OU=${unit}, L=${city}, C=${country}`,
    `/C=${country}/L=${city}/OU=${unit}/CN=${name}`,
  ]);
}

function subject({ name }: PlainName, draw: Draw): string {
  const { city, country } = addressOf(draw);
  const host = draw.pick(["mail.example.com", "*.example.org", "vpn.example.net"]);
  return draw.pick([
    `CN=${host},O=${escaped(name)},L=${city},C=${country}`,
    `C=${country}, L=${city}, O=${escaped(name)}, OU=IT, CN=${host}`,
    `/C=${country}/O=${name}/OU=Domain Control Validated/CN=${host}`,
  ]);
}
