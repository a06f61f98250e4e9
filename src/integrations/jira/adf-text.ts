/**
 * Converts Atlassian documents to Markdown, including tables, task lists and expand sections. Nodes Markdown can't express keep their
 * text; nodes without text become a placeholder.
 */
import { ADF_DEPTH, type AdfNode } from "../../platform/code-sandbox/index.ts";

type Marks = NonNullable<AdfNode["marks"]>;

/** Strings pass unchanged; null for nothing. */
export function toMarkdown(document: AdfNode | string | null | undefined): string | null {
  if (document === null || document === undefined) return null;
  const text = typeof document === "string" ? document : blockTexts(document.content ?? [], 0).join("\n\n");
  return text.trim() === "" ? null : text.trim();
}

function blockTexts(nodes: readonly AdfNode[], depth: number): string[] {
  return depth > ADF_DEPTH ? [] : nodes.map((node) => blockText(node, depth));
}

type BlockWriter = (content: readonly AdfNode[], node: AdfNode, depth: number) => string;

const BLOCK_TEXTS: Readonly<Record<string, BlockWriter>> = {
  paragraph: (content) => escapedStart(inlineText(content)),
  heading: (content, { attrs }) => {
    const level = Math.min(6, Math.max(1, Number(attrs?.["level"] ?? 1)));
    return `${"#".repeat(level)} ${inlineText(content)
      .replace(/\s*\n\s*/g, " ")
      .replace(/#/g, "\\#")}`;
  },
  codeBlock: (content, { attrs }) =>
    fenced(content.map(({ text = "" }) => text).join(""), attrs?.["language"]),
  blockquote: (content, _, depth) => prefixed(blockTexts(content, depth + 1).join("\n\n"), "> ", "> "),
  rule: () => "---",
  bulletList: (_, node, depth) => listText(node, depth),
  orderedList: (_, node, depth) => listText(node, depth),
  taskList: (_, node, depth) => listText(node, depth),
  decisionList: (_, node, depth) => listText(node, depth),
  expand: (_, node, depth) => titled(node, depth),
  nestedExpand: (_, node, depth) => titled(node, depth),
  panel: (_, node, depth) => {
    const kind = node.attrs?.["panelType"];
    const text = otherText(node.content ?? [], node, depth);
    return kind === "warning" || kind === "error"
      ? `**${kind === "error" ? "Error" : "Warning"}**\n\n${text}`
      : text;
  },
  table: (content, _, depth) => tableText(content, depth),
};

/** An expand section, below its title. */
function titled(node: AdfNode, depth: number): string {
  const title = node.attrs?.["title"];
  const text = otherText(node.content ?? [], node, depth);
  return typeof title === "string" && title.trim() !== "" ? `**${escaped(title.trim())}**\n\n${text}` : text;
}

/** Limit for cell spans and table columns. */
const MAX_SPAN = 60;
const MAX_COLUMNS = 200;

/** A Markdown table; cells covered by a span refer to the spanning cell. */
function tableText(rows: readonly AdfNode[], depth: number): string {
  const lines: string[][] = rows.map(() => []);
  for (const [index, { content = [] }] of rows.entries()) {
    const line = lines[index] ?? [];
    let column = 0;
    for (const cell of content) {
      while (line[column] !== undefined) column++;
      if (column >= MAX_COLUMNS) break;
      const text = otherText(cell.content ?? [], { ...cell, type: "cell" }, depth + 1);
      const width = spanOf(cell, "colspan");
      for (let down = 0; down < spanOf(cell, "rowspan"); down++)
        for (let right = 0; right < width; right++) {
          const words =
            down > 0 ? "(as above)" : right > 0 && content.length > 1 ? "(as left)" : right > 0 ? "" : text;
          const below = lines[index + down];
          if (below !== undefined) below[column + right] = words;
        }
      column += width;
    }
  }
  const width = lines.reduce((most, { length }) => Math.max(most, length), 0);
  const written = lines.map((line) => {
    const cells = Array.from({ length: width }, (_, at) => (line[at] ?? "").trim());
    return `| ${cells.map((cell) => cell.replace(/(?<!\\)\|/g, "\\|").replace(/\n+/g, "<br>")).join(" | ")} |`;
  });
  const rule = `| ${Array.from({ length: width }, () => "---").join(" | ")} |`;
  return width === 0 ? "" : [written[0], rule, ...written.slice(1)].join("\n");
}

function spanOf({ attrs }: AdfNode, name: string): number {
  return Math.max(1, Math.min(MAX_SPAN, Math.trunc(Number(attrs?.[name] ?? 1)) || 1));
}

/** Layouts, captions and unknown nodes: their text. */
const otherText: BlockWriter = (content, node, depth) =>
  content.length > 0 && !content.every(isInline)
    ? blockTexts(content, depth + 1)
        .filter((text) => text !== "")
        .join("\n\n")
    : inlineText([node]);

function isInline({ type }: AdfNode): boolean {
  return type === "text" || type in PIECES;
}

function blockText(node: AdfNode, depth: number): string {
  return (BLOCK_TEXTS[node.type] ?? otherText)(node.content ?? [], node, depth);
}

const MARKED: Readonly<Record<string, (item: AdfNode, index: number, order: number) => string>> = {
  bulletList: () => "- ",
  orderedList: (_, index, order) => `${order + index}. `,
  taskList: ({ attrs }) => (attrs?.["state"] === "DONE" ? "- [x] " : "- [ ] "),
  decisionList: ({ attrs }) => (attrs?.["state"] === "DECIDED" ? "- Decided: " : "- Undecided: "),
};

function listText(node: AdfNode, depth: number): string {
  if (depth > ADF_DEPTH) return "";
  const order = Number(node.attrs?.["order"] ?? 1);
  const items = (node.content ?? []).map((item, index) => {
    // A nested task list is a sibling of the task it belongs to.
    if (item.type in MARKED) return prefixed(listText(item, depth + 1), "  ", "  ");
    const mark = MARKED[node.type]?.(item, index, order) ?? "- ";
    const content = item.content ?? [];
    const parts = content.every(isInline) ? [inlineText(content)] : blockTexts(content, depth + 1);
    const isTight = content.every(({ type }, at) => at === 0 || type in MARKED);
    return prefixed(
      parts.join(isTight ? "\n" : "\n\n"),
      mark,
      " ".repeat(mark.startsWith("- ") ? 2 : mark.length),
    );
  });
  return items.join("\n");
}

function prefixed(text: string, first: string, rest: string): string {
  return text
    .split("\n")
    .map((line, index) => `${index === 0 ? first : rest}${line}`.trimEnd())
    .join("\n");
}

function fenced(text: string, language: unknown): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${typeof language === "string" ? language : ""}\n${text}\n${fence}`;
}

const MARKS: Readonly<Record<string, string>> = { strong: "**", em: "_", strike: "~~" };

function inlineText(nodes: readonly AdfNode[]): string {
  return nodes.map(pieceText).join("");
}

type Attrs = Readonly<Record<string, unknown>>;

/** Where a card leads: its own address, or the one in its data (JSON-LD). */
function cardOf(attrs: Attrs): unknown {
  const data = attrs["data"];
  const { name, url } = typeof data === "object" && data !== null ? (data as Attrs) : {};
  return (
    attrs["url"] ?? url ?? leftOut("a card", typeof name === "string" ? { ...attrs, title: name } : attrs)
  );
}

const PIECES: Readonly<Record<string, (attrs: Attrs) => unknown>> = {
  hardBreak: () => "\n",
  mention: (attrs) => attrs["text"] ?? "@somebody",
  emoji: (attrs) => attrs["text"] ?? attrs["shortName"],
  date: (attrs) => formatDay(Number(attrs["timestamp"] ?? Number.NaN)),
  inlineCard: cardOf,
  status: (attrs) => attrs["text"],
  placeholder: (attrs) => attrs["text"],
  mediaInline: (attrs) => leftOut("a file", attrs),
  inlineExtension: (attrs) => leftOut("an extension", attrs),
};

/** Block nodes without text. */
const NAMED: Readonly<Record<string, (attrs: Attrs) => unknown>> = {
  media: (attrs) => leftOut("an image or file", attrs),
  blockCard: cardOf,
  embedCard: cardOf,
  extension: (attrs) => attrs["text"] ?? leftOut("an extension", attrs),
  syncBlock: (attrs) => leftOut("a block from another page", attrs),
};
/** Container nodes that may be empty. */
const MAY_BE_EMPTY =
  /^(?:doc|paragraph|heading|table\w*|cell|panel|expand|nestedExpand|layout\w+|listItem|task\w+|decision\w+|media(?:Single|Group)|caption|bodied\w+|text)$/;

/** A placeholder for a node without text. */
function leftOut(what: string, attrs: Attrs): string {
  const name = [attrs["alt"], attrs["extensionTitle"], attrs["extensionKey"]].find(
    (word): word is string => typeof word === "string" && word.trim() !== "",
  );
  return `(left out: ${what}${name === undefined ? "" : ` “${escaped(name.slice(0, 200))}”`})`;
}

function formatDay(ms: number): string {
  return Math.abs(ms) <= 8e15 ? new Date(ms).toISOString().slice(0, 10) : "(no day)";
}

function pieceText(node: AdfNode): string {
  const { attrs = {}, content = [], marks = [], text = "", type } = node;
  if (type === "text") return markedText(text, marks);
  const piece = (PIECES[type] ?? NAMED[type])?.(attrs);
  if (typeof piece === "string") return piece;
  if (content.length > 0) return inlineText(content);
  if (text !== "") return markedText(text, marks);
  return MAY_BE_EMPTY.test(type) ? "" : leftOut(`“${type.slice(0, 60)}”`, attrs);
}

function markedText(text: string, marks: Marks): string {
  const has = (type: string): boolean => marks.some((mark) => mark.type === type);
  const href = marks.find(({ type }) => type === "link")?.attrs?.["href"];
  const [, before = "", inner = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  if (inner === "") return text;
  const raised =
    marks.find(({ type }) => type === "subsup")?.attrs?.["type"] === "sup" && /^[\d+\-−]/.test(inner);
  const plain = `${raised ? "^" : ""}${has("code") ? coded(inner) : escaped(inner)}`;
  const wrapped = ["strike", "em", "strong"].reduce(
    (sum, type) => (has(type) && !has("code") ? `${MARKS[type]}${sum}${MARKS[type]}` : sum),
    plain,
  );
  const linked = typeof href !== "string" ? wrapped : href === inner ? href : `[${wrapped}](${href})`;
  return `${before}${linked}${after}`;
}

function coded(text: string): string {
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`;
}

function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>~]|&(?=#?\w+;)/g, (char) => `\\${char}`);
}

/** Escapes text that would start a heading, list or rule. */
function escapedStart(text: string): string {
  return text
    .split("\n")
    .map((line) =>
      line
        .replace(/^(\s*)(#{1,6}(?=\s|$)|[-+=](?=\s|$|-|=)|\|)/, "$1\\$2")
        .replace(/^(\s*\d{1,9})([.)])(?=\s|$)/, "$1\\$2"),
    )
    .join("\n");
}
