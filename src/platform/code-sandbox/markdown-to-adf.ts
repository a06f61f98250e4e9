/**
 * Converts Markdown to the Atlassian Document Format, for what both support: paragraphs, headings, lists, quotes, code, rules, links,
 * bold, italics, strikethrough and code (developer.atlassian.com, "Atlassian Document Format"; read 2026-11-23). Pure.
 */
import { Lexer, type Token, type Tokens } from "marked";
import { ADF_DEPTH, type AdfNode } from "./types.ts";

export function toAdf(markdown: string): AdfNode {
  return { type: "doc", version: 1, content: blocks(new Lexer({ gfm: true }).lex(markdown), 0) };
}

function blocks(tokens: readonly Token[], depth: number): AdfNode[] {
  return depth > ADF_DEPTH ? [] : tokens.flatMap((token) => block(token, depth));
}

type BlockReader = (token: Token, depth: number) => AdfNode[];

function childTokens(token: Token): readonly Token[] | undefined {
  return (token as { readonly tokens?: readonly Token[] }).tokens;
}

const prose: BlockReader = (token) => [paragraph(inline(childTokens(token) ?? [token]))];

const BLOCKS: Readonly<Record<string, BlockReader>> = {
  space: () => [],
  def: () => [],
  heading: (token) => [
    {
      type: "heading",
      attrs: { level: (token as Tokens.Heading).depth },
      content: inline(childTokens(token) ?? []),
    },
  ],
  code: (token) => {
    const { lang, text } = token as Tokens.Code;
    const attrs = lang ? { attrs: { language: lang } } : {};
    return [{ type: "codeBlock", ...attrs, content: text === "" ? [] : [{ type: "text", text }] }];
  },
  blockquote: (token, depth) => [
    { type: "blockquote", content: paragraphsOf(blocks(childTokens(token) ?? [], depth + 1)) },
  ],
  hr: () => [{ type: "rule" }],
  list: (token, depth) => [listOf(token as Tokens.List, depth)],
  paragraph: prose,
  text: prose,
};

/** Tables and HTML are kept as literal text. */
function block(token: Token, depth: number): AdfNode[] {
  const read = BLOCKS[token.type];
  return read === undefined
    ? [paragraph([{ type: "text", text: token.raw.trim() || " " }])]
    : read(token, depth);
}

function paragraph(content: readonly AdfNode[]): AdfNode {
  return { type: "paragraph", content };
}

/** ADF block quotes allow only paragraphs and lists. */
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
    depth > ADF_DEPTH
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
        // The code mark can be combined only with a link.
        return told((token as Tokens.Codespan).text, [
          ...marks.filter(({ type }) => type === "link"),
          { type: "code" },
        ]);
      case "br":
        return [{ type: "hardBreak" }];
      case "text": {
        const { tokens: inner, text } = token as Tokens.Text;
        return inner === undefined
          ? splitLines(text).flatMap((line) => (line === "\n" ? [{ type: "hardBreak" }] : told(line)))
          : inline(inner, marks, depth + 1);
      }
      case "escape":
        return told((token as Tokens.Escape).text);
      default:
        return told(token.raw);
    }
  });
}

/** Keeps the author's line breaks. */
function splitLines(text: string): string[] {
  return text.split(/(\n)/).filter((part) => part !== "");
}
