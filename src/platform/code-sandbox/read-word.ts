/**
 * Reads a Word file as Markdown. Shows what changes its meaning (struck text, numbering, notes, comments,
 * text boxes, symbols, merged cells), leaves hidden text out, and names content without text.
 */
import { FormulaText } from "./formula-text.ts";
import type { OfficePackage } from "./office-package.ts";
import {
  AS_ABOVE,
  AS_LEFT,
  isSignFont,
  leftOut,
  raised,
  signOf,
  struck,
  TABLE_COLUMNS,
  tableOf,
  united,
  unreadOf,
} from "./office-text.ts";
import { OFFICE_LIMITS } from "./types.ts";
import { walk, type Attributes } from "./walk-xml.ts";
import { headingOf, isOn, levelOf, listCounter, stylesOf, type Place, type Style } from "./word-lists.ts";

export function wordText(file: OfficePackage, main: string): string {
  const related = (type: string): Uint8Array | undefined => file.part(file.related(main, type)[0]);
  const shared: Shared = {
    style: stylesOf(related("styles")),
    count: listCounter(related("numbering")),
    notes: new Map(),
  };
  // Notes may contain notes: they are read before the document, without their own.
  const notes = new Map([
    ...notesOf(related("footnotes"), "footnote", shared),
    ...notesOf(related("endnotes"), "endnote", shared),
    ...notesOf(related("comments"), "comment", shared),
  ]);
  const text = new Reader({ ...shared, notes }).read(file.part(main)).text();
  const unread = unreadOf(["header", "footer"].filter((type) => hasWords(file, main, type)));
  return unread === null ? text : `${text}\n\n${unread}`;
}

function hasWords(file: OfficePackage, main: string, type: string): boolean {
  let found = false;
  let inText = false;
  for (const path of file.related(main, type).slice(0, 20))
    walk(file.part(path), {
      open(name, { string = "" }) {
        inText = name === "w:t";
        // A watermark.
        found ||= name === "v:textpath" && string.trim() !== "";
      },
      text: (text) => void (found ||= inText && text.trim() !== ""),
    });
  return found;
}

interface Shared {
  readonly style: (id: string) => Style;
  readonly count: (place: Place) => string | null;
  /** Notes and comments by kind and ID. */
  readonly notes: ReadonlyMap<string, string>;
}

/** Notes of a part, formatted for the text. */
function notesOf(part: Uint8Array | undefined, kind: string, shared: Shared): [string, string][] {
  const reader = new Reader(shared);
  const notes: [string, string][] = [];
  reader.read(part, {
    open: (name, { "w:id": id = "", "w:author": author = "" }) => {
      if (name !== `w:${kind}`) return;
      reader.begin();
      notes.push([`${kind} ${id}`, author === "" ? kind : `${kind} by ${author.slice(0, 100)}`]);
    },
    close: (name) => {
      const last = notes.at(-1);
      if (name !== `w:${kind}` || last === undefined) return;
      const words = reader.text().replace(/\s+/g, " ");
      last[1] = words === "" ? "" : ` (${last[1]}: ${words})`;
    },
  });
  return notes;
}

/** The Markdown prefix of a paragraph. */
interface Paragraph {
  text: string;
  heading: number;
  list: string | null;
  level: number;
  style: Style;
}

interface Cell {
  readonly texts: string[];
  columns: number;
  /** Set if it is merged into the cell above or to its left. */
  covered: string | null;
}

interface Run {
  isHidden: boolean;
  isStruck: boolean;
  isRaised: boolean;
  font: string;
}

interface Box {
  isTicked: boolean;
  isSet: boolean;
  chosen: number;
  readonly choices: string[];
}

type Opened = Readonly<Record<string, (attributes: Attributes) => void>>;
type Closed = Readonly<Record<string, () => void>>;

/** Elements whose text is repeated elsewhere, deleted, or phonetic. */
const TWICE = new Set(["mc:Fallback", "w:moveFrom", "w:del", "w:rt"]);
/** Former properties, recorded by tracked changes. */
const FORMER = /^w:(?:rPr|pPr|tblPr|tblPrEx|trPr|tcPr|sectPr|tblGrid|numbering)Change$/;
const NAMED: Readonly<Record<string, string>> = {
  "c:chart": "a chart",
  "dgm:relIds": "a diagram",
  "o:OLEObject": "an embedded object",
  "w:altChunk": "an enclosed document",
  "w:subDoc": "an enclosed document",
  "w:contentPart": "a drawing by hand",
  "v:imagedata": "a picture",
};

/** Maximum text collected; more is never shown. */
const MOST_CHARS = 4 * OFFICE_LIMITS.chars;

class Reader {
  readonly #shared: Shared;
  #blocks: { readonly text: string; readonly isItem: boolean }[] = [];
  /** Rows of the open table, cells of its open row, and the nesting depth. */
  #rows: string[][] = [];
  #cell: Cell = { texts: [], columns: 1, covered: null };
  #tables = 0;
  #twice = 0;
  #former = 0;
  #inText = false;
  #alt = "";
  #run: Run = { isHidden: false, isStruck: false, isRaised: false, font: "" };
  #box: Box = { isTicked: false, isSet: false, chosen: 0, choices: [] };
  /** A text box is within the paragraph it is anchored to. */
  #paragraphs: Paragraph[] = [];
  readonly #told = new Set<string>();
  readonly #formula = new FormulaText();
  /** Length so far. A note is included once, however often it is referenced. */
  #chars = 0;

  constructor(shared: Shared) {
    this.#shared = shared;
  }

  begin(): void {
    this.#blocks = [];
  }

  read(part: Uint8Array | undefined, also: Parameters<typeof walk>[1] = {}): this {
    const opened: Opened = { ...this.#blockOpened, ...this.#listOpened, ...this.#runOpened, ...this.#signs };
    walk(part, {
      open: (name, attributes) => {
        if (FORMER.test(name)) this.#former++;
        if (this.#former > 0) return;
        if (TWICE.has(name)) this.#twice++;
        also.open?.(name, attributes);
        opened[name]?.(attributes);
        const named = NAMED[name];
        if (named !== undefined) this.#put(leftOut(named));
        const sign = this.#formula.open(name, attributes);
        if (sign !== "") this.#put(sign);
      },
      text: (text) => {
        if (this.#inText) this.#putWords(text);
      },
      close: (name) => {
        if (FORMER.test(name)) this.#former--;
        if (this.#former > 0) return;
        if (TWICE.has(name)) this.#twice--;
        const sign = this.#formula.close(name);
        if (sign !== "") this.#put(sign);
        this.#closed[name]?.();
        also.close?.(name);
      },
    });
    return this;
  }

  /** Separates blocks by an empty line, except list items. */
  text(): string {
    let text = "";
    let before = false;
    for (const block of this.#blocks) {
      if (block.text === "") continue;
      text += text === "" ? block.text : `${block.isItem && before ? "\n" : "\n\n"}${block.text}`;
      before = block.isItem;
    }
    return text;
  }

  get #now(): Paragraph {
    return this.#paragraphs.at(-1) ?? { text: "", heading: 0, list: null, level: 0, style: {} };
  }

  #put(text: string): void {
    if (this.#run.isHidden || this.#twice > 0 || this.#chars > MOST_CHARS) return;
    this.#chars += text.length;
    this.#now.text += text;
  }

  #putWords(text: string): void {
    const { font, isRaised, isStruck } = this.#run;
    const shown = isSignFont(font)
      ? Array.from(text, (char) => signOf(font, char.codePointAt(0) ?? 0)).join("")
      : text;
    const lifted = isRaised ? raised(shown) : shown;
    this.#put(isStruck ? struck(lifted) : lifted);
  }

  #putNote(kind: string, { "w:id": id = "" }: Attributes): void {
    const key = `${kind} ${id}`;
    const note = this.#shared.notes.get(key);
    if (note === undefined || note === "") return;
    this.#put(this.#told.has(key) ? ` (the same ${kind} as above)` : note);
    this.#told.add(key);
  }

  readonly #blockOpened: Opened = {
    "w:tbl": () => void (this.#tables++ === 0 && (this.#rows = [])),
    "w:tr": () => {
      // One row more than the maximum, so that the table is marked as cut.
      if (this.#tables === 1 && this.#rows.length > OFFICE_LIMITS.rows) this.#rows.pop();
      if (this.#tables === 1) this.#rows.push([]);
    },
    "w:gridBefore": ({ "w:val": columns }) => {
      if (this.#tables === 1 && columns !== "0")
        this.#rows.at(-1)?.push(...Array.from({ length: widthOf(columns) }, () => ""));
    },
    "w:tc": () => void (this.#tables === 1 && (this.#cell = { texts: [], columns: 1, covered: null })),
    "w:gridSpan": ({ "w:val": columns }) =>
      void (this.#tables === 1 && (this.#cell.columns = widthOf(columns))),
    "w:vMerge": ({ "w:val": value }) =>
      void (this.#tables === 1 && value !== "restart" && (this.#cell.covered = AS_ABOVE)),
    "w:hMerge": ({ "w:val": value }) =>
      void (this.#tables === 1 && value !== "restart" && (this.#cell.covered = AS_LEFT)),
    "w:p": () => void this.#paragraphs.push({ text: "", heading: 0, list: null, level: 0, style: {} }),
  };

  readonly #listOpened: Opened = {
    "w:pStyle": ({ "w:val": id = "" }) => {
      const style = this.#shared.style(id);
      Object.assign(this.#now, {
        style,
        heading: headingOf(id) || (style.heading ?? 0),
        list: style.list === undefined || style.list === "0" ? null : style.list,
        level: style.level ?? 0,
      });
    },
    "w:outlineLvl": ({ "w:val": level = "9" }) => {
      if (Number(level) < 6) this.#now.heading ||= levelOf(level) + 1;
    },
    "w:numPr": () => void (this.#now.list ??= ""),
    "w:numId": ({ "w:val": list = "" }) => void (this.#now.list = list === "0" ? null : list),
    "w:ilvl": ({ "w:val": level = "0" }) => void (this.#now.level = levelOf(level)),
  };

  readonly #runOpened: Opened = {
    "w:r": () => {
      const { isHidden = false, isStruck = false } = this.#now.style;
      this.#run = { isHidden, isStruck, isRaised: false, font: "" };
    },
    "w:rStyle": ({ "w:val": id = "" }) => {
      const { isHidden, isStruck } = this.#shared.style(id);
      this.#run.isHidden = isHidden ?? this.#run.isHidden;
      this.#run.isStruck = isStruck ?? this.#run.isStruck;
    },
    "w:vanish": (attributes) => void (this.#run.isHidden = isOn(attributes)),
    "w:strike": (attributes) => void (this.#run.isStruck = isOn(attributes)),
    "w:dstrike": (attributes) => void (this.#run.isStruck ||= isOn(attributes)),
    "w:vertAlign": ({ "w:val": value }) => void (this.#run.isRaised = value === "superscript"),
    "w:rFonts": ({ "w:ascii": ascii = "", "w:hAnsi": other = ascii }) =>
      void (this.#run.font = ascii || other),
    "w:t": () => void (this.#inText = true),
    "m:t": () => void (this.#inText = true),
    "m:oMath": () => void (this.#run = { isHidden: false, isStruck: false, isRaised: false, font: "" }),
    "m:r": () => void (this.#run = { isHidden: false, isStruck: false, isRaised: false, font: "" }),
  };

  readonly #signs: Opened = {
    "w:tab": () => this.#put("\t"),
    "w:ptab": () => this.#put("\t"),
    "w:br": () => this.#put("\n"),
    "w:cr": () => this.#put("\n"),
    "w:noBreakHyphen": () => this.#putWords("-"),
    "w:sym": ({ "w:font": font = "", "w:char": code = "" }) =>
      this.#put(signOf(font, Number.parseInt(code, 16) || 0)),
    "w:footnoteReference": (attributes) => this.#putNote("footnote", attributes),
    "w:endnoteReference": (attributes) => this.#putNote("endnote", attributes),
    "w:commentReference": (attributes) => this.#putNote("comment", attributes),
    "w:checkBox": () => void (this.#box = { isTicked: false, isSet: false, chosen: 0, choices: [] }),
    "w:ddList": () => void (this.#box = { isTicked: false, isSet: false, chosen: 0, choices: [] }),
    "w:default": (attributes) => {
      if (!this.#box.isSet) this.#box.isTicked = isOn(attributes);
    },
    "w:checked": (attributes) => Object.assign(this.#box, { isTicked: isOn(attributes), isSet: true }),
    "w:result": ({ "w:val": at = "0" }) => void (this.#box.chosen = Number(at) || 0),
    "w:listEntry": ({ "w:val": choice = "" }) => void this.#box.choices.push(choice),
    "wp:docPr": ({ descr = "" }) => void (this.#alt = descr),
    "pic:pic": () => this.#put(leftOut("a picture", this.#alt)),
    "v:textpath": ({ string = "" }) => this.#put(string),
  };

  readonly #closed: Closed = {
    "w:t": () => void (this.#inText = false),
    "m:t": () => void (this.#inText = false),
    "w:checkBox": () => this.#put(this.#box.isTicked ? "☒" : "☐"),
    "w:ddList": () => this.#put(this.#box.choices[this.#box.chosen] ?? ""),
    "w:p": () => {
      const done = this.#paragraphs.pop();
      if (done === undefined) return;
      const block = this.#blockOf(done);
      if (this.#tables > 0) this.#cell.texts.push(block.text.trim());
      else this.#blocks.push(block);
    },
    "w:tc": () => {
      if (this.#tables !== 1) return;
      const row = this.#rows.at(-1);
      if (row === undefined || row.length > TABLE_COLUMNS) return;
      const { texts, columns, covered } = this.#cell;
      const text = covered ?? texts.filter(Boolean).join(" ");
      const more = Array.from({ length: columns - 1 }, () => (text === "" ? "" : (covered ?? AS_LEFT)));
      row.push(text, ...more);
    },
    "w:tr": () => {
      const row = this.#rows.at(-1);
      // A title above the whole table belongs to no column.
      if (this.#tables === 1 && row !== undefined && row.slice(1).every((cell) => cell === AS_LEFT))
        row.fill("", 1);
    },
    "w:tbl": () => {
      if (--this.#tables !== 0 || this.#chars > MOST_CHARS) return;
      const text = tableOf(this.#rows);
      this.#chars += text.length;
      this.#blocks.push({ text, isItem: false });
    },
  };

  #blockOf({ text, heading, list, level }: Paragraph): { readonly text: string; readonly isItem: boolean } {
    const words = united(text).trim();
    if (words === "") return { text: "", isItem: false };
    const number = list === null ? "" : this.#shared.count({ list, level });
    const numbered = number === null || number === "" ? words : `${number} ${words}`;
    if (heading > 0) return { text: `${"#".repeat(Math.min(6, heading))} ${numbered}`, isItem: false };
    if (list === null) return { text: words, isItem: false };
    return { text: `${"  ".repeat(level)}${number === null ? `- ${words}` : numbered}`, isItem: true };
  }
}

/** Number of columns a cell spans, up to the maximum. */
function widthOf(value = "1"): number {
  return Math.max(1, Math.min(OFFICE_LIMITS.columns, Math.trunc(Number(value)) || 1));
}
