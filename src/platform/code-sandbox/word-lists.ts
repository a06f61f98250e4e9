/** The numbering of Word's lists and headings (ECMA-376 part 1, 17.9), and the styles of text and lists (17.7). */
import { bulletOf } from "./office-text.ts";
import { walk, type Attributes } from "./walk-xml.ts";

/** Whether a toggle property is on, which is its default. */
export function isOn({ "w:val": value = "1" }: Attributes): boolean {
  return !["0", "false", "off", "none"].includes(value);
}

/** A list and the level in it. */
export interface Place {
  readonly list: string;
  readonly level: number;
}

export interface Style {
  basedOn?: string;
  heading?: number;
  list?: string;
  level?: number;
  isStruck?: boolean;
  isHidden?: boolean;
}

/** Styles by ID, with inherited properties. */
export function stylesOf(part: Uint8Array | undefined): (id: string) => Style {
  const styles = new Map<string, Style>();
  let style: Style = {};
  const opened: Readonly<Record<string, (attributes: Attributes) => void>> = {
    "w:style": ({ "w:styleId": id = "" }) => void styles.set(id, (style = {})),
    "w:name": ({ "w:val": name = "" }) => {
      const heading = headingOf(name);
      if (heading > 0) style.heading = heading;
    },
    "w:basedOn": ({ "w:val": id = "" }) => void (style.basedOn = id),
    "w:outlineLvl": ({ "w:val": level = "9" }) => {
      if (Number(level) < 6) style.heading ??= Number(level) + 1;
    },
    "w:numId": ({ "w:val": list = "" }) => void (style.list = list),
    "w:ilvl": ({ "w:val": level = "0" }) => void (style.level = levelOf(level)),
    "w:strike": (attributes) => void (style.isStruck = isOn(attributes)),
    "w:dstrike": (attributes) => void (style.isStruck = isOn(attributes)),
    "w:vanish": (attributes) => void (style.isHidden = isOn(attributes)),
  };
  walk(part, { open: (name, attributes) => opened[name]?.(attributes) });
  const whole = new Map<string, Style>();
  return (id) => {
    const known = whole.get(id);
    if (known !== undefined) return known;
    let all: Style = {};
    let at: string | undefined = id;
    // At most twelve steps, which also ends a cycle.
    for (let step = 0; at !== undefined && step < 12; step++) {
      const one: Style | undefined = styles.get(at);
      all = { ...one, ...all };
      at = one?.basedOn;
    }
    whole.set(id, all);
    return all;
  };
}

export function headingOf(style: string): number {
  if (/^title$/i.test(style)) return 1;
  return Math.min(6, Number(/^heading\s?(\d)$/i.exec(style)?.[1] ?? 0));
}

export function levelOf(value: string): number {
  return Math.max(0, Math.min(8, Math.trunc(Number(value)) || 0));
}

interface Level {
  start: number;
  format: string;
  /** Such as `%1.%2`. */
  text: string;
  isLegal: boolean;
  /** The font of a bullet. */
  font: string;
}

const FIRST: Level = { start: 1, format: "bullet", text: "", isLegal: false, font: "" };

/** Counts list items in order; null for an item with a bullet, except a meaningful one. */
export function listCounter(part: Uint8Array | undefined): (place: Place) => string | null {
  const { levels, lists } = listsOf(part);
  const counts = new Map<string, (number | undefined)[]>();
  const begun = new Set<string>();
  return ({ list, level }) => {
    const known = lists.get(list);
    const own = known === undefined ? [] : (levels.get(known.abstract) ?? []);
    const at = (depth: number): Level => ({ ...FIRST, ...own[depth], ...known?.levels[depth] });
    if (known === undefined) return null;
    if (at(level).format === "bullet") {
      const tick = bulletOf(at(level).font, at(level).text).trim();
      return tick === "" ? null : `- ${tick}`;
    }
    const count = counts.get(known.abstract) ?? [];
    counts.set(known.abstract, count);
    // A list with its own start doesn't continue earlier numbers.
    if (!begun.has(list)) for (const depth of known.starts.keys()) count[depth] = undefined;
    begun.add(list);
    const start = known.starts.get(level) ?? at(level).start;
    count[level] = (count[level] ?? start - 1) + 1;
    count.length = level + 1;
    const isLegal = at(level).isLegal;
    const label = at(level).text.replace(/%([1-9])/g, (_, digit: string) => {
      const depth = Number(digit) - 1;
      const { start: first, format } = at(depth);
      return numbered(count[depth] ?? known.starts.get(depth) ?? first, isLegal ? "decimal" : format);
    });
    return at(level).format === "none" && label.trim() === "" ? "" : label.trim().slice(0, 60);
  };
}

interface List {
  abstract: string;
  /** First numbers that differ from the default, by level. */
  readonly starts: Map<number, number>;
  readonly levels: Partial<Level>[];
}

function listsOf(part: Uint8Array | undefined) {
  const levels = new Map<string, Partial<Level>[]>();
  const lists = new Map<string, List>();
  let list: List | null = null;
  let into: Partial<Level>[] = [];
  let level = 0;
  const opened: Readonly<Record<string, (attributes: Attributes) => void>> = {
    "w:abstractNum": ({ "w:abstractNumId": id = "" }) => void levels.set(id, (into = [])),
    "w:num": ({ "w:numId": id = "" }) => {
      list = { abstract: "", starts: new Map(), levels: [] };
      into = list.levels;
      lists.set(id, list);
    },
    "w:abstractNumId": ({ "w:val": id = "" }) => void (list !== null && (list.abstract = id)),
    "w:lvlOverride": ({ "w:ilvl": at = "0" }) => void (level = levelOf(at)),
    "w:startOverride": ({ "w:val": start = "1" }) => void list?.starts.set(level, Number(start) || 0),
    "w:lvl": ({ "w:ilvl": at = "0" }) => void (into[(level = levelOf(at))] = {}),
    "w:start": ({ "w:val": start = "1" }) => set({ start: Number(start) || 0 }),
    "w:numFmt": ({ "w:val": format = "decimal" }) => set({ format }),
    "w:lvlText": ({ "w:val": text = "" }) => set({ text }),
    "w:rFonts": ({ "w:ascii": ascii = "", "w:hAnsi": other = ascii }) => set({ font: ascii || other }),
    "w:isLgl": (attributes) => set({ isLegal: isOn(attributes) }),
  };
  const set = (values: Partial<Level>): void => void (into[level] = { ...into[level], ...values });
  walk(part, { open: (name, attributes) => opened[name]?.(attributes) });
  return { levels, lists };
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
];

/** Formats a number in a list's style. */
export function numbered(value: number, format: string): string {
  switch (format) {
    case "none":
      return "";
    case "lowerLetter":
      return lettered(value);
    case "upperLetter":
      return lettered(value).toUpperCase();
    case "lowerRoman":
      return roman(value);
    case "upperRoman":
      return roman(value).toUpperCase();
    case "decimalZero":
      return String(value).padStart(2, "0");
    default:
      return String(value);
  }
}

/** a to z, then aa to zz. */
function lettered(value: number): string {
  if (value < 1 || value > 780) return String(value);
  return String.fromCodePoint(97 + ((value - 1) % 26)).repeat(Math.ceil(value / 26));
}

function roman(value: number): string {
  if (value < 1 || value > 3999) return String(value);
  let rest = value;
  let text = "";
  for (const [worth, letters] of ROMAN) for (; rest >= worth; rest -= worth) text += letters;
  return text;
}
