import { attributeOf, elementsAt, textAt, type XmlElement } from "../lists/xml/element.ts";
import type { XmlShape } from "../lists/xml/record_builder.ts";
import { type EntityParts, isOtherLegalName } from "./entity_parts.ts";

/** The expected outline of a level 1 file in XML. */
export const leiShape: XmlShape = {
  root: "LEIData",
  records: ["LEIRecords/LEIRecord"],
  passedOver: ["LEIHeader"],
};

/** The parts of a record in XML. */
export function partsOfXml(record: XmlElement): EntityParts {
  const at = (...path: readonly string[]) => textAt(record, ...path);
  const names = (...path: readonly string[]) =>
    elementsAt(record, ...path).flatMap((one) => {
      const text = textAt(one);
      return text !== null && isOtherLegalName(attributeOf(one, "type")) ? [text] : [];
    });
  return {
    lei: at("LEI"),
    legalName: at("Entity", "LegalName"),
    otherNames: [
      ...names("Entity", "OtherEntityNames", "OtherEntityName"),
      ...names("Entity", "TransliteratedOtherEntityNames", "TransliteratedOtherEntityName"),
    ],
    jurisdiction: at("Entity", "LegalJurisdiction") ?? at("Entity", "LegalAddress", "Country"),
    legalForm: at("Entity", "LegalForm", "EntityLegalFormCode"),
    legalFormText: at("Entity", "LegalForm", "OtherLegalForm"),
    entityStatus: at("Entity", "EntityStatus"),
    registrationStatus: at("Registration", "RegistrationStatus"),
    registrationAuthority: at("Entity", "RegistrationAuthority", "RegistrationAuthorityID"),
    registerNumber: at("Entity", "RegistrationAuthority", "RegistrationAuthorityEntityID"),
    lastUpdate: at("Registration", "LastUpdateDate"),
  };
}
