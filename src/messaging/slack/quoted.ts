/**
 * Separates what a Slack message quotes from its author's own words: quotes, shared messages and link
 * previews. Quoted content never counts as the author's. Quoted lines start with `>` (escaped) in `text` and
 * reappear in `blocks`, sometimes only there; a shared message is an attachment with its words in `text`,
 * `fallback` or its own blocks (docs.slack.dev: "Formatting message text", "Legacy secondary attachments",
 * "rich_text block", read 2026-11-23). Pure.
 */
import * as z from "zod";
import { attachmentWords, blockWords } from "../../integrations/slack/blocks.ts";

/** Maximum attachments read, and maximum characters of quoted content. */
const ATTACHMENTS = 20;
const QUOTED_CHARS = 12_000;
/** Maximum nesting depth of blocks read. */
const DEPTH = 8;

const QUOTE = /^\s*(?:&gt;|>)/;
/** Three of them quote everything that follows. */
const QUOTE_REST = /^\s*(?:&gt;|>){3}/;

const elements = z.array(z.unknown()).max(200).catch([]);
const nodeSchema = z.object({
  type: z.string().catch(""),
  elements: elements.default([]),
});

/** A message's own words and everything else in it, both in Slack's markup. */
export function ownAndQuoted(
  text: string,
  blocks: readonly unknown[] = [],
  attachments: readonly unknown[] = [],
): { readonly own: string; readonly quoted: string } {
  const lines = text.split("\n");
  const rest = lines.findIndex((line) => QUOTE_REST.test(line));
  const inBlocks = quotesOf(blocks, DEPTH);
  const known = new Set(inBlocks.flatMap((quote) => quote.split("\n")).map(letters));
  known.delete("");
  const isQuote = (line: string, at: number): boolean =>
    QUOTE.test(line) || (rest !== -1 && at >= rest) || known.has(letters(line));
  const quotedLines = lines.filter(isQuote).map((line) => line.replace(/^\s*(?:&gt;|>)+ ?/, ""));
  const standing = new Set(quotedLines.map(letters));
  const others = [
    quotedLines.join("\n"),
    ...inBlocks.filter((quote) => !quote.split("\n").every((line) => standing.has(letters(line)))),
    ...attachments.slice(0, ATTACHMENTS).map(attachmentWords),
  ];
  return {
    own: lines
      .filter((line, at) => !isQuote(line, at))
      .join("\n")
      .trim(),
    quoted: others
      .map((one) => one.trim())
      .filter((one) => one !== "")
      .join("\n\n")
      .slice(0, QUOTED_CHARS),
  };
}

/** A line without markup, for comparison. */
function letters(line: string): string {
  return line.replace(/&(?:gt|lt|amp);/g, "").replace(/[^\p{L}\p{M}\p{N}]+/gu, "");
}

function quotesOf(blocks: readonly unknown[], depth: number): string[] {
  if (depth === 0) return [];
  return blocks.flatMap((block) => {
    const node = nodeSchema.safeParse(block).data;
    if (node === undefined) return [];
    return node.type === "rich_text_quote"
      ? [quoteWords(node.elements, depth)]
      : quotesOf(node.elements, depth - 1);
  });
}

/** A quotation's text without markup. */
function quoteWords(elements: readonly unknown[], depth: number): string {
  return elements.map((one) => blockWords(one, depth - 1)).join("");
}
