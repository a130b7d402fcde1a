import type { Result } from "../../../base/result.ts";
import { openReading } from "../list_reading.ts";
import type { ListContext } from "../publisher.ts";
import { unreadable } from "../refusal.ts";
import type { ListRead, ListRefusal, SourceFile } from "../schema.ts";
import { hasContent, textAt, type XmlElement } from "../xml/element.ts";
import { readXml } from "../xml/read_xml.ts";
import { ukListRef } from "./read_uk_csv.ts";
import { ukDate, type UkDescription, ukDraft } from "./uk_entity.ts";

const record = "FinancialSanctionsTarget";

/** Elements for reviewers only, by their meaning. */
const describedBy: Readonly<Record<keyof UkDescription, readonly string[]>> = {
  listed: ["DateListed", "DateDesignated"],
  positions: ["NameTitle", "Individual_Position"],
  passports: ["Individual_PassportNumber"],
  nationalIds: ["Individual_NINumber"],
  registrations: ["Entity_BusinessRegNumber"],
  imoNumbers: ["Ship_IMONumber"],
  remarks: ["OtherInformation", "UKStatementOfReasons"],
  websites: ["Entity_Website", "Website"],
};

/** Elements of a target that are read; all others with content are counted as unused. */
const used: ReadonlySet<string> = new Set([
  "GroupID",
  "GroupTypeDescription",
  "UKSanctionsListRef",
  "OtherInformation",
  "AliasType",
  "AliasQuality",
  "RegimeName",
  "LastUpdated",
  "name1",
  "name2",
  "name3",
  "name4",
  "name5",
  "Name6",
  "NameNonLatinScript",
  "Individual_DateOfBirth",
  "Individual_Nationality",
  "Individual_TownOfBirth",
  "Individual_CountryOfBirth",
  ...Object.values(describedBy).flat(),
]);

/**
 * Reads OFSI's consolidated list in XML (2022 format; root `ArrayOfFinancialSanctionsTarget`), a
 * target for each name and address of a group. The publisher closed the list in January 2026. The
 * file has no date; its newest `LastUpdated` is used.
 */
export function readOfsiXml(
  file: SourceFile,
  { source, bounds }: ListContext,
): Result<ListRead, ListRefusal> {
  const groups = new Map<string, XmlElement[]>();
  const read = readXml(
    file,
    { root: "ArrayOfFinancialSanctionsTarget", records: [record], required: [record] },
    bounds,
    {
      record(target) {
        const id = textAt(target, "GroupID") ?? "";
        const group = groups.get(id);
        if (id === "") {
          const message = "Target has no GroupID";
          return unreadable("value_wrong", file, { line: target.line, message });
        }
        if (group === undefined) groups.set(id, [target]);
        else group.push(target);
        return null;
      },
    },
  );
  if (!read.ok) return read;
  const rows = read.value.get(record) ?? 0;
  const reading = openReading(source, bounds);
  let newest = "";
  for (const [group, targets] of groups) {
    const texts = (...names: readonly string[]) =>
      targets.flatMap((target) => names.flatMap((name) => textAt(target, name) ?? []));
    const distinct = (names: readonly string[]) => [...new Set(texts(...names))];
    for (const name of new Set(targets.flatMap(unusedIn))) reading.unusedPart(name);
    for (const text of texts("LastUpdated")) newest = [newest, ukDate(text) ?? ""].sort()[1] ?? "";
    const refs = [
      ...texts("UKSanctionsListRef"),
      ...texts("OtherInformation").flatMap((text) => ukListRef(text) ?? []),
    ];
    const draft = ukDraft(reading, {
      place: { file, line: targets[0]?.line ?? 0 },
      id: refs[0] ?? group,
      type: texts("GroupTypeDescription")[0] ?? "",
      names: targets.map(nameOf),
      namesInScript: texts("NameNonLatinScript"),
      births: texts("Individual_DateOfBirth"),
      birthPlaces: targets.map((target) =>
        ["Individual_TownOfBirth", "Individual_CountryOfBirth"]
          .flatMap((name) => textAt(target, name) ?? []).join(", ")
      ),
      nationalities: texts("Individual_Nationality"),
      regimes: texts("RegimeName"),
      described: {
        listed: distinct(describedBy.listed),
        positions: distinct(describedBy.positions),
        passports: distinct(describedBy.passports),
        nationalIds: distinct(describedBy.nationalIds),
        registrations: distinct(describedBy.registrations),
        imoNumbers: distinct(describedBy.imoNumbers),
        remarks: distinct(describedBy.remarks),
        websites: distinct(describedBy.websites),
      },
    });
    if (!draft.ok) return draft;
    const refused = reading.add(draft.value);
    if (refused !== null) return refused;
  }
  return reading.finish([{ file: file.name, rows }], newest === "" ? {} : { asOf: newest });
}

function unusedIn(target: XmlElement): readonly string[] {
  return target.children.filter((child) =>
    !used.has(child.name) && child.text.trim() !== "" && hasContent(child)
  )
    .map(({ name }) => name);
}

function nameOf(target: XmlElement) {
  return {
    given: ["name1", "name2", "name3", "name4", "name5"].map((name) => textAt(target, name) ?? ""),
    last: textAt(target, "Name6") ?? "",
    type: textAt(target, "AliasType") ?? "",
    strength: textAt(target, "AliasQuality") ?? "",
  };
}
