/**
 * What stands in somebody's message in Slack and isn't their own: quotes, messages they share, previews of links. It never counts as the word of whoever
 * sent it. A quote's lines begin with `>` (escaped) in `text` and stand once more in `blocks`, and in some messages there alone; a shared message is an
 * attachment, with its words in `text`, `fallback` or its own blocks (docs.slack.dev: "Formatting message text", "Legacy secondary attachments", "rich_text
 * block", read 2026-11-23). Pure.
 */
import * as z from "zod";

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
  text: z.unknown().optional(),
  url: z.string().optional().catch(undefined),
  user_id: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  elements: elements.default([]),
});

const words = z.string().catch("").default("");
const attachmentSchema = z.object({
  pretext: words,
  author_name: words,
  title: words,
  text: words,
  fallback: words,
  fields: z
    .array(z.object({ title: words, value: words }))
    .max(50)
    .catch([])
    .default([]),
  blocks: elements.default([]),
  message_blocks: z
    .array(z.object({ message: z.object({ blocks: elements.default([]) }) }))
    .max(20)
    .catch([])
    .default([]),
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
    ...attachments.slice(0, ATTACHMENTS).map(attached),
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
    return node.type === "rich_text_quote" ? [wordsOf(node, depth)] : quotesOf(node.elements, depth - 1);
  });
}

/** The words of a block: rich text, or a section's text. */
function wordsOf(block: unknown, depth: number): string {
  const node = nodeSchema.safeParse(block).data;
  if (node === undefined || depth === 0) return "";
  if (typeof node.text === "string" && node.text !== "") return node.text;
  if (typeof node.text === "object" && node.text !== null) return wordsOf(node.text, depth - 1);
  if (node.elements.length === 0) return inlineOf(node);
  const isLine = node.type === "rich_text_section" || node.type === "rich_text_quote";
  return node.elements.map((one) => wordsOf(one, depth - 1)).join(isLine ? "" : "\n");
}

function inlineOf({ type, url, user_id: userId, name }: z.output<typeof nodeSchema>): string {
  if (userId !== undefined) return `<@${userId}>`;
  return url ?? (type === "emoji" && name !== undefined ? `:${name}:` : "");
}

/** A shared message or a preview: whose it is, and what it says. */
function attached(attachment: unknown): string {
  const one = attachmentSchema.safeParse(attachment).data;
  if (one === undefined) return "";
  const blocks = [...one.blocks, ...one.message_blocks.flatMap(({ message }) => message.blocks)];
  const body = one.text || blocks.map((block) => wordsOf(block, DEPTH)).join("\n") || one.fallback;
  const fields = one.fields.map(({ title, value }) => [title, value].filter(Boolean).join(": "));
  const head = one.author_name === "" ? [] : [`From ${one.author_name}:`];
  return [...head, one.pretext, one.title, body, ...fields].filter((part) => part.trim() !== "").join("\n");
}
