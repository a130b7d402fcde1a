import { elementNamed, elementsNamed, textOf, type XmlNode } from "../xml_signature/parse_tree.ts";

/** Namespace of the XML binding (ETSI TS 119 602). */
const namespace = "http://uri.etsi.org/019602/v1#";

/**
 * Converts an XML list of trusted entities to the members of its JSON form that this module reads.
 *
 * @returns null for another document; members missing in the XML stay missing
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

/**
 * Reads the date of the next update, which has its own element; the element is empty for a closed
 * list.
 */
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

/**
 * A member of the JSON form; absent when the element is missing. A repeated element is not read as
 * text.
 */
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
