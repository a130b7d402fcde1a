import assert from "node:assert/strict";
import {
  identifierType,
  linksIn,
  listedIdentifiers,
  numberedValues,
} from "../../../sources/lists/identifier.ts";
import { sortPieces } from "../../../sources/lists/ofac/pieces.ts";

Deno.test("identifierType() reads what publishers call documents", () => {
  const cases = {
    "Diplomatic Passport": "passport",
    "Número de pasaporte": "passport",
    "National Identification Number": "national_id",
    "Cedula No.": "national_id",
    "Tax ID No.": "tax",
    "V.A.T. Number": "tax",
    "Commercial Registry Number": "registration",
    "Vessel Registration Identification IMO": "imo",
    "MMSI": "mmsi",
    "Aircraft Tail Number": "tail_number",
    "Vessel Call Sign": "call_sign",
    "SWIFT/BIC": null,
    "Email Address": null,
  };
  for (const [label, type] of Object.entries(cases)) {
    assert.equal(identifierType(label), type, label);
  }
});

Deno.test("sortPieces() takes documents out of OFAC's remarks, and keeps the rest as it is", () => {
  const { identifiers, remarks, links } = sortPieces([
    "Passport A1084010 (Egypt) issued 5 May 2010",
    "alt. Tax ID No. 100036386 (Serbia)",
    "Vessel Registration Identification IMO 7406784",
    "Aircraft Tail Number EP-MNV",
    "Gender Male",
    "Secondary sanctions risk: section 1(b) of Executive Order 13224",
    "Website www.example.org",
    "Organization Established Date 1969",
  ]);
  assert.deepEqual(identifiers, [
    { type: "passport", label: "Passport", value: "A1084010", country: "EG" },
    { type: "tax", label: "Tax ID No.", value: "100036386", country: "RS" },
    {
      type: "imo",
      label: "Vessel Registration Identification IMO",
      value: "7406784",
      country: null,
    },
    { type: "tail_number", label: "Aircraft Tail Number", value: "EP-MNV", country: null },
  ]);
  assert.deepEqual(remarks, [
    "Gender Male",
    "Secondary sanctions risk: section 1(b) of Executive Order 13224",
    "Website www.example.org",
    "Organization Established Date 1969",
  ]);
  assert.deepEqual(links, ["https://www.example.org"]);
});

Deno.test("numberedValues(), linksIn() and listedIdentifiers() take whole values only", () => {
  assert.deepEqual(numberedValues("(1) AB 123 (2) CD-456"), ["AB 123", "CD-456"]);
  assert.deepEqual(numberedValues("AB(1)23"), ["AB(1)23"]);
  assert.deepEqual(linksIn("See https://example.org/a. Then (http://example.org/b)."), [
    "https://example.org/a",
    "http://example.org/b",
  ]);
  assert.deepEqual(listedIdentifiers({ label: "Passport", value: " - " }), []);
  const typesOf = (label: string) =>
    listedIdentifiers({ label, value: "IMO 7406784" }).map(({ type }) => type);
  assert.deepEqual(typesOf("Vessel Registration Identification"), ["imo"]);
  assert.deepEqual(typesOf("Company Number"), ["registration"]);
});
