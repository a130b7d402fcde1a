import { elementNamed, elementsNamed, textOf, type XmlNode } from "../xml_signature/parse_tree.ts";

/** Namespace of the XML binding (ETSI TS 119 602). */
const namespace = "http://uri.etsi.org/019602/v1#";

/**
 * A list of trusted entities in XML as the members of its JSON form, as far as they are read.
 *
 * @returns null for another document; a member that is missing there is missing here
 */
export function loteOf(root: XmlNode): unknown {
  if (root.uri !== namespace || root.local !== "ListOfTrustedEntities") return null;
  const information = one(root, "ListAndSchemeInformation");
  const list = one(root, "TrustedEntitiesList");
  if (information === null || list === null) return null;
  return {
    ListAndSchemeInformation: {
      ...member(information, "LoTEVersionIdentifier", (text) => Number(text)),
      ...member(information, "ListIssueDateTime"),
      NextUpdate: nextUpdateOf(information),
    },
    TrustedEntitiesList: all(list, "TrustedEntity").map((entity) => ({
      TrustedEntityServices: inside(entity, "TrustedEntityServices", "TrustedEntityService")
        .map((service) => ({ ServiceInformation: serviceOf(one(service, "ServiceInformation")) })),
    })),
  };
}

/** A closed list has an empty element; the date is in an element of its own. */
function nextUpdateOf(information: XmlNode): string | null {
  const element = one(information, "NextUpdate");
  if (element === null) return null;
  const date = one(element, "dateTime") ?? element;
  const text = textOf(date) ?? "malformed";
  return text === "" ? null : text;
}

function serviceOf(information: XmlNode | null): unknown {
  if (information === null) return null;
  const certificates = inside(information, "ServiceDigitalIdentity", "DigitalId")
    .flatMap((id) => all(id, "X509Certificate"))
    .map((certificate) => ({ val: textOf(certificate) }));
  return {
    ...member(information, "ServiceTypeIdentifier"),
    ...member(information, "ServiceStatus"),
    ServiceDigitalIdentity: { X509Certificates: certificates },
  };
}

/** A member of the JSON form; none where the element is missing. One that is there twice is no text. */
function member(
  parent: XmlNode,
  name: string,
  read: (text: string) => unknown = (text) => text,
): Readonly<Record<string, unknown>> {
  const found = all(parent, name);
  if (found.length === 0) return {};
  const text = found.length === 1 ? textOf(found[0]!) : null;
  return { [name]: text === null ? null : read(text) };
}

function inside(parent: XmlNode, outer: string, inner: string): readonly XmlNode[] {
  return all(parent, outer).flatMap((element) => all(element, inner));
}

const all = (parent: XmlNode, name: string) => elementsNamed(parent, namespace, name);
const one = (parent: XmlNode, name: string) => elementNamed(parent, namespace, name);
