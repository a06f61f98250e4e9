/**
 * The YAML of front matter (YAML 1.2, sections 6 to 8): maps and lists by indentation or in brackets; texts that are plain, quoted or in blocks.
 * Every scalar stays text. Anchors and tags are passed over and aliases are not resolved, so that no text grows by naming itself. Pure.
 */

export type Yaml =
  | { readonly kind: "text"; readonly text: string; readonly isPlain: boolean }
  | { readonly kind: "alias"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly Yaml[] }
  | { readonly kind: "map"; readonly fields: readonly YamlField[] };

interface YamlField {
  readonly name: string;
  readonly value: Yaml;
  /** Counted from 1. */
  readonly line: number;
}

/** Why a text isn't YAML, as a sentence. */
export class YamlError extends Error {
  readonly line: number;
  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

interface Line {
  readonly indent: number;
  /** Without its indentation. */
  readonly text: string;
  readonly number: number;
}

const MAX_DEPTH = 100;
const EMPTY: Yaml = { kind: "text", text: "", isPlain: true };
const NESTED = "There is a colon inside a text.";

/** Throws YamlError. */
export function parseYaml(source: string): Yaml {
  return new Reader(source).document();
}

class Reader {
  readonly #lines: Line[];
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#lines = source
      .replace(/\r?\n$/, "")
      .split(/\r?\n/)
      .map((raw, at) => {
        const text = raw.replace(/^ +/, "");
        return { indent: raw.length - text.length, text, number: at + 1 };
      });
  }

  document(): Yaml {
    if (this.#next() === undefined) return EMPTY;
    const whole = this.#block(-1);
    if (this.#next() !== undefined) throw this.#error("This line belongs to nothing above it.");
    return whole;
  }

  /** The next line that holds more than a comment. */
  #next(): Line | undefined {
    while (/^[ \t]*(?:#|$)/.test(this.#lines[this.#at]?.text ?? "x")) this.#at++;
    const line = this.#lines[this.#at];
    if (line?.text.startsWith("\t")) throw this.#error("Indent with spaces; tabs are not allowed.");
    return line;
  }

  /** What stands on the next lines, indented more than `parent`. */
  #block(parent: number): Yaml {
    const line = this.#next();
    if (line === undefined) return EMPTY;
    if (++this.#depth > MAX_DEPTH) throw this.#error("It is nested too deeply.");
    const read = isItem(line.text)
      ? this.#list(line.indent)
      : keyOf(line.text) !== null
        ? this.#map(line.indent)
        : this.#value(line.text, parent);
    this.#depth--;
    return read;
  }

  #map(indent: number): Yaml {
    const fields = new Map<string, YamlField>();
    for (let line = this.#next(); line?.indent === indent; line = this.#next()) {
      const key = keyOf(line.text);
      if (key === null || isItem(line.text)) throw this.#error("Write “field: value” on each line.");
      if (fields.has(key.name)) throw this.#error(`There are two fields named ${key.name}.`);
      fields.set(key.name, {
        name: key.name,
        line: line.number,
        value: this.#value(key.rest, indent, true),
      });
    }
    this.#expectEnd(indent);
    return { kind: "map", fields: [...fields.values()] };
  }

  #list(indent: number): Yaml {
    const items: Yaml[] = [];
    for (let line = this.#next(); line?.indent === indent && isItem(line.text); line = this.#next()) {
      const rest = trimmed(line.text.slice(1), "start");
      const isNested = isItem(rest) || keyOf(rest) !== null;
      // `- a: b` is a map whose indentation is that of `a`.
      if (isNested)
        this.#lines[this.#at] = {
          indent: indent + line.text.length - rest.length,
          text: rest,
          number: line.number,
        };
      items.push(isNested ? this.#block(indent) : this.#value(rest, indent));
    }
    this.#expectEnd(indent);
    return { kind: "list", items };
  }

  #expectEnd(indent: number): void {
    if ((this.#next()?.indent ?? -1) > indent)
      throw this.#error("This line is indented differently from those above it.");
  }

  /** What stands behind a key or dash, or below it. */
  #value(written: string, indent: number, isOfMap = false): Yaml {
    const rest = trimmed(written).replace(/^(?:[&!][^\s,[\]{}]*(?:[ \t]+|$))+/, "");
    if (rest !== "" && !rest.startsWith("#"))
      return /^[|>]/.test(rest) ? this.#blockText(rest, indent) : this.#inline(rest, indent);
    this.#at++;
    const next = this.#next();
    if (next === undefined) return EMPTY;
    if (next.indent > indent) return this.#block(indent);
    return isOfMap && next.indent === indent && isItem(next.text) ? this.#list(indent) : EMPTY;
  }

  #inline(rest: string, indent: number): Yaml {
    if (!/^["'[{*]/.test(rest)) return this.#plain(rest, indent);
    const tail = [rest];
    for (let at = this.#at + 1; at < this.#lines.length; at++) {
      const { indent: by = 0, text = "" } = this.#lines[at] ?? {};
      if (by <= indent && !/^[ \t]*(?:#|$)/.test(text) && !/^[\]}]/.test(text)) break;
      tail.push(text);
    }
    const flow = new Flow(tail.join("\n"), (message) => this.#error(message));
    const read = flow.value();
    this.#at += flow.expectEndOfLine();
    return read;
  }

  #plain(rest: string, indent: number): Yaml {
    if (/^(?:[,%@`\]}]|[?:-](?:[ \t]|$))/.test(rest))
      throw this.#error(`A text can’t begin with ${rest.charAt(0)}; put it in quotes.`);
    const lines: string[] = [];
    for (let text = rest; ;) {
      const comment = text.search(/[ \t]#/);
      const said = trimmed(comment < 0 ? text : text.slice(0, comment));
      if (/:(?:[ \t]|$)/.test(said)) throw this.#error(NESTED);
      lines.push(said);
      let at = this.#at++ + 1;
      while (/^[ \t]*$/.test(this.#lines[at]?.text ?? "x")) at++;
      const next = this.#lines[at];
      if (comment >= 0 || next === undefined || next.indent <= indent || /^[ \t]*#/.test(next.text)) break;
      for (; this.#at < at; this.#at++) lines.push("");
      ({ text } = next);
    }
    return { kind: "text", text: folded(lines), isPlain: true };
  }

  /** A text in a block, literal (`|`) or folded (`>`): section 8.1. */
  #blockText(rest: string, parent: number): Yaml {
    const [, style, before, width, after] = /^([|>])([-+]?)([1-9]?)([-+]?)(?:[ \t]+#.*)?$/.exec(rest) ?? [];
    if (style === undefined)
      throw this.#error(`A text can’t begin with ${rest.charAt(0)}; put it in quotes.`);
    const chomp = before || after;
    const lines: Line[] = [];
    for (let line = this.#lines[++this.#at]; line !== undefined; line = this.#lines[++this.#at]) {
      if (line.text !== "" && line.indent <= parent) break;
      lines.push(line);
    }
    let end = lines.findLastIndex(({ text }) => text !== "") + 1;
    if (end === 0)
      return { kind: "text", text: chomp === "+" ? "\n".repeat(lines.length) : "", isPlain: false };
    const indent = width ? parent + Number(width) : (lines.find(({ text }) => text !== "")?.indent ?? 0);
    if (lines.some((line) => line.text !== "" && line.indent < indent))
      throw this.#error("A line of the text is indented less than its first.");
    // Empty lines that are longer than the indentation belong to the text.
    end = Math.max(end, lines.findLastIndex((line) => line.indent > indent) + 1);
    const held = lines.slice(0, end).map((line) => " ".repeat(Math.max(line.indent - indent, 0)) + line.text);
    const text = style === "|" ? held.join("\n") : foldedBlock(held);
    const close = chomp === "-" ? "" : chomp === "+" ? "\n".repeat(lines.length - end + 1) : "\n";
    return { kind: "text", text: text + close, isPlain: false };
  }

  #error(message: string): YamlError {
    const at = Math.min(this.#at, this.#lines.length - 1);
    return new YamlError(message, this.#lines[at]?.number ?? 1);
  }
}

/** Reads what stands in brackets or quotes, which may go on over lines. */
class Flow {
  readonly #text: string;
  readonly #fail: (message: string) => YamlError;
  #at = 0;
  #depth = 0;

  constructor(text: string, fail: (message: string) => YamlError) {
    this.#text = text;
    this.#fail = fail;
  }

  /** How many lines were read. Throws where the last one goes on. */
  expectEndOfLine(): number {
    if (!/^[ \t]*(?:[ \t]#|\n|$)/.test(this.#text.slice(this.#at)))
      throw this.#fail("Something stands behind the end of the value.");
    return this.#text.slice(0, this.#at).split("\n").length;
  }

  value(): Yaml {
    this.#take(/(?:[&!][^\s,[\]{}]*\s+)*/y);
    const first = this.#text.charAt(this.#at);
    if (first === "[" || first === "{") return this.#collection(first);
    const alias = this.#take(/\*[^\s,[\]{}]+/y);
    if (alias !== null) return { kind: "alias", text: alias };
    if (first === '"') return this.#quoted(/"(?:[^"\\]|\\[^])*"/y, unescaped(this.#fail));
    if (first === "'") return this.#quoted(/'(?:[^']|'')*'/y, unfolded);
    const plain = this.#take(/(?:[^,[\]{}:#]|:(?![\s,[\]{}]|$)|(?<!\s)#)+/y) ?? "";
    if (/^(?:[%@`|>]|[?-](?:\s|$)|\s*$)/.test(plain))
      throw this.#fail("A value in the brackets is not readable.");
    return {
      kind: "text",
      text: folded(
        plain
          .trimEnd()
          .split("\n")
          .map((line) => trimmed(line)),
      ),
      isPlain: true,
    };
  }

  #quoted(pattern: RegExp, read: (inner: string) => string): Yaml {
    const written = this.#take(pattern);
    if (written === null) throw this.#fail("The closing quote is missing.");
    return { kind: "text", text: read(written.slice(1, -1)), isPlain: false };
  }

  #collection(open: "[" | "{"): Yaml {
    if (++this.#depth > MAX_DEPTH) throw this.#fail("It is nested too deeply.");
    this.#at++;
    const items: Yaml[] = [];
    const fields: YamlField[] = [];
    for (this.#space(); this.#take(open === "[" ? /\]/y : /\}/y) === null; this.#space()) {
      if (this.#at >= this.#text.length) throw this.#fail("The closing bracket is missing.");
      const pair = this.#pair();
      if (open === "{") fields.push(pair);
      else items.push(pair.isPair ? { kind: "map", fields: [pair] } : pair.key);
      this.#space();
      if (this.#take(/,/y) === null && !/[\]}]/.test(this.#text.charAt(this.#at)))
        throw this.#fail("A comma is missing in the brackets.");
    }
    this.#depth--;
    if (new Set(fields.map(({ name }) => name)).size < fields.length)
      throw this.#fail("Two fields in the brackets have the same name.");
    return open === "[" ? { kind: "list", items } : { kind: "map", fields };
  }

  /** An item, and the value behind its colon if there is one. */
  #pair(): YamlField & { readonly key: Yaml; readonly isPair: boolean } {
    const key = this.value();
    this.#space();
    const isText = key.kind === "text";
    const isPair = this.#take(isText && key.isPlain ? /:(?=[\s,[\]{}]|$)/y : /:/y) !== null;
    if (isPair) this.#space();
    const isEmpty = !isPair || /[,\]}]|^$/.test(this.#text.charAt(this.#at));
    const name = isText || key.kind === "alias" ? key.text : "";
    return { name, key, isPair, line: 0, value: isEmpty ? EMPTY : this.value() };
  }

  #space(): void {
    this.#take(/(?:\s+(?:#[^\n]*)?)+/y);
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [];
    this.#at += found?.length ?? 0;
    return found ?? null;
  }
}

function isItem(text: string): boolean {
  return /^-(?:[ \t]|$)/.test(text);
}

/** The key of a line, and what stands behind its colon; null if it has none. */
function keyOf(text: string): { readonly name: string; readonly rest: string } | null {
  const [quoted, inner = ""] = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')[ \t]*:(?=[ \t]|$)/.exec(text) ?? [];
  if (quoted !== undefined) {
    const read = inner.startsWith('"') ? unescaped((message) => new YamlError(message, 1)) : unfolded;
    return { name: read(inner.slice(1, -1)), rest: text.slice(quoted.length) };
  }
  if (/^(?:[[\]{}#&*!|>'"%@`,]|\?(?:[ \t]|$))/.test(text)) return null;
  const at = text.search(/:(?:[ \t]|$)/);
  const comment = text.search(/[ \t]#/);
  if (at < 1 || (comment >= 0 && comment < at)) return null;
  return { name: trimmed(text.slice(0, at)), rest: text.slice(at + 1) };
}

/** Without spaces and tabs at its ends. A loop: of a long run of spaces, a pattern would try each one. */
function trimmed(text: string, at: "start" | "end" | "both" = "both"): string {
  const isSpace = (place: number): boolean => text[place] === " " || text[place] === "\t";
  let [from, to] = [0, text.length];
  while (at !== "end" && isSpace(from)) from++;
  while (at !== "start" && to > from && isSpace(to - 1)) to--;
  return text.slice(from, to);
}

/** One line break becomes a space, and of several one less remains. The last line counts even if it is empty. */
function folded([first = "", ...others]: readonly string[]): string {
  let [text, gap] = [first, 0];
  others.forEach((line, at) => {
    if (line === "" && at < others.length - 1) gap++;
    else {
      text += (gap === 0 ? " " : "\n".repeat(gap)) + line;
      gap = 0;
    }
  });
  return text;
}

/** The same for a block, whose lines with more indentation keep their breaks. */
function foldedBlock(lines: readonly string[]): string {
  const start = lines.findIndex((line) => /[^ ]/.test(line));
  let text = lines
    .slice(0, start)
    .map((line) => `${line}\n`)
    .join("");
  let [gap, wasDeeper] = ["", false];
  for (const line of lines.slice(start)) {
    if (/^[ \t]/.test(line)) {
      if (gap === " ") gap = "\n";
      else if (!wasDeeper && gap === "\n") gap = "\n\n";
      text += gap + line;
      [gap, wasDeeper] = ["\n", true];
    } else if (line === "") {
      if (gap === "\n") text += "\n";
      else gap = "\n";
    } else {
      text += gap + line;
      [gap, wasDeeper] = [" ", false];
    }
  }
  return text;
}

/** The text in single quotes. */
function unfolded(inner: string): string {
  const lines = inner.split("\n");
  const last = lines.length - 1;
  if (last === 0) return inner.replaceAll("''", "'");
  const ends = (at: number) => (at === 0 ? "end" : at === last ? "start" : "both");
  return folded(lines.map((line, at) => trimmed(line, ends(at)))).replaceAll("''", "'");
}

const ESCAPES = '0abtnvfre\t "/\\N_LP';
const ESCAPED = '\0\x07\b\t\n\v\f\r\x1b\t "/\\\x85\xa0\u2028\u2029';

/** The text in double quotes: section 5.7 and 7.3.1. */
function unescaped(fail: (message: string) => YamlError): (inner: string) => string {
  const pattern =
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|(\n)[ \t]*|([^]))|[ \t]*(?:\n[ \t]*)+|[ \t]+/g;
  return (inner) =>
    inner.replace(
      pattern,
      (all, x?: string, u?: string, long?: string, isJoined?: string, escape?: string) => {
        const code = x ?? u ?? long;
        if (code !== undefined && parseInt(code, 16) <= 0x10ffff)
          return String.fromCodePoint(parseInt(code, 16));
        if (isJoined !== undefined) return "";
        if (all.startsWith("\\")) {
          const read = ESCAPED[ESCAPES.indexOf(escape ?? "?")];
          if (read === undefined) throw fail(`There is no escape ${all}.`);
          return read;
        }
        const breaks = all.split("\n").length - 1;
        return breaks === 0 ? all : "\n".repeat(breaks - 1) || " ";
      },
    );
}

/** Texts a reader would take for a number, a truth or nothing. */
const OTHER =
  /^(?:~|[Nn]ull|NULL|[Tt]rue|TRUE|[Ff]alse|FALSE|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)|0o[0-7]+|0x[\da-fA-F]+|[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?)?$/;

/** A text of one line as a value: plain where that is read back as it is. */
export function yamlText(text: string): string {
  const isControl = /(?![\t\n])[\p{Cc}\p{Cs}]/u.test(text);
  const isPlain =
    !/^[\t ,[\]{}#&*!|>'"%@`]|^[?-](?:[ \t]|$)|:[ \t]|\t#| #|[\t :]$/.test(text) && !OTHER.test(text);
  if (isPlain && !isControl) return text;
  if (text.includes('"') && !text.includes("'") && !isControl) return `'${text}'`;
  const short: Readonly<Record<string, string>> = { "00": "\\0", "07": "\\a", "0b": "\\v", "1b": "\\e" };
  return JSON.stringify(text).replace(
    /(\\\\)|\\u00(..)/g,
    (all, slash?: string, code = "") => slash ?? short[code] ?? (code === "" ? all : `\\x${code}`),
  );
}
