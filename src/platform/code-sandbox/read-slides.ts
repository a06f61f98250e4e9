/** Reads the text of a PowerPoint file, in slide order. */
import { FormulaText } from "./formula-text.ts";
import type { OfficePackage } from "./office-package.ts";
import {
  AS_ABOVE,
  AS_LEFT,
  bulletOf,
  isSignFont,
  leftOut,
  raised,
  signOf,
  struck,
  tableOf,
  united,
  unreadOf,
} from "./office-text.ts";
import { OFFICE_LIMITS } from "./types.ts";
import { localName, walk, type Attributes } from "./walk-xml.ts";
import { numbered } from "./word-lists.ts";

/** Null if there are no slides. */
export function slidesText(file: OfficePackage, main: string | null): string | null {
  const slides = main === null ? [] : listed(file, main);
  const all = slides.length > 0 ? slides : byName(file);
  if (all.length === 0) return main === null ? null : "";
  const texts: string[] = [];
  let chars = 0;
  for (const [at, path] of all.entries()) {
    const unread = unreadOf(file.relations(path).map(({ type }) => type));
    const text = [`## Slide ${at + 1}`, ...linesOf(file.part(path)), ...(unread === null ? [] : [unread])];
    texts.push(text.join("\n"));
    chars += texts.at(-1)?.length ?? 0;
    if (chars > OFFICE_LIMITS.chars) break;
  }
  return texts.join("\n\n");
}

/** In slide order; a moved slide keeps its part's name. */
function listed(file: OfficePackage, main: string): string[] {
  const targets = new Map(file.relations(main).map(({ id, target }) => [id, target]));
  const slides: string[] = [];
  walk(file.part(main), {
    open(name, attributes) {
      if (localName(name) !== "sldId") return;
      const id = Object.entries(attributes).find(
        ([key]) => key.includes(":") && localName(key) === "id",
      )?.[1];
      const target = targets.get(id ?? "");
      if (target !== undefined) slides.push(target);
    },
  });
  return slides;
}

/** For files without a list of slides. */
function byName(file: OfficePackage): string[] {
  const slides: string[] = [];
  for (let at = 1; file.part(`ppt/slides/slide${at}.xml`) !== undefined; at++)
    slides.push(`ppt/slides/slide${at}.xml`);
  return slides;
}

interface Line {
  text: string;
  /** The kind of number, and the first value. */
  number: string | null;
  start: number | null;
  level: number;
  /** A meaningful bullet, such as a tick. */
  bullet: string;
}

const NAMED: Readonly<Record<string, string>> = {
  chart: "a chart",
  relIds: "a diagram",
  oleObj: "an embedded object",
  contentPart: "a drawing by hand",
  videoFile: "a video",
  audioFile: "a recording",
};
/** PowerPoint's numbering styles: the prefix is the kind, the suffix the punctuation. */
const AROUND: readonly (readonly [RegExp, (number: string) => string])[] = [
  [/ParenBoth$/, (number) => `(${number})`],
  [/ParenR$/, (number) => `${number})`],
  [/Period$/, (number) => `${number}.`],
];

const LETTERS = [
  ["alphaLc", "lowerLetter"],
  ["alphaUc", "upperLetter"],
  ["romanLc", "lowerRoman"],
  ["romanUc", "upperRoman"],
] as const;

function linesOf(part: Uint8Array | undefined): string[] {
  const slide = new Slide();
  const formula = new FormulaText();
  walk(part, {
    open(name, attributes) {
      slide.open(localName(name), attributes);
      slide.write(formula.open(name, attributes));
    },
    text: (text) => slide.text(text),
    close(name) {
      slide.write(formula.close(name));
      slide.close(localName(name));
    },
  });
  return slide.isShown ? slide.lines : ["(hidden: left out)"];
}

class Slide {
  lines: string[] = [];
  isShown = true;
  #line: Line = { text: "", number: null, start: null, level: 0, bullet: "" };
  #inText = false;
  #isStruck = false;
  #isRaised = false;
  #font = "";
  #bulletFont = "";
  #rows: string[][] | null = null;
  #cell: { texts: string[]; covered: string | null } | null = null;
  /** Depth within hidden content, or within fallbacks for older programs. */
  #away = 0;
  /** Open elements since the start of a hidden shape. */
  #shapes: boolean[] = [];
  #alt = "";
  #counts: { format: string; count: number }[] = [];

  open(name: string, attributes: Attributes): void {
    if (name === "Fallback") this.#away++;
    if (SHAPES.has(name)) this.#shapes.push(false);
    this.#opened[name]?.(attributes);
    const named = NAMED[name];
    if (named !== undefined) this.#add(leftOut(named));
  }

  text(text: string): void {
    if (!this.#inText) return;
    const shown = isSignFont(this.#font)
      ? Array.from(text, (char) => signOf(this.#font, char.codePointAt(0) ?? 0)).join("")
      : text;
    const lifted = this.#isRaised ? raised(shown) : shown;
    this.#line.text += this.#isStruck ? struck(lifted) : lifted;
  }

  write(sign: string): void {
    this.#line.text += sign;
  }

  close(name: string): void {
    this.#closed[name]?.();
    if (name === "Fallback") this.#away--;
    if (SHAPES.has(name) && this.#shapes.pop() === true) {
      this.#away--;
      this.#add(leftOut("a hidden shape"));
    }
  }

  #add(line: string): void {
    if (this.#away > 0 || line === "") return;
    if (this.#cell !== null) this.#cell.texts.push(line);
    else this.lines.push(line);
  }

  readonly #opened: Readonly<Record<string, (attributes: Attributes) => void>> = {
    sld: ({ show }) => void (this.isShown = show !== "0" && show !== "false"),
    cNvPr: ({ hidden = "0", descr = "" }) => {
      this.#alt = descr;
      if (hidden !== "1" && hidden !== "true") return;
      if (this.#shapes.length === 0 || this.#shapes.at(-1) === true) return;
      this.#shapes[this.#shapes.length - 1] = true;
      this.#away++;
    },
    txBody: () => void (this.#counts = []),
    p: () => {
      this.#line = { text: "", number: null, start: null, level: 0, bullet: "" };
      this.#bulletFont = "";
    },
    buFont: ({ typeface = "" }) => void (this.#bulletFont = typeface),
    buChar: ({ char = "" }) => void (this.#line.bullet = bulletOf(this.#bulletFont, char)),
    sym: ({ typeface = "" }) => void (isSignFont(typeface) && (this.#font = typeface)),
    latin: ({ typeface = "" }) => void (isSignFont(typeface) && (this.#font = typeface)),
    pPr: ({ lvl = "0" }) => void (this.#line.level = Math.max(0, Math.min(8, Number(lvl) || 0))),
    buAutoNum: ({ type = "arabicPeriod", startAt }) => {
      this.#line.number = type;
      this.#line.start = startAt === undefined ? null : Number(startAt) || 1;
    },
    r: () => this.#plain(),
    fld: () => this.#plain(),
    rPr: ({ strike = "noStrike", baseline = "0" }) => {
      this.#isStruck = strike !== "noStrike";
      this.#isRaised = Number.parseInt(baseline, 10) > 0;
    },
    br: () => void (this.#line.text += " "),
    t: () => void (this.#inText = true),
    tbl: () => void (this.#rows = []),
    tr: () => void this.#rows?.push([]),
    tc: ({ hMerge = "0", vMerge = "0" }) => {
      const covered = isTrue(hMerge) ? AS_LEFT : isTrue(vMerge) ? AS_ABOVE : null;
      this.#cell = { texts: [], covered };
    },
  };

  readonly #closed: Readonly<Record<string, () => void>> = {
    t: () => void (this.#inText = false),
    p: () => {
      const text = united(this.#line.text).trim();
      if (text !== "") this.#add(`${this.#number()}${text}`);
    },
    pic: () => this.#add(leftOut("a picture", this.#alt)),
    tc: () => {
      if (this.#cell !== null) this.#rows?.at(-1)?.push(this.#cell.covered ?? this.#cell.texts.join(" "));
      this.#cell = null;
    },
    tbl: () => {
      const rows = this.#rows ?? [];
      this.#rows = null;
      this.#add(tableOf(rows));
    },
  };

  #plain(): void {
    this.#isStruck = false;
    this.#isRaised = false;
    this.#font = "";
  }

  /** The number of a line, continued from earlier ones at its level. */
  #number(): string {
    const { number, start, level, bullet } = this.#line;
    this.#counts.length = Math.min(this.#counts.length, level + 1);
    const before = this.#counts[level];
    if (number === null) {
      if (before !== undefined) this.#counts.length = level;
      return bullet;
    }
    const count = before?.format === number ? before.count + 1 : (start ?? 1);
    this.#counts[level] = { format: number, count };
    const format = LETTERS.find(([begin]) => number.startsWith(begin))?.[1] ?? "decimal";
    const words = numbered(count, format);
    const around = AROUND.find(([end]) => end.test(number))?.[1];
    return `${"  ".repeat(level)}${around === undefined ? words : around(words)} `;
  }
}

const SHAPES = new Set(["sp", "pic", "graphicFrame", "grpSp", "cxnSp"]);

function isTrue(value: string): boolean {
  return value === "1" || value === "true";
}
