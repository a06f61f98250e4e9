/**
 * Converts HTML e-mail into three texts: what the reader sees, the quoted history, and hidden content. A
 * library parses the HTML in one pass; nothing is fetched, executed or rendered.
 */
import { Parser } from "htmlparser2";
import {
  CSS_STRING,
  isHiding,
  isStriking,
  isUnreadable,
  paintOf,
  PLAIN_PAINT,
  type Declarations,
  type Paint,
} from "./hidden-style.ts";
import { isForScreens, StyleSheets, type Generated, type StyledElement } from "./style-sheet.ts";

type Part = "seen" | "quoted" | "hidden";

/**
 * The three raw texts, not cleaned. `isCut`: the HTML was too long or too deeply nested to be read to the
 * end. `hasImages`: it shows images that say nothing about themselves.
 */
export interface HtmlText extends Readonly<Record<Part, string>> {
  readonly isCut: boolean;
  readonly hasImages: boolean;
}

/** Maximum characters of HTML read. */
const HTML_CHARS = 600_000;
const PIECE_CHARS = 4_000;
const MAX_DEPTH = 1_000;
const LINK_CHARS = 200;
const EMOJI_CHARS = 20;
const ALT_CHARS = 300;
const GENERATED_CHARS = 500;

const SKIPPED = new Set("script title noscript template svg math object iframe head".split(" "));
const BLOCKS = new Set(
  "address article aside blockquote center dd details dir div dl dt fieldset figure footer form header li main nav ol pre section table tbody tfoot thead tr ul".split(
    " ",
  ),
);
const SPACED = new Set("p h1 h2 h3 h4 h5 h6".split(" "));
const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));

interface Frame extends StyledElement {
  readonly above: Frame | null;
  readonly part: Part;
  readonly skipped: boolean;
  readonly paint: Paint;
  readonly href: string | null;
  readonly isStruck: boolean;
  readonly isRaised: boolean;
  /** Numbering, if it is an ordered list. */
  readonly list: List | null;
  /** The mail program's history box around it, outside the quotes in that box; null elsewhere. */
  readonly box: QuoteBox | null;
}

/** An ordered list: the next number, the increment, and how numbers are written. */
interface List {
  next: number;
  readonly step: number;
  readonly type: string;
}

/** A box that holds history, but also what the author wrote between and below the quotes (Gmail). */
interface QuoteBox {
  hasQuoted: boolean;
}

type Attributes = Readonly<Record<string, string>>;

/** Never throws. */
export function textOfHtml(html: string): HtmlText {
  const out = { seen: new Lines(), quoted: new Lines(), hidden: new Lines() };
  const frames: Frame[] = [
    {
      name: "",
      attributes: {},
      above: null,
      part: "seen",
      skipped: false,
      paint: PLAIN_PAINT,
      href: null,
      isStruck: false,
      isRaised: false,
      list: null,
      box: null,
    },
  ];
  const sheets = sheetsOf(html);
  /** Outlook marks the start of the history but does not wrap it in an element. */
  let restIsQuoted = false;
  const top = (): Frame => frames.at(-1) as Frame;
  let depth = 0;
  let hasImages = false;
  const toldImages = new Set<string>();

  const addImage = (name: string, attributes: Attributes): void => {
    const above = top();
    const declarations = sheets.styleOf({ name, attributes, above });
    if (above.part === "hidden" || isHiding(declarations) || isSpeck(attributes, declarations)) return;
    const said = imageText(attributes);
    if (said === "" && attributes["alt"] === undefined) hasImages = true;
    if (toldImages.has(said)) return;
    if (said.trimStart().startsWith(IMAGE_NOTE)) toldImages.add(said);
    out[partOf(above)].add(said, above);
  };
  const addGenerated = (frame: Frame, end: Generated): void => {
    const declarations = sheets.generatedStyleOf(frame, end);
    const text = generatedText(declarations.get("content") ?? "", frame.attributes);
    if (text === "" || frame.skipped || frame.part === "hidden" || isHiding(declarations)) return;
    if (isUnreadable(paintOf(frame.paint, declarations, undefined))) return;
    out[partOf(frame)].add(text, { ...frame, isStruck: frame.isStruck || isStriking(declarations) });
  };

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === "br" || name === "hr") out[partOf(top())].newLine();
        if (name === "input" && !top().skipped) out[partOf(top())].add(fieldOf(attributes));
        if (isImage(name, attributes) && !top().skipped) addImage(name, attributes);
        if (name === "math" && !top().skipped) out[partOf(top())].add("(a formula is left out)");
        if (VOID.has(name)) return;
        depth += 1;
        if (marksRest(attributes)) restIsQuoted = true;
        const frame = frameOf(name, attributes, top(), { sheets, restIsQuoted });
        frames.push(frame);
        const lines = out[partOf(frame)];
        if (SPACED.has(name)) lines.emptyLine();
        else if (BLOCKS.has(name)) lines.newLine();
        if (name === "li") lines.add(markOf(attributes, frame.list));
        if (name === "td" || name === "th" || name === "option") lines.space();
        addGenerated(frame, "before");
        if (name === "q") lines.add("“", frame);
      },
      ontext(text) {
        const frame = top();
        if (!frame.skipped) out[isUnreadable(frame.paint) ? "hidden" : partOf(frame)].add(text, frame);
      },
      onclosetag(name) {
        depth -= 1;
        const at = frames.findLastIndex((frame) => frame.name === name);
        if (at < 1) return;
        const frame = frames[at] as Frame;
        frames.length = at;
        if (name === "blockquote" && top().box !== null) (top().box as QuoteBox).hasQuoted = true;
        const lines = out[partOf(frame)];
        if (name === "q" && !frame.skipped) lines.add("”", frame);
        addGenerated(frame, "after");
        if (frame.href !== null && !frame.skipped) lines.add(` (${frame.href})`);
        if (SPACED.has(name)) lines.emptyLine();
        else if (BLOCKS.has(name)) lines.newLine();
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  // Feed in chunks, so that absurdly deep nesting stops the parse early.
  let from = 0;
  for (; from < Math.min(html.length, HTML_CHARS) && depth < MAX_DEPTH; from += PIECE_CHARS) {
    parser.write(html.slice(from, from + PIECE_CHARS));
  }
  parser.end();
  return {
    seen: out.seen.text(),
    quoted: out.quoted.text(),
    hidden: out.hidden.text(),
    isCut: from < html.length || sheets.isExhausted,
    hasImages,
  };
}

/** The style sheets, read first because they also apply to elements before them. */
function sheetsOf(html: string): StyleSheets {
  const sheets = new StyleSheets();
  if (!/<style/i.test(html)) return sheets;
  let css: string | null = null;
  const parser = new Parser({
    onopentag(name, { media }) {
      if (name === "style" && isForScreens(media)) css = "";
    },
    ontext(text) {
      if (css !== null) css += text;
    },
    onclosetag(name) {
      if (name !== "style" || css === null) return;
      sheets.add(css);
      css = null;
    },
  });
  parser.end(html.slice(0, HTML_CHARS));
  return sheets;
}

function frameOf(
  name: string,
  attributes: Attributes,
  above: Frame,
  { sheets, restIsQuoted }: { readonly sheets: StyleSheets; readonly restIsQuoted: boolean },
): Frame {
  const declarations = sheets.styleOf({ name, attributes, above });
  const paint = paintOf(above.paint, declarations, attributes["bgcolor"]?.toLowerCase());
  const hides = above.part === "hidden" || "hidden" in attributes || isHiding(declarations);
  const quote = hides ? null : quoteOf(name, attributes, above, restIsQuoted);
  return {
    name,
    attributes,
    above,
    part: hides ? "hidden" : quote === null ? "seen" : "quoted",
    box: quote?.box ?? null,
    skipped: above.skipped || SKIPPED.has(name) || name === "style" || isUnchosen(name, attributes, above),
    paint,
    href: name === "a" ? webAddress(attributes["href"]) : null,
    isStruck: above.isStruck || STRIKING.has(name) || isStriking(declarations),
    isRaised: name === "sup" || (above.isRaised && !BLOCKS.has(name)),
    list: listOf(name, attributes, above),
  };
}

const STRIKING = new Set("s del strike".split(" "));

function listOf(name: string, { start, reversed, type = "1" }: Attributes, above: Frame): List | null {
  if (name === "ul" || name === "menu" || name === "dir") return null;
  if (name !== "ol") return above.list;
  const first = Number.parseInt(start ?? "", 10);
  // From where it counts down only its end tells.
  if (reversed !== undefined && Number.isNaN(first)) return null;
  return { next: Number.isNaN(first) ? 1 : first, step: reversed === undefined ? 1 : -1, type };
}

/** A list item's prefix: its number, or a dash. */
function markOf({ value }: Attributes, list: List | null): string {
  if (list === null) return "- ";
  const own = Number.parseInt(value ?? "", 10);
  const number = Number.isNaN(own) ? list.next : own;
  list.next = number + list.step;
  return `${/^[aAiI]$/.test(list.type) ? lettered(number, list.type) : number}. `;
}

const ROMAN = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];

/** A number as a letter, or in Roman figures, as far as lists of e-mails go. */
function lettered(number: number, type: string): string {
  const isRoman = type.toLowerCase() === "i";
  if (number < 1 || number > (isRoman ? 39 : 26)) return String(number);
  const letters = isRoman
    ? "x".repeat(Math.floor(number / 10)) + (ROMAN[number % 10] ?? "")
    : String.fromCodePoint(96 + number);
  return type === type.toLowerCase() ? letters : letters.toUpperCase();
}

/** A checkbox with its state, or the value of a field. */
function fieldOf({ type = "text", checked, value = "" }: Attributes): string {
  if (/^(?:checkbox|radio)$/i.test(type)) return checked === undefined ? "☐ " : "☒ ";
  return /^(?:hidden|submit|button|image|reset|password|file)$/i.test(type) ? "" : ` ${value} `;
}

function isImage(name: string, { type = "" }: Attributes): boolean {
  return name === "img" || name === "area" || (name === "input" && type.toLowerCase() === "image");
}

/** How what an image says begins; the text itself holds no parentheses. */
const IMAGE_NOTE = "(image: ";

/** An emoji sent as an image, or what the image says about itself. A file's name says nothing. */
function imageText({ alt = "" }: Attributes): string {
  const said = alt.replace(/\s+/g, " ").trim();
  if (said.length <= EMOJI_CHARS && !/[\p{L}\p{N}\s]/u.test(said)) return said;
  if (/^\S+\.(?:png|jpe?g|gif|webp|svg|bmp|tiff?)$/i.test(said)) return "";
  return ` ${IMAGE_NOTE}${said.slice(0, ALT_CHARS).replace(/[()]/g, "")}) `;
}

/** Whether an image is too small to show anything, such as one that reports that it was read. */
function isSpeck({ width, height }: Attributes, declarations: Declarations): boolean {
  return [width, height, declarations.get("width"), declarations.get("height")].some(
    (size) => size !== undefined && /^0*[0-2](?:\.\d+)?(?:px)?$/.test(size.trim()),
  );
}

const CONTENT_PART = new RegExp(
  String.raw`(?<text>${CSS_STRING})|attr\(\s*(?<named>[\w-]+)[^)]*\)|(?<number>counters?)\([^)]*\)|(?<rest>\/)|[^\s]`,
  "gi",
);

/**
 * Text that `content` generates. What stands behind a slash is for screen readers alone; signs for private
 * use are drawn by an icon font.
 */
function generatedText(content: string, attributes: Attributes): string {
  let text = "";
  for (const { groups = {} } of content.matchAll(CONTENT_PART)) {
    if (groups["rest"] !== undefined) break;
    if (groups["number"] !== undefined) text += "(a number is left out)";
    if (groups["named"] !== undefined) text += attributes[groups["named"].toLowerCase()] ?? "";
    text += (groups["text"] ?? "").slice(1, -1).replace(CSS_ESCAPE, unescaped);
  }
  return text.replaceAll(/\p{Co}/gu, "").slice(0, GENERATED_CHARS);
}

const CSS_ESCAPE = /\\(?:([\da-f]{1,6})\s?|([^]))/gi;

function unescaped(_: string, code: string | undefined, sign: string | undefined): string {
  if (code === undefined) return sign ?? "";
  const point = Number.parseInt(code, 16);
  return point === 0 || point > 0x10_ff_ff || (point >= 0xd8_00 && point <= 0xdf_ff)
    ? ""
    : String.fromCodePoint(point);
}

/** Of a list to choose from, all but what is chosen. */
function isUnchosen(name: string, { selected }: Attributes, above: Frame): boolean {
  return name === "option" && selected === undefined && above.name !== "datalist";
}

/** Whether an element is part of the history, and in which box; null for the author's own text. */
function quoteOf(
  name: string,
  attributes: Attributes,
  above: Frame,
  restIsQuoted: boolean,
): { readonly box: QuoteBox | null } | null {
  const isInside = above.part === "quoted" && above.box === null;
  if (isInside || restIsQuoted || isIntroduction(attributes)) return { box: null };
  const opens = isQuote(name, attributes);
  // Inside a box, every blockquote counts as a quote, whatever its class.
  if (name === "blockquote" && (opens || above.box !== null)) return { box: null };
  const box = above.box ?? (opens ? { hasQuoted: false } : null);
  return box === null ? null : { box };
}

/** Where an element's text goes. Text below a quote in its box is the author's own. */
function partOf({ part, box }: Frame): Part {
  return part === "quoted" && box?.hasQuoted === true ? "seen" : part;
}

/** Gmail's attribution line above a quote. */
function isIntroduction({ class: classes = "" }: Attributes): boolean {
  return /(?:^|\s)(?:gmail_attr|moz-cite-prefix)(?:\s|$)/.test(classes);
}

/** A link's target; null if it is not a web address or is too long to show. */
function webAddress(href = ""): string | null {
  return /^https?:\/\//i.test(href) && href.length <= LINK_CHARS ? href : null;
}

/** How mail programs mark quotes: Gmail, Apple Mail and Thunderbird, Yahoo, Proton. */
function isQuote(name: string, { class: classes = "", type }: Attributes): boolean {
  if (name === "blockquote" && type?.toLowerCase() === "cite") return true;
  return /(?:^|\s)(?:gmail_quote|gmail_quote_container|yahoo_quoted|protonmail_quote)(?:\s|$)/.test(classes);
}

function marksRest({ id = "" }: Attributes): boolean {
  return /^(?:x_)?(?:divRplyFwdMsg|appendonsend)$/.test(id);
}

type Shown = Pick<Frame, "isStruck" | "isRaised">;
const PLAIN: Shown = { isStruck: false, isRaised: false };

/** Builds lines of text: collapses whitespace and starts a new line for each block. */
class Lines {
  readonly #lines: string[] = [];
  #line = "";
  #spaceDue = false;
  #isStruck = false;

  /**
   * Struck text is wrapped in `~~` and superscripts are prefixed with `^`, so that 10² does not become 102.
   */
  add(text: string, { isStruck, isRaised }: Shown = PLAIN): void {
    for (const [index, word] of text.split(/[\s\u00a0]+/u).entries()) {
      if (index > 0) this.#spaceDue = true;
      if (word === "") continue;
      if (this.#isStruck && !isStruck) this.#strike(false);
      if (this.#spaceDue && this.#line !== "") this.#line += " ";
      this.#spaceDue = false;
      if (isStruck && !this.#isStruck) this.#strike(true);
      this.#line += isRaised && /^[\d+\-−]/u.test(word) && /\S$/u.test(this.#line) ? `^${word}` : word;
    }
  }

  #strike(begins: boolean): void {
    this.#line += "~~";
    this.#isStruck = begins;
  }

  space(): void {
    this.#spaceDue = true;
  }

  newLine(): void {
    if (this.#isStruck) this.#strike(false);
    if (this.#line !== "") this.#lines.push(this.#line);
    this.#line = "";
    this.#spaceDue = false;
  }

  emptyLine(): void {
    this.newLine();
    if (this.#lines.length > 0 && this.#lines.at(-1) !== "") this.#lines.push("");
  }

  text(): string {
    this.newLine();
    return this.#lines.join("\n").trim();
  }
}
