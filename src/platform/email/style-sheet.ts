/**
 * CSS of HTML e-mail, limited to what decides visibility and to text it generates: tag, class, ID and attribute selectors, with
 * descendant and child combinators, in cascade order. Rules with other selectors or restricted media are
 * ignored. Pure, with a bounded number of steps.
 */
import { CSS_STRING, declarationsOf, type Declarations } from "./hidden-style.ts";

/** An element and its ancestors. */
export interface StyledElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly above: StyledElement | null;
}

/** Text that a style sheet puts at the beginning or end of an element. */
export type Generated = "before" | "after";

/** Maximum characters per sheet. */
const SHEET_CHARS = 100_000;
const SELECTOR_CHARS = 300;
/** Maximum selector tests per page, each of one selector part against one element. */
const MAX_STEPS = 1_000_000;

interface Part {
  readonly tag: string | null;
  /** Tests of `class`, `id` and other attributes. */
  readonly tests: readonly ((attributes: StyledElement["attributes"]) => boolean)[];
  /** Whether the preceding part must be the direct parent. */
  readonly isChild: boolean;
}

interface Rule {
  /** The last part matches the element itself. */
  readonly parts: readonly Part[];
  readonly weight: number;
  readonly order: number;
  /** What it styles instead of the element itself. */
  readonly generated: Generated | null;
  readonly declarations: Declarations;
  readonly important: Declarations;
}

export class StyleSheets {
  readonly #byKey = new Map<string, Rule[]>();
  #order = 0;
  #steps = 0;
  #isTooLong = false;
  #generates = false;

  /** Whether a sheet was truncated, or the step limit left later elements unstyled. */
  get isExhausted(): boolean {
    return this.#isTooLong || this.#steps >= MAX_STEPS;
  }

  /** Appends a sheet. */
  add(css: string): void {
    this.#isTooLong ||= css.length > SHEET_CHARS;
    for (const { selectors, body } of rulesIn(css.slice(0, SHEET_CHARS))) {
      const { plain, important } = declarationsOf(body);
      for (const selector of selectors.split(",")) {
        const read = readSelector(selector.trim());
        if (read === null) continue;
        const rule = { ...read, order: this.#order++, declarations: plain, important };
        this.#generates ||= read.generated !== null;
        const rules = this.#byKey.get(read.key);
        if (rules === undefined) this.#byKey.set(read.key, [rule]);
        else rules.push(rule);
      }
    }
  }

  /** Declarations that apply to the element, including its own `style`. */
  styleOf(element: StyledElement): Declarations {
    const own = declarationsOf(element.attributes["style"] ?? "");
    const rules = this.#rulesFor(element, null);
    if (rules.length === 0) return new Map([...own.plain, ...own.important]);
    return new Map([
      ...rules.flatMap(({ declarations }) => [...declarations]),
      ...own.plain,
      ...rules.flatMap(({ important }) => [...important]),
      ...own.important,
    ]);
  }

  /** Declarations that apply to text generated at one end of the element. */
  generatedStyleOf(element: StyledElement, end: Generated): Declarations {
    const rules = this.#generates ? this.#rulesFor(element, end) : [];
    return new Map([
      ...rules.flatMap(({ declarations }) => [...declarations]),
      ...rules.flatMap(({ important }) => [...important]),
    ]);
  }

  #rulesFor(element: StyledElement, generated: Generated | null): Rule[] {
    if (this.#byKey.size === 0) return [];
    const found: Rule[] = [];
    for (const key of keysOf(element))
      for (const rule of this.#byKey.get(key) ?? []) {
        if (rule.generated !== generated) continue;
        if (this.#steps >= MAX_STEPS) return found;
        if (this.#holds(rule.parts, rule.parts.length - 1, element)) found.push(rule);
      }
    return found.sort((left, right) => left.weight - right.weight || left.order - right.order);
  }

  #holds(parts: readonly Part[], at: number, element: StyledElement): boolean {
    const part = parts[at] as Part;
    if (++this.#steps > MAX_STEPS || !matchesElement(part, element)) return false;
    if (at === 0) return true;
    for (let above = element.above; above !== null; above = above.above) {
      if (this.#holds(parts, at - 1, above)) return true;
      if (part.isChild) return false;
    }
    return false;
  }
}

function matchesElement({ tag, tests }: Part, { name, attributes }: StyledElement): boolean {
  return (tag === null || tag === name) && tests.every((test) => test(attributes));
}

/** Lookup keys of an element. Each rule is indexed by one key, from the last part of its selector. */
function keysOf({ name, attributes: { class: classes = "", id } }: StyledElement): string[] {
  const named = [...new Set(classesIn(classes))].map((one) => `.${one}`);
  return ["*", name, ...named, ...(id === undefined ? [] : [`#${id}`])];
}

function classesIn(classes: string): string[] {
  return classes
    .split(/\s+/)
    .filter((name) => name !== "")
    .slice(0, 50);
}

/** What ends a piece of a sheet, and strings, in which the same signs end nothing. */
const BOUNDARY = new RegExp(`${CSS_STRING}|[{};]`, "g");

/** Top-level rules, and rules inside `@media` blocks that apply to all screens. */
function* rulesIn(css: string): Generator<{ readonly selectors: string; readonly body: string }> {
  const text = css.replaceAll(/\/\*[\s\S]*?(?:\*\/|$)|<!--|-->/g, " ");
  /** The type of each open block. */
  const open: ("group" | "rule" | "other")[] = [];
  let head = "";
  let from = 0;
  for (const { 0: sign, index } of text.matchAll(BOUNDARY)) {
    if (sign.length > 1) continue;
    const before = text.slice(from, index);
    const isInRule = open.at(-1) === "rule";
    if (sign === "{") {
      const begins = before.trim();
      const isGroup = /^@media\s+(?:only\s+)?(?:all|screen)$/i.test(begins);
      const isOther = begins.startsWith("@") || open.includes("other") || isInRule;
      open.push(isGroup ? "group" : isOther ? "other" : "rule");
      head = begins;
      from = index + 1;
    } else if (sign === "}") {
      if (open.pop() === "rule") yield { selectors: head, body: before };
      from = index + 1;
    } else if (!isInRule) from = index + 1;
  }
}

const NAME = String.raw`(?:[\w\u0080-\uffff-]|\\.)+`;
const TOKEN = new RegExp(
  String.raw`(?<child>\s*>\s*)|(?<inside>\s+)|(?<any>\*)|\.(?<class>${NAME})|#(?<id>${NAME})|\[\s*(?<attribute>[\w-]+)\s*(?:(?<how>[~|^$*]?=)\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>${NAME}))\s*)?\]|::?(?<generated>[Bb]efore|[Aa]fter)(?=\s*$)|(?<tag>${NAME})`,
  "uy",
);

/** Null for an unsupported selector. */
function readSelector(
  selector: string,
): (Pick<Rule, "parts" | "weight" | "generated"> & { key: string }) | null {
  if (selector === "" || selector.length > SELECTOR_CHARS) return null;
  const parts: { tag: string | null; tests: Part["tests"][number][]; isChild: boolean }[] = [];
  let part = { tag: null as string | null, tests: [] as Part["tests"][number][], isChild: false };
  let weight = 0;
  let key = "*";
  let generated: Generated | null = null;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < selector.length) {
    const groups = TOKEN.exec(selector)?.groups;
    if (groups === undefined) return null;
    const { child, inside, class: named, id, attribute, tag, generated: end } = groups;
    if (child !== undefined || inside !== undefined) {
      parts.push(part);
      part = { tag: null, tests: [], isChild: child !== undefined };
      key = "*";
    } else if (tag !== undefined) {
      part.tag = nameIn(tag).toLowerCase();
      weight += 1;
      if (key === "*") key = part.tag;
    } else if (named !== undefined) {
      const own = nameIn(named);
      part.tests.push(({ class: classes = "" }) => classesIn(classes).includes(own));
      weight += 1_000;
      if (!key.startsWith("#")) key = `.${own}`;
    } else if (id !== undefined) {
      const own = nameIn(id);
      part.tests.push((attributes) => attributes["id"] === own);
      weight += 1_000_000;
      key = `#${own}`;
    } else if (attribute !== undefined) {
      part.tests.push(attributeTest(attribute.toLowerCase(), groups));
      weight += 1_000;
    } else if (end !== undefined) generated = end.toLowerCase() as Generated;
  }
  return { parts: [...parts, part], weight, key, generated };
}

function attributeTest(
  name: string,
  { how, double, single, bare }: Readonly<Record<string, string | undefined>>,
): Part["tests"][number] {
  const wanted = double ?? single ?? nameIn(bare ?? "");
  const tests: Readonly<Record<string, (value: string) => boolean>> = {
    "=": (value) => value === wanted,
    "~=": (value) => value.split(/\s+/).includes(wanted),
    "|=": (value) => value === wanted || value.startsWith(`${wanted}-`),
    "^=": (value) => wanted !== "" && value.startsWith(wanted),
    "$=": (value) => wanted !== "" && value.endsWith(wanted),
    "*=": (value) => wanted !== "" && value.includes(wanted),
  };
  const test = tests[how ?? ""];
  return (attributes) => {
    const value = attributes[name];
    return value !== undefined && (test === undefined || test(value));
  };
}

function nameIn(escaped: string): string {
  return escaped.replaceAll(/\\(.)/g, "$1");
}

/** Whether a `<style>` with this `media` applies to all screens. */
export function isForScreens(media = ""): boolean {
  return /^\s*(?:|all|(?:only\s+)?screen)\s*$/i.test(media);
}
