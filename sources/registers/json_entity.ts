import { isArray, isObject, type Json, type JsonObject } from "../../base/json.ts";
import { type EntityParts, isOtherLegalName } from "./entity_parts.ts";

/**
 * The parts of a record in JSON. GLEIF's own files write a text as `{"$": "..."}` with further
 * members such as `@type`; other tools write it plainly.
 */
export function partsOfJson(record: JsonObject): EntityParts {
  const entity = member(record, "Entity");
  const at = (...path: readonly string[]) => textOf(path.reduce(member, entity));
  const registration = member(record, "Registration");
  return {
    lei: textOf(member(record, "LEI")),
    legalName: at("LegalName"),
    otherNames: [
      ...namesIn(member(entity, "OtherEntityNames"), "OtherEntityName"),
      ...namesIn(
        member(entity, "TransliteratedOtherEntityNames"),
        "TransliteratedOtherEntityName",
      ),
    ],
    jurisdiction: at("LegalJurisdiction") ?? at("LegalAddress", "Country"),
    legalForm: at("LegalForm", "EntityLegalFormCode"),
    legalFormText: at("LegalForm", "OtherLegalForm"),
    entityStatus: at("EntityStatus"),
    registrationStatus: textOf(member(registration, "RegistrationStatus")),
    registrationAuthority: at("RegistrationAuthority", "RegistrationAuthorityID"),
    registerNumber: at("RegistrationAuthority", "RegistrationAuthorityEntityID"),
    lastUpdate: textOf(member(registration, "LastUpdateDate")),
  };
}

function member(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function textOf(value: Json | undefined): string | null {
  const text = isObject(value) ? member(value, "$") : value;
  return typeof text === "string" && text.trim() !== "" ? text.trim() : null;
}

/**
 * Reads `[{type, NAME}]` or `{NAME: [{"@type", "$"}]}`; an array of one may be written without
 * brackets.
 */
function namesIn(names: Json | undefined, name: string): readonly string[] {
  const inner = member(names, name);
  const all = isArray(names) ? names : isArray(inner) ? inner : [inner ?? names];
  return all.flatMap((one) => {
    const kind = textOf(member(one, "type") ?? member(one, "@type"));
    const text = textOf(member(one, name) ?? one);
    return text !== null && isOtherLegalName(kind) ? [text] : [];
  });
}
