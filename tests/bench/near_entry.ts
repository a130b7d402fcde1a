import type { ListedEntity } from "../../core/matching/ports.ts";
import type { ScreeningRequest } from "../../core/screening/request_schema.ts";
import { type Draw, withSlip } from "./core_queries.ts";

/** A customer with an entry's data, written differently. */
export function nearEntry(
  { names, births, nationalities }: ListedEntity,
  draw: Draw,
): ScreeningRequest {
  const { text } = names[draw(names.length)]!;
  const day = births.find((birth) => /^\d{4}(?:-\d\d){0,2}$/.test(birth));
  const dob = [undefined, "1985-03-02", day, day][draw(4)];
  const nationality = draw(2) === 0 ? undefined : nationalities[0] ?? "DE";
  return {
    name: written(text, draw),
    ...(dob === undefined ? {} : { dob }),
    ...(nationality === undefined ? {} : { nationality }),
  };
}

function written(text: string, draw: Draw): string {
  const words = text.split(/\s+/);
  const [first = "", ...others] = words;
  const slip = (name: string) => name.length > 3 ? withSlip(name, draw) : name;
  const beside = () => ["Maria", "Khan", "Ltd", "Johnson", "Mohammed", "Trading"][draw(6)];
  switch (draw(11)) {
    case 1:
      return slip(text);
    case 2:
      return slip(slip(text));
    case 3:
      return words.length > 2 ? `${first} ${words.at(-1)}` : text;
    case 4:
      return words.toReversed().join(" ");
    case 5:
      return words.length > 1 ? `${first[0]}. ${others.join(" ")}` : text;
    case 6:
      return `${text} ${beside()}`;
    case 7:
      return words.length > 1 ? words.toSpliced(draw(words.length), 1).join(" ") : text;
    case 8:
      return words.join("");
    case 9:
      return words.length > 1 ? `${first} ${beside()} ${words.at(-1)} ${beside()}` : text;
    case 10:
      return `${beside()} ${slip(text)} ${beside()}`;
    default:
      return text;
  }
}
