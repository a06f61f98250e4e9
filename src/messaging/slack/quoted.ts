/**
 * What stands in somebody's message in Slack and isn't their own: quotes, messages they share, previews of links. It never counts as the word of whoever
 * sent it. A quote's lines begin with `>` (escaped) in `text` and stand once more in `blocks`, and in some messages there alone; a shared message is an
 * attachment, with its words in `text`, `fallback` or its own blocks (docs.slack.dev: "Formatting message text", "Legacy secondary attachments", "rich_text
 * block", read 2026-11-23). Pure.
 */
import * as z from "zod";
import { attachmentWords, blockWords } from "../../integrations/slack/blocks.ts";

/** So many attachments of a message are read, and so much of all that isn't its writer's own. */
const ATTACHMENTS = 20;
const QUOTED_CHARS = 12_000;
/** How deep blocks are nested at most. */
const DEPTH = 8;

const QUOTE = /^\s*(?:&gt;|>)/;
/** Three of them: everything from here on. */
const QUOTE_REST = /^\s*(?:&gt;|>){3}/;

const elements = z.array(z.unknown()).max(200).catch([]);
const nodeSchema = z.object({
  type: z.string().catch(""),
  elements: elements.default([]),
});

/** A message's own words and everything else in it, both as Slack writes them. */
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

/** A line without its markup, by which it is known again. */
function letters(line: string): string {
  return line.replace(/&(?:gt|lt|amp);/g, "").replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Everything that is quoted in blocks. */
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

/** A quote's words without its marks. */
function quoteWords(elements: readonly unknown[], depth: number): string {
  return elements.map((one) => blockWords(one, depth - 1)).join("");
}
