/** The same company under other names: people, streets and firms, each by one of a list, wherever they are named. */
import { FIRST_NAMES, LAST_NAMES } from "../../sandbox/world/names.ts";
import { ALDER } from "../../sandbox/world/company.ts";
import type { SearchItem } from "../../src/platform/api/search-items.ts";
import type { People } from "./company.ts";
import type { LabelledSet } from "./types.ts";

const FIRST =
  "Zora Bodhi Tamsin Ezra Anouk Leopold Signe Matteo Ottilie Caspian Freya Bastian Noor Thaddeus Wilhelmina Ansel Romy Lorcan Saskia Emrys Calla Idris Maren Tobias Yara Cosmo Elowen Jonas Petronella Rhys Senna Viggo Ximena Zeno Aurelia Bram".split(
    " ",
  );
const LAST =
  "Ambrose Birkett Castellanos Dunlop Engström Fairweather Gallo Holloway Inglis Jardine Kessler Lysander Mallory Nightingale Oberlin Pettigrew Quimby Rutherford Steinbeck Trevelyan Underhill Vasquez Westbrook Yarrow Zimmerman Ashdown Brightwell Copeland Dellacroce Everhart Fontaine Grimaldi".split(
    " ",
  );
const STREETS: Readonly<Record<string, string>> = {
  Birch: "Poplar",
  Larkspur: "Foxglove",
  "Cedar Hollow": "Juniper Bend",
  Wren: "Heron",
  Orchard: "Vineyard",
  Foundry: "Glassworks",
  Maple: "Linden",
  Quarry: "Gravel",
  Tannery: "Ropewalk",
  Bellweather: "Merriweather",
  Sparrow: "Finch",
  Millrace: "Canal",
  Hawthorn: "Rowan",
  Juniper: "Laurel",
};

/** Everything with other names. */
export function newNames(
  { items, questions, now, people: known = [] }: LabelledSet,
  people: People,
): LabelledSet {
  const names = namesOf(people);
  const pattern = new RegExp(
    `(?<![\\p{L}])(?:${[...names.keys()].toSorted((left, right) => right.length - left.length).join("|")})(?![\\p{L}])`,
    "gu",
  );
  const say = (text: string): string => text.replaceAll(pattern, (name) => names.get(name) ?? name);
  return {
    ...(now === undefined ? {} : { now }),
    people: known.map(({ name, keys, also = [] }) => ({ name: say(name), keys, also: also.map(say) })),
    items: items.map((item): SearchItem => ({
      ...item,
      title: say(item.title),
      text: say(item.text),
      keywords: say(item.keywords ?? ""),
    })),
    questions: questions.map((question) => ({ ...question, query: say(question.query) })),
  };
}

function namesOf(people: People): Map<string, string> {
  const names = new Map(Object.entries(STREETS));
  for (const [from, to] of Object.entries(STREETS))
    names.set(from.toLowerCase().replaceAll(" ", "-"), to.toLowerCase().replaceAll(" ", "-"));
  const everyone = [...Object.values(people).flat(), ...ALDER.people];
  const rename = (known: readonly string[], own: readonly string[], spare: readonly string[]): void => {
    for (const [index, name] of [...new Set(own)].entries()) {
      const at = known.indexOf(name);
      const other = at >= 0 ? known[(at + 61) % known.length] : spare[index % spare.length];
      if (name.length > 2 && other !== undefined) names.set(name, other);
    }
  };
  rename(
    FIRST_NAMES,
    everyone.map(({ firstName }) => firstName),
    FIRST,
  );
  rename(
    LAST_NAMES,
    everyone.flatMap(({ lastName }) => lastName ?? []),
    LAST,
  );
  return names;
}
