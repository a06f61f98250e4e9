/**
 * Atlassian's document format and Markdown, both ways, of the part that both have: paragraphs, headings, lists, quotes, code, rules, links, bold, italics,
 * struck and code (developer.atlassian.com, "Atlassian Document Format"; read 2026-11-23). What Markdown has no word for is read as its text.
 */
import { Lexer, type Token, type Tokens } from "marked";
import * as z from "zod";

/** A node of a document. */
export interface AdfNode {
  readonly type: string;
  readonly text?: string | undefined;
  readonly attrs?: Readonly<Record<string, unknown>> | undefined;
  readonly marks?:
    | readonly { readonly type: string; readonly attrs?: Readonly<Record<string, unknown>> | undefined }[]
    | undefined;
  readonly content?: readonly AdfNode[] | undefined;
  readonly version?: number | undefined;
}

const markSchema = z.object({ type: z.string(), attrs: z.record(z.string(), z.unknown()).optional() });
export const adfSchema: z.ZodType<AdfNode> = z.lazy(() =>
  z.object({
    type: z.string(),
    text: z.string().optional(),
    attrs: z.record(z.string(), z.unknown()).optional(),
    marks: z.array(markSchema).optional(),
    content: z.array(adfSchema).optional(),
    version: z.number().optional(),
  }),
);

/** Deeper than this nothing is read: no person writes it. */
const MAX_DEPTH = 12;

/** Markdown as a document. */
export function toAdf(markdown: string): AdfNode {
  return { type: "doc", version: 1, content: blocks(new Lexer({ gfm: true }).lex(markdown), 0) };
}

function blocks(tokens: readonly Token[], depth: number): AdfNode[] {
  return depth > MAX_DEPTH ? [] : tokens.flatMap((token) => block(token, depth));
}

type BlockReader = (token: Token, depth: number) => AdfNode[];

function within(token: Token): readonly Token[] | undefined {
  return (token as { readonly tokens?: readonly Token[] }).tokens;
}

const prose: BlockReader = (token) => [paragraph(inline(within(token) ?? [token]))];

const BLOCKS: Readonly<Record<string, BlockReader>> = {
  space: () => [],
  def: () => [],
  heading: (token) => [
    {
      type: "heading",
      attrs: { level: (token as Tokens.Heading).depth },
      content: inline(within(token) ?? []),
    },
  ],
  code: (token) => {
    const { lang, text } = token as Tokens.Code;
    const attrs = lang ? { attrs: { language: lang } } : {};
    return [{ type: "codeBlock", ...attrs, content: text === "" ? [] : [{ type: "text", text }] }];
  },
  blockquote: (token, depth) => [
    { type: "blockquote", content: paragraphsOf(blocks(within(token) ?? [], depth + 1)) },
  ],
  hr: () => [{ type: "rule" }],
  list: (token, depth) => [listOf(token as Tokens.List, depth)],
  paragraph: prose,
  text: prose,
};

/** Tables and HTML are kept as they were written. */
function block(token: Token, depth: number): AdfNode[] {
  const read = BLOCKS[token.type];
  return read === undefined
    ? [paragraph([{ type: "text", text: token.raw.trim() || " " }])]
    : read(token, depth);
}

function paragraph(content: readonly AdfNode[]): AdfNode {
  return { type: "paragraph", content };
}

/** Quotes hold paragraphs and lists alone. */
function paragraphsOf(nodes: readonly AdfNode[]): AdfNode[] {
  const kept = nodes.map((node) =>
    ["paragraph", "bulletList", "orderedList", "codeBlock"].includes(node.type)
      ? node
      : paragraph(node.content ?? []),
  );
  return kept.length === 0 ? [paragraph([])] : kept;
}

function listOf({ ordered, start, items }: Tokens.List, depth: number): AdfNode {
  const content = items.map((item): AdfNode => {
    const box = item.task ? [{ type: "text", text: item.checked === true ? "[x] " : "[ ] " }] : [];
    const [first, ...rest] = blocks(
      item.tokens.filter(({ type }) => type !== "checkbox"),
      depth + 1,
    );
    const opening = first?.type === "paragraph" ? paragraph([...box, ...(first.content ?? [])]) : null;
    const others = opening === null && first !== undefined ? [first, ...rest] : rest;
    return { type: "listItem", content: [opening ?? paragraph(box), ...others] };
  });
  if (!ordered) return { type: "bulletList", content };
  return { type: "orderedList", attrs: { order: typeof start === "number" ? start : 1 }, content };
}

type Marks = NonNullable<AdfNode["marks"]>;

function inline(tokens: readonly Token[], marks: Marks = [], depth = 0): AdfNode[] {
  const told = (text: string, more: Marks = marks): AdfNode[] =>
    text === "" ? [] : [{ type: "text", text, ...(more.length === 0 ? {} : { marks: more }) }];
  const within = (token: Token, mark: Marks[number]): AdfNode[] =>
    depth > MAX_DEPTH
      ? told(token.raw)
      : inline((token as Tokens.Strong).tokens, [...marks, mark], depth + 1);
  return tokens.flatMap((token): AdfNode[] => {
    switch (token.type) {
      case "strong":
        return within(token, { type: "strong" });
      case "em":
        return within(token, { type: "em" });
      case "del":
        return within(token, { type: "strike" });
      case "link": {
        const { href } = token as Tokens.Link;
        return within(token, { type: "link", attrs: { href } });
      }
      case "codespan":
        // Code takes no other mark than a link.
        return told((token as Tokens.Codespan).text, [
          ...marks.filter(({ type }) => type === "link"),
          { type: "code" },
        ]);
      case "br":
        return [{ type: "hardBreak" }];
      case "text": {
        const { tokens: inner, text } = token as Tokens.Text;
        return inner === undefined
          ? lines(text).flatMap((line) => (line === "\n" ? [{ type: "hardBreak" }] : told(line)))
          : inline(inner, marks, depth + 1);
      }
      case "escape":
        return told((token as Tokens.Escape).text);
      default:
        return told(token.raw);
    }
  });
}

/** What somebody wrote on lines of its own stays on lines of its own. */
function lines(text: string): string[] {
  return text.split(/(\n)/).filter((part) => part !== "");
}

/** A document as Markdown; text as it is, null for nothing. */
export function toMarkdown(document: AdfNode | string | null | undefined): string | null {
  if (document === null || document === undefined) return null;
  const text = typeof document === "string" ? document : blockTexts(document.content ?? [], 0).join("\n\n");
  return text.trim() === "" ? null : text.trim();
}

function blockTexts(nodes: readonly AdfNode[], depth: number): string[] {
  return depth > MAX_DEPTH ? [] : nodes.map((node) => blockText(node, depth));
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
};

/** Panels, tables, expands, media: what is written in them. */
const otherText: BlockWriter = (content, node, depth) =>
  content.some(({ type }) => type !== "text")
    ? blockTexts(content, depth + 1)
        .filter((text) => text !== "")
        .join("\n\n")
    : inlineText([node]);

function blockText(node: AdfNode, depth: number): string {
  return (BLOCK_TEXTS[node.type] ?? otherText)(node.content ?? [], node, depth);
}

function listText(node: AdfNode, depth: number): string {
  const order = Number(node.attrs?.["order"] ?? 1);
  const items = (node.content ?? []).map((item, index) => {
    const mark = node.type === "bulletList" ? "- " : `${order + index}. `;
    const parts = blockTexts(item.content ?? [], depth + 1);
    const isTight = (item.content ?? []).every(
      ({ type }, at) => at === 0 || type === "bulletList" || type === "orderedList",
    );
    return prefixed(parts.join(isTight ? "\n" : "\n\n"), mark, " ".repeat(mark.length));
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

const PIECES: Readonly<Record<string, (attrs: Readonly<Record<string, unknown>>) => unknown>> = {
  hardBreak: () => "\n",
  mention: (attrs) => attrs["text"] ?? "@somebody",
  emoji: (attrs) => attrs["text"] ?? attrs["shortName"],
  date: (attrs) => new Date(Number(attrs["timestamp"] ?? 0)).toISOString().slice(0, 10),
  inlineCard: (attrs) => attrs["url"],
  status: (attrs) => attrs["text"],
};

function pieceText(node: AdfNode): string {
  const { attrs = {}, marks = [], text = "", type } = node;
  if (type === "text") return markedText(text, marks);
  const piece = PIECES[type]?.(attrs);
  return typeof piece === "string" ? piece : inlineText(node.content ?? []);
}

function markedText(text: string, marks: Marks): string {
  const has = (type: string): boolean => marks.some((mark) => mark.type === type);
  const href = marks.find(({ type }) => type === "link")?.attrs?.["href"];
  const [, before = "", inner = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  if (inner === "") return text;
  const plain = has("code") ? coded(inner) : escaped(inner);
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

/** What would begin a heading, a list or a rule is text. */
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

/** Whether a document can be put back from its Markdown: nothing of it is lost. */
export function isWhole(document: AdfNode | string | null | undefined): boolean {
  if (document === null || document === undefined || typeof document === "string") return true;
  const markdown = toMarkdown(document);
  return JSON.stringify(plain(document)) === JSON.stringify(plain(toAdf(markdown ?? "")));
}

/** A document without what its service adds to every node. */
function plain(node: AdfNode): unknown {
  const attrs = Object.entries(node.attrs ?? {}).filter(
    ([key, value]) =>
      !["localId", "__confluenceMetadata"].includes(key) && value !== null && value !== undefined,
  );
  const marks = (node.marks ?? [])
    .map(({ type, attrs: of }) => `${type}:${String(typeof of?.["href"] === "string" ? of["href"] : "")}`)
    .toSorted();
  const content = merged(
    (node.content ?? [])
      .flatMap(unspaced)
      .filter((one) => !(one.type === "paragraph" && (one.content ?? []).length === 0)),
  );
  return [
    node.type,
    node.text ?? "",
    Object.fromEntries(attrs.toSorted(([left], [right]) => (left < right ? -1 : 1))),
    marks,
    content.map(plain),
  ];
}

/** Space at the ends of a marked text stands outside of its marks. */
function unspaced(node: AdfNode): AdfNode[] {
  const { text = "", marks = [] } = node;
  if (node.type !== "text" || marks.length === 0) return [node];
  const [, before = "", inner = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  const space = (value: string): AdfNode[] => (value === "" ? [] : [{ type: "text", text: value }]);
  return [...space(before), ...(inner === "" ? [] : [{ ...node, text: inner }]), ...space(after)];
}

/** Pieces of text beside each other with the same marks are one. */
function merged(nodes: readonly AdfNode[]): AdfNode[] {
  const list: AdfNode[] = [];
  for (const node of nodes) {
    const last = list.at(-1);
    const isSame =
      last?.type === "text" &&
      node.type === "text" &&
      JSON.stringify(last.marks ?? []) === JSON.stringify(node.marks ?? []);
    if (isSame) list[list.length - 1] = { ...last, text: `${last.text ?? ""}${node.text ?? ""}` };
    else list.push(node);
  }
  return list;
}
