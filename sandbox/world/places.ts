/** The fourteen buildings of Alder & Finch. Streets are fictional. */

export interface Building {
  readonly address: string;
  readonly units: readonly string[];
  /** Full name of the building's owner. */
  readonly owner: string;
}

/** `floors` × `letters` units, e.g. 1A … 4B. */
function units(floors: number, letters: string): string[] {
  return Array.from({ length: floors }, (_, floor) =>
    letters.split("").map((letter) => `${floor + 1}${letter}`),
  ).flat();
}

/** 90 units in total. */
export const BUILDINGS: readonly Building[] = [
  { address: "214 Birch St", units: units(4, "AB"), owner: "Harold Finch" },
  { address: "87 Larkspur Ave", units: units(3, "ABC"), owner: "Harold Finch" },
  { address: "1120 Cedar Hollow Rd", units: units(3, "ABCD"), owner: "Beatrix Alderman" },
  { address: "45 Wren Court", units: units(2, "AB"), owner: "Siân Pryce" },
  { address: "302 Orchard Ln", units: units(3, "AB"), owner: "Siân Pryce" },
  { address: "19 Foundry Row", units: units(4, "AB"), owner: "Northgate Holdings" },
  { address: "560 Maple Terrace", units: units(2, "ABC"), owner: "Beatrix Alderman" },
  { address: "8 Quarry St", units: units(2, "AB"), owner: "Walter Dunmore" },
  { address: "77 Tannery Way", units: units(3, "AB"), owner: "Northgate Holdings" },
  { address: "241 Bellweather Dr", units: units(2, "ABC"), owner: "Ingrid Solberg" },
  { address: "16 Sparrow Alley", units: units(2, "AB"), owner: "Ingrid Solberg" },
  { address: "930 Millrace Blvd", units: units(4, "AB"), owner: "Northgate Holdings" },
  { address: "55 Hawthorn Pl", units: units(2, "AB"), owner: "Walter Dunmore" },
  { address: "404 Juniper Steps", units: units(5, "A"), owner: "Calvin Yoo" },
];
